"""Pseudocode as numbered lines that know which events of a search happen on them.

A line of the written text may end in `#:` and the events that belong to it. An event is `kind`, `kind/role`, `kind/case` or
`kind/role/case`: `cut/max` is a cut at a MAX node, `enter/root` the look at the root. The most special one counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MARK = "#:"


@dataclass(frozen=True)
class Pseudocode:
    """The lines of an algorithm, and by the names of events the index of the line on which each happens."""

    lines: tuple[str, ...]
    places: Mapping[str, int]

    @classmethod
    def read(cls, text: str) -> Pseudocode:
        """Return the pseudocode written in a text with marked lines."""
        lines, places = [], {}
        for index, written in enumerate(text.strip().splitlines()):
            line, _, events = written.partition(MARK)
            lines.append(line.rstrip())
            places.update(dict.fromkeys(events.split(), index))
        return cls(tuple(lines), places)

    def line(self, kind: str, role: str, data: Mapping[str, Any]) -> int | None:
        """Return the index of the line on which an event of a node happens, or None where the code does not show it.

        `data` is that of the event, with the node's `parent`; of a choice it also has the node's `value`, and `probe` says that
        the node is one of Star2's probes.
        """
        cases = _cases(kind, data)
        names = [f"{kind}/{role}/{case}" for case in cases] + [f"{kind}/{case}" for case in cases] + [f"{kind}/{role}", kind]
        return next((self.places[name] for name in names if name in self.places), None)


def _cases(kind: str, data: Mapping[str, Any]) -> list[str]:
    """Return what is special about an event: a probe, the root, the kind of a leaf, whether there is a plan."""
    cases = ["probe"] if data.get("probe") else []
    if data["parent"] is None:
        cases.append("root")
    if kind == "leaf":
        cases.append(data["leaf"])
    if kind in ("value", "choose"):
        cases.append("plan" if data["value"] else "failure")
    return cases
