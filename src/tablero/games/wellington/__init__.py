"""Wellington: the Peninsular War, 1812-14, driven by cards, for two to four. `GAME` is all that others import."""
