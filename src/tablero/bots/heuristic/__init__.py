"""Bots that know a game: `tablero.bots.heuristic.<game>` holds the `HeuristicBot` of that game."""
