"""Storage: SQLite for a single machine, PostgreSQL for a club; one set of statements for both.

All writes go through one `Writer`: whatever arrives during a commit is committed together in the next one, so that many
games share a commit and each is still committed before it is acknowledged.
"""
