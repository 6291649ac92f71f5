"""`kibitz pacman` and `python pacman.py`: the course's flags and the lines it prints."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Answer, kibitz, refusal

ROOT = Path(__file__).parents[2]
REFLEX = ("pacman", "-p", "ReflexAgent", "-l", "testClassic")
"""A command that needs nothing compiled."""


def scores(answer: Answer) -> list[float]:
    """Return the scores in the summary."""
    assert answer.code == 0, answer
    found = re.search(r"^Scores:        (.*)$", answer.out, re.MULTILINE)
    assert found is not None
    return [float(score) for score in found[1].split(", ")]


def nodes(answer: Answer) -> int:
    found = re.search(r"^Nodes:         (\d+), ", answer.out, re.MULTILINE)
    assert found is not None
    return int(found[1])


def test_the_summary() -> None:
    answer = kibitz(*REFLEX, "-q", "-f", "-n", "3")
    lines = answer.out.splitlines()
    each = [re.fullmatch(r"Pacman (emerges victorious|died)! Score: (-?\d+)", line) for line in lines[:3]]
    results = [(found[1] == "emerges victorious", float(found[2])) for found in each if found is not None]
    assert len(results) == 3
    wins = sum(won for won, _ in results)
    assert lines[3:7] == [
        f"Average Score: {sum(score for _, score in results) / 3}",
        f"Scores:        {', '.join(str(score) for _, score in results)}",
        f"Win Rate:      {wins}/3 ({wins / 3:.2f})",
        f"Record:        {', '.join('Win' if won else 'Loss' for won, _ in results)}",
    ]
    assert re.fullmatch(r"Time:          \d+\.\d{3} s for \d+ moves, \d\.\d{6} s a move", lines[7])
    assert re.fullmatch(r"Nodes:         \d+, \d+\.\d a move", lines[8])
    assert len(lines) == 9


def test_a_fixed_seed_repeats_and_another_does_not() -> None:
    first, again, other = (kibitz(*REFLEX, "-q", "-n", "6", *seed) for seed in (["-f"], ["-f"], ["--seed", "5"]))
    assert scores(first) == scores(again) != scores(other)


def test_training_games_do_not_count() -> None:
    trained, all_games = kibitz(*REFLEX, "-q", "-f", "-n", "5", "-x", "3"), kibitz(*REFLEX, "-q", "-f", "-n", "5")
    assert scores(trained) == scores(all_games)[3:]
    assert trained.out.count("Pacman ") == 2


def test_text_shows_every_round() -> None:
    answer = kibitz(*REFLEX, "-t", "-f", "-k", "0")
    pictures = answer.out.split("%%%%%\n")
    assert pictures[1] == "%.  %\n%. .%\n%   %\n%   %\n%.  %\n% ..%\n%  .%\n%>. %\n"
    moves = int(re.search(r"for (\d+) moves", answer.out)[1])  # type: ignore[index]
    assert answer.out.count("\nScore: ") == moves + 1
    assert scores(answer) == [8 * 10 + 500 - moves]


def test_json_has_one_object_a_game() -> None:
    answer = kibitz(*REFLEX, "--json", "-f", "-n", "2", "-g", "DirectionalGhost:prob_attack=1,prob_scaredFlee=0")
    assert [sorted(game) for game in answer.jsons] == [
        ["agent", "failure", "game", "ghosts", "layout", "moves", "nodes", "score", "seconds", "seed", "won"]
    ] * 2
    assert answer.jsons[0]["layout"] == "testClassic"


def test_games_are_recorded_and_watched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = kibitz(*REFLEX, "-q", "-r", "-f")
    (file,) = tmp_path.glob("recorded-game-1-*.json")
    assert f"Recorded in {file.name}" in answer.out
    again = kibitz("pacman", "--replay", file.name, "-q")
    assert (again.code, again.out) == (0, f"{answer.out.splitlines()[1]}\n")
    shown = kibitz("pacman", "--replay", file.name, "-t")
    assert shown.out.count("%%%%%\n%") > 3
    record = json.loads(file.read_text())
    for broken, said in (
        ("{", "is no recorded game: it is not JSON"),
        ("[]", "is no recorded game"),
        (json.dumps({**record, "map": ["%%%"]}), "is no recorded game: layout testClassic"),
        (json.dumps({**record, "actions": ["West"]}), "action 1, West, is not legal there"),
        (json.dumps({**record, "actions": ["Up"]}), "action 1 is 'Up', which is none of West, Stop, East, North, South"),
        (json.dumps({**record, "ghosts": 9}), "has 1 ghosts"),
    ):
        file.write_text(broken)
        assert said in refusal(kibitz("pacman", "--replay", file.name))


def test_people_play_with_words_and_letters() -> None:
    answer = kibitz("pacman", "-l", "trappedClassic", "-t", "-f", stdin="east\n")
    assert "Pacman died! Score: -501" in answer.out
    steered = kibitz("pacman", "-l", "testClassic", "-k", "0", "-q", stdin="d\nnorth\n\n\nx\n")
    assert "The game is left unfinished." in steered.out


def test_who_fails_or_is_slow_loses_only_the_game() -> None:
    slow = kibitz(*REFLEX, "-q", "-f", "-n", "2", "-c", "--timeout", "0.000000001")
    assert slow.out.count("(Pacman ran out of time after 1 moves)") == 2
    assert "Win Rate:      0/2 (0.00)" in slow.out
    failing = ("pacman", "-p", "expectiminimax:engine=textbook", "-l", "testClassic", "-q")
    assert "limit such as depth" in refusal(kibitz(*failing))
    forgiven = kibitz(*failing, "-c")
    assert "(Pacman crashed: " in forgiven.out


def test_any_agent_of_kibitz_plays() -> None:
    words = ("-l", "testClassic", "-q", "-f")
    answer = kibitz("pacman", "-p", "expectimax:engine=textbook", "-a", "rounds=1,evalFn=better", *words)
    assert len(scores(answer)) == 1
    ghosts = kibitz("pacman", "-p", "random", "-g", "random", *words)
    assert len(scores(ghosts)) == 1


def test_alpha_beta_rushes_to_its_death_and_expectimax_gambles() -> None:
    """The lectures' trap: -501 for certain, or 532 in half of the games."""
    sure = kibitz("pacman", "-p", "AlphaBetaAgent", "-l", "trappedClassic", "-a", "depth=3", "-q", "-f", "-n", "10")
    assert set(scores(sure)) == {-501}
    gamble = kibitz("pacman", "-p", "ExpectimaxAgent", "-l", "trappedClassic", "-a", "depth=3", "-q", "-f", "-n", "40")
    assert set(scores(gamble)) == {-502, 532}
    assert 10 <= scores(gamble).count(532) <= 30


@pytest.mark.conformance
def test_minimax_and_alpha_beta_decide_alike() -> None:
    """The lectures' maze: initial values 9, 8, 7 and -492, the same games, and far fewer nodes with alpha-beta."""
    words = ("-l", "minimaxClassic", "-a", "depth=4", "-q", "-f", "-n", "20")
    minimax, alpha_beta = (kibitz("pacman", "-p", agent, *words) for agent in ("MinimaxAgent", "AlphaBetaAgent"))
    assert scores(minimax) == scores(alpha_beta)
    assert nodes(alpha_beta) * 10 < nodes(minimax)
    assert 5 < sum(score > 0 for score in scores(minimax)) < 20
    values = [
        kibitz("analyse", "pacman:layout=minimaxClassic", "--agent", f"minimax:depth={4 * n}", "--json") for n in range(1, 5)
    ]
    assert [answer.json["value"] for answer in values] == [9, 8, 7, -492]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-l", "nowhere"], "unknown layout 'nowhere'"),
        (["-l", "mediumClasic"], "did you mean mediumClassic?"),
        (["-p", "ReflexAgnt"], "did you mean ReflexAgent?"),
        (["-g", "RandomGost"], "did you mean RandomGhost?"),
        (["-p", "MinimaxAgent", "-a", "depth=-1"], "depth must be at least 1, not -1"),
        (["-p", "MinimaxAgent", "-a", "depth=0"], "depth must be at least 1"),
        (["-p", "MinimaxAgent", "-a", "depth=two"], "must be a whole number"),
        (["-p", "MinimaxAgent", "-a", "dept=2"], "did you mean depth?"),
        (["-p", "MinimaxAgent", "-a", "evalFn=best"], "unknown evalFn 'best'"),
        (["-p", "ReflexAgent", "-k", "9"], "has 2 ghosts"),
        (["-p", "ReflexAgent", "-k", "-1"], "has 2 ghosts"),
        (["-p", "ReflexAgent", "-n", "0"], "-n must be at least 1"),
        (["-p", "ReflexAgent", "-x", "1"], "leaves no game"),
        (["-p", "ReflexAgent", "--frameTime", "-1"], "--frameTime must be at least 0"),
        (["-p", "ReflexAgent", "--frameTime", "nan"], "--frameTime must be at least 0"),
        (["-p", "ReflexAgent", "-z", "0.5"], "--zoom must be at least 1"),
        (["-p", "ReflexAgent", "-z", "7"], "--zoom must be at most 3, not 7"),
        (["-p", "ReflexAgent", "-c", "--timeout", "0"], "--timeout must be more than 0"),
        (["-p", "ReflexAgent", "-g", "DirectionalGhost:prob_attack=2"], "from 0 to 1"),
        (["-p", "ReflexAgent", "-g", "DirectionalGhost:prob=2"], "unknown option of DirectionalGhost"),
        (["-p", "ReflexAgent", "-g", "MinimaxGhost:depth=0"], "depth must be at least 1"),
        (["-a", "depth=2"], "KeyboardAgent takes no options"),
        (["-p", "alphabeta:depht=2"], "did you mean depth?"),
        (["--replay", "no_such_file"], "no_such_file cannot be read"),
        (["-p", "ReflexAgent", "extra"], "unexpected extra argument"),
    ],
)
def test_bad_words_are_refused(words: list[str], said: str) -> None:
    assert said in refusal(kibitz("pacman", *words))


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        ("%%%%%\n%  .%\n%%%%%\n", "has no Pacman"),
        ("%%%%%\n%P .%\n%% %%\n", "leaks: there is no wall at line 3, column 3"),
        ("%%%%%\n%P .\n%%%%%\n", "line 2 has 4 letters"),
        ("%%%%%\n%P ?%\n%%%%%\n", "unknown letter '?'"),
    ],
)
def test_bad_maps_are_refused(tmp_path: Path, drawing: str, said: str) -> None:
    file = tmp_path / "maze.lay"
    file.write_text(drawing)
    assert said in refusal(kibitz("pacman", "-p", "ReflexAgent", "-l", str(file)))


def script(*words: str) -> str:
    """Return what `python pacman.py` writes."""
    command = [sys.executable, "pacman.py", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True).stdout


def test_the_script_at_the_root_is_the_command() -> None:
    words = ("-p", "ReflexAgent", "-l", "testClassic", "-q", "-f", "-k", "0")
    assert script(*words).splitlines()[:5] == kibitz("pacman", *words).out.splitlines()[:5]
    told = script("--help")
    assert all(flag in told for flag in ("--agentArgs", "--numTraining", "--frameTime", "--catchExceptions", "--replay"))
