"""What the commands answer, for people and in JSON."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import kibitz, process

import kibitz as library
from sample_game import LISTS, SOUND

FIELDS = {
    "game", "position", "agent", "to_move", "action", "actions", "value", "score", "line", "moves",
    "depth", "nodes", "simulations", "seconds", "seed",
}  # fmt: skip


@pytest.fixture
def take_away(tmp_path: Path) -> str:
    path = tmp_path / "take_away.py"
    path.write_text(SOUND)
    return str(path)


def test_games_lists_every_game_with_its_facts() -> None:
    rows = {row["game"]: row for row in kibitz("games", "--json").jsons}
    assert {"connect_four", "mnk", "nim", "pig", "tic_tac_toe", "tree", "vacuum"} <= rows.keys()
    assert rows["connect_four"]["parameters"] == {"width": 7, "height": 6, "connect": 4}
    assert (rows["pig"]["chance"], rows["pig"]["cyclic"], rows["pig"]["deterministic"]) == (True, True, False)
    assert (rows["nim"]["chance"], rows["nim"]["cyclic"], rows["nim"]["players"]) == (False, False, 2)
    assert (rows["vacuum"]["players"], rows["nim"]["parameters"]["piles"]) == (1, "3+4+5")
    assert rows["connect_four"]["speed"] == "compiled"


def test_games_as_a_table() -> None:
    lines = kibitz("games").out.splitlines()
    assert lines[0].split() == ["name", "players", "chance", "cyclic", "speed", "parameters"]
    assert any(line.split()[:4] == ["pig", "2", "yes", "yes"] for line in lines)


def test_agents_have_room_on_a_narrow_terminal() -> None:
    lines = [line.split() for line in kibitz("agents").out.splitlines()]
    assert ["expectiminimax", "textbook"] in [words[:2] for words in lines]
    assert ["depth=,", "rounds=,", "strict=false,", "order=given"] in lines, "options on a line of their own"


def test_analyse_has_the_fields_of_every_decision() -> None:
    answer = kibitz("analyse", "tic_tac_toe", "xx./oo./...", "--agent", "minimax:engine=textbook", "--seed", "7", "--json")
    found = answer.json
    assert answer.code == 0
    assert found.keys() >= FIELDS
    assert (found["game"], found["position"], found["to_move"], found["seed"]) == ("tic_tac_toe", "xx./oo./...", 0, 7)
    assert (found["action"], found["actions"], found["value"], found["line"]) == ("c1", ["c1"], 1.0, ["c1"])
    assert {move["action"]: move["value"] for move in found["moves"]}["a3"] == -1.0
    assert found["agent"] == "minimax:engine=textbook"


def test_analyse_values_every_move_natively() -> None:
    found = kibitz("analyse", "tic_tac_toe", "xx./oo./...", "--agent", "alphabeta", "--json").json
    values = {move["action"]: move["value"] for move in found["moves"]}
    assert values == {"c1": 1.0, "c2": 0.0, "a3": -1.0, "b3": -1.0, "c3": -1.0}


def test_analyse_for_people_shows_board_move_and_value() -> None:
    out = kibitz("analyse", "tic_tac_toe", "xx./oo./...", "--agent", "minimax:engine=textbook").out
    words = [line.split() for line in out.splitlines()]
    assert ["best", "move", "c1"] in words
    assert ["value", "1", "(exact)"] in words
    assert any("x x ." in line for line in out.splitlines())


def test_analyse_counts_simulations_and_repeats_them() -> None:
    command = ("analyse", "pig:goal=20", "--agent", "uct:sims=60", "--json", "--seed")
    first, again, other = (kibitz(*command, seed).json for seed in ("3", "3", "4"))
    assert first["simulations"] == 60
    assert sum(move["visits"] for move in first["moves"]) <= 60
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert first["value"] != other["value"]


def test_analyse_of_a_finished_game_has_no_move() -> None:
    answer = kibitz("analyse", "tic_tac_toe", "xxx/oo./...", "--json")
    assert answer.code == 0
    assert (answer.json["action"], answer.json["to_move"], answer.json["value"]) == (None, None, -1.0)


def test_a_plan_is_printed_and_no_plan_is_a_negative_answer() -> None:
    plan = kibitz("analyse", "vacuum", "--agent", "andor", "--json")
    assert (plan.code, plan.json["plan"]) == (0, "[Suck, if State=5 then [Right, Suck] else []]")
    none = kibitz("analyse", "vacuum:slippery=true", "--agent", "andor", "--json")
    assert (none.code, none.json["plan"], none.json["action"]) == (1, None, None)
    assert kibitz("tree", "vacuum:slippery=true", "--agent", "andor").code == 1


def test_solve_in_a_process_of_its_own() -> None:
    answer = process("solve", "tic_tac_toe", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.json["value"] == 0
    assert len(answer.json["actions"]) == 9
    assert len(answer.json["line"]) == 9
    assert answer.json["exact"] is True


def test_solve_gives_the_score_of_a_game_that_has_one() -> None:
    found = kibitz("solve", "connect_four:width=4,height=4", "121212", "--json").json
    assert (found["value"], found["actions"], found["score"]) == (1.0, ["1"], 5)


def test_outcomes_of_chance_are_listed_with_their_probabilities() -> None:
    asked = ("analyse", "pig:goal=10", "0-0+0?", "--agent", "expectiminimax:depth=1,engine=textbook")
    found = kibitz(*asked, "--json").json
    assert (found["to_move"], found["action"]) == (-1, None)
    assert [(move["action"], move["probability"]) for move in found["moves"]] == [(str(roll), 1 / 6) for roll in range(1, 7)]
    words = [line.split() for line in kibitz(*asked).out.splitlines()]
    assert ["outcome", "value", "probability"] in words
    assert any(line[:1] == ["6"] and line[-1:] == ["0.166667"] for line in words)


def test_solve_answers_where_ties_matter_and_says_so(tmp_path: Path) -> None:
    answer = kibitz("solve", "tree:name=tie")
    assert answer.code == 0
    assert "among equally good moves it matters which one is taken" in answer.out
    listed = tmp_path / "positions.txt"
    listed.write_text("initial\n")
    rows = kibitz("solve", "tree:name=tie", "--positions", str(listed), "--json").jsons
    assert [(row["exact"], row["other_tie_breaking"]) for row in rows] == [(False, [6.0, 5.0, 1.0])]


def test_solve_a_list_of_positions(tmp_path: Path) -> None:
    listed = tmp_path / "positions.txt"
    listed.write_text('# a comment\n\nx.o/.x./... 12\nxx./oo./...\tanother column\n"xx./oo./..."\ninitial\n')
    rows = kibitz("solve", "tic_tac_toe", "--positions", str(listed), "--json").jsons
    assert [row["position"] for row in rows] == ["x.o/.x./...", "xx./oo./...", "xx./oo./...", "initial"]
    assert [row["value"] for row in rows] == [0.0, 1.0, 1.0, 0.0]
    assert [row["actions"] for row in rows[:3]] == [["c3"], ["c1"], ["c1"]]


def test_solve_positions_from_stdin_as_a_table() -> None:
    answer = kibitz("solve", "tic_tac_toe", "--positions", "-", stdin="xx./oo./...\n")
    assert answer.out.splitlines() == ["position\tvalue\tscore\tbest moves", "xx./oo./...\t1\t\tc1"]


def test_a_users_game_is_solved_compiled_or_not(take_away: str, tmp_path: Path) -> None:
    lists = tmp_path / "lists.py"
    lists.write_text(LISTS)
    for game in (take_away, str(lists)):
        won, lost = kibitz("solve", game, "--json").json, kibitz("solve", f"{game}:pile=8", "--json").json
        assert (won["value"], won["actions"], lost["value"]) == (1.0, ["2"], -1.0)


def test_an_interpreted_game_is_analysed_by_default(tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text(LISTS)
    found = kibitz("analyse", str(tmp_path / "lists.py"), "--json").json
    assert (found["agent"], found["action"], found["value"]) == ("deepening:time=1", "2", 1.0)


@pytest.mark.parametrize("target", ["tic_tac_toe", "lists"])
def test_perft_counts_and_divides(target: str, tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text(LISTS)
    game, depth, count = ("tic_tac_toe", "6", 54720) if target == "tic_tac_toe" else (str(tmp_path / "lists.py"), "4", 76)
    whole = kibitz("perft", game, depth, "--json").json
    parts = kibitz("perft", game, "initial", depth, "--divide", "--json").json
    assert whole["nodes"] == parts["nodes"] == count
    assert sum(move["nodes"] for move in parts["moves"]) == count
    assert whole["depth"] == int(depth)


def test_perft_for_people() -> None:
    lines = kibitz("perft", "nim:piles=1+2", "1", "--divide").out.splitlines()
    assert len(lines) == 4
    assert lines[-1].startswith("3 paths of 1 moves")


def test_tree_as_text_and_in_steps() -> None:
    whole = kibitz("tree", "tree").out
    assert whole.startswith("▲ 3")
    assert "not looked at: 2 <= alpha 3" in whole
    early = kibitz("tree", "tree", "--step", "5").out
    assert "a1" in early
    assert "a2" not in early


def test_tree_as_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    answer = kibitz("tree", "tree:name=chance", "--svg", str(out))
    assert (answer.code, answer.out) == (0, f"wrote {out}\n")
    assert out.read_text().startswith("<svg")
    assert [path.name for path in tmp_path.iterdir()] == ["out.svg"]
    assert kibitz("tree", "tree:name=chance", "--svg", "-").out.startswith("<svg")


def test_tree_as_json_holds_windows_and_cuts() -> None:
    found = kibitz("tree", "tree", "--agent", "alphabeta", "--json").json
    root = found["tree"]
    assert (found["value"], found["action"], root["value"], root["chosen"]) == (3.0, "a1", 3.0, "a1")
    assert [child["action"] for child in root["children"]] == ["a1", "a2", "a3"]
    assert (root["children"][1]["cut"], root["children"][1]["reason"]) == (["c2", "c3"], "2 <= alpha 3")


def test_tree_of_a_file_and_of_a_users_game(tmp_path: Path, take_away: str) -> None:
    (tmp_path / "small.tree").write_text("a MAX: left -> 4, right -> 7\n")
    assert kibitz("tree", str(tmp_path / "small.tree"), "--json").json["action"] == "right"
    assert kibitz("tree", take_away, "--agent", "minimax", "--json").json["action"] == "2"
    assert "depth=2" in kibitz("tree", take_away, "--json").json["agent"]


def test_version_and_help() -> None:
    assert kibitz("--version").out.startswith("kibitz 0.")
    for command in ("games", "play", "analyse", "solve", "tree", "perft", "check"):
        answer = kibitz(command, "--help")
        assert answer.code == 0
        assert f"kibitz {command}" in answer.out
        assert "Examples" in answer.out
        assert "--json" in answer.out
        assert "--seed" in answer.out


def test_check_says_yes_or_no(tmp_path: Path, take_away: str) -> None:
    good = kibitz("check", take_away, "--games", "5", "--json")
    assert (good.code, good.json["ok"], good.err) == (0, True, "")
    (tmp_path / "bad.py").write_text(SOUND.replace("-1.0 if player == s.player else 1.0", "1.0"))
    bad = kibitz("check", str(tmp_path / "bad.py"), "--games", "5", "--json")
    assert (bad.code, bad.json["ok"]) == (1, False)
    assert any(not finding["passed"] and finding["message"] for finding in bad.json["findings"])
    assert "FAIL" in kibitz("check", str(tmp_path / "bad.py"), "--games", "5").out


def test_bench_measures_playouts_and_simulations() -> None:
    (fields,) = kibitz("bench", "tic_tac_toe", "--json").jsons
    assert fields["game"] == "tic_tac_toe"
    assert fields["playouts"] > 10_000
    assert fields["light_playouts"] is None
    assert fields["simulations"] > 10_000


def test_what_is_proved_does_not_look_like_an_average() -> None:
    """UCT takes a move that is proved to be worth 3 before one of average 4, since that is proved to be worth 2 at most."""
    asked = "analyse", "tree:name=lecture", "--agent", "uct"
    moves = {move["action"]: move for move in kibitz(*asked, "--json").json["moves"]}
    assert [moves[name]["proved"] for name in ("a1", "a2", "a3")] == [True, False, True]
    assert (moves["a1"]["value"], moves["a3"]["value"]) == (3, 2)
    assert moves["a1"].keys() & {"interval"} == set()
    assert moves["a2"]["value"] > moves["a2"]["bounds"][1] == 2
    rows = {line.split()[0]: line for line in kibitz(*asked).out.splitlines() if line[:1] == "a"}
    assert "proved" in rows["a1"]
    assert " to " not in rows["a1"]
    assert "proved" not in rows["a2"]
    assert " ".join(rows["a2"].split()[:-1]) == "a2 2 at least 0, at most 2", "no average beyond a bound"
    assert "proved     after 11 simulations" in kibitz(*asked, "--seed", "7").out
    few = kibitz("analyse", "connect_four", "--agent", "uct:sims=100")
    assert " to " in few.out
    assert "at most" not in few.out


def test_analyse_says_when_the_memory_is_full() -> None:
    full = kibitz("analyse", "connect_four", "--agent", "uct:sims=20000,memory=1MB")
    assert "full: the tree does not grow any more" in full.out
    assert "full" not in kibitz("analyse", "connect_four", "--agent", "uct:sims=1000,memory=64MB").out


def test_of_large_values_no_digit_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "large.tree").write_text("root MAX: a -> 150000.25, b -> 1234567.5\n")
    out = kibitz("solve", str(tmp_path / "large.tree")).out
    assert "150000.25" in out
    assert "1234567.5" in out


def test_every_line_of_a_file_is_analysed(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("# two openings\n44 the centre\n\n4453\n")
    words = ("analyse", "connect_four", "--positions", str(path), "--agent", "alphabeta:depth=4")
    answers = kibitz(*words, "--json").jsons
    assert [one["position"] for one in answers] == ["44", "4453"]
    assert [one["seed"] for one in answers] == [0, 1]
    alone = kibitz("analyse", "connect_four", "4453", "--agent", "alphabeta:depth=4", "--json").json
    assert {**answers[1], "seconds": 0, "seed": 0, "position": ""} == {**alone, "seconds": 0, "position": ""}
    rows = kibitz(*words).out.splitlines()
    assert rows[0].split("\t") == ["position", "best move", "value", "line"]
    assert [row.split("\t")[0] for row in rows[1:]] == ["44", "4453"]
    both = kibitz("analyse", "connect_four", "44", "--positions", str(path))
    assert (both.code, both.out) == (2, "")


def test_the_command_and_the_library_are_one_search() -> None:
    told = kibitz("analyse", "connect_four", "4453", "--agent", "alphabeta:depth=6", "--json").json
    decision = library.analyse("connect_four", "4453", "alphabeta:depth=6")
    assert (told["nodes"], told["value"]) == (decision.nodes, decision.value)
    assert [move["value"] for move in told["moves"]] == [move.value for move in decision.moves]
