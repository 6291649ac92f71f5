"""Tuning: matches of an agent with values that an optimiser proposes, against a fixed opponent.

Proposals depend on the seed and on the results before them alone, and the games are kept in a database of matches. So a run
that was broken off goes on when it is begun again: what was played is read, and not played again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any

from kibitz.api import ask_agent
from kibitz.arena.pair_results import score
from kibitz.arena.running import play_match
from kibitz.arena.score import Score
from kibitz.arena.settings import MatchSettings
from kibitz.arena.tuning.parameters import Parameter, Value, with_values
from kibitz.arena.tuning.surface import Surface
from kibitz.core.errors import InputError
from kibitz.core.intervals import CONFIDENCE
from kibitz.core.randomness import Random
from kibitz.stand_in import first_decision

GRID = 101
"""So many values of one parameter are looked at on the surface."""
FEWEST = 16
"""With fewer games there is nothing to learn."""


@dataclass(frozen=True)
class Trial:
    """A match with some values."""

    values: dict[str, Value]
    agent: str
    score: Score


@dataclass(frozen=True)
class Tuning:
    """What the trials came to."""

    parameters: tuple[Parameter, ...]
    trials: tuple[Trial, ...]
    opponent: str
    complete: bool

    @property
    def surface(self) -> Surface:
        """The strength for all values."""
        return Surface([self.place(trial.values) for trial in self.trials], [trial.score for trial in self.trials])

    def place(self, values: dict[str, Value]) -> list[float]:
        """Return values as a place of the surface."""
        return [parameter.place(values[parameter.name]) for parameter in self.parameters]

    def best(self) -> tuple[dict[str, Value], float, float]:
        """Return the values that look strongest, their lead in Elo, and how far that can be off with 95 % confidence.

        With one parameter all its values are compared, with several those that were tried.
        """
        if len(self.parameters) == 1:
            (parameter,) = self.parameters
            candidates: list[dict[str, Value]] = [
                {parameter.name: parameter.value(number / (GRID - 1))} for number in range(GRID)
            ]
        else:
            candidates = [trial.values for trial in self.trials]
        leads, deviations = self.surface.at([self.place(values) for values in candidates])
        chosen = int(leads.argmax())
        return candidates[chosen], float(leads[chosen]), CONFIDENCE * float(deviations[chosen])

    def curve(self, parameter: Parameter) -> tuple[list[Value], list[float], list[float]]:
        """Return values of one parameter, the others being best, with the lead at each and how far it can be off."""
        best, _, _ = self.best()
        steps = sorted({parameter.value(number / (GRID - 1)) for number in range(GRID)}, key=parameter.place)
        leads, deviations = self.surface.at([self.place({**best, parameter.name: value}) for value in steps])
        return steps, leads.tolist(), (CONFIDENCE * deviations).tolist()


def tune(
    settings: MatchSettings, parameters: Sequence[Parameter], *, database: str | Path | None = None,
    processes: int | None = None, listen: Callable[[Trial], None] | None = None,
) -> Tuning:  # fmt: skip
    """Return what matches say of an agent's parameters: of the first agent of the settings, against the second.

    The games of the settings are divided among trials, about as many trials as each has games. Ctrl-C ends it with the trials
    so far.
    """
    agent, opponent = settings.agents
    if not isinstance(agent, str) or not isinstance(opponent, str):
        raise InputError("only agents that are strings have options to tune")
    if settings.games < FEWEST:
        raise InputError(f"to tune takes at least {FEWEST} games, not {settings.games}; a few hundred are better")
    _require_possible(settings, agent, parameters)
    each = 2 * max(2, round(sqrt(settings.games) / 2.0))
    study, trials = _study(settings.seed), list[Trial]()
    for number in range(settings.games // each):
        asked = study.ask()
        values = {parameter.name: _suggested(asked, parameter) for parameter in parameters}
        name = with_values(agent, values)
        seed = Random(settings.seed, number).below(1 << 31)
        played = play_match(
            replace(settings, agents=(name, opponent), games=each, seed=seed), database=database, processes=processes
        )
        if played.was_interrupted:
            return Tuning(tuple(parameters), tuple(trials), opponent, complete=False)
        first, second = played.results.players
        trials.append(Trial(values, name, score(played.results, first, second)))
        study.tell(asked, trials[-1].score.share)
        if listen is not None:
            listen(trials[-1])
    return Tuning(tuple(parameters), tuple(trials), opponent, complete=True)


def _require_possible(settings: MatchSettings, agent: str, parameters: Sequence[Parameter]) -> None:
    """Refuse a value that the agent does not take: those at both ends of each range, or of each list, are asked for a move."""
    game, state = settings.game, first_decision(settings.game, settings.game.initial())
    for parameter in parameters:
        for value in parameter.choices or (parameter.value(0.0), parameter.value(1.0)):
            try:
                ask_agent(game, state, with_values(agent, {parameter.name: value}))
            except InputError as error:
                shown = value if isinstance(value, str) else f"{value:g}"
                raise InputError(f"--parameter {parameter.name} may be {shown}, but {error}") from None


def _study(seed: int) -> Any:
    """Return the optimiser: Optuna's tree-structured Parzen estimator, which takes noisy results and any kind of parameter."""
    try:
        import optuna
    except ImportError:
        raise InputError("kibitz tune needs Optuna: pip install 'kibitz[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=seed % (1 << 32), multivariate=True)
    return optuna.create_study(direction="maximize", sampler=sampler)


def _suggested(asked: Any, parameter: Parameter) -> Value:
    """Return the value of a parameter that the optimiser wants to see tried."""
    if parameter.choices:
        return str(asked.suggest_categorical(parameter.name, parameter.choices))
    if parameter.is_whole:
        return int(asked.suggest_int(parameter.name, int(parameter.low), int(parameter.high), log=parameter.by_ratio))
    return float(f"{asked.suggest_float(parameter.name, parameter.low, parameter.high, log=parameter.by_ratio):.6g}")
