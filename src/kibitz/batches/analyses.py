"""Many positions analysed, one after the other or in several processes: the answers in the order of the positions."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import islice
from typing import Any

from kibitz.api import analyse, read_game, read_position
from kibitz.batches.progress import Listen, counted
from kibitz.core.agents import Agent, find
from kibitz.core.contract import Game
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError, ResourceError
from kibitz.core.pickling import pickled, unpickled


def analyse_many(
    game: Game | str, positions: Iterable[Any], agent: Agent | None = None, *, processes: int = 1, seed: int = 0,
    listen: Listen | None = None,
) -> Iterator[Decision]:  # fmt: skip
    """Yield what `analyse` says of each position, in their order, from so many processes at once.

    Positions are texts in the game's notation or states. Position number i is analysed with the seed `seed + i`, so the answers
    do not depend on the number of processes.
    """
    rules = read_game(game)
    if agent is not None:
        find(rules, agent)  # refused here, not in every process
    states = [read_position(rules, position)[1] for position in positions]
    seeds = range(seed, seed + len(states))
    if processes == 1:
        answers: Iterator[Decision] = (
            analyse(rules, state, agent, seed=each) for state, each in zip(states, seeds, strict=True)
        )
    else:
        answers = _analysed_by(_processes(processes), rules, states, agent, seeds)
    return counted(answers, listen)


def _processes(wanted: int) -> int:
    """Return a number of processes, or refuse one that is none."""
    if wanted < 1:
        raise InputError(f"processes must be at least 1, not {wanted}")
    return wanted


def _analysed_by(
    processes: int, game: Game, states: list[Any], agent: Agent | None, seeds: Iterable[int]
) -> Iterator[Decision]:  # fmt: skip
    """Yield the answers of a pool of processes, in order; a few positions more than there are processes wait their turn."""
    order = pickled(game, agent)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(order,)) as pool:
        tasks = zip(states, seeds, strict=True)
        waiting: list[tuple[Any, Future[bytes]]] = []
        try:
            for state, seed in islice(tasks, 2 * processes):
                waiting.append((state, pool.submit(_answer, pickle.dumps(state), seed)))
            while waiting:
                state, future = waiting.pop(0)
                decision: Decision = pickle.loads(future.result())
                for following, seed in islice(tasks, 1):
                    waiting.append((following, pool.submit(_answer, pickle.dumps(following), seed)))
                yield replace(decision, game=game, state=state)
        except BrokenProcessPool:
            raise ResourceError(
                "a process that analysed positions ended before it had answered; in a script, ask for several processes below "
                'if __name__ == "__main__":'
            ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_task: list[Any] = []
"""In a process of a pool: the game and the agent."""


def _begin(order: bytes) -> None:
    """Get a process of a pool ready."""
    _task[:] = unpickled(order)


def _answer(state: bytes, seed: int) -> bytes:
    """Return one analysis from a process of a pool; game and state are known where it is read."""
    game, agent = _task
    return pickle.dumps(replace(analyse(game, pickle.loads(state), agent, seed=seed), game=None, state=None))
