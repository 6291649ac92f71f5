"""`trace`: everything that a textbook search did, event by event, each with a caption and its line of the pseudocode."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from kibitz.analysis.context import Context
from kibitz.analysis.messages import AgentPoint
from kibitz.analysis.point import session_at
from kibitz.analysis.pseudocode import event_lines, pseudocode
from kibitz.analysis.values import decision_message
from kibitz.analysis.verbs import verb
from kibitz.api import default_traced_agent
from kibitz.api import trace as traced
from kibitz.core.agents import find
from kibitz.core.contract import Game
from kibitz.core.reports import line_names
from kibitz.games.tree import Tree
from kibitz.pictures import Captions
from kibitz.textbook.trace import Event, Trace

MOST_EVENTS = 100_000


class Traced(AgentPoint):
    """A position, a textbook agent, and how many of the events are wanted."""

    limit: int = Field(20_000, ge=1, le=MOST_EVENTS, description="So many events are sent at most, the first ones.")


@verb("trace", is_long=True)
def trace(request: Traced, context: Context) -> dict[str, Any]:
    """Return a textbook agent's decision with the events of its search, and the pseudocode on whose lines they happen."""
    session = session_at(request)
    game, state = session.game, session.state
    agent = default_traced_agent(game, state) if request.agent is None else request.agent
    search, options = find(game, agent, engines=("textbook",))
    context.quota.check(agent, options)
    story = traced(game, state, agent, seed=request.seed)
    code = pseudocode(search.name, options)
    total = len(story.trace.events)
    sent = int(min(request.limit, context.quota.events, total))
    told, lines, captions = events(story.trace, sent), event_lines(code, story.trace), Captions(story.trace)
    for step, event in enumerate(told):
        event["line"], event["caption"] = lines[step], captions[step + 1]
    return {
        "agent": agent,
        "decision": decision_message(request.game, game, state, story.decision, seed=request.seed),
        "events": told,
        "total": total,
        "truncated": sent < total,
        "pseudocode": list(code.lines),
    }


def events(trace: Trace, count: int) -> list[dict[str, Any]]:
    """Return the first events of a search as the protocol tells them: moves and states by their names."""
    states: dict[int, Any] = {}
    told = []
    for event in trace.events[:count]:
        if event.kind == "enter":
            states[event.node] = event.data["state"]
        told.append({"kind": event.kind, "node": event.node, **_data(trace.game, event, states)})
    return told


def _data(game: Game, event: Event, states: dict[int, Any]) -> dict[str, Any]:
    """Return what an event says of its node; `states` are those of the nodes entered so far."""
    data = dict(event.data)
    if event.kind == "enter":
        state, parent = data.pop("state"), data["parent"]
        data["action"] = None if parent is None else game.action_name(states[parent], data["action"])
        data["position"] = game.notation(state)
        data["name"] = data["position"] if isinstance(game, Tree) else None
    elif event.kind == "choose":
        data["action"] = None if data["action"] is None else game.action_name(states[event.node], data["action"])
    elif event.kind == "cut":
        data["actions"] = [game.action_name(states[event.node], action) for action in data["actions"]]
    elif event.kind == "playout":
        data["actions"] = line_names(game, states[event.node], data["actions"])
    return data
