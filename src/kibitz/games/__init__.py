"""The games, one file each: a new game is a new file here and nothing else."""
