"""Each step of a search in one line: `a2: 2 <= alpha 3, so c2, c3 are not looked at`."""

from __future__ import annotations

from typing import Any

from kibitz.pictures.labels import clipped, number, probability_text, reason_text, value_text
from kibitz.textbook.trace import Event, Trace

ROLES = {"max": "MAX", "min": "MIN", "chance": "chance", "or": "OR", "and": "AND"}
LEAVES = {"terminal": "the game is over", "cutoff": "an estimate", "cycle": "the state stands above already"}
LONGEST_PATH = 60


class Captions:
    """The captions of one trace; steps are numbered from 1, and before the first nothing has happened."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._states: dict[int, Any] = {}
        self._names: dict[int, str] = {}
        self._parents: dict[int, int | None] = {}
        self._plans: set[int] = set()
        for event in trace.events:
            if event.kind == "enter":
                parent = event.data["parent"]
                self._states[event.node], self._parents[event.node] = event.data["state"], parent
                if event.data["role"] in ("or", "and"):
                    self._plans.add(event.node)
                self._names[event.node] = "" if parent is None else self._name(parent, event.data["action"])

    def __getitem__(self, step: int) -> str:
        """Return what happened at a step."""
        if step == 0:
            return "nothing has been looked at yet"
        event = self.trace.events[step - 1]
        return f"{self._path(event.node)}: {self._happened(event)}"

    def _name(self, node: int, action: int) -> str:
        """Return the name of a move at a node."""
        return self.trace.game.action_name(self._states[node], action)

    def _path(self, node: int) -> str:
        """Return the moves that lead to a node, of a long path the last ones."""
        names: list[str] = []
        at: int | None = node
        while at is not None and self._parents[at] is not None:
            names.append(self._names[at])
            at = self._parents[at]
        path = clipped(" ".join(reversed(names)), 10 * LONGEST_PATH) or "root"
        return path if len(path) <= LONGEST_PATH else f"…{path[-LONGEST_PATH + 1 :]}"

    def _value(self, event: Event) -> str:
        """Return the value that an event gives its node; in a plan, whether there is one."""
        value = event.data["value"]
        return ("a plan" if value else "no plan") if event.node in self._plans else f"value {value_text(value)}"

    def _happened(self, event: Event) -> str:
        """Return what an event says of its node."""
        data = event.data
        if event.kind == "enter":
            role = ROLES.get(data["role"]) or f"player {data['player'] + 1}"
            what = "leaf" if self.trace.game.is_terminal(data["state"]) else f"{role} node"
            chance = "" if data["probability"] is None else f", probability {probability_text(data['probability'])}"
            window = "" if data["alpha"] is None else f", window [{number(data['alpha'])}, {number(data['beta'])}]"
            return f"look at this {what}{chance}{window}"
        if event.kind == "leaf":
            return f"{LEAVES[data['leaf']]}, {self._value(event)}"
        if event.kind == "value":
            return f"{self._value(event)} so far"
        if event.kind == "window":
            return f"window [{number(data['alpha'])}, {number(data['beta'])}]"
        if event.kind == "playout":
            moves = len(data["actions"])
            return f"a random game of {moves} move{'s' if moves != 1 else ''} ends with {value_text(data['value'])}"
        if event.kind == "visit":
            return f"visits {data['visits']:,}, mean {value_text(data['value'])}"
        if event.kind == "cut":
            names = ", ".join(self._name(event.node, action) for action in data["actions"])
            is_one = len(data["actions"]) == 1
            return f"{reason_text(data['reason'])}, so {clipped(names, LONGEST_PATH)} {'is' if is_one else 'are'} not looked at"
        return "done" if data["action"] is None else f"chooses {self._name(event.node, data['action'])}"
