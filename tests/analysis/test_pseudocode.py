"""Every event of every textbook search happens on a line of its pseudocode that does what the event tells."""

from __future__ import annotations

import re

import pytest

import kibitz
from kibitz.analysis.pseudocode import Pseudocode, event_lines, pseudocode
from kibitz.api import Traced
from kibitz.core.agents import discover, find

LECTURES = ["tree:name=lecture", "tree:name=alphabeta", "tree:name=shared", "nim:piles=2+2", "tic_tac_toe"]
DICE = ["tree:name=chance", "tree:name=mixed", "tree:name=airport", "pig:goal=5"]
PLAYERS = ["tree:name=three_players", "tree:name=tie", "mnk:width=2,height=2,connect=2,players=3"]
DEEP = {"tic_tac_toe": "depth=2", "pig:goal=5": "depth=2", "mnk:width=2,height=2,connect=2,players=3": "depth=3"}

LIMITED = ["minimax", "alphabeta", "alphabeta:strict=true", "alphabeta:order=worst", "paranoid", "bestreply", "maxn"]
LIMITED += ["forward:keep=1", "expectimax", "expectiminimax", "expectiminimax:pruning=star1", "expectiminimax:pruning=star2"]
LIMITED += ["deepening:depth=3"]
SAMPLED = [
    "montecarlo:playouts=9",
    "bandit:playouts=9",
    "bandit:playouts=9,rule=greedy",
    "uct:sims=12",
    "puct:sims=12",
    "random",
]


def watched(game: str, agent: str) -> tuple[Traced, Pseudocode, list[int | None]]:
    """Return the story of a search, its pseudocode and the line of every event."""
    rules = kibitz.load(game)
    story = kibitz.trace(rules, agent=agent)
    search, options = find(rules, agent, engines=("textbook",))
    code = pseudocode(search.name, options)
    return story, code, event_lines(code, story.trace)


def supported() -> list[tuple[str, str]]:
    """Return all pairs of a game and an agent that can play it."""
    pairs = []
    for game in [*LECTURES, *DICE, *PLAYERS]:
        rules = kibitz.load(game)
        decides = rules.to_move(rules.initial()) != kibitz.CHANCE
        for agent in [*LIMITED, *(SAMPLED if decides else [])]:
            name = agent.partition(":")[0]
            textbook = next(search for search in discover()[name] if search.engine == "textbook")
            if textbook.supports(rules) is None:
                depth = DEEP.get(game) if agent in LIMITED and name != "deepening" else None
                pairs.append((game, f"{agent}{',' if ':' in agent else ':'}{depth}" if depth else agent))
    return [
        *pairs,
        ("vacuum", "andor"),
        ("vacuum:squares=1", "andor"),
        ("nim:piles=1+2", "andor"),
        ("tree:name=lecture", "andor"),
    ]


FITS = {
    ("enter", None): r"^function|VALUE\(state|MAX-N\(state|SEARCH\(state|NODE\(|CHILD\(|EXPAND|ACTIONS",
    ("leaf", None): r"IS-CUTOFF|IS-TERMINAL|on path|NODE\(|CHILD\(|EXPAND",
    ("window", "max"): r"α ← max",
    ("window", "min"): r"β ← min",
    ("value", "max"): r"v2 > v then v, move|PROBE|return VALUE",
    ("value", "min"): r"v2 < v then v, move|return VALUE",
    ("value", "chance"): r"return",
    ("value", "player"): r"values\[player\] > best\[player\]",
    ("value", "or"): r"return \[a\] \+ plan|return failure",
    ("value", "and"): r"return failure|return \[if",
    ("cut", "max"): r"v (≥|>) β then break|best few|looks best",
    ("cut", "min"): r"v (≤|<) α then break|best few|somebody has replied|looks best",
    ("cut", "chance"): r"outside \(α, β\) then break",
    ("cut", "or"): r"plan ≠ failure",
    ("cut", "and"): r"= failure then return failure",
    ("playout", None): r"PLAYOUT|SIMULATE|JUDGE",
    ("visit", None): r"visits",
    ("choose", None): r"return",
}
"""What the line of an event holds, by its kind and where that matters by the role of its node."""


@pytest.mark.parametrize(("game", "agent"), supported())
def test_every_event_has_a_line_that_fits(game: str, agent: str) -> None:
    story, code, lines = watched(game, agent)
    roles = {event.node: event.data["role"] for event in story.trace.events if event.kind == "enter"}
    assert len(lines) == len(story.trace.events) > 0
    for event, line in zip(story.trace.events, lines, strict=True):
        pattern = FITS.get((event.kind, None)) or FITS[event.kind, roles[event.node]]
        assert line is not None, event
        assert re.search(pattern, code.lines[line]), (event, code.lines[line])


@pytest.mark.parametrize(("game", "agent"), supported())
def test_events_of_max_stay_out_of_the_function_of_min(game: str, agent: str) -> None:
    story, code, lines = watched(game, agent)
    roles = {event.node: event.data["role"] for event in story.trace.events if event.kind == "enter"}
    other = {"max": ("MIN-VALUE", "EXP-VALUE"), "min": ("MAX-VALUE", "EXP-VALUE"), "chance": ("MAX-VALUE", "MIN-VALUE")}
    for event, line in zip(story.trace.events, lines, strict=True):
        assert line is not None
        header = next(text for text in reversed(code.lines[: line + 1]) if text.startswith("function"))
        assert not any(name in header for name in other.get(roles[event.node], ())), (event, header)


def test_the_cut_of_the_lecture_is_on_the_comparison() -> None:
    story, code, lines = watched("tree:name=lecture", "alphabeta")
    cuts = [code.lines[line or 0].strip() for event, line in zip(story.trace.events, lines, strict=True) if event.kind == "cut"]
    assert cuts == ["if v ≤ α then break"]


def test_strict_alpha_beta_compares_strictly() -> None:
    assert "    if v > β then break" in pseudocode("alphabeta", {"strict": True}).lines
    assert "    if v ≥ β then break" in pseudocode("alphabeta", {"strict": False}).lines


def test_a_probe_of_star2_is_on_the_lines_of_the_probe() -> None:
    story, code, lines = watched("tree:name=mixed", "expectiminimax:pruning=star2")
    probes = {event.node for event in story.trace.events if event.kind == "cut" and "probe" in event.data["reason"]}
    function = code.lines.index("function PROBE(state, α, β)")
    assert probes
    for event, line in zip(story.trace.events, lines, strict=True):
        assert line is not None
        assert (line > function) == (event.node in probes and event.kind != "enter")


def test_a_plan_returns_where_it_is_found_and_failure_where_it_is_not() -> None:
    story, code, lines = watched("vacuum", "andor")
    values = {event.node: event.data["value"] for event in story.trace.events if event.kind == "value"}
    chosen = [
        (bool(values[event.node]), code.lines[line or 0].strip().endswith("return failure"))
        for event, line in zip(story.trace.events, lines, strict=True)
        if event.kind == "choose"
    ]
    assert {found for found, _ in chosen} == {True, False}
    assert all(found != failed for found, failed in chosen)


def test_every_search_of_the_textbook_has_its_pseudocode() -> None:
    for name, searches in discover().items():
        if any(search.engine == "textbook" and search.can_trace for search in searches):
            assert pseudocode(name, {}).lines, name


def test_an_agent_without_pseudocode_has_no_lines() -> None:
    assert pseudocode("somebody", {}).lines == ()


def test_no_line_is_too_long_to_stand_beside_a_tree() -> None:
    for name in discover():
        for options in ({}, {"pruning": "star1"}, {"pruning": "star2"}, {"strict": True}):
            assert max((len(line) for line in pseudocode(name, options).lines), default=0) <= 70
