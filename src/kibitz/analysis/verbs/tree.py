"""`tree`, `look`: the tree of a search, as much of it as is looked at, and the board of any of its nodes."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from time import monotonic
from typing import Annotated, Any

from pydantic import Field

from kibitz.analysis.compiling import compiling_reported
from kibitz.analysis.context import Context
from kibitz.analysis.messages import AgentPoint, Name, Point
from kibitz.analysis.point import edition, session_at
from kibitz.analysis.quota import QuotaError
from kibitz.analysis.tree_branches import Branch, GrownTree, TracedBranch, is_two_sided
from kibitz.analysis.values import decision_message
from kibitz.analysis.verbs import verb
from kibitz.analysis.verbs.analyse import decided
from kibitz.analysis.verbs.position import described
from kibitz.analysis.visible_tree import visible_nodes
from kibitz.api import Seat, default_traced_agent
from kibitz.core.agents import find
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError, UnsupportedError
from kibitz.core.game import constant_sum
from kibitz.core.soundness import faults_located
from kibitz.session import Session
from kibitz.textbook.trace import EventKind, Node, Trace

MOST_NODES, MOST_PATHS, LONGEST_PATH = 2000, 1000, 1000
KEPT_TREES = 2
"""So many trees are kept to be looked at further; each may take hundreds of megabytes."""
REPORT_SECONDS = 0.2

Way = Annotated[tuple[Name, ...], Field(max_length=LONGEST_PATH, strict=False)]
"""The moves that lead from the root to a node; JSON has them as a list."""


class TreeRequest(AgentPoint):
    """A position, who searches, and what is looked at of the tree."""

    open: tuple[Way, ...] = Field(
        (), max_length=MOST_PATHS, strict=False, description="Nodes whose children are wanted, each as the moves to it."
    )
    whole: tuple[Way, ...] = Field(
        (), max_length=MOST_PATHS, strict=False, description="Nodes of which all children are wanted, and not just some."
    )
    limit: int = Field(400, ge=1, le=MOST_NODES, description="So many nodes are sent at most.")
    again: bool = Field(False, description="Search again, even if the tree of the last search is still there.")


class Look(Point):
    """A position, and a way from there to a node of a tree."""

    path: Way = Field((), description="The moves that lead to the node.")


@dataclass(frozen=True)
class KeptTree:
    """The tree of a search that is over."""

    root: Branch
    decision: Decision | None
    """None where the search was ended before it had decided."""
    agent: str
    size: int
    events: int | None
    side: int | None


_kept: OrderedDict[tuple[Any, ...], KeptTree] = OrderedDict()


@verb("tree", is_long=True)
def tree(request: TreeRequest, context: Context) -> dict[str, Any]:
    """Return the nodes of a search tree that are looked at; a search that grows its tree reports it meanwhile."""
    session = session_at(request)
    if session.is_over:
        raise InputError("the game is over in this position: there is nothing to search")
    key = (request.game, request.tree, edition(request.game), request.position, request.moves, request.agent, request.seed)
    kept = None if request.again else _kept.pop(key, None)
    if kept is None:
        _kept.pop(key, None)
        while len(_kept) >= KEPT_TREES:
            _kept.popitem(last=False)
        kept = _searched(request, session, context)
    _kept[key] = kept
    return _message(request, session, kept)


@verb("look")
def look(request: Look, context: Context) -> dict[str, Any]:
    """Return the position after some more moves: the board of a node of a tree."""
    fields = request.model_dump(exclude={"path"}) | {"moves": request.moves + request.path}
    return described(session_at(Point(**fields)), request.game)


def _searched(request: TreeRequest, session: Session, context: Context) -> KeptTree:
    """Return the tree of a new search: of UCT at native speed if that is asked for, else of a textbook search."""
    agent = default_traced_agent(session.game, session.state) if request.agent is None else request.agent
    seat = Seat.of(session.game, agent)
    context.quota.check(agent, seat.options)
    if "keep_tree" in seat.search.options:
        return _grown(request, session, context, replace(seat, options={**seat.options, "keep_tree": True}))
    return _traced(request, session, context, agent)


def _grown(request: TreeRequest, session: Session, context: Context, seat: Seat) -> KeptTree:
    """Return the tree of UCT, which is reported while it grows."""
    growing = GrownTree(session.game)

    def kept(decision: Decision) -> KeptTree:
        side = 0 if is_two_sided(session.game) else None
        return KeptTree(growing.branch(decision.tree), decision, seat.name, decision.nodes, None, side)

    def listen(decision: Decision) -> None:
        context.emit(_message(request, session, kept(decision)))

    with compiling_reported(context):
        return kept(decided(session, seat, every=False, listen=listen))


def _traced(request: TreeRequest, session: Session, context: Context, agent: str) -> KeptTree:
    """Return the tree of a textbook search, as far as it came if it was ended."""
    game, state = session.game, session.state
    search, options = find(game, agent, engines=("textbook",))
    if not search.can_trace:
        raise UnsupportedError(f"{agent} cannot be watched; searches of the textbook can, and uct")
    story = WatchedTrace(session, context, agent)
    decision = None
    try:
        with faults_located(game, state):
            decision = search.ask(game, state, options, {"seed": request.seed, "trace": story})
    except KeyboardInterrupt:
        if not story.events:
            raise
    root = story.tree()
    assert root is not None
    side = 0 if is_two_sided(game) else None if isinstance(root.value, tuple) else max(0, root.player)
    return KeptTree(TracedBranch(game, root), decision, agent, _size(root), len(story.events), side)


class WatchedTrace(Trace):
    """A trace that reports how long it is, and is refused where it becomes longer than the quota."""

    def __init__(self, session: Session, context: Context, agent: str) -> None:
        super().__init__(session.game)
        self._context, self._agent, self._reported = context, agent, monotonic()

    def _record(self, kind: EventKind, node: int, **data: Any) -> None:
        """Add one event."""
        super()._record(kind, node, **data)
        count, most = len(self.events), self._context.quota.events
        if count > most:
            raise QuotaError(f"{self._agent} makes more than the {most:,.0f} events that are kept here; give a smaller depth=")
        if count % 1000 == 0 and monotonic() - self._reported >= REPORT_SECONDS:
            self._reported = monotonic()
            self._context.emit({"phase": "searching", "events": count})


def _size(root: Node) -> int:
    """Return how many nodes a tree has."""
    nodes = [root]
    for node in nodes:
        nodes += node.children
    return len(nodes)


def _message(request: TreeRequest, session: Session, kept: KeptTree) -> dict[str, Any]:
    """Return a tree as the protocol tells it, and what was decided."""
    decision = kept.decision
    told = None
    if decision is not None:
        decision = replace(decision, agent=kept.agent)
        told = decision_message(request.game, session.game, session.state, decision, seed=request.seed)
    nodes = visible_nodes(kept.root, request.open, request.whole, request.limit)
    return {
        "agent": kept.agent,
        "nodes": nodes,
        "size": kept.size,
        "events": kept.events,
        "side": kept.side,
        "players": session.game.players,
        "constant_sum": constant_sum(session.game) if session.game.players == 2 else None,
        "decision": told,
    }
