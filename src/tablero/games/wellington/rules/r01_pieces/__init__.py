"""[1] Playing pieces: Soldiers, Leaders and the Formations they make."""
