"""The histogram of a table's distances as a picture."""

from __future__ import annotations

WIDTH, HEIGHT, MARGIN = 640, 240, 34
WON, LOST = "#3a7ca5", "#b5543c"


def distances(name: str, often: dict[int, tuple[int, int]]) -> str:
    """Return how often each distance is as SVG: wins above the line, losses below it."""
    highest = max((max(both) for both in often.values()), default=1)
    last = max(often, default=0) + 1
    wide = (WIDTH - 2 * MARGIN) / last
    middle, tall = HEIGHT / 2, HEIGHT / 2 - MARGIN
    bars = []
    for plies, both in often.items():
        for count, colour, is_up in ((both[0], WON, True), (both[1], LOST, False)):
            if count:
                height = tall * count / highest
                top = middle - height if is_up else middle
                bars.append(f'<rect x="{MARGIN + plies * wide:.2f}" y="{top:.2f}" width="{wide * 0.9:.2f}" '
                            f'height="{height:.2f}" fill="{colour}"/>')  # fmt: skip
    label = 'font-family="sans-serif" font-size="12" fill="#777777"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(bars)}'
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{middle}" y2="{middle}" stroke="#777777"/>'
        f'<text x="{MARGIN}" y="18" {label}>{name}: won (above) and lost by moves to the end, 0 to {last - 1}; '
        f"the highest bar is {highest:,}</text></svg>"
    )
