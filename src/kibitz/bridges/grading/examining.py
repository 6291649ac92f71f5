"""What an agent does with explicit trees, compared with what right and wrong searches do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from kibitz.bridges.grading.mistakes import MISTAKES, PICKS, Mistake
from kibitz.bridges.grading.searches import ROUNDING, chosen_action, root_values
from kibitz.bridges.grading.trees import ExplicitTree, TreeState, Watched
from kibitz.bridges.grading.variants import Variant, right
from kibitz.bridges.homework.errors import HomeworkError, NotWrittenError

MOSTLY = 0.8
"""A mistake that explains so much of what is wrong, but not all, is told as something like it."""


@dataclass(frozen=True)
class Answer:
    """What was done with a tree: the action, if it is one, and the states that were made."""

    action: str | None
    made: frozenset[str]
    returned: Any = None
    """What was returned, where that is no action."""
    astray: str = ""
    """How somebody was moved whose turn it was not."""
    failure: str = ""
    """Why it failed, if it did."""

    def agrees(self, other: Answer) -> bool:
        """Return whether both chose the same, after looking at the same."""
        return (self.action, self.made) == (other.action, other.made) and not self.failure and not other.failure


@dataclass(frozen=True)
class Difference:
    """A tree with which an agent went wrong."""

    tree: ExplicitTree
    answer: Answer
    right: Answer


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with an agent: the mistakes that explain what it does, none if it is right or they are not known."""

    trees: int
    wrong: tuple[Difference, ...]
    mistakes: tuple[Mistake, ...] = ()
    resembles: int = 0
    """With how many trees the mistakes explain what was done; all of them, if they are sure."""
    varies: str = ""
    """Why it did something else when it was asked again, if it did: for its `memory`, or by `chance`."""

    @property
    def failure(self) -> str:
        """Why the agent failed with a tree, if it did."""
        return self.wrong[0].answer.failure if self.wrong else ""

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    @property
    def is_sure(self) -> bool:
        """Whether the mistakes explain everything."""
        return bool(self.mistakes) and self.resembles == self.trees

    @property
    def is_astray(self) -> bool:
        """Whether nothing shows in the trees but that somebody was moved whose turn it was not."""
        return bool(self.wrong) and not self.mistakes and self.resembles == self.trees


Run = Callable[[TreeState, int], Any]
"""Chooses an action in a state of a tree, searching so many rounds."""


def answer_of(run: Run, tree: ExplicitTree) -> Answer:
    """Return what a search does with a tree."""
    watched = Watched([tree.start])
    start = TreeState(tree, tree.start, watched)
    try:
        returned = run(start, tree.rounds)
    except NotWrittenError:
        raise
    except Exception as error:
        told = str(error) if isinstance(error, HomeworkError) else f"{type(error).__name__}: {error}"
        strange = [f"; {what}" for what in (watched.dead_end, watched.astray) if what]
        return Answer(None, frozenset(watched.made), failure=told + "".join(strange))
    is_action = isinstance(returned, str) and returned in start.getLegalActions(0)
    return Answer(
        returned if is_action else None, frozenset(watched.made), None if is_action else returned, astray=watched.astray
    )


@lru_cache(maxsize=1 << 13)
def variant_answer(variant: Variant, tree: ExplicitTree) -> Answer:
    """Return what a search, right or wrong, does with a tree."""
    return answer_of(lambda state, rounds: chosen_action(variant, state, rounds), tree)


def diagnosis(kind: str, run: Run, trees: Sequence[ExplicitTree], reseeded: Run | None = None) -> Diagnosis:
    """Return what is wrong with an agent, by the mistakes that explain most of what it does.

    `reseeded` asks it with other random numbers, where it uses any.
    """
    answers, model = [], []
    for tree in trees:
        answers.append(answer_of(run, tree))
        model.append(variant_answer(right(kind), tree))
        if answers[-1].failure:  # what fails, or hangs, is mended first
            return Diagnosis(len(trees), (Difference(tree, answers[-1], model[-1]),))
    cases = [Difference(*case) for case in zip(trees, answers, model, strict=True)]
    wrong = tuple(case for case in cases if not case.answer.agrees(case.right))
    if not wrong:
        astray = tuple(case for case in cases if case.answer.astray)
        return Diagnosis(len(trees), astray, (), len(trees))
    if all(case.answer.action is None for case in cases):
        return Diagnosis(len(trees), wrong)
    varies = "memory" if _differs(run, wrong) else "chance" if reseeded and _differs(reseeded, wrong) else ""
    picks = varies != "memory" and all(_picks_a_best(kind, case) for case in wrong)
    if varies:
        return Diagnosis(len(trees), wrong, (PICKS,) if picks else (), len(trees) if picks else 0, varies)
    suspicious = [*wrong, *(case for case in cases if case.answer.agrees(case.right))]
    found, resembles = _explanation(kind, suspicious)
    if picks and resembles < len(trees):
        return Diagnosis(len(trees), wrong, (PICKS,), len(trees))
    is_likely = resembles - (len(trees) - len(wrong)) >= MOSTLY * len(wrong)
    return Diagnosis(len(trees), wrong, found if is_likely else (), resembles)


def _explanation(kind: str, cases: Sequence[Difference]) -> tuple[tuple[Mistake, ...], int]:
    """Return the mistakes that explain most of what was done, and in how many cases: one mistake, or two that explain all."""
    known = [mistake for mistake in MISTAKES if kind in mistake.kinds]
    best: tuple[Mistake, ...] = ()
    most = sum(case.answer.agrees(case.right) for case in cases)
    for mistake in known:
        for variant in mistake.made_in(right(kind)):
            agreed = _explained(variant, cases, most)
            if agreed > most:
                best, most = (mistake,), agreed
            if agreed == len(cases):
                return best, most
    for pair in combinations(known, 2):
        for variant in _both(kind, *pair):
            if _explained(variant, cases, len(cases) - 1) == len(cases):
                return pair, len(cases)
    return best, most


def _both(kind: str, one: Mistake, other: Mistake) -> Iterator[Variant]:
    """Yield searches with two mistakes at once, which must not contradict each other."""
    for first in one.ways:
        for second in other.ways:
            if not first.keys() & second.keys():
                yield Variant(kind, **first, **second)


def _explained(variant: Variant, cases: Sequence[Difference], most: int) -> int:
    """Return in how many cases a search does the same; or 0, as soon as it is clear that they are not more than `most`."""
    misses = 0
    for case in cases:
        misses += not case.answer.agrees(variant_answer(variant, case.tree))
        if len(cases) - misses <= most:
            return 0
    return len(cases) - misses


def _differs(run: Run, cases: Sequence[Difference]) -> bool:
    """Return whether a search that is asked again does something else."""
    return any(not case.answer.agrees(answer_of(run, case.tree)) for case in cases)


def _picks_a_best(kind: str, case: Difference) -> bool:
    """Return whether the right states were made, and an action taken that is as good as the right one."""
    if case.answer.made != case.right.made or case.answer.action is None:
        return False
    start = TreeState(case.tree, case.tree.start, Watched())
    values = dict(root_values(right(kind), start, case.tree.rounds))
    return values[case.answer.action] >= max(values.values()) - ROUNDING
