"""`tree_text`: an explicit tree as its author wrote it, so that it can be edited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field

from kibitz.analysis.context import Context
from kibitz.analysis.messages import Request
from kibitz.analysis.verbs import verb
from kibitz.core.reading import read_text
from kibitz.core.registry import parse_game
from kibitz.games.tree import Tree, example

SUFFIX = ".tree"


class NamedTree(Request):
    """A tree by its name or its file."""

    game: str = Field("tree:name=lecture", max_length=1_000, description="A tree, `tree:name=lecture` or `my.tree`.")


@verb("tree_text")
def tree_text(request: NamedTree, context: Context) -> dict[str, Any]:
    """Return the text of a tree in the .tree format; null for a game that is not written so."""
    spec = parse_game(request.game)
    if spec.name != "tree":
        file = spec.name if Path(spec.name).suffix == SUFFIX else None
    else:
        Tree.build(dict(spec.options))  # which refuses options that do not name one tree
        file = spec.options.get("file")
        if file is None:
            return {"text": example(spec.options.get("name", "lecture"))[1]}
    return {"text": read_text(file) if file is not None and Path(file).suffix == SUFFIX else None}
