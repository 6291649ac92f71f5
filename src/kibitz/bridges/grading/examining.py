"""What an agent does with explicit trees, compared with what right and wrong searches do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kibitz.bridges.grading.searches import MISTAKES, Mistake, Variant, chosen_action, right
from kibitz.bridges.grading.trees import ExplicitTree, TreeState, Watched
from kibitz.bridges.homework.errors import HomeworkError, NotWrittenError


@dataclass(frozen=True)
class Answer:
    """What was done with a tree: the action, the states that were made, and why it failed if it did."""

    action: str | None
    made: frozenset[str]
    failure: str = ""

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
    mistakes: tuple[Mistake, ...]
    resembles: int = 0
    """With how many trees the mistakes explain what was done; all of them, if they are sure."""

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

    def sentences(self) -> list[str]:
        """Return what to tell the student."""
        depth = next(
            (one.tree.rounds for one in self.wrong if one.tree.rounds > 1), self.wrong[0].tree.rounds if self.wrong else 0
        )
        return [one.told.format(depth=depth, less=depth - 1, more=depth + 1) for one in self.mistakes]


Run = Callable[[TreeState, int], Any]
"""Chooses an action in a state of a tree, searching so many rounds."""


def answer_of(run: Run, tree: ExplicitTree) -> Answer:
    """Return what a search does with a tree."""
    watched = Watched([tree.start])
    try:
        action = run(TreeState(tree, tree.start, watched), tree.rounds)
    except NotWrittenError:
        raise
    except HomeworkError as error:
        return Answer(None, frozenset(watched.made), str(error))
    except Exception as error:
        return Answer(None, frozenset(watched.made), f"{type(error).__name__}: {error}")
    return Answer(action, frozenset(watched.made))


def variant_answer(variant: Variant, tree: ExplicitTree) -> Answer:
    """Return what a search, right or wrong, does with a tree."""
    return answer_of(lambda state, rounds: chosen_action(variant, state, rounds), tree)


def diagnosis(kind: str, run: Run, trees: Sequence[ExplicitTree]) -> Diagnosis:
    """Return what is wrong with an agent, by the mistakes that explain most of what it does."""
    answers = []
    for tree in trees:
        answers.append(answer_of(run, tree))
        if answers[-1].failure:  # what fails, or hangs, is mended first
            return Diagnosis(len(trees), (Difference(tree, answers[-1], variant_answer(right(kind), tree)),), ())
    model = [variant_answer(right(kind), tree) for tree in trees]
    wrong = [
        Difference(tree, answer, best)
        for tree, answer, best in zip(trees, answers, model, strict=True)
        if not answer.agrees(best)
    ]
    if not wrong:
        return Diagnosis(len(trees), (), (), len(trees))
    best_fit: tuple[Mistake, ...] = ()
    resembles = len(trees) - len(wrong)
    for mistakes in _hypotheses(kind):
        variant = right(kind)
        for mistake in mistakes:
            variant = mistake.made_in(variant)
        agreed = sum(answer.agrees(variant_answer(variant, tree)) for tree, answer in zip(trees, answers, strict=True))
        if agreed > resembles:
            best_fit, resembles = mistakes, agreed
        if agreed == len(trees):
            break
    return Diagnosis(len(trees), tuple(wrong), best_fit, resembles)


def _hypotheses(kind: str) -> Iterator[tuple[Mistake, ...]]:
    """Yield what may be wrong: one mistake, then two at once."""
    known = [mistake for mistake in MISTAKES if kind in mistake.kinds]
    yield from ((mistake,) for mistake in known)
    yield from ((one, other) for one, other in combinations(known, 2) if not one.changes.keys() & other.changes.keys())
