"""`kibitz tree`: the search tree of a decision, as a picture or as text."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.analyse import found_nothing
from kibitz.cli.errors import negative
from kibitz.cli.options import INITIAL, AgentText, GameText, Json, PositionText, Seed, examples, game_and_position
from kibitz.cli.output import print_json, thinking
from kibitz.cli.streams import is_unicode
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.reports import decision_fields
from kibitz.textbook.trace import Node

if TYPE_CHECKING:
    from kibitz.pictures import TreePicture

EPILOG = examples(
    "kibitz tree tree --agent alphabeta  the lectures' tree with its cuts, as text",
    "kibitz tree tree --agent alphabeta --steps  step by step with the arrow keys",
    "kibitz tree my.tree --agent expectiminimax --out out.svg  a tree from a file, as a picture",
    "kibitz tree tic_tac_toe xo./.x./..o --agent alphabeta:depth=3 --out out.pdf  from a position",
    "kibitz tree tree:name=alphabeta --step 12 --text  as it stood after 12 events",
)


OUT_HELP = "Write the picture to this file: PNG, PDF or text as its name ends in .png, .pdf or .txt, else SVG (- is stdout)."
Out = Annotated[str | None, typer.Option("--out", "-o", "--svg", metavar="FILE", help=OUT_HELP)]
Text = Annotated[bool, typer.Option("--text", help="Write the tree as text; done anyway without --out and --json.")]
Step = Annotated[int | None, typer.Option("--step", metavar="N", help="Show the tree after N events.", show_default="the end")]
Steps = Annotated[bool, typer.Option("--steps", help="Step through the search with the arrow keys; in a pipe, list its steps.")]


def tree(
    game: GameText,
    position: PositionText = INITIAL,
    agent: AgentText = None,
    out: Out = None,
    text: Text = False,
    step: Step = None,
    steps: Steps = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Draw the search tree of a textbook agent: values, windows, probabilities, cuts with their reason, the chosen line.

    MAX and MIN are triangles, chance nodes circles. GAME may be the file of a tree. Exit code 1: AND-OR search found no plan.
    """
    from kibitz.api import trace
    from kibitz.cli.tree_steps import show_steps

    if steps and json:
        raise InputError("--steps is for people; --json has the tree after any step with --step N")
    rules, state = game_and_position(game, position)
    with thinking("searching"):
        traced = trace(rules, state, agent, seed=seed)
        picture = traced.picture(step)
    if out is not None:
        _write(picture, out)
    if json:
        fields = decision_fields(game, rules, state, traced.decision, seed=seed, agent=traced.agent)
        root = traced.trace.tree(step)
        print_json(fields | {"steps": len(traced.trace.events), "tree": None if root is None else _nested(rules, root)})
    elif steps:
        show_steps(traced.trace, step)
    elif text or out is None:
        print(picture.text)
    elif out != "-":
        print(f"wrote {out}")
    if found_nothing(rules, state, traced.decision):
        raise negative()


def _write(picture: TreePicture, path: str) -> None:
    """Write the picture to a file or to stdout; a device must not be replaced by a file."""
    if path == "-":
        print(picture.svg if is_unicode() else picture.svg.encode("ascii", "xmlcharrefreplace").decode())
    elif os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise InputError(f"{path} is not a regular file; give the name of a file, or - for stdout")
    else:
        picture.save(path)


def _nested(game: Game, root: Node) -> dict[str, Any]:
    """Return the tree as JSON: each node holds its children. It is built without recursion, for a search may go deep."""
    made: dict[int, dict[str, Any]] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        made[node.number] = _node_fields(game, node)
        if node.parent is not None and node is not root:
            made[node.parent.number]["children"].append(made[node.number])
        waiting.extend(reversed(node.children))
    return made[root.number]


def _node_fields(game: Game, node: Node) -> dict[str, Any]:
    """Return what is known of one node, without what is not."""
    above = None if node.parent is None else node.parent.state
    fields = {
        "action": None if node.action is None or above is None else game.action_name(above, node.action),
        "position": game.notation(node.state),
        "role": node.role,
        "to_move": node.player,
        "probability": node.probability,
        "alpha": node.alpha,
        "beta": node.beta,
        "value": node.value,
        "leaf": node.leaf,
        "visits": node.visits,
        "chosen": None if node.chosen is None else game.action_name(node.state, node.chosen),
        "cut": [game.action_name(node.state, action) for action in node.cut_actions] or None,
        "reason": node.cut_reason,
    }
    return {name: value for name, value in fields.items() if value is not None} | {"children": []}
