"""The learner of playout policies: self-play, and what the policy is worth to UCT."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from kibitz.compile.cpu import native, why_not_native
from kibitz.core.contract import Game, MoveKinds, implements
from kibitz.core.errors import InputError
from kibitz.core.files import write_whole
from kibitz.core.game import about
from kibitz.core.weights import MOVE_KINDS
from kibitz.learning.policy.self_play import GAMES, TOTALS, self_play
from kibitz.learning.run import Figure, Told
from kibitz.learning.strength import share_of_points
from kibitz.models.file import Arrays, game_name, machine_name

STEP = 0.02
MEASURED_GAMES = 40
SIMULATIONS = 200
"""UCT with the policy and UCT with uniform playouts are compared at so many simulations."""


class PolicyLearner:
    """The weights of kinds of moves that are being learnt, from the uniform policy on."""

    def __init__(self, game: Game, seed: int = 0, step: float = STEP) -> None:
        if game.players < 2:
            raise InputError(f"a playout policy is learnt by players against each other, and {about(game).title} has one")
        reason = why_not_native(game)
        if reason is not None:
            raise InputError(
                f"a playout policy is learnt by compiled games, and {about(game).title} does not compile: {reason}"
            )
        if not 0 < step <= 1:
            raise InputError(f"step must lie between 0 and 1, not {step:g}")
        self.game, self.seed, self.step = game, seed, step
        self.weights, self.totals = np.zeros(MOVE_KINDS), np.zeros(TOTALS)

    @property
    def settings(self) -> dict[str, Any]:
        """All that the result depends on but the number of games."""
        return {"step": self.step, "seed": self.seed}

    def arrays(self) -> Arrays:
        """Return the weights."""
        return {"weights": self.weights}

    def restore(self, arrays: Arrays) -> None:
        """Take the weights that a checkpoint has kept."""
        self.weights = arrays["weights"].copy()

    def learn(self, first: int, games: int, stop: Any) -> int:
        """Learn from games of self-play."""
        before = self.totals[GAMES]
        kernel = native(self_play, self.game, by_kind=implements(self.game, MoveKinds))
        kernel(first, games, self.seed, self.step, self.weights, self.totals, stop)
        return int(self.totals[GAMES] - before)

    def measure(self) -> dict[str, Figure]:
        """Return the share of points of UCT with the policy against UCT with uniform playouts."""
        if self.game.players != 2:
            return {}
        with TemporaryDirectory() as folder:
            file = Path(folder) / "learnt.toml"
            file.write_text(policy_file(self.weights))
            one, other = f"uct:sims={SIMULATIONS},policy={file}", f"uct:sims={SIMULATIONS},policy=random"
            return {"against uniform playouts": share_of_points(self.game, one, other, MEASURED_GAMES, self.seed)}

    def save(self, path: str | Path, told: Told) -> None:
        """Write the policy as a file that people read and edit, and UCT takes as `policy=`."""
        lines = [
            f"{about(self.game).title}: a playout policy learnt by self-play; a move is drawn in proportion to e to its weight",
            f"game: {game_name(self.game)}; command: {told.command}; seed: {told.seed}",
            f"{told.games} games in {told.seconds:.0f} seconds on {machine_name()}",
        ]
        write_whole(path, policy_file(self.weights, lines).encode())


def policy_file(weights: Any, comments: list[str] | None = None) -> str:
    """Return the text of a file of a playout policy, comments first; kinds that no move has had are left out."""
    notes = [f"# {line}" for line in comments or ()]
    return "\n".join([*notes, *(f"{kind} = {weight:.4f}" for kind, weight in enumerate(weights) if weight != 0.0), ""])
