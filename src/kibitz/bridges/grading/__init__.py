"""The grader of the Pacman course's homework: whether each agent is right, and else which mistake explains what it does."""
