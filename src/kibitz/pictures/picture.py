"""A search tree as a picture: shown by notebooks, printed as text, saved to a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.core.errors import InputError
from kibitz.core.files import write_whole
from kibitz.pictures.formats import pdf, png
from kibitz.pictures.scene import MOST_NODES
from kibitz.pictures.tree_svg import tree_svg
from kibitz.pictures.tree_text import tree_text
from kibitz.textbook.trace import Trace

WRITERS = {".png": png, ".pdf": pdf}
"""How a picture is written by the end of its file's name, where that is not SVG."""


@dataclass(frozen=True)
class TreePicture:
    """The search tree of a trace as it stood after `step` events, all of them by default."""

    trace: Trace
    step: int | None = None
    max_nodes: int = MOST_NODES

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        return tree_svg(self.trace, self.step, self.max_nodes)

    @property
    def text(self) -> str:
        """The picture as plain text."""
        return tree_text(self.trace, self.step, self.max_nodes)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, whole or not at all: as its name ends in `.png`, `.pdf` or `.txt`, else as SVG.

        Raise `InputError` for a name that ends like another kind of file.
        """
        suffix = Path(path).suffix.lower()
        if suffix not in ("", ".svg", ".txt", *WRITERS):
            raise InputError(f"{path}: pictures of trees are .svg, .txt, {' or '.join(sorted(WRITERS))}, not {suffix}")
        if suffix == ".txt":
            content = f"{self.text}\n".encode()
        else:
            content = WRITERS[suffix](self.svg) if suffix in WRITERS else self.svg.encode()
        write_whole(path, content)

    def _repr_svg_(self) -> str:
        """Return what notebooks show."""
        return self.svg

    def __str__(self) -> str:
        """Return the picture as plain text."""
        return self.text


def picture(trace: Trace, step: int | None = None, max_nodes: int = MOST_NODES) -> TreePicture:
    """Return the picture of a search tree as it stood after `step` events, all by default."""
    return TreePicture(trace, step, max_nodes)
