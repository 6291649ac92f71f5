"""Pictures as PNG and PDF, made from their SVG by two libraries that are an extra: `pip install 'kibitz[pictures]'`.

resvg draws PNG and svglib PDF; both install without libraries of the system. Texts are set in DejaVu Sans, which comes with
matplotlib, so that signs such as ∞ are there on every machine.
"""

from __future__ import annotations

import io
from importlib.util import find_spec
from pathlib import Path

from kibitz.core.errors import UnsupportedError
from kibitz.games._drawing import FONTS

PNG_SCALE = 2
"""PNG pictures have so many pixels for each of the SVG."""
FONT = "DejaVu Sans"


def png(svg: str) -> bytes:
    """Return an SVG picture as PNG."""
    _require("PNG", "resvg_py")
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=PNG_SCALE, font_files=[str(_font()), str(_font("-Bold"))]))


def pdf(svg: str) -> bytes:
    """Return an SVG picture as a page of PDF of the same size."""
    _require("PDF", "svglib")
    from reportlab.graphics import renderPDF
    from svglib.fonts import register_font
    from svglib.svglib import svg2rlg

    register_font(FONT, str(_font()))
    register_font(FONT, str(_font("-Bold")), weight="600")
    page: bytes = renderPDF.drawToString(svg2rlg(io.BytesIO(svg.replace(FONTS, FONT).encode())))
    return page


def _require(kind: str, module: str) -> None:
    """Raise if the library that draws a kind of picture is not installed."""
    if find_spec(module) is None:
        raise UnsupportedError(f"{kind} pictures need a library that is not installed: pip install 'kibitz[pictures]'")


def _font(style: str = "") -> Path:
    """Return the file of the font."""
    from matplotlib import get_data_path

    return Path(get_data_path()) / "fonts" / "ttf" / f"DejaVuSans{style}.ttf"
