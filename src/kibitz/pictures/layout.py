"""Where things stand in a drawing of a tree: every level on its own line, no two blocks overlapping.

Subtrees are pushed together until their outlines touch, once from the left and once from the right; the mean of the two
keeps the distances that both keep, and favours neither side. After Kennedy, "Drawing trees", Journal of Functional
Programming 6 (1996), and Reingold and Tilford, "Tidier drawings of trees" (1981); blocks here have widths of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise


@dataclass(frozen=True)
class Spacing:
    """The room left between blocks, next to each other (as leaves of one parent or not) and between levels.

    A parent stands in the middle of its children (`centred`) or beside the first.
    """

    siblings: float
    cousins: float
    least_gap: float
    most_gap: float
    centred: bool


@dataclass
class Block:
    """A node's room around its anchor (x, y): `left` and `right` of it, `above` and `below` it."""

    left: float
    right: float
    above: float
    below: float
    children: list[Block] = field(default_factory=list, repr=False)
    x: float = 0.0
    y: float = 0.0
    level: int = 0


@dataclass(frozen=True)
class Band:
    """The horizontal strip in which all blocks of one level lie; edges run between bands."""

    top: float
    bottom: float


@dataclass(frozen=True)
class Frame:
    """A finished layout: all blocks, the bands of the levels, and the size of the whole."""

    blocks: list[Block]
    bands: list[Band]
    width: float
    depth: float


@dataclass
class _Outline:
    """How far a subtree reaches to the left and right of its root, level by level from the root down."""

    left: list[float]
    right: list[float]


def arrange(root: Block, spacing: Spacing) -> Frame:
    """Set the place of every block and return the layout; its top left corner is (0, 0)."""
    blocks = [root]
    for block in blocks:
        for child in block.children:
            child.level = block.level + 1
        blocks.extend(block.children)
    _set_across(blocks, spacing)
    bands = _set_down(blocks, spacing)
    edge = min(block.x - block.left for block in blocks)
    for block in blocks:
        block.x -= edge
    return Frame(blocks, bands, max(block.x + block.right for block in blocks), bands[-1].bottom)


def _set_across(blocks: list[Block], spacing: Spacing) -> None:
    """Set every x; children are placed before their parents, first as distances from the parent."""
    outlines: dict[int, _Outline] = {}
    for block in reversed(blocks):
        parts = [outlines.pop(id(child)) for child in block.children]
        places = _spread(parts, [not child.children for child in block.children], spacing)
        for child, place in zip(block.children, places, strict=True):
            child.x = place
        outlines[id(block)] = _joined(block, places, parts)
    for block in blocks:
        for child in block.children:
            child.x += block.x


def _spread(parts: list[_Outline], leaves: list[bool], spacing: Spacing) -> list[float]:
    """Return where the roots of sibling subtrees stand as seen from their parent."""
    if not parts:
        return []
    gaps = [spacing.siblings if left and right else spacing.cousins for left, right in pairwise(leaves)]
    from_left = _packed(parts, gaps, spacing.cousins)
    mirrored = [_Outline([-x for x in part.right], [-x for x in part.left]) for part in reversed(parts)]
    from_right = [-place for place in reversed(_packed(mirrored, gaps[::-1], spacing.cousins))]
    shift = from_left[-1] - from_right[-1]
    places = [(left + right + shift) / 2 for left, right in zip(from_left, from_right, strict=True)]
    parent = (places[0] + places[-1]) / 2 if spacing.centred else places[0]
    return [place - parent for place in places]


def _packed(parts: list[_Outline], gaps: list[float], wide: float) -> list[float]:
    """Return the places of subtrees, each as far left as the outlines of those before it allow."""
    places = [0.0]
    border = list(parts[0].right)
    for part, gap in zip(parts[1:], gaps, strict=True):
        # Only siblings may stand closer than cousins: below the first level the wider distance holds.
        needs = [
            right - left + (gap if level == 0 else wide)
            for level, (right, left) in enumerate(zip(border, part.left, strict=False))
        ]
        place = max(needs)
        places.append(place)
        border = [place + right for right in part.right] + border[len(part.right) :]
    return places


def _joined(block: Block, places: list[float], parts: list[_Outline]) -> _Outline:
    """Return the outline of a block with its children's subtrees at the given places."""
    depth = max((len(part.left) for part in parts), default=0)
    placed = list(zip(places, parts, strict=True))
    left = [min(place + part.left[level] for place, part in placed if level < len(part.left)) for level in range(depth)]
    right = [max(place + part.right[level] for place, part in placed if level < len(part.right)) for level in range(depth)]
    return _Outline([-block.left, *left], [block.right, *right])


def _set_down(blocks: list[Block], spacing: Spacing) -> list[Band]:
    """Set every y and return the bands; the wider the families, the more room their edges get."""
    levels: list[list[Block]] = [[] for _ in range(blocks[-1].level + 1)]
    for block in blocks:
        levels[block.level].append(block)
    bands: list[Band] = []
    top = 0.0
    for level in levels:
        anchor = top + max(block.above for block in level)
        for block in level:
            block.y = anchor
        bottom = anchor + max(block.below for block in level)
        bands.append(Band(top, bottom))
        reach = max((abs(child.x - block.x) for block in level for child in block.children), default=0.0)
        top = bottom + min(max(spacing.least_gap, reach / 5), spacing.most_gap)
    return bands
