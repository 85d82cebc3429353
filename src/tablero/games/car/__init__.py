"""Crusade and Revolution: the Spanish Civil War, 1936-39, driven by cards."""
