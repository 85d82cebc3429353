"""Where sittings are kept: SQLite for a machine of one's own, PostgreSQL for a club; one set of statements for both.

All writing goes through one `Writer`: whatever has come in while the last commit was under way is committed together
with the next one, so that a commit is shared by many games and still stands before each acknowledgement.
"""
