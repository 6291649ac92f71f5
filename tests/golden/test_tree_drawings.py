"""The text drawings of the lectures' trees, line by line."""

from __future__ import annotations

import pytest

from kibitz.core.agents import find
from kibitz.core.registry import load
from kibitz.pictures import tree_text
from kibitz.textbook.trace import Trace

LECTURE = """\
▲ 3  [3, ∞]
╞═ a1 ▼ 3  [-∞, 3]
│  ╞═ b1 ■ 3
│  ├─ b2 ■ 12
│  └─ b3 ■ 8
├─ a2 ▼ 2  [3, ∞]
│  ├─ c1 ■ 2
│  └╌ c2, c3 not looked at: 2 <= alpha 3
└─ a3 ▼ 2  [3, 5]
   ├─ d1 ■ 14
   ├─ d2 ■ 5
   └─ d3 ■ 2

▲ MAX  ▼ MIN  ═ chosen  ■ end"""

AFTER_ELEVEN_STEPS = """\
▲  [-∞, ∞]
└─ a1 ▼ 3  [-∞, 3]  <- now
   ├─ b1 ■ 3
   ├─ b2 ■ 12
   └─ b3 ■ 8

▲ MAX  ▼ MIN  ■ end"""

CHANCE = """\
○ 10
╞═ 1 1/2 ■ 8
╞═ 2 1/3 ■ 24
╘═ 3 1/6 ■ -12

○ chance  ■ end  ═ chosen"""

AIRPORT = """\
○ 35
╞═ free-road 1/4 ■ 20
╞═ light-traffic 1/2 ■ 30
╘═ heavy-traffic 1/4 ■ 60

○ chance  ■ end  ═ chosen"""

MIXED = """\
▲ 4
╞═ safe ○ 4
│  ╘═ sure 1 ▼ 4
│     ╞═ 1 ■ 4
│     └─ 2 ■ 7
├─ coin ○ 3
│  ├─ heads 1/2 ▼ 8
│  │  ├─ 1 ■ 8
│  │  └─ 2 ■ 9
│  └─ tails 1/2 ▼ -2
│     ├─ 1 ■ -2
│     └─ 2 ■ 6
└─ dice ○ 3.33
   ├─ six 1/6 ▼ 20
   │  ├─ 1 ■ 20
   │  └─ 2 ■ 24
   └─ other 5/6 ▼ 0
      ├─ 1 ■ 0
      └─ 2 ■ 10

▲ MAX  ○ chance  ═ chosen  ▼ MIN  ■ end"""

THREE_PLAYERS = """\
P1 (3, 5, 4)
╞═ left P2 (3, 5, 4)
│  ╞═ left P3 (3, 5, 4)
│  │  ╞═ left ■ (3, 5, 4)
│  │  └─ right ■ (6, 2, 1)
│  └─ right P3 (8, 1, 5)
│     ├─ left ■ (2, 6, 3)
│     └─ right ■ (8, 1, 5)
└─ right P2 (1, 7, 8)
   ├─ left P3 (1, 7, 8)
   │  ├─ left ■ (5, 4, 2)
   │  └─ right ■ (1, 7, 8)
   └─ right P3 (4, 3, 6)
      ├─ left ■ (4, 3, 6)
      └─ right ■ (9, 9, 0)

P1 player 1  P2 player 2  ═ chosen  P3 player 3  ■ end"""

ESTIMATES = """\
▲ 1.5
├─ east ▼ ~0.5
╘═ north ▼ ~1.5

▲ MAX  ▼ MIN  ~ estimate  ═ chosen"""

PLAN = """\
◇ ✓  1
╞═ Suck ◆ ✓  1:Suck
│  ╞═ cleaned ◇ ✓  5
│  │  ├─ Suck ◆ ✗  5:Suck
│  │  │  ├─ unchanged ↺  5
│  │  │  └╌ dirt-dropped not looked at: one outcome has no plan
│  │  ├─ Left ↺  5
│  │  ╘═ Right ◇ ✓  6
│  │     ╞═ Suck ■ ✓  8
│  │     └╌ Left, Right not looked at: a plan is found
│  ╘═ cleaned-right-too ■ ✓  7
└╌ Left, Right not looked at: a plan is found

◇ OR  ◆ AND  ═ chosen  ↺ stands above already  ■ end"""

DRAWINGS = [
    ("tree:name=lecture", "alphabeta", None, LECTURE),
    ("tree:name=lecture", "alphabeta", 11, AFTER_ELEVEN_STEPS),
    ("tree:name=chance", "expectimax", None, CHANCE),
    ("tree:name=airport", "expectimax", None, AIRPORT),
    ("tree:name=mixed", "expectiminimax", None, MIXED),
    ("tree:name=three_players", "maxn", None, THREE_PLAYERS),
    ("tree:name=shared", "minimax:depth=1", None, ESTIMATES),
    ("vacuum", "andor", None, PLAN),
]


@pytest.mark.parametrize(
    ("game", "agent", "step", "drawing"), DRAWINGS, ids=[" ".join(map(str, case[:3])) for case in DRAWINGS]
)
def test_drawing(game: str, agent: str, step: int | None, drawing: str) -> None:
    rules = load(game)
    search, options = find(rules, agent, engines=("textbook",))
    trace = Trace(rules)
    search.decide(rules, rules.initial(), trace=trace, **options)
    assert tree_text(trace, step) == drawing
