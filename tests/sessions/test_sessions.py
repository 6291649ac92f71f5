"""Games in progress from Python: played, taken back, decided on, kept and read again."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from draughts.PDN import PDNReader

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import IllegalMoveError, InputError, PositionError, UnknownNameError
from kibitz.core.marks import cell_boxes
from kibitz.core.randomness import Random
from kibitz.core.registry import spec_of
from kibitz.records import suffix_of

EXAMPLES = Path(__file__).parents[2] / "examples"
SCHOLARS_MATE = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"
PGN = """[Event "Casual"]
[White "Morphy \\"the pride\\""]
[Black "Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 {a comment (with brackets)} 3. d4 Bg4 $6 (3... exd4 4. Nxd4 (4. Qxd4)) 4. dxe5 Bxf3 ; to the end of the line
5. Qxf3 dxe5 6.Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
"""A game of 1858 with all that a reader has to pass over."""

GAMES = [
    "tic_tac_toe",
    "connect_four:width=5",
    "chess",
    "checkers",
    "go:size=5",
    "backgammon",
    "othello:size=4",
    "pig",
    "nim",
    "tree",
]


def first_move(game: Game, state: Any) -> int:
    """Return the first legal move."""
    return next(iter(game.actions(state)))


def random_session(game: str, moves: int = 30) -> kibitz.Session:
    """Return a game of random moves."""
    session, random = kibitz.Session(game), Random(5)
    while not session.is_over and len(session.history) < moves:
        session.play(random.choice(session.actions))
    return session


def test_a_game_is_played_by_names_and_numbers() -> None:
    session = kibitz.Session("chess")
    for name in SCHOLARS_MATE.split():
        assert name in session.legal_moves
        session.play(name)
    assert session.is_over
    assert session.result == (1.0, -1.0)
    assert session.legal_moves == []
    assert session.actions == []
    assert [move.mover for move in session.history] == [0, 1, 0, 1, 0, 1, 0]
    assert str(session).endswith("Qxf7#\nfirst wins (first 1, second -1)")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        session.play("e5")


def test_illegal_moves_change_nothing() -> None:
    session = kibitz.Session("connect_four")
    for wrong in ("9", 7, -1):
        with pytest.raises(IllegalMoveError):
            session.play(wrong)
    assert session.history == ()


def test_moves_are_taken_back_and_made_again() -> None:
    session = kibitz.Session("connect_four").play("4").play("4").play("5")
    position = session.state
    assert session.undo(2) == 2
    assert [move.name for move in session.history] == ["4"]
    assert session.redo() == 1
    assert session.redo(5) == 1
    assert session.state == position
    assert session.undo_turn() == 2  # back to where the second player chose
    session.play("1")
    assert session.redo() == 0  # another way was taken
    assert session.undo(9) == 2
    assert session.state == session.game.initial()


def test_a_clone_goes_its_own_way() -> None:
    session = kibitz.Session("connect_four", agents=[first_move, "random"]).play("4")
    twin = session.clone().play("1")
    assert [move.name for move in session.history] == ["4"]
    assert [move.name for move in twin.history] == ["4", "1"]
    assert twin.undo(2) == 2


def test_the_third_occurrence_of_a_position_ends_the_game() -> None:
    session = kibitz.Session("chess")
    for name in 2 * ["Nf3", "Nf6", "Ng1", "Ng8"]:
        assert not session.is_over
        session.play(name)
    assert session.result == (0.0, 0.0)
    assert not session.clone().undo(1) or session.is_over


def test_agents_and_chance_take_their_turns() -> None:
    session = kibitz.Session("pig:goal=10", agents=["random", first_move], seed=3).run()
    assert session.is_over
    again = kibitz.play("pig:goal=10", "random", first_move, seed=3)
    assert [move.name for move in again.history] == [move.name for move in session.history]
    assert {move.decision.agent for move in session.history if move.decision is not None} == {"random", "first_move"}


def test_a_human_is_waited_for() -> None:
    session = kibitz.Session("connect_four", agents=["human", "random"])
    assert session.run().history == ()
    with pytest.raises(InputError, match=r"the first player is human: call play\(move\)"):
        session.step()
    session.play("4").run()
    assert len(session.history) == 2
    with pytest.raises(InputError, match="has no human"):
        kibitz.play("nim", "human")


def test_too_many_agents_are_refused() -> None:
    with pytest.raises(InputError, match="this game is for 2 players, and 3 agents were given"):
        kibitz.Session("nim", agents=["random"] * 3)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_kept_and_read_again(name: str, tmp_path: Path) -> None:
    session = random_session(name)
    for file in ("game.json", f"game.{suffix_of(name)}"):
        session.save(tmp_path / file)
        again = kibitz.Session.load(tmp_path / file)
        assert [move.name for move in again.history] == [move.name for move in session.history]
        assert again.game == session.game
        assert again.result == session.result
        if name != "go:size=5":  # a record of stones does not say what was before them
            assert again.state == session.state


def test_a_record_begins_where_the_game_began() -> None:
    session = kibitz.Session("chess", "4k3/8/8/8/8/8/4P3/4K2R b K - 0 31").play("Kd7").play("O-O")
    told = session.record()
    assert "31... Kd7 32. O-O *" in told
    assert kibitz.Session.from_record(told).state == session.state
    game = chess.pgn.read_game(io.StringIO(told))
    assert game is not None
    assert not game.errors
    assert game.end().board().fen() == session.game.notation(session.state)


def test_python_chess_reads_our_games() -> None:
    session = random_session("chess", 120)
    game = chess.pgn.read_game(io.StringIO(session.record()))
    assert game is not None
    assert not game.errors
    assert len(list(game.mainline_moves())) == len(session.history)
    assert game.end().board().fen().split()[:4] == session.game.notation(session.state).split()[:4]


def test_we_read_games_of_others() -> None:
    session = kibitz.Session.from_record(PGN)
    expected = chess.pgn.read_game(io.StringIO(PGN))
    assert expected is not None
    assert session.game.notation(session.state) == expected.end().board().fen()
    assert session.result == (1.0, -1.0)


def test_a_draughts_program_reads_our_games() -> None:
    session = random_session("checkers", 40)
    (game,) = PDNReader(session.record()).games
    assert game.moves == [move.name for move in session.history]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "neither tags nor moves"),
        ("{", "the record is no JSON"),
        ("{}", "no game of Kibitz"),
        ('{"format": "kibitz", "game": "nim", "position": "1"}', "has no field moves"),
        ('{"format": "kibitz", "game": "nim", "position": "1", "moves": 7}', "field moves is no list"),
        ('[Variant "Atomic"]\n\n1. e4 *', "a variant that Kibitz does not play: Atomic"),
        ("1. e4 e5 2. Ke3 *", "move 3 of the record, Ke3: "),
        ('[GameType "20"]\n\n1. 32-28 *', "game type 20, not 21"),
        ("(;GM[2])", "another game than go"),
    ],
)
def test_what_is_no_record_is_refused(text: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        kibitz.Session.from_record(text)


def test_formats_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    session = kibitz.Session("connect_four")
    with pytest.raises(InputError, match="a record of connect_four cannot be written as pgn; json"):
        session.save(tmp_path / "game.pgn")
    with pytest.raises(UnknownNameError, match="unknown format of records 'txt'"):
        session.save(tmp_path / "game.txt")
    assert not list(tmp_path.iterdir())


def test_boards_are_drawn_with_the_last_move() -> None:
    session = kibitz.Session("chess")
    plain = session._repr_svg_()
    assert plain is not None
    assert "<polygon" not in plain
    marked = session.play("e4")._repr_svg_()
    assert marked is not None
    assert "<polygon" in marked
    assert "e4" in session._repr_html_()
    assert kibitz.Session(str(EXAMPLES / "cant_stop.py"))._repr_html_().startswith("<div><pre>")


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four", "chess", "checkers", "go:size=5", "othello", "mnk:width=5,height=4"]
)
def test_every_move_has_cells_that_the_picture_marks(name: str) -> None:
    session, random = kibitz.Session(name), Random(1)
    for _ in range(60):
        if session.is_over:
            break
        game: Any = session.game
        svg = game.svg(session.state)
        named = cell_boxes(svg)
        paths = {action: game.cells(session.state, action) for action in session.actions}
        assert all(cell in named for path in paths.values() for cell in path)
        placed = [path for path in paths.values() if path]
        assert len(placed) >= len(paths) - 1, "only a pass has no place"
        assert len(set(placed)) == len(placed) or name == "chess", "only promotions share their squares"
        session.play(random.choice(session.actions))


def test_a_decision_knows_prints_and_draws_itself() -> None:
    decision = kibitz.analyse("connect_four", "4453", "alphabeta:depth=4")
    assert decision.game == kibitz.load("connect_four")
    assert decision.game is not None
    assert decision.game.notation(decision.state) == decision.game.notation(decision.game.parse("4453"))
    assert decision.agent == "alphabeta:depth=4"
    assert decision.action is not None
    told = str(decision)
    assert "alphabeta:depth=4 says" in told
    assert f"best move  {decision.named(decision.action)}" in told
    html = decision._repr_html_()
    assert html.count("<table>") == 2
    assert '<rect x="' in html
    assert len(decision.moves) == 7
    over = kibitz.decide("tic_tac_toe", "xxx/oo./...", "minimax")
    assert "nobody: the game is over" in str(over)


@pytest.mark.parametrize(
    "name", ["connect_four:width=6", "tic_tac_toe", "nim:piles=3+4", "go:size=5,komi=5.5", "pacman", "tree"]
)
def test_games_are_named_as_they_are_loaded(name: str) -> None:
    assert kibitz.load(spec_of(kibitz.load(name))) == kibitz.load(name)


def test_records_name_what_was_played() -> None:
    told = json.loads(kibitz.play("nim:piles=1+2", "random", first_move, seed=4).record())
    assert told["agents"] == ["random", "first_move"]
    assert told["game"] == "nim:piles=1+2"
    assert told["seed"] == 4
    assert len(told["utilities"]) == 2


def test_a_game_that_was_read_keeps_its_players_and_its_result() -> None:
    resigned = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
    session = kibitz.Session.from_record(resigned)
    again = session.record()
    assert '[White "A"]\n[Black "B"]\n[Result "1-0"]' in again
    assert again.endswith("1. e4 e5 1-0\n")
    assert session.play("Nf3").record().endswith("1. e4 e5 2. Nf3 *\n")  # it goes on, so nobody has resigned


def test_a_repetition_that_nobody_claimed_is_read() -> None:
    text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *"
    assert kibitz.Session.from_record(text).history[-1].name == "e4"


@pytest.mark.parametrize(
    "text",
    [
        "1. e4$1 e5 $2 *",
        "1 e4 e5 1/2",
        "1. e4 e5) (2. Nf3) *",
        "1.e4 e5 1/2-1/2",
        "1. e4 {why} e5 ; because\n*",
        "1. e4 1... e5",
    ],
)
def test_what_people_write_into_records_is_read(text: str) -> None:
    assert [move.name for move in kibitz.Session.from_record(text).history] == ["e4", "e5"]


def test_a_comment_without_an_end_is_refused() -> None:
    with pytest.raises(PositionError, match="does not end"):
        kibitz.Session.from_record("1. e4 {e5 e6")


def test_letters_of_older_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_bytes('[White "Müller"]\n\n1. e4 *\n'.encode("iso-8859-1"))
    assert '[White "Müller"]' in kibitz.Session.load(tmp_path / "game.pgn").record()


def test_go_is_read_as_it_was_played() -> None:
    white_begins = kibitz.Session.from_record("(;GM[1]SZ[5];W[cc];B[dd])")
    assert [move.mover for move in white_begins.history] == [1, 0]
    assert ";W[cc];B[dd]" in white_begins.record()
    with pytest.raises(PositionError, match="move 2 of the record is by black, who has just moved"):
        kibitz.Session.from_record("(;GM[1]SZ[5];B[cc];B[dd])")


def test_rules_without_a_place_in_sgf_are_kept_as_json() -> None:
    session = kibitz.Session("go:size=5,superko=true").play("C3")
    assert kibitz.Session.from_record(session.record()).game == session.game
    with pytest.raises(InputError, match="cannot be written as sgf; json can"):
        session.record("sgf")


TEXT_STATES = """
from typing import NamedTuple
import kibitz


@kibitz.game(players=2)
class Words(NamedTuple):
    "Letters are added in turn until there are three."

    def initial(self): return ""
    def to_move(self, s): return len(s) % 2
    def actions(self, s): return [0, 1]
    def result(self, s, a): return s + "ab"[a]
    def is_terminal(self, s): return len(s) == 3
    def utility(self, s, player): return 1 if player == 0 else -1
"""


def test_states_that_are_text_are_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words.py").write_text(TEXT_STATES)
    monkeypatch.chdir(tmp_path)
    session = kibitz.Session("words.py", "a").play(1)
    told = session.record()
    monkeypatch.chdir(tmp_path.parent)  # the file is named by its whole path
    assert kibitz.Session.from_record(told).state == session.state == "ab"


@pytest.mark.parametrize("move", [3.0, True, None, 99])
def test_what_is_no_move_is_refused(move: Any) -> None:
    with pytest.raises(IllegalMoveError, match="is no legal move; legal are 0, 1"):
        kibitz.Session("connect_four").play(move)


def test_agents_are_looked_at_where_nothing_is_left_to_decide() -> None:
    with pytest.raises(UnknownNameError, match="unknown agent 'nonsense'"):
        kibitz.decide("tic_tac_toe", "xxx/oo./...", "nonsense")
    assert kibitz.decide("tic_tac_toe", "xxx/oo./...").agent
    with pytest.raises(InputError, match="depth must not be negative"):
        kibitz.perft("tic_tac_toe", None, -1)
