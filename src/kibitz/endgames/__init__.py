"""Endgame databases: the values of all positions of a game, or of a class of them, found from the ends backward and kept."""
