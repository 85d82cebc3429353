"""What each card does, by its id."""
