"""A step of self-play, for processor or GPU: every game searches on by one simulation, and moves when it is its time."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.randomness import advance, below, scramble, unit
from kibitz.learning.nets.dirichlet import root_noise
from kibitz.learning.nets.games import (
    FAST_BUDGET,
    FULL_BUDGET,
    FULL_SHARE,
    GUMBEL,
    IS_FULL,
    LONGEST,
    NOISE_ALPHA,
    NOISE_SHARE,
    OPENING_LENGTH,
    OPENING_SHARE,
    PLY,
    raw_games,
)
from kibitz.learning.nets.moves import choice, targets
from kibitz.learning.nets.recording import recording
from kibitz.models.net.inputs import WORDS, input_words
from kibitz.search.move_sampling import unlisted_move_sampling
from kibitz.search.puct.descent import chance_skipping, descent
from kibitz.search.puct.expansion import backup
from kibitz.search.puct.forest import (
    BUDGET,
    CANDIDATES,
    LEAF,
    RANDOM,
    REGISTERS,
    ROOT_NOISE,
    SCHEDULE,
    SIMULATIONS,
    SIZE_NODES,
    SIZE_PLAYERS,
    SIZE_WORDS,
    WAITS,
    raw_forest,
    tree_planting,
)
from kibitz.search.puct.gumbel_root import MOST_CANDIDATES
from kibitz.search.puct.judgement import judgement, output_scores

OPENING_TRIES = 64


def openings(game: Any, jit: Jit) -> Any:
    """Build `opening(tree, forest, games)`: the position in which a new game begins, after some random moves or none."""
    past_chance, (sample_move, _) = chance_skipping(game, jit), unlisted_move_sampling(game, jit)

    @jit
    def draw(tree: int, forest: Any) -> int:
        state = advance(int(forest.registers[tree * REGISTERS + RANDOM]))
        forest.registers[tree * REGISTERS + RANDOM] = state
        return int(scramble(state))

    @jit
    def opening(tree: int, forest: Any, games: Any) -> Any:
        length = 0
        if unit(draw(tree, forest)) < games.settings[OPENING_SHARE]:
            length = below(draw(tree, forest), int(games.settings[OPENING_LENGTH]) + 1)
        s = past_chance(game.initial(), tree, forest)
        tries = 0
        while length > 0 and tries < OPENING_TRIES:
            after = past_chance(game.result(s, sample_move(s, draw(tree, forest), forest.action)), tree, forest)
            if game.is_terminal(after):
                tries += 1  # another move, unless all end the game
            else:
                s = after
                length -= 1
        return s

    return opening


def search_beginning(jit: Jit) -> Any:
    """Build `begin_search(tree, forest, games)`: decide whether the next search is a full one, and draw its noise."""

    @jit
    def begin_search(tree: int, forest: Any, games: Any) -> None:
        register = tree * REGISTERS
        state = advance(int(forest.registers[register + RANDOM]))
        noise = advance(state)
        forest.registers[register + RANDOM] = noise
        is_full = unit(scramble(state)) < games.settings[FULL_SHARE]
        forest.registers[register + IS_FULL] = 1 if is_full else 0
        forest.registers[register + SCHEDULE] = 0 if is_full else 1
        forest.registers[register + BUDGET] = 1 + int(games.settings[FULL_BUDGET] if is_full else games.settings[FAST_BUDGET])
        forest.registers[register + CANDIDATES] = MOST_CANDIDATES if games.settings[GUMBEL] != 0.0 else 0
        forest.registers[register + ROOT_NOISE] = scramble(noise)

    return begin_search


def moving(game: Any, jit: Jit, *, planes: int, has_symmetries: bool) -> tuple[Any, Any]:
    """Build `new_game(tree, forest, games)` and `move(tree, forest, games, code)`: play the move that was searched for."""
    set_targets, choose = targets(jit), choice(jit)
    record, settle = recording(game, jit, planes=planes, has_symmetries=has_symmetries)
    opening, past_chance = openings(game, jit), chance_skipping(game, jit)
    plant, begin_search, players = tree_planting(game, jit), search_beginning(jit), game.players

    @jit
    def new_game(tree: int, forest: Any, games: Any) -> None:
        forest.registers[tree * REGISTERS + PLY] = 0
        plant(opening(tree, forest, games), tree, forest)
        begin_search(tree, forest, games)

    @jit
    def move(tree: int, forest: Any, games: Any, code: Any) -> None:
        register, base = tree * REGISTERS, tree * forest.sizes[SIZE_PLAYERS]
        s = game.unpack_at(forest.states, tree * forest.sizes[SIZE_NODES] * forest.sizes[SIZE_WORDS])
        edge = choose(tree, forest, games)
        action = int(forest.action[edge])
        if forest.registers[register + IS_FULL] != 0:
            set_targets(tree, forest, games)
            record(tree, forest, games, code)
        s = past_chance(game.result(s, action), tree, forest)
        forest.registers[register + PLY] += 1
        is_over = game.is_terminal(s)
        if is_over or forest.registers[register + PLY] >= games.settings[LONGEST]:
            for player in range(players):
                value = forest.root_totals[base + player] / forest.registers[register + SIMULATIONS]
                forest.utilities[base + player] = game.utility(s, player) if is_over else value
            settle(tree, forest, games)
            new_game(tree, forest, games)
        else:
            plant(s, tree, forest)
            begin_search(tree, forest, games)

    return new_game, move


def beginning(game: Any, jit: Jit, *, planes: int, has_symmetries: bool) -> Any:
    """Build `begin(tree, forest, games)`: begin the first game of a tree."""
    new_game, _ = moving(game, jit, planes=planes, has_symmetries=has_symmetries)
    forest_memory, games_memory = raw_forest(jit), raw_games(jit)

    @jit
    def begin(tree: int, forest_arrays: Any, games_arrays: Any) -> None:
        new_game(tree, forest_memory(forest_arrays), games_memory(games_arrays))

    return begin


def before_net(game: Any, jit: Jit, *, planes: int, has_symmetries: bool) -> Any:
    """Build `step(tree, forest, games, code, inputs)`: move if it is time, descend, and write the leaf's inputs."""
    _, move = moving(game, jit, planes=planes, has_symmetries=has_symmetries)
    descend, write_inputs = descent(game, jit, gumbel_root=True), input_words(game, jit, planes=planes)
    forest_memory, games_memory = raw_forest(jit), raw_games(jit)

    @jit
    def step(tree: int, forest_arrays: Any, games_arrays: Any, code: Any, inputs: Any) -> None:
        forest, games = forest_memory(forest_arrays), games_memory(games_arrays)
        register = tree * REGISTERS
        if forest.registers[register + SIMULATIONS] >= forest.registers[register + BUDGET]:
            move(tree, forest, games, code)
        descend(tree, forest)
        if forest.registers[register + WAITS] != 0:
            begin = tree * forest.sizes[SIZE_WORDS]
            s = game.unpack_at(forest.leaf, begin)
            write_inputs(s, forest.leaf, begin, game.to_move(s), code, inputs, tree * code[0][WORDS])

    return step


def after_net(game: Any, jit: Jit) -> Any:
    """Build `step(tree, forest, settings, logits, values, numbers, low, high)`: expand the leaf and back its value up.

    `settings` are those of the games: a root gets its noise here.
    """
    judge, back_up, add_noise = judgement(game, jit, output_scores(jit)), backup(game, jit), root_noise(jit)
    forest_memory = raw_forest(jit)

    @jit
    def step(
        tree: int, forest_arrays: Any, settings: Any, logits: Any, values: Any, numbers: Any, low: float, high: float
    ) -> None:
        forest = forest_memory(forest_arrays)
        register, root = tree * REGISTERS, tree * forest.sizes[SIZE_NODES]
        if forest.registers[register + WAITS] != 0:
            judge(tree, forest, logits, values, numbers, low, high)
            is_root = forest.registers[register + LEAF] == 0 and forest.registers[register + SIMULATIONS] == 0
            if is_root and settings[NOISE_SHARE] > 0.0 and forest.registers[register + IS_FULL] != 0:
                add_noise(forest.first[root], forest.count[root], settings[NOISE_SHARE], settings[NOISE_ALPHA], tree, forest)
        back_up(tree, forest)

    return step
