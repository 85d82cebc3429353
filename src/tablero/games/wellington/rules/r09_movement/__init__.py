"""[9] Movement: steps of Armies, Army Groups and counters along Lines of March."""
