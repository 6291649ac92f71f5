"""`--report` of `kibitz match` and `kibitz games-of`."""

from __future__ import annotations

from pathlib import Path

from commands import kibitz, refusal


def test_reports_are_written_with_and_without_a_database(tmp_path: Path) -> None:
    db, first, second, third = (str(tmp_path / name) for name in ("matches.db", "first.html", "second.html", "third.html"))
    words = ("match", "tic_tac_toe", "random", "alphabeta:depth=1", "-n", "4", "--processes", "1")
    assert kibitz(*words, "--report", first).code == 0
    assert kibitz(*words, "--db", db, "--report", second).code == 0
    assert kibitz("games-of", db, "--report", third).code == 0
    for file in (first, second, third):
        assert "4 games between 2 players" in Path(file).read_text()
    assert Path(second).read_text() == Path(third).read_text()


def test_a_report_without_a_folder_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    wrong = {str(tmp_path / "none" / "report.html"): "there is no folder", str(tmp_path): "it is a folder; name a file"}
    for file, complaint in wrong.items():
        answer = kibitz("match", "tic_tac_toe", "random", "random", "--report", file)
        assert complaint in refusal(answer)
        assert not answer.out
    out = str(tmp_path / "none" / "curve.svg")
    assert "there is no folder" in refusal(kibitz("tune", "nim", "uct:sims=9", "-p", "c=1..2", "--out", out))


def test_a_report_is_not_written_over_what_is_no_page(tmp_path: Path) -> None:
    """Such as an agent's source."""
    agent, db = tmp_path / "agent.py", tmp_path / "matches.db"
    agent.write_text("def decide(game, state):\n    return 0\n")
    answer = kibitz("match", "tic_tac_toe", "random", "random", "-n", "2", "--db", str(db), "--report", str(agent))
    assert "its name ends in .html" in refusal(answer)
    assert not db.exists()
    assert kibitz("match", "tic_tac_toe", "random", "random", "-n", "2", "--db", str(db), "--processes", "1").code == 0
    assert "its name ends in .html" in refusal(kibitz("games-of", str(db), "--report", str(agent)))
    assert agent.read_text().startswith("def decide")
