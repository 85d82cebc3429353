"""[10] Movement, Positions and Trenches."""
