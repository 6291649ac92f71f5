"""The pseudocode of the textbook's searches, and the line of it that a search executes at each of its events.

The code is written as the lectures and the textbook write it: one function for MAX, one for MIN, one for chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.analysis.pseudocode import averaging, depth_first, monte_carlo, plans
from kibitz.analysis.pseudocode.code import Pseudocode
from kibitz.textbook.trace import Trace

__all__ = ["Pseudocode", "event_lines", "pseudocode"]

_TEXTS = {
    "minimax": depth_first.MINIMAX,
    "alphabeta": depth_first.ALPHA_BETA,
    "deepening": depth_first.DEEPENING,
    "forward": depth_first.FORWARD_PRUNING,
    "paranoid": depth_first.PARANOID,
    "bestreply": depth_first.BEST_REPLY,
    "maxn": depth_first.MAX_N,
    "expectimax": averaging.EXPECTIMAX,
    "expectiminimax": averaging.EXPECTIMINIMAX,
    "andor": plans.AND_OR,
    "montecarlo": monte_carlo.MONTE_CARLO,
    "bandit": monte_carlo.BANDIT,
    "uct": monte_carlo.UCT,
    "puct": monte_carlo.PUCT,
    "random": monte_carlo.RANDOM,
}
_VARIANTS = {
    ("expectiminimax", "pruning", "star1"): depth_first.STAR1,
    ("expectiminimax", "pruning", "star2"): depth_first.STAR2,
}
_WORDINGS = {
    ("alphabeta", "strict", True): (("v ≥ β", "v > β"), ("v ≤ α", "v < α")),
    ("alphabeta", "order", "best"): (("in ACTIONS(state) do", "in ACTIONS(state), best first, do"),),
    ("alphabeta", "order", "worst"): (("in ACTIONS(state) do", "in ACTIONS(state), worst first, do"),),
    ("alphabeta", "order", "random"): (("in ACTIONS(state) do", "in ACTIONS(state), shuffled, do"),),
    ("bandit", "rule", "greedy"): (("the highest UCB1", "the highest mean"),),
}
"""What options change in the words of the code."""


def pseudocode(agent: str, options: Mapping[str, Any]) -> Pseudocode:
    """Return the pseudocode of a textbook agent with these options; of an agent that has none, no lines."""
    text = _TEXTS.get(agent, "")
    for name, value in options.items():
        text = _VARIANTS.get((agent, name, value), text)
        for usual, other in _WORDINGS.get((agent, name, value), ()):
            text = text.replace(usual, other)
    return Pseudocode.read(text)


def event_lines(code: Pseudocode, trace: Trace) -> list[int | None]:
    """Return for each event of a search the index of the line on which it happens."""
    probes = {event.node for event in trace.events if event.kind == "cut" and "probe" in event.data["reason"]}
    roles: dict[int, str] = {}
    parents: dict[int, int | None] = {}
    values: dict[int, Any] = {}
    lines = []
    for event in trace.events:
        if event.kind == "enter":
            roles[event.node], parents[event.node] = event.data["role"], event.data["parent"]
        elif event.kind == "value":
            values[event.node] = event.data["value"]
        # Only its cut tells that a node is a probe, after it was entered as any other one.
        is_probe = event.node in probes and event.kind != "enter"
        known = {"value": values.get(event.node), **event.data, "parent": parents[event.node], "probe": is_probe}
        lines.append(code.line(event.kind, roles[event.node], known))
    return lines
