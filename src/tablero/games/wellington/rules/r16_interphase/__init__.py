"""[16] The Interphase between two Turns."""
