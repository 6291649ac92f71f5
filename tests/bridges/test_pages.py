"""The pages about the bridges tell the truth: their sessions run."""

from __future__ import annotations

import doctest
import shutil
from pathlib import Path

import pytest
from commands import kibitz
from test_grading import FILES

DOCS = Path(__file__).parent.parent.parent / "docs" / "bridges"
NEEDED = {"openspiel": "pyspiel", "pettingzoo": "pettingzoo", "homework": "kibitz"}


@pytest.mark.parametrize("page", NEEDED)
def test_sessions_run(page: str) -> None:
    pytest.importorskip(NEEDED[page], reason=f"{NEEDED[page]} is not installed: pip install 'kibitz[{page}]'")
    test = doctest.DocTestParser().get_doctest((DOCS / f"{page}.md").read_text(), {}, page, f"{page}.md", 0)
    results = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(test)
    assert results.attempted > 5
    assert results.failed == 0


def test_the_graders_answer_is_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    block = (DOCS / "homework.md").read_text().partition("$ kibitz grade late.py\n")[2].partition("  ...")[0]
    shutil.copy(FILES / "wrong_late.py", tmp_path / "late.py")
    monkeypatch.chdir(tmp_path)
    assert kibitz("grade", "late.py").out.startswith(block)
