"""[16] Special rules."""
