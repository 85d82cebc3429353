"""[12] Fortresses: who may besiege them, the Rounds of a Siege, Sack and Pillage."""
