"""Every test of the store runs on both databases."""

from tests.server.databases import address, postgres

__all__ = ["address", "postgres"]
