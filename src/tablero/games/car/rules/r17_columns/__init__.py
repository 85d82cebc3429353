"""[17] The War of the Columns: rules of Turns 1 to 5 [17.0a]."""
