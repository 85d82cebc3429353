"""[15] The progress of the war: war phases and the first corps."""
