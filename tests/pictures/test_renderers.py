"""Pictures have their colours in programs that know little of style sheets, and not only in browsers.

Two of them draw here, resvg and svglib. Pictures are four times as large, so that every line covers whole pixels.
"""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pypdfium2
import pytest
import resvg_py
from PIL import Image
from reportlab.graphics import renderPDF
from svglib.svglib import svg2rlg

import kibitz
from kibitz.core.registry import games, load
from kibitz.pictures.style import DARK, LIGHT

SCALE = 4
PIXELS_A_POINT = 96 / 72
TREES = [("tree", "alphabeta"), ("tree:name=mixed", "expectiminimax"), ("tree:name=three_players", "maxn"), ("vacuum", "andor")]
Colour = tuple[int, int, int]


def by_resvg(svg: str) -> Image.Image:
    """Return the picture on white paper, as resvg draws it."""
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=SCALE, background="#ffffff")))).convert("RGB")


def by_svglib(svg: str) -> Image.Image:
    """Return the picture as svglib makes a page of it."""
    page = pypdfium2.PdfDocument(renderPDF.drawToString(svg2rlg(io.BytesIO(svg.encode()))))[0]
    drawn: Image.Image = page.render(scale=SCALE * PIXELS_A_POINT).to_pil()
    return drawn.convert("RGB")


RENDERERS = {"resvg": by_resvg, "svglib": by_svglib}


def tree(game: str, agent: str) -> str:
    return kibitz.trace(load(game), agent=agent).svg


def numbers(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def places(svg: str, colours: dict[str, str]) -> list[tuple[float, float, str]]:
    """Return places of a standing tree and the colours they must have: paper, outlines of nodes, edges halfway down."""
    found = [(5.0, 5.0, colours["paper"])]
    for path in ElementTree.fromstring(svg).findall(".//*[@transform='translate(16 16)']//{*}path"):
        kind, css, *_ = path.get("class", "").split()
        outline = path.get("d", "")
        line = re.fullmatch(r"M(\S+) \S+V(\S+)L(\S+) (\S+)V\S+", outline)
        if kind == "shape":
            x, y = map(float, re.findall(r"-?[\d.]+", outline)[:2])
            found.append((x + 16, y + 16, colours[css]))
        elif line and css in ("plain", "chosen"):
            x, low, to, high = map(float, line.groups())
            found.append(((x + to) / 2 + 16, (low + high) / 2 + 16, colours["edge" if css == "plain" else "chosen"]))
    return found


def differences(drawn: Image.Image, expected: list[tuple[float, float, str]]) -> list[object]:
    """Return the places that have other colours than expected."""
    seen = [(x, y, colour, drawn.getpixel((round(x * SCALE), round(y * SCALE)))) for x, y, colour in expected]
    return [place for place in seen if max(abs(a - b) for a, b in zip(numbers(place[2]), place[3], strict=True)) > 12]  # type: ignore[arg-type]


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize(("game", "agent"), TREES)
def test_trees_have_their_colours(renderer: str, game: str, agent: str) -> None:
    svg = without_legend(tree(game, agent))
    expected = places(svg, LIGHT)
    assert len(expected) > 10
    assert differences(RENDERERS[renderer](svg), expected) == []


@pytest.mark.parametrize(("game", "agent"), TREES)
def test_trees_have_other_colours_on_dark_pages(game: str, agent: str) -> None:
    svg = without_legend(tree(game, agent))
    dark = re.sub(r"@media \(prefers-color-scheme: dark\) \{(.*)\}\s*</style>", r"\1</style>", svg, flags=re.DOTALL)
    assert dark != svg
    assert differences(by_resvg(dark), places(svg, DARK)) == []


def without_legend(svg: str) -> str:
    return re.sub(r'<g transform="translate\((?!16 16\)).*</g>\n', "", svg)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("name", [name for name in games() if name not in ("pig", "tree")])
def test_boards_have_their_colours(renderer: str, name: str) -> None:
    game = load(name)
    svg = game.svg(game.initial()) or ""
    solid = [element for element in re.findall("<(?:rect|circle|path) [^>]*>", svg) if "opacity" not in element]
    colours = {numbers(colour) for element in solid for colour in re.findall(r'(?:fill|stroke)="(#\w{6})"', element)}
    assert colours
    seen = {colour for _, colour in RENDERERS[renderer](svg).getcolors(1 << 24)}  # type: ignore[union-attr]
    assert colours <= seen


@pytest.mark.parametrize(("game", "agent"), TREES)
def test_everything_drawn_says_its_colour_itself(game: str, agent: str) -> None:
    svg = tree(game, agent)
    assert "var(" not in svg
    drawn = [element for element in ElementTree.fromstring(svg).iter() if element.tag.split("}")[1] in ("rect", "path", "text")]
    assert all(element.get("fill", "") in {"none", *LIGHT.values()} for element in drawn)
    assert all(element.get("stroke") in LIGHT.values() for element in drawn if element.tag.endswith("path"))
