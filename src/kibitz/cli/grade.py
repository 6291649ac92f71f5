"""`kibitz grade`: homework of the Pacman course, told what is right and why the rest is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.errors import negative
from kibitz.cli.options import Json, Seed, examples
from kibitz.cli.output import print_json, thinking
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from kibitz.bridges.grading.grader import Grade
    from kibitz.bridges.homework.loading import Homework

EPILOG = examples(
    "kibitz grade multiAgents.py  every agent in the file",
    "kibitz grade multiAgents.py --agent AlphaBetaAgent --svg trees  one, with pictures",
    "kibitz grade multiAgents.py --json  one object an agent",
)


def grade(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A student's multiAgents.py.", show_default=False)],
    agent: Annotated[
        list[str] | None, typer.Option("--agent", metavar="NAME", help="Grade this one only; may be given again.")
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games for what is judged by scores.")] = 3,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FOLDER", help="Draw the tree where an agent went wrong, NAME.svg.")
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Grade homework of the Pacman course: which agents are right, and which mistake makes the others go wrong.

    Searches are given explicit trees, and what they choose and generate is compared with the textbook's search and with wrong
    versions of it; one that does all the same is the diagnosis. Reflex agent and better evaluation play games. What the file
    prints goes to stderr. Exit code 1: something is wrong or not written yet.
    """
    from kibitz.bridges.grading.grader import GRADED, RIGHT, gradable, graded, misnamed
    from kibitz.bridges.homework.loading import Homework
    from kibitz.core.errors import UnknownNameError

    if games < 1:
        raise InputError(f"--games must be at least 1, not {games}")
    for name in agent or ():
        if name not in GRADED:
            raise UnknownNameError("agent to grade", name, GRADED)
    homework = Homework(file, echo=False)
    there = gradable(homework)
    for name in agent or ():
        if name not in there:
            raise InputError(f"{file} has no {name}; it has {', '.join(there)}{misnamed(homework)}")
    good = True
    with thinking(f"grading {file}"):
        for found in graded(homework, agent or there, games=games, seed=seed):
            good &= found.verdict == RIGHT
            if svg is not None:
                _draw(Path(svg), found)
            if json:
                print_json(_fields(file, found, homework, seed))
            else:
                _show(found)
    absent = [name for name in GRADED if name not in there]
    if absent and not agent and not json:
        print(f"Not in the file: {', '.join(absent)}{misnamed(homework)}")
    if homework.printed.count and not json:
        printed = homework.printed
        print(f"The file prints, {printed.count} times; first in line {printed.line}: {printed.first}")
    if not good:
        raise negative()


def _show(found: Grade) -> None:
    """Write what became of an agent, with the tree where it went wrong."""
    from kibitz.bridges.grading.drawing import comparison, right_search
    from kibitz.bridges.grading.grader import FAILED

    print(f"{found.agent}: {found.verdict}" + (f" ({found.played})" if found.played else ""))
    for reason in found.reasons:
        print(f"  {reason}")
    diagnosis = found.diagnosis
    if diagnosis is None:
        return
    if diagnosis.is_right:
        print(f"  all {diagnosis.trees} trees are right")
        return
    if found.verdict == FAILED:
        print(f"  with {comparison(diagnosis.wrong[0])[0]}")
        return
    if diagnosis.is_astray:
        return
    print(f"  {len(diagnosis.wrong)} of {diagnosis.trees} trees are wrong; the smallest:")
    for line in comparison(diagnosis.wrong[0]):
        print(f"  {line}")
    print("  what is right:")
    for line in right_search(found.agent, diagnosis.wrong[0]).text.splitlines():
        print(f"    {line}".rstrip())


def _draw(folder: Path, found: Grade) -> None:
    """Write the picture of the tree where an agent went wrong."""
    from kibitz.bridges.grading.drawing import right_search
    from kibitz.core.files import write_whole

    if found.diagnosis is None or found.diagnosis.is_right:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be made: {error.strerror}") from None
    write_whole(folder / f"{found.agent}.svg", right_search(found.agent, found.diagnosis.wrong[0]).svg.encode())


def _fields(file: str, found: Grade, homework: Homework, seed: int) -> dict[str, Any]:
    """Return what became of an agent as JSON."""
    from kibitz.bridges.grading.drawing import comparison

    fields: dict[str, Any] = {"file": file, "agent": found.agent, "verdict": found.verdict, "reasons": found.reasons}
    diagnosis = found.diagnosis
    if diagnosis is not None:
        fields |= {"trees": diagnosis.trees, "wrong": len(diagnosis.wrong), "sure": diagnosis.is_right or diagnosis.is_sure}
        fields["mistakes"] = [mistake.key for mistake in diagnosis.mistakes]
        if diagnosis.wrong:
            fields |= {"tree": diagnosis.wrong[0].tree.text(), "comparison": comparison(diagnosis.wrong[0])}
    return fields | {"played": found.played or None, "printed": homework.printed.count, "seed": seed}
