"""[10] Interception and evasion: what the side that is not Active may do when the enemy moves."""
