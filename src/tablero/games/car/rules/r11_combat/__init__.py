"""[11] Combat."""
