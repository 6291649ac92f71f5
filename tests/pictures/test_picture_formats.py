"""PNG and PDF are the picture, letters and all; without their libraries one sentence says what to install."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

import kibitz
from kibitz.core.errors import UnsupportedError
from kibitz.games.tree import Tree
from kibitz.pictures import formats, tree_svg, tree_text
from kibitz.pictures.labels import number
from kibitz.pictures.style import LIGHT

LARGE = """
root MAX: left -> L, right -> R
L MIN: 12345678, 87654321
R MIN: 1234567, 20000000
"""


def traced(game: str = "tree:name=alphabeta") -> kibitz.api.Traced:
    return kibitz.trace(game, agent="alphabeta")


def test_png(tmp_path: Path) -> None:
    file, story = tmp_path / "tree.PNG", traced()
    story.save(file)
    drawn = Image.open(file).convert("RGB")
    width, height = (int(story.svg.partition(f'{name}="')[2].partition('"')[0]) for name in ("width", "height"))
    assert (drawn.format, drawn.size) == (None, (width * formats.PNG_SCALE, height * formats.PNG_SCALE))
    assert file.read_bytes().startswith(b"\x89PNG")
    colours = {colour for _, colour in drawn.getcolors(1 << 24) or []}
    chosen = LIGHT["chosen"]
    assert tuple(int(chosen[place : place + 2], 16) for place in (1, 3, 5)) in colours


def test_letters_are_there_without_any_font_of_the_system() -> None:
    """The sign for infinity is drawn: without the fonts that come along there would be no texts at all."""
    import resvg_py

    svg = traced().svg
    bare = bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=formats.PNG_SCALE, skip_system_fonts=True))
    inks = [_ink(bare), _ink(formats.png(svg))]
    assert inks[1] > inks[0]


def _ink(png: bytes) -> int:
    """How many pixels are as dark as letters are."""
    grey = Image.open(io.BytesIO(png)).convert("L")
    return sum(grey.histogram()[:60])


def test_pdf_is_text_that_can_be_searched(tmp_path: Path) -> None:
    file = tmp_path / "tree.pdf"
    traced().save(file)
    text = pypdfium2.PdfDocument(file)[0].get_textpage().get_text_range()
    assert "[5, ∞]" in text
    assert "3 <= alpha 5" in text
    assert "end of the game" in text


def test_other_names_are_svg_and_text(tmp_path: Path) -> None:
    for name, start in (("tree.svg", "<svg"), ("tree", "<svg"), ("tree.txt", "▲ 5")):
        traced().save(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize(("name", "module"), [("tree.png", "resvg_py"), ("tree.pdf", "svglib")])
def test_what_is_missing_is_said(name: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UnsupportedError, match=r"pip install 'kibitz\[pictures\]'"):
        traced().save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_large_utilities_are_written_whole() -> None:
    game: Any = Tree.parse_tree("large.tree", LARGE)
    trace = kibitz.trace(game, agent="alphabeta").trace
    assert tree_text(trace).splitlines()[:6] == [
        "▲ 12345678  [12345678, ∞]",
        "╞═ left ▼ 12345678  [-∞, 12345678]",
        "│  ╞═ 1 ■ 12345678",
        "│  └─ 2 ■ 87654321",
        "└─ right ▼ 1234567  [12345678, ∞]",
        "   ├─ 1 ■ 1234567",
    ]
    assert "not looked at: 1234567 <= alpha 12345678" in tree_text(trace)
    texts = re.findall("<text[^>]*>([^<]*)</text>", tree_svg(trace))
    assert {"12345678", "87654321", "1234567", "[12345678, ∞]", "1234567 &lt;=", "alpha 12345678"} <= set(texts)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"), (-0.125, "-0.125"), (12.34, "12.3"), (999.7, "1000"), (123.4, "123"), (1234.5, "1234"), (1e6, "1000000"),
        (-123456789, "-123456789"), (123456789.25, "123456789"), (float("inf"), "∞"), (1e300, "1e+300"), (0.000012, "1.2e-05"),
    ],
)  # fmt: skip
def test_numbers(value: float, text: str) -> None:
    assert number(value) == text
