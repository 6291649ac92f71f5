"""Search trees drawn as SVG and as text, and their steps in words."""

from __future__ import annotations

from kibitz.pictures.captions import Captions
from kibitz.pictures.picture import TreePicture, picture
from kibitz.pictures.tree_svg import tree_svg
from kibitz.pictures.tree_text import tree_text

__all__ = ["Captions", "TreePicture", "picture", "tree_svg", "tree_text"]
