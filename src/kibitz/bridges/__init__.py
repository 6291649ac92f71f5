"""Bridges to what people have already: OpenSpiel, PettingZoo, Gymnasium, and the homework of the Pacman course.

A folder here that has a function `load_game` brings games of another library: `openspiel:NAME` is what `load_game("NAME")` of
the folder `openspiel` returns. None of the libraries is imported before it is asked for.
"""
