"""The searches tell the lectures' story event by event; every transcript below was worked out by hand.

A line is a node (the moves that lead to it) and what happened there; a leaf is entered and valued on one line.
"""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.core.agents import find
from kibitz.core.contract import Game
from kibitz.core.registry import load
from kibitz.games.tree import Tree
from kibitz.textbook.trace import Event, Trace

MINIMAX = """
root max
a1 min
a1.b1 terminal 3
a1 value 3
a1.b2 terminal 12
a1.b3 terminal 8
a1 choose b1
root value 3
a2 min
a2.c1 terminal 2
a2 value 2
a2.c2 terminal 4
a2.c3 terminal 6
a2 choose c1
a3 min
a3.d1 terminal 14
a3 value 14
a3.d2 terminal 5
a3 value 5
a3.d3 terminal 2
a3 value 2
a3 choose d3
root choose a1
"""

ALPHA_BETA = """
root max (-inf, inf)
a1 min (-inf, inf)
a1.b1 (-inf, inf) terminal 3
a1 value 3
a1 window (-inf, 3)
a1.b2 (-inf, 3) terminal 12
a1.b3 (-inf, 3) terminal 8
a1 choose b1
root value 3
root window (3, inf)
a2 min (3, inf)
a2.c1 (3, inf) terminal 2
a2 value 2
a2 cut c2 c3: 2 <= alpha 3
a2 choose c1
a3 min (3, inf)
a3.d1 (3, inf) terminal 14
a3 value 14
a3 window (3, 14)
a3.d2 (3, 14) terminal 5
a3 value 5
a3 window (3, 5)
a3.d3 (3, 5) terminal 2
a3 value 2
a3 choose d3
root choose a1
"""

TIES = """
root MAX: left -> L, right -> R
L MIN: l1 -> 3, l2 -> 5
R MIN: r1 -> 3, r2 -> R2, r3 -> 9
R2 MAX: x1 -> 3, x2 -> 3, x3 -> 4, x4 -> 9
"""

TIES_CUT_AT_EQUALITY = """
root max (-inf, inf)
left min (-inf, inf)
left.l1 (-inf, inf) terminal 3
left value 3
left window (-inf, 3)
left.l2 (-inf, 3) terminal 5
left choose l1
root value 3
root window (3, inf)
right min (3, inf)
right.r1 (3, inf) terminal 3
right value 3
right cut r2 r3: 3 <= alpha 3
right choose r1
root choose left
"""

TIES_CUT_STRICTLY = """
root max (-inf, inf)
left min (-inf, inf)
left.l1 (-inf, inf) terminal 3
left value 3
left window (-inf, 3)
left.l2 (-inf, 3) terminal 5
left choose l1
root value 3
root window (3, inf)
right min (3, inf)
right.r1 (3, inf) terminal 3
right value 3
right window (3, 3)
right.r2 max (3, 3)
right.r2.x1 (3, 3) terminal 3
right.r2 value 3
right.r2.x2 (3, 3) terminal 3
right.r2.x3 (3, 3) terminal 4
right.r2 value 4
right.r2 cut x4: 4 > beta 3
right.r2 choose x3
right.r3 (3, 3) terminal 9
right choose r1
root choose left
"""

MIXED = """
root max
safe chance
safe.sure min p=1
safe.sure.1 terminal 4
safe.sure value 4
safe.sure.2 terminal 7
safe.sure choose 1
safe value 4
safe choose nothing
root value 4
coin chance
coin.heads min p=0.5
coin.heads.1 terminal 8
coin.heads value 8
coin.heads.2 terminal 9
coin.heads choose 1
coin.tails min p=0.5
coin.tails.1 terminal -2
coin.tails value -2
coin.tails.2 terminal 6
coin.tails choose 1
coin value 3
coin choose nothing
dice chance
dice.six min p=0.166667
dice.six.1 terminal 20
dice.six value 20
dice.six.2 terminal 24
dice.six choose 1
dice.other min p=0.833333
dice.other.1 terminal 0
dice.other value 0
dice.other.2 terminal 10
dice.other choose 1
dice value 3.33333
dice choose nothing
root choose safe
"""

# The modelled opponents average: 11/2; (17/2 + 2)/2 = 21/4; (22 + 5 * 5)/6 = 47/6, so MAX throws the dice.
EXPECTIMAX = """
root max
safe chance
safe.sure chance p=1
safe.sure.1 p=0.5 terminal 4
safe.sure.2 p=0.5 terminal 7
safe.sure value 5.5
safe.sure choose nothing
safe value 5.5
safe choose nothing
root value 5.5
coin chance
coin.heads chance p=0.5
coin.heads.1 p=0.5 terminal 8
coin.heads.2 p=0.5 terminal 9
coin.heads value 8.5
coin.heads choose nothing
coin.tails chance p=0.5
coin.tails.1 p=0.5 terminal -2
coin.tails.2 p=0.5 terminal 6
coin.tails value 2
coin.tails choose nothing
coin value 5.25
coin choose nothing
dice chance
dice.six chance p=0.166667
dice.six.1 p=0.5 terminal 20
dice.six.2 p=0.5 terminal 24
dice.six value 22
dice.six choose nothing
dice.other chance p=0.833333
dice.other.1 p=0.5 terminal 0
dice.other.2 p=0.5 terminal 10
dice.other value 5
dice.other choose nothing
dice value 7.83333
dice choose nothing
root value 7.83333
root choose dice
"""

# Cleo answers (3,5,4), (8,1,5), (1,7,8), (4,3,6); Ben then prefers 5 to 1 and 7 to 3; Ann prefers 3 to 1.
MAX_N = """
root player
left player
left.left player
left.left.left terminal 3,5,4
left.left value 3,5,4
left.left.right terminal 6,2,1
left.left choose left
left value 3,5,4
left.right player
left.right.left terminal 2,6,3
left.right value 2,6,3
left.right.right terminal 8,1,5
left.right value 8,1,5
left.right choose right
left choose left
root value 3,5,4
right player
right.left player
right.left.left terminal 5,4,2
right.left value 5,4,2
right.left.right terminal 1,7,8
right.left value 1,7,8
right.left choose right
right value 1,7,8
right.right player
right.right.left terminal 4,3,6
right.right value 4,3,6
right.right.right terminal 9,9,0
right.right choose left
right choose left
root choose left
"""

# Suck may also clean the other square (then all is done); Right, Suck finishes otherwise.
ERRATIC_VACUUM = """
root or
Suck and
Suck.cleaned or
Suck.cleaned.Suck and
Suck.cleaned.Suck.unchanged cycle 0
Suck.cleaned.Suck value 0
Suck.cleaned.Suck cut dirt-dropped: one outcome has no plan
Suck.cleaned.Suck choose nothing
Suck.cleaned.Left cycle 0
Suck.cleaned.Right or
Suck.cleaned.Right.Suck terminal 1
Suck.cleaned.Right value 1
Suck.cleaned.Right cut Left Right: a plan is found
Suck.cleaned.Right choose Suck
Suck.cleaned value 1
Suck.cleaned choose Right
Suck.cleaned-right-too terminal 1
Suck value 1
Suck choose nothing
root value 1
root cut Left Right: a plan is found
root choose Suck
"""

# MIN can reach l2, where MAX has no win, so l3 is not looked at; the other move wins at once.
FAILURE_TREE = """
root MAX: left -> L, right -> R, more -> 9
L MIN: l1 -> 1, l2 -> L2, l3 -> 1, l4 -> 1
L2 MAX: x1 -> -1, x2 -> 0
R MIN: r1 -> 2
"""

FAILURE = """
root or
left and
left.l1 terminal 1
left.l2 or
left.l2.x1 terminal 0
left.l2.x2 terminal 0
left.l2 value 0
left.l2 choose nothing
left value 0
left cut l3 l4: one outcome has no plan
left choose nothing
right and
right.r1 terminal 1
right value 1
right choose nothing
root value 1
root cut more: a plan is found
root choose right
"""


def transcript(game: Game, trace: Trace) -> str:
    """Return the events of a trace, one a line."""
    paths: dict[int, str] = {}
    states: dict[int, Any] = {}
    lines: list[str] = [""]
    leaves = {event.node for event in trace.events if event.kind == "leaf"}
    for event in trace.events:
        if event.kind == "enter":
            parent, states[event.node] = event.data["parent"], event.data["state"]
            step = "root" if parent is None else game.action_name(states[parent], event.data["action"])
            paths[event.node] = f"{paths[parent]}.{step}".removeprefix("root.") if parent is not None else step
            role = "" if event.node in leaves else f" {event.data['role']}"
            lines.append(paths[event.node] + role + circumstances(event))
        elif event.kind == "leaf":
            lines[-1] += f" {event.data['leaf']} {number(event.data['value'])}"
        else:
            lines.append(f"{paths[event.node]} {event.kind} {told(game, states[event.node], event)}")
    return "\n".join([*lines, ""])


def circumstances(event: Event) -> str:
    """Return the window and the probability with which a node is entered."""
    data = event.data
    window = "" if data["alpha"] is None else f" ({number(data['alpha'])}, {number(data['beta'])})"
    return window + ("" if data["probability"] is None else f" p={number(data['probability'])}")


def told(game: Game, state: Any, event: Event) -> str:
    """Return what an event says of its node."""
    data = event.data
    if event.kind == "window":
        return f"({number(data['alpha'])}, {number(data['beta'])})"
    if event.kind == "cut":
        return " ".join(game.action_name(state, action) for action in data["actions"]) + f": {data['reason']}"
    if event.kind == "choose":
        return "nothing" if data["action"] is None else game.action_name(state, data["action"])
    return number(data["value"])


def number(value: float | tuple[float, ...]) -> str:
    """Return a value in few digits."""
    return ",".join(f"{each:g}" for each in value) if isinstance(value, tuple) else f"{value:g}"


TREES: dict[str, Any] = {
    "lecture": load("tree:name=lecture"),
    "ties": Tree.parse_tree("ties.tree", TIES),
    "failure": Tree.parse_tree("failure.tree", FAILURE_TREE),
    "mixed": load("tree:name=mixed"),
    "three": load("tree:name=three_players"),
    "vacuum": load("vacuum"),
}


@pytest.mark.parametrize(
    ("tree", "agent", "expected"),
    [
        ("lecture", "minimax", MINIMAX),
        ("lecture", "alphabeta", ALPHA_BETA),
        ("ties", "alphabeta", TIES_CUT_AT_EQUALITY),
        ("ties", "alphabeta:strict=true", TIES_CUT_STRICTLY),
        ("mixed", "expectiminimax", MIXED),
        ("mixed", "expectimax", EXPECTIMAX),
        ("three", "maxn", MAX_N),
        ("vacuum", "andor", ERRATIC_VACUUM),
        ("failure", "andor", FAILURE),
    ],
)
def test_the_story_is_the_lectures(tree: str, agent: str, expected: str) -> None:
    game = TREES[tree]
    search, options = find(game, agent, ["textbook"])
    trace = Trace(game)
    search.decide(game, game.initial(), trace=trace, **options)
    assert transcript(game, trace) == expected
