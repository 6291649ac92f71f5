"""Self-play that learns by TD(lambda) what positions after a move are worth (Tesauro 1992), compiled for one game.

Each player makes the move after which the net promises it most. Once a game is over its positions are learnt from backwards,
each moved towards the lambda-return: a mean of the values of all later positions and of how the game ended.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.compile.cpu import Jit
from kibitz.compile.primitives import memory
from kibitz.core.game import CHANCE
from kibitz.core.randomness import advance, below, scramble, stream, unit
from kibitz.learning.values.gradient import Scratch, Weights, value_net
from kibitz.models.net.inputs import input_words
from kibitz.models.net.viewpoint import viewpoint
from kibitz.search.move_sampling import move_sampling

LONGEST = 2000
"""A game with more moves is broken off, and learnt from as far as it went."""
MOVE_BUFFER = 1024
TOGETHER = 4
"""Of several threads each learns from so many games on a copy of the net, then adds what it has changed to the common one."""

STEP, LAMBDA, EXPLORATION, HALVING, LOWEST, HIGHEST = range(6)
"""The settings, float64: the share of an error that one step takes away at first, lambda, how often a move is random, after how
many games the step is half as large, and the range of utilities."""
SETTINGS = 6
GAMES, MOVES, BROKEN_OFF = range(3)
"""The totals: games, moves, games broken off."""
TOTALS = 3


def self_play(game: Any, jit: Jit, *, planes: int, players: int, opposed: bool, shared: bool) -> Any:  # noqa: C901, PLR0915
    """Build `play(first, games, seed, settings, code, offsets, row, weights, totals, stop)`: play and learn these games.

    `code` and `offsets` are the encoding's, `row` has room for a packed state. Of two players who are `opposed` one wins what
    the other loses. Other threads learn on the same weights if they are `shared`.
    """
    judge, correct = value_net(jit, players=players)
    write_inputs, viewer = input_words(game, jit, planes=planes), viewpoint(game, jit)
    _, sample_outcome = move_sampling(game, jit, MOVE_BUFFER)

    @jit
    def describe(s: Any, view: int, row: Any, code: Any, words: Any, at: int) -> None:
        """Write the inputs of a position."""
        game.pack_at(s, row, 0)
        write_inputs(s, row, 0, view, code, words, at)

    @jit
    def worth_to(mover: int, view: int, values: Any) -> float:
        """Return what a player can expect; of two what it can expect beyond the other."""
        own = values[(mover - view) % players]
        return float(0.5 * (own - values[(mover - view + 1) % players]) if opposed else own)

    @jit
    def learn(length: int, step: float, trace_decay: float, ended: bool, words: Any, count: int, offsets: Any, notes: Any,
              outcome: Any, following: Any, weights: Any, scratch: Any) -> None:  # fmt: skip
        """Learn from the positions of a game backwards; `notes` has whose view each is, and whether a random move led to it.

        `outcome` are the utilities of the players, where the game has ended.
        """
        for player in range(players):
            following[player] = outcome[player]
        for number in range(length - 1, -1, -1):
            judge(-1, words, number * count, count, offsets, weights, scratch)
            view = notes[2 * number]
            is_last = number == length - 1
            learns = notes[2 * number + 3] == 0 and (ended or not is_last)
            for player in range(players):
                output = (player - view) % players
                value = scratch.values[output]
                target = (1.0 - trace_decay) * following[player] + trace_decay * outcome[player]
                scratch.targets[output] = target
                outcome[player] = target if learns else value
                following[player] = value
            if learns:
                correct(step, words, number * count, count, offsets, weights, scratch)

    @jit
    def add_changes(own: Any, before: Any, common: Any) -> None:
        """Add to the common weights what has changed in one's own since `before`; both become the common ones."""
        for place in range(len(own)):
            common[place] += own[place] - before[place]
            own[place] = common[place]
            before[place] = own[place]

    @jit
    def add_all(own: Any, before: Any, common: Any) -> None:
        add_changes(own.first, before.first, common.first)
        add_changes(own.first_bias, before.first_bias, common.first_bias)
        add_changes(own.value, before.value, common.value)
        add_changes(own.value_bias, before.value_bias, common.value_bias)

    @jit
    def play(  # noqa: PLR0912, PLR0915
        first: int, games: int, seed: int, settings: Any, code: Any, offsets_array: Any, row_array: Any, arrays: Any,
        totals: Any, stop: Any,
    ) -> int:  # fmt: skip
        count, width = len(offsets_array) - 1, len(arrays.first_bias)
        words_array = np.zeros((LONGEST + 3) * count, np.int64)
        notes_array, actions_array = np.zeros(2 * (LONGEST + 2), np.int64), np.zeros(MOVE_BUFFER, np.int64)
        active_array = np.zeros(offsets_array[count] + 1, np.int64)
        layers_array, numbers_array = np.zeros((3, width), np.float32), np.zeros((4, players))
        words, notes, actions = memory(words_array), memory(notes_array), memory(actions_array)
        offsets, row = memory(offsets_array), memory(row_array)
        scratch = Scratch(
            memory(layers_array[0]), memory(layers_array[1]), memory(layers_array[2]), memory(numbers_array[0]),
            memory(numbers_array[1]), memory(active_array),
        )  # fmt: skip
        outcome, following = memory(numbers_array[2]), memory(numbers_array[3])
        common = Weights(
            memory(arrays.first), memory(arrays.first_bias), memory(arrays.value), memory(arrays.value_bias)
        )  # fmt: skip
        parts = arrays.first, arrays.first_bias, arrays.value, arrays.value_bias
        own_arrays = parts[0].copy(), parts[1].copy(), parts[2].copy(), parts[3].copy()
        old_arrays = parts[0].copy(), parts[1].copy(), parts[2].copy(), parts[3].copy()
        weights, before = common, common
        if shared:
            weights = Weights(memory(own_arrays[0]), memory(own_arrays[1]), memory(own_arrays[2]), memory(own_arrays[3]))
            before = Weights(memory(old_arrays[0]), memory(old_arrays[1]), memory(old_arrays[2]), memory(old_arrays[3]))
        middle, half = 0.5 * (settings[HIGHEST] + settings[LOWEST]), 0.5 * (settings[HIGHEST] - settings[LOWEST])
        played = 0
        while played < games and stop[0] == 0:
            random = stream(seed, first + played)
            s = game.initial()
            length = 0
            while length < LONGEST:
                while not game.is_terminal(s) and game.to_move(s) == CHANCE:
                    random = advance(random)
                    s = game.result(s, sample_outcome(s, scramble(random), actions))
                if game.is_terminal(s):
                    break
                mover = game.to_move(s)
                choices = min(MOVE_BUFFER, game.fill_actions(s, actions, 0))
                random = advance(random)
                is_random = unit(scramble(random)) < settings[EXPLORATION]
                chosen = 0
                if is_random:
                    random = advance(random)
                    chosen = below(scramble(random), choices)
                elif choices > 1:
                    best, slot, asked = -np.inf, length + 1, 0
                    for number in range(choices):
                        after = game.result(s, actions[number])
                        if game.is_terminal(after):
                            worth = (game.utility(after, mover) - middle) / half
                        else:
                            view = viewer(after)
                            now = (slot + asked % 2) * count  # in turn with the one asked about before
                            before_now = (2 * slot + 1) * count - now if asked > 0 else -1
                            describe(after, view, row, code, words, now)
                            judge(before_now, words, now, count, offsets, weights, scratch)
                            asked += 1
                            worth = worth_to(mover, view, scratch.values)
                        if worth > best:
                            best, chosen = worth, number
                s = game.result(s, actions[chosen])
                notes[2 * length + 1] = 1 if is_random else 0
                if not game.is_terminal(s):
                    notes[2 * length] = viewer(s)
                    describe(s, notes[2 * length], row, code, words, length * count)
                    length += 1
                totals[MOVES] += 1
            ended = game.is_terminal(s)
            for player in range(players):
                outcome[player] = min(1.0, max(-1.0, (game.utility(s, player) - middle) / half)) if ended else 0.0
            step = settings[STEP] / (1.0 + (first + played) / settings[HALVING])
            learn(length, step, settings[LAMBDA], ended, words, count, offsets, notes, outcome, following, weights, scratch)
            totals[BROKEN_OFF] += 0.0 if ended else 1.0
            totals[GAMES] += 1
            played += 1
            if shared and (played % TOGETHER == 0 or played == games or stop[0] != 0):
                add_all(weights, before, common)
        if shared:
            add_all(weights, before, common)
        kept = len(words_array) + len(notes_array) + len(actions_array) + len(layers_array) + len(numbers_array)
        kept += len(active_array)
        return played + 0 * (kept + len(own_arrays[0]) + len(old_arrays[0]))

    return play
