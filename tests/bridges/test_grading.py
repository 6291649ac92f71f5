"""`kibitz grade` and `kibitz pacman --code`: twelve homework files, six right and six wrong, all told what they are."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from commands import kibitz

from kibitz.bridges.grading.examining import Answer, answer_of, diagnosis, variant_answer
from kibitz.bridges.grading.grader import student_choice
from kibitz.bridges.grading.growing import examples
from kibitz.bridges.grading.mistakes import MISTAKES
from kibitz.bridges.grading.searches import chosen_action
from kibitz.bridges.grading.trees import ExplicitTree, TreeState, Watched
from kibitz.bridges.grading.variants import ALL, Variant, right
from kibitz.bridges.homework.loading import Homework
from kibitz.games.tree.pacman import read_graph
from kibitz.textbook import alpha_beta, expectimax, minimax
from kibitz.textbook.trace import Trace

FILES = Path(__file__).parent / "homework"
RIGHT = {
    "right_recursion": "MinimaxAgent", "right_helpers": "AlphaBetaAgent", "right_sentinels": "ExpectimaxAgent",
    "right_mutable_defaults": "MinimaxAgent", "right_deep_copies": "MinimaxAgent", "right_prints": "ExpectimaxAgent",
}  # fmt: skip
WRONG = {
    "wrong_depth": ("depth-1", "depth 1 was searched, 2 asked"),
    "wrong_ply": ("ply-per-agent", "counts a ply as one agent's move"),
    "wrong_equality": ("prunes-equal", "prunes on equality"),
    "wrong_late": ("prunes-late", "generates successors of states it has cut"),
    "wrong_ghosts": ("ghosts-maximise", "ghosts maximise"),
    "wrong_win": ("forgets-win", "forgets to stop at a win"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_homework_is_right(name: str) -> None:
    told = kibitz("grade", str(FILES / f"{name}.py"), "--json")
    found = json.loads(told.out)
    assert (told.code, found["agent"], found["verdict"], found["wrong"]) == (0, RIGHT[name], "right", 0)
    assert (found["printed"] > 0) == (name == "right_prints")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_homework_is_told_why(name: str) -> None:
    told = kibitz("grade", str(FILES / f"{name}.py"), "--json")
    found = json.loads(told.out)
    assert (told.code, found["verdict"], found["mistakes"], found["sure"]) == (1, "wrong", [WRONG[name][0]], True)
    assert WRONG[name][1] in found["reasons"][0]


def test_people_see_the_tree_where_it_went_wrong(tmp_path: Path) -> None:
    told = kibitz("grade", str(FILES / "wrong_late.py"), "--svg", str(tmp_path / "trees"))
    assert told.code == 1
    assert "AlphaBetaAgent: wrong\n  generates successors of states it has cut" in told.out
    assert "it generated too much: " in told.out
    assert "▲" in told.out
    assert (tmp_path / "trees" / "AlphaBetaAgent.svg").read_text().startswith("<svg")


def textbook_answer(kind: str, tree: ExplicitTree) -> Answer:
    """Return what Kibitz's textbook does with a tree, as the grader tells it."""
    searches: dict[str, Any] = {"MinimaxAgent": minimax.decide, "AlphaBetaAgent": alpha_beta.decide}
    game: Any = tree.game()
    options: dict[str, Any] = {"strict": True} if kind == "AlphaBetaAgent" else {}
    story = Trace(game)
    search = searches.get(kind, expectimax.decide)
    decision = search(game, game.initial(), rounds=tree.rounds, trace=story, **options)
    made = {game.notation(state).partition("@")[0] for state in story.states()}
    return Answer(game.action_name(game.initial(), decision.action), frozenset(made))


@pytest.mark.parametrize("kind", ALL)
def test_the_right_search_is_the_textbooks(kind: str) -> None:
    for tree in examples():
        assert variant_answer(right(kind), tree) == textbook_answer(kind, tree), tree.name


def check_mistakes(kind: str, seed: int, ways: int | None) -> None:
    """Let every mistake be found, in so many of the ways it is made."""
    trees = examples(seed)
    for mistake in MISTAKES:
        if kind in mistake.kinds:
            for wrong in mistake.made_in(right(kind))[:ways]:
                found = diagnosis(kind, partial(chosen_action, wrong), trees)
                assert [one.key for one in found.mistakes] == [mistake.key], wrong
                assert found.is_sure


@pytest.mark.parametrize("kind", ALL)
def test_every_mistake_is_found_among_all_others(kind: str) -> None:
    check_mistakes(kind, seed=0, ways=1)


@pytest.mark.conformance
@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("seed", [0, 7])
def test_every_mistake_is_found_in_each_of_its_ways(kind: str, seed: int) -> None:
    check_mistakes(kind, seed, ways=None)


def test_two_mistakes_at_once_are_found() -> None:
    wrong = Variant("AlphaBetaAgent", prunes_equal="both", takes_last=True)
    found = diagnosis("AlphaBetaAgent", partial(chosen_action, wrong), examples())
    assert {one.key for one in found.mistakes} == {"prunes-equal", "last-of-equals"}


def oracle_trees(oracles: Path) -> list[tuple[Path, str]]:
    files = sorted(oracles.glob("pacman/cs188_*/test_cases/q*/*.test"))
    return [(file, file.read_text()) for file in files if "GraphGameTreeTest" in file.read_text()]


def entry(text: str, key: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f"{key}:")).split('"')[1]


def test_the_courses_trees_come_out_right(oracles: Path) -> None:
    """All 102 trees, with a right homework file for each agent, and with the model that students are compared with."""
    students = {RIGHT[name]: Homework(str(FILES / f"{name}.py"), echo=False) for name in RIGHT}
    trees = oracle_trees(oracles)
    for file, text in trees:
        kind, rounds = entry(text, "alg"), int(entry(text, "depth"))
        agents, start, graph = read_graph(str(file), text)
        tree = ExplicitTree(file.stem, agents, rounds, start, graph)
        solution = file.with_suffix(".solution").read_text()
        expected = entry(solution, "generated" if "generated:" in solution else "expanded").split()
        by_student = answer_of(partial(student_choice, students[kind], kind), tree)
        for answer in (by_student, variant_answer(right(kind), tree)):
            assert answer.agrees(Answer(entry(solution, "action"), frozenset(expected))), file
            assert not answer.astray
    assert len(trees) == 102


def homework(tmp_path: Path, body: str, top: str = "") -> str:
    base = (FILES / "right_recursion.py").read_text().partition("class MinimaxAgent")[0]
    path = tmp_path / "multiAgents.py"
    path.write_text(f"{top}\n{base}\nclass MinimaxAgent(MultiAgentSearchAgent):\n    def getAction(self, gameState):\n{body}\n")
    return str(path)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("        return nothing", "NameError: name 'nothing' is not defined"),
        ("        return self.getAction(gameState)", "calls itself without end"),
        ("        util.raiseNotDefined()", "getAction is not written yet"),
        ("        exit()", "ended the program with exit()"),
        ("        return gameState.generateSuccessor(0, 'Up')", "has no action 'Up'"),
        ("        input()", "asks for input(), and nobody is there"),
        ("        import sys; return -sys.maxint", "that was Python 2, in Python 3 it is maxsize"),
        ("        return gameState.getLegalActions(2 + gameState.getNumAgents())", "agents are numbered from 0 to 1"),
        ("        return gameState.getFood()", "searches are graded with the default evalFn"),
    ],
)
def test_what_fails_is_told_with_its_line(tmp_path: Path, body: str, words: str) -> None:
    path = homework(tmp_path, body)
    line = len(Path(path).read_text().splitlines())
    told = kibitz("grade", path)
    assert told.code == 1
    assert f"multiAgents.py:{line}: " in told.out
    assert words in told.out
    assert "Traceback" not in told.out + told.err


TIES = "        return random.choice([m for m, v in zip(moves, values) if v == max(values)])"
MISTAKEN = {
    "        return max(values)": "getAction returns the number",
    "        return max(zip(values, moves))": "return the action alone",
    "        print(moves)": "getAction returns None: is a return missing?",
    "        return 'Stop'": "'Stop', which is no legal action; here these are: to_A, to_B",
    TIES: "does not take the first of equally good actions, as the course's trees expect: it picks one at random",
    "        return moves[values.index(max(values)) if random.random() < 0.5 else 0]": "depend on random numbers",
    "        globals()['asked'] = globals().get('asked', 0) + 1\n        return moves[asked % 2]": "keeps something",
    "        return moves[values.index(sorted(values)[len(values) // 2])]": "values them wrongly",
}


@pytest.mark.parametrize("end", MISTAKEN)
def test_answers_that_no_search_gives_are_told(tmp_path: Path, end: str) -> None:
    told = kibitz("grade", homework(tmp_path, f"{ONE_ROUND}\n{end}", "import random"), "--json")
    found = json.loads(told.out)
    assert (told.code, found["verdict"]) == (1, "wrong")
    assert MISTAKEN[end] in found["reasons"][0]


ONE_ROUND = """\
        def value(state, turn):
            agents = state.getNumAgents()
            if state.isWin() or state.isLose() or turn == agents * self.depth:
                return self.evaluationFunction(state)
            agent = turn % agents
            found = [value(state.generateSuccessor(agent, a), turn + 1) for a in state.getLegalActions(agent)]
            return max(found) if agent == 0 else min(found)

        moves = gameState.getLegalActions(0)
        values = [value(gameState.generateSuccessor(0, m), 1) for m in moves]"""
FIRST_BEST = "        return moves[values.index(max(values))]"


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("generateSuccessor(agent, a)", "generateSuccessor(self.index, a)", "agent 0 is moved in state"),
        ("gameState.getLegalActions(0)", "[m for m in gameState.getLegalActions(0) if m != 'Stop']", "never considers Stop"),
        ("= gameState.getL", "= (self.kept.append(1) or len(self.kept) > 2 and setattr(self, 'depth', 1)) or gameState.getL",
         "keeps something from one decision to the next"),
    ],
)  # fmt: skip
def test_what_trees_do_not_show_is_found_in_games(tmp_path: Path, before: str, after: str, reason: str) -> None:
    body = f"{ONE_ROUND}\n{FIRST_BEST}"
    assert kibitz("grade", homework(tmp_path, body)).code == 0
    made = homework(tmp_path, body.replace(before, after))
    Path(made).write_text(
        Path(made).read_text().replace("        self.index = 0", "        self.index = 0\n        self.kept = []")
    )
    told = kibitz("grade", made, "--json")
    found = json.loads(told.out)
    assert (told.code, found["verdict"]) == (1, "wrong")
    assert reason in found["reasons"][0]


RIGHT_TOO = {
    "stops where nobody has an action": ("MinimaxAgent", "state.isWin() or state.isLose()", "not state.getLegalActions(agent)"),
    "adds up shares of values": (
        "ExpectimaxAgent", "pick(results, key=lambda r: r[0])",
        "max(results, key=lambda r: r[0]) if agent == 0 else (sum(r[0] * (1 / len(results)) for r in results[::-1]), None)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("style", RIGHT_TOO)
def test_other_styles_are_right_too(tmp_path: Path, style: str) -> None:
    name, before, after = RIGHT_TOO[style]
    text = (FILES / "right_recursion.py").read_text().replace("MinimaxAgent", name)
    (tmp_path / "other.py").write_text(text.replace(before, after))
    assert text.count(before) == 1
    told = kibitz("grade", str(tmp_path / "other.py"))
    assert (told.code, told.out.splitlines()[1]) == (0, "  all 80 trees are right")


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    told = kibitz("grade", str(FILES / "right_recursion.py"))
    assert "Not in the file: ReflexAgent, AlphaBetaAgent, ExpectimaxAgent, betterEvaluationFunction\n" in told.out
    (tmp_path / "misnamed.py").write_text((FILES / "right_recursion.py").read_text().replace("MinimaxAgent", "MiniMaxAgent"))
    told = kibitz("grade", str(tmp_path / "misnamed.py"))
    assert (told.code, told.err.endswith("; is MiniMaxAgent meant to be MinimaxAgent?\n")) == (2, True)


def test_the_evaluation_must_be_a_number(tmp_path: Path) -> None:
    text = (FILES / "right_sentinels.py").read_text()
    for body, words in [("", "not a number (is a return missing?)"), ("\n    return 1 / 0", "ZeroDivisionError")]:
        (tmp_path / "better.py").write_text(f"{text}\n\ndef betterEvaluationFunction(state):\n    score = 0{body}\n")
        told = kibitz("grade", str(tmp_path / "better.py"), "--agent", "betterEvaluationFunction")
        assert (told.code, words in told.out) == (1, True), told.out


HANGS = "        while True:\n            pass"
CATCHES = "        while True:\n            try:\n                1 / 0\n            except:\n                pass"


@pytest.mark.parametrize("body", [HANGS, CATCHES])
def test_what_hangs_is_stopped(tmp_path: Path, body: str) -> None:
    path = homework(tmp_path, body)
    told = kibitz(
        "pacman", "--code", path, "-p", "MinimaxAgent", "-l", "minimaxClassic", "-q", "-c", "--timeout", "0.2", "--seed", "1"
    )
    assert told.code == 0
    assert "took longer than 0.2 s and was stopped here" in told.out


def test_bad_input_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "broken.py").write_text("def f(:\n")
    for words, code, message in [
        (["missing.py"], 2, "there is no file missing.py"),
        ([str(tmp_path / "empty.py")], 2, "has none of ReflexAgent"),
        ([str(tmp_path / "broken.py")], 2, "broken.py:1: invalid syntax"),
        ([str(FILES / "wrong_ply.py"), "--agent", "MinmaxAgent"], 2, "did you mean MinimaxAgent?"),
        ([str(FILES / "wrong_ply.py"), "--agent", "AlphaBetaAgent"], 2, "has no AlphaBetaAgent; it has MinimaxAgent"),
        ([str(FILES / "wrong_ply.py"), "--games", "0"], 2, "--games must be at least 1"),
    ]:
        told = kibitz("grade", *words)
        assert (told.code, message in told.err, told.err.count("\n")) == (code, True, 1), told.err


@pytest.mark.conformance
@pytest.mark.parametrize("agent", ["right_recursion", "right_helpers"])
def test_homework_plays_as_kibitzs_own_agent(agent: str) -> None:
    """With one seed, a student's right search and Kibitz's play the same games, move by move."""
    options = ["-l", "minimaxClassic", "-a", "depth=3", "-q", "-n", "4", "--seed", "5", "--json"]
    mine = kibitz("pacman", "-p", RIGHT[agent], *options)
    student = kibitz("pacman", "--code", str(FILES / f"{agent}.py"), "-p", RIGHT[agent], *options)
    assert (mine.code, student.code) == (0, 0)
    games = [[(one["score"], one["moves"]) for one in map(json.loads, told.out.splitlines())] for told in (mine, student)]
    assert games[0] == games[1]


def test_helper_files_and_late_imports_work_and_nothing_stays(tmp_path: Path) -> None:
    (tmp_path / "helpers.py").write_text("from game import Directions\nSTOP = Directions.STOP\n")
    path = homework(tmp_path, "        import util, helpers\n        return helpers.STOP", "import helpers, ghostAgents")
    before = set(sys.modules)
    one = Homework(path, echo=False)
    state = TreeState(examples()[0], "s", Watched())
    assert student_choice(one, "MinimaxAgent", state, 1) == "Stop"
    assert not {"util", "game", "pacman", "helpers", "multiAgents"} & (set(sys.modules) - before)
    assert os.path.dirname(path) not in sys.path


def test_a_game_needs_a_class_that_is_there() -> None:
    told = kibitz("pacman", "--code", str(FILES / "wrong_ply.py"), "-p", "MinmaxAgent", "-q")
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "did you mean MinimaxAgent?" in told.err
