"""Grading the Pacman course's homework: is each agent right, and if not, which mistake explains all that it does?"""
