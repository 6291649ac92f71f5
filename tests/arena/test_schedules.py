"""Schedules: everybody meets whom they should, on every seat equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.arena.progress import MatchProgress
from kibitz.arena.results import End, GameResult
from kibitz.arena.schedules import Scheduled, swiss_tables
from kibitz.arena.settings import MatchSettings
from kibitz.core.errors import InputError


def result_of(game: Scheduled, settings: MatchSettings) -> GameResult:
    """Return the result of a game that the player with the lower number wins."""
    best = min(game.players)
    utilities = tuple(1.0 if player == best else -1.0 for player in game.players)
    names = tuple(settings.names[player] for player in game.players)
    points = tuple(float(player == best) for player in game.players)
    return GameResult(
        game.number, game.pair, game.round, names, utilities, points, End.RULES, None, "", 1, "", (), game.seed, 0.0, (),
    )  # fmt: skip


def whole(settings: MatchSettings) -> list[Scheduled]:
    """Return all games of a match, each of them over before the next begins."""
    progress, found = MatchProgress(settings), list[Scheduled]()
    while pair := progress.take():
        for game in pair:
            found.append(game)
            progress.add(result_of(game, settings))
    return found


def settings(players: int, games: int, schedule: str, game: str = "tic_tac_toe", seed: int = 1) -> MatchSettings:
    """Return a match of agents that differ in name alone."""
    return MatchSettings(kibitz.load(game), tuple(f"uct:sims={number + 1}" for number in range(players)), games, seed, schedule)


@given(players=st.integers(2, 6), rounds=st.integers(1, 4))
def test_round_robin_is_balanced(players: int, rounds: int) -> None:
    pairings = players * (players - 1) // 2
    games = whole(settings(players, 2 * pairings * rounds, "round-robin"))
    assert [game.number for game in games] == list(range(1, 2 * pairings * rounds + 1))
    met = Counter(game.players for game in games)
    assert met == {(one, other): rounds for one in range(players) for other in range(players) if one != other}
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert (one.pair, one.opening, one.seed) == (other.pair, other.opening, other.seed)
        assert one.players == other.players[::-1]


def test_a_shorter_match_is_the_beginning_of_a_longer_one() -> None:
    for schedule in ("round-robin", "gauntlet", "swiss"):
        assert whole(settings(5, 60, schedule))[:33] == whole(settings(5, 33, schedule))


def test_the_first_plays_a_gauntlet() -> None:
    games = whole(settings(4, 12, "gauntlet"))
    assert Counter(frozenset(game.players) for game in games) == {frozenset((0, other)): 4 for other in (1, 2, 3)}


def test_seats_are_rotated_where_three_play() -> None:
    games = whole(settings(4, 24, "round-robin", "mnk:players=3"))
    assert all(len(set(game.players)) == 3 for game in games)
    assert Counter(frozenset(game.players) for game in games) == {frozenset(three): 6 for three in combinations(range(4), 3)}
    for player in range(4):
        assert Counter(game.players.index(player) for game in games if player in game.players) == {0: 6, 1: 6, 2: 6}


@given(players=st.integers(2, 9), seed=st.integers(0, 5))
def test_swiss_lets_nobody_meet_twice_before_it_must(players: int, seed: int) -> None:
    rounds = min(players - 1, 3)
    games = whole(settings(players, players // 2 * 2 * rounds, "swiss", seed=seed))
    met = Counter(frozenset(game.players) for game in games if game.players[0] < game.players[1])
    assert len(games) == players // 2 * 2 * rounds
    if players > 4:
        assert max(met.values()) == 1
    playing = Counter(player for game in games for player in game.players)
    assert max(playing.values()) - min(playing[player] for player in range(players)) <= 2, (
        "nobody has two byes before all had one"
    )


def test_swiss_lets_winners_meet_winners() -> None:
    of_eight = settings(8, 1000, "swiss")
    games = whole(of_eight)[:16]
    assert [game.players for game in games[:8:2]] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert [set(game.players) for game in games[8::2]] == [{0, 2}, {4, 6}, {1, 3}, {5, 7}]
    numbers = {name: number for number, name in enumerate(of_eight.names)}
    played = [result_of(game, of_eight) for game in games]
    assert swiss_tables(8, 2, played, numbers)[0] == (0, 4)


def test_swiss_waits_for_the_round_before() -> None:
    progress = MatchProgress(settings(4, 100, "swiss"))
    first, second = progress.take(), progress.take()
    assert progress.take() == []
    for game in [*first, *second]:
        progress.add(result_of(game, settings(4, 100, "swiss")))
    assert progress.take()[0].round == 2


def test_what_makes_no_match_is_refused() -> None:
    with pytest.raises(InputError, match=r"name 2 agents or more; 1 was named"):
        settings(1, 10, "round-robin")
    with pytest.raises(InputError, match="unknown schedule 'swis'"):
        settings(2, 10, "swis")
    with pytest.raises(InputError, match="at least 1 game"):
        settings(2, 0, "swiss")
