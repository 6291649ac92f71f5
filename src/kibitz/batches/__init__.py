"""Many positions of one game: `analyse_many` asks an agent about each, `solve_many` solves each."""

from kibitz.batches.analyses import analyse_many
from kibitz.batches.solutions import solve_many

__all__ = ["analyse_many", "solve_many"]
