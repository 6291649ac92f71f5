"""The laws of pictures and of cells find the game that breaks them, and say how in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.checking import Report, check
from kibitz.checking.pictures import picture_fault
from sample_game import line_of, written

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
STONE = '<rect x="0" y="0" width="40" height="40" data-cell="stone"/>'
SOUND = f"{HEAD}{STONE}</svg>"
UNSOUND: dict[str, tuple[str | bytes, str]] = {
    "no text": (b"<svg/>", "neither None nor a well-formed SVG"),
    "half a picture": ("<svg", "neither None nor a well-formed SVG"),
    "a document type": (f'<!DOCTYPE svg [<!ENTITY e "e">]>{SOUND}', "neither None nor a well-formed SVG"),
    "a sheet of styles": (f'<?xml-stylesheet href="a.css"?>{SOUND}', "neither None nor a well-formed SVG"),
    "another root": (HEAD.replace("<svg", "<g") + "</g>", "whose root is"),
    "no namespace": ('<svg viewBox="0 0 40 40"></svg>', "xmlns="),
    "sides without names": (HEAD.replace("viewBox", 'data-sides="#e5484d" viewBox') + "</svg>", "names a player"),
    "sides without colours": (HEAD.replace("viewBox", 'data-sides="Red, Yellow" viewBox') + "</svg>", "names a player"),
    "no box": ('<svg xmlns="http://www.w3.org/2000/svg"></svg>', "without a viewBox"),
    "an empty box": ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 40"></svg>', "without a viewBox"),
    "a box of words": ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 wide high"></svg>', "without a viewBox"),
    "a script": (f"{HEAD}<script>1</script></svg>", "an element 'script'"),
    "a script in capitals": (f"{HEAD}<SCRIPT>1</SCRIPT></svg>", "an element 'SCRIPT'"),
    "a style": (f"{HEAD}<style>rect {{}}</style></svg>", "an element 'style'"),
    "a foreign element": (f'{HEAD}<p xmlns="http://www.w3.org/1999/xhtml"/></svg>', "an element '{http"),
    "a style of its own": (f'{HEAD}<rect style="fill:red"/></svg>', "the attribute style"),
    "a handler": (f'{HEAD}<g onclick="1"/></svg>', "the attribute onclick"),
    "a reference": (f'{HEAD}<image href="https://a.example/b.png"/></svg>', "refers to 'https://a.example/b.png'"),
    "an old reference": (
        f'{HEAD}<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="a.svg#b"/></svg>',
        "refers to 'a.svg#b'",
    ),
    "a filter from elsewhere": (f'{HEAD}<g filter="url(a.svg#b)"/></svg>', "refers to 'url(a.svg#b)'"),
    "a cell twice": (f"{HEAD}{STONE}{STONE}</svg>", "marks two cells as 'stone'"),
    "a cell without a name": (f'{HEAD}<circle r="2" data-cell=""/></svg>', "marks a cell without a name"),
    "a cell of another shape": (f'{HEAD}<path d="M0 0h9v9z" data-cell="a"/></svg>', "on a path; a cell is a rect or a circle"),
    "a cell without a size": (f'{HEAD}<rect x="1" y="2" data-cell="a"/></svg>', "without the numbers x, y, width, height"),
    "a cell in percent": (f'{HEAD}<circle cx="5%" cy="2" r="2" data-cell="a"/></svg>', "without the numbers cx, cy, r"),
    "a cell moved elsewhere": (f'{HEAD}<g transform="scale(2)">{STONE}</g></svg>', "by a transform"),
}
ALLOWED = {
    "circles": f'{HEAD}<circle cx="2" cy="2" r="2" data-cell="a"/></svg>',
    "references within": f'{HEAD}<defs><g id="a"/></defs><use href="#a"/><g fill="url(#a)"/></svg>',
    "a comment": f"{HEAD}<!-- a stone -->{STONE}</svg>",
    "commas": SOUND.replace("0 0 40 40", "0,0,40,40"),
}


def report_of(folder: Path, svg: str | bytes | None, path: str) -> tuple[Path, Report]:
    """Return the file of a game that draws always the same and has the same cells for every move, and what is found of it."""
    more = f"\n    def svg(self, s):\n        return {svg!r}\n\n    def cells(self, s, a):\n        return {path}\n"
    file = written(folder, more=more)
    return file, check(str(file), games=20, targets=())


def test_a_sound_picture_and_its_cells_keep_the_laws(tmp_path: Path) -> None:
    _, report = report_of(tmp_path, SOUND, "('stone',)")
    found = {finding.law: finding for finding in report.findings}
    assert report.ok
    assert found["pictures"].looked_at
    assert found["cells"].message == "moves are paths of cells in the picture"


@pytest.mark.parametrize("case", ALLOWED)
def test_what_pages_show(case: str) -> None:
    assert picture_fault(ALLOWED[case]) is None


@pytest.mark.parametrize("case", UNSOUND)
def test_an_unsound_picture_is_found(case: str, tmp_path: Path) -> None:
    svg, sentence = UNSOUND[case]
    file, report = report_of(tmp_path, svg, "('stone',)")
    broken = [finding for finding in report.findings if not finding.passed]
    assert [finding.law for finding in broken] == ["pictures"]
    assert sentence in broken[0].message
    assert broken[0].line == line_of(file, "def svg")
    assert next(finding for finding in report.findings if finding.law == "cells").looked_at is False


@pytest.mark.parametrize(
    ("svg", "path", "sentence"),
    [
        (SOUND, "['stone']", "cells returned ['stone'], which is no tuple of names, for move 1"),
        (SOUND, "'stone'", "cells returned 'stone', which is no tuple of names, for move 1"),
        (SOUND, "(1,)", "cells returned (1,), which is no tuple of names, for move 1"),
        (SOUND, "('stone', 'hole')", "named the cell 'hole', which the picture does not mark with data-cell, for move 1"),
        (None, "('stone',)", "named the cell 'stone' although svg draws no picture for move 1"),
        (SOUND.replace("viewBox", 'data-path="pairs" viewBox'), "('stone',)", "named 1 cells in a picture of pairs"),
        (SOUND, "('stone',) if s.left > 4 else ('gone',)", "the cell 'gone'"),
        (SOUND, "(1 // 0,)", "cells raised ZeroDivisionError"),
    ],
)
def test_cells_that_are_not_in_the_picture_are_found(svg: str | None, path: str, sentence: str, tmp_path: Path) -> None:
    file, report = report_of(tmp_path, svg, path)
    broken = [finding for finding in report.findings if not finding.passed]
    assert [finding.law for finding in broken] == ["cells"]
    assert sentence in broken[0].message
    assert broken[0].line is not None
    assert broken[0].line - line_of(file, "def cells") in (0, 1)


def test_where_the_cells_are_wrong_late_the_moves_lead_there(tmp_path: Path) -> None:
    _, report = report_of(tmp_path, SOUND, "('stone',) if s.left > 4 else ('gone',)")
    moves = next(finding.moves for finding in report.findings if not finding.passed)
    assert moves is not None
    assert 10 - sum(moves) <= 4


def test_moves_without_a_place_have_no_cells(tmp_path: Path) -> None:
    assert report_of(tmp_path, SOUND, "()")[1].ok
    assert report_of(tmp_path, None, "()")[1].ok


def test_moves_that_share_a_path_need_names_of_their_own(tmp_path: Path) -> None:
    more = f"\n    def svg(self, s):\n        return {SOUND!r}\n\n    def cells(self, s, a):\n        return ('stone',)\n"
    more += "\n    def action_name(self, s, a):\n        return 'take'\n"
    report = check(str(written(tmp_path, more=more)), games=20, targets=())
    broken = [finding for finding in report.findings if not finding.passed]
    assert [finding.law for finding in broken] == ["names"]
    assert "calls the moves 1 and 2 both 'take'" in broken[0].message


def test_a_parameter_called_cells_is_no_method(tmp_path: Path) -> None:
    report = check(
        str(written(tmp_path, {"    pile: int = 10": "    pile: int = 10\n    cells: int = 9"})), games=20, targets=()
    )
    assert report.ok
    cells = next(finding for finding in report.findings if finding.law == "cells")
    assert (cells.looked_at, cells.message) == (False, "no cells given")
