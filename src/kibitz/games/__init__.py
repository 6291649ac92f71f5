"""The games: a new one is a new file here, or a folder, and nothing else."""
