"""Recording: a searched position is kept with its policy, and gets its value when the game is over."""

from __future__ import annotations

from typing import Any

from kibitz.compile.cpu import Jit
from kibitz.core.randomness import advance, below, scramble
from kibitz.learning.nets.games import (
    GAME_SLOT,
    HIGHEST,
    LOWEST,
    MOVES_KEPT,
    OUTCOME_SHARE,
    PLY,
    RING,
    SLOT,
    SYMMETRIES,
)
from kibitz.models.net.inputs import WORDS, input_words, policy_output
from kibitz.search.puct.forest import RANDOM, REGISTERS, SIMULATIONS, SIZE_NODES, SIZE_PLAYERS, SIZE_WORDS

NO_OUTPUT = -1


def symmetric_forms(game: Any, jit: Jit, has_symmetries: bool) -> tuple[Any, Any, Any]:
    """Build `forms()`, `form_of(s, form)` and `form_of_move(a, form)`; without symmetries there is one form."""

    @jit
    def forms() -> int:
        return int(game.count_symmetries())

    @jit
    def form_of(s: Any, form: int) -> Any:
        return game.symmetric(s, form)

    @jit
    def form_of_move(a: int, form: int) -> int:
        return int(game.symmetric_action(a, form))

    @jit
    def one() -> int:
        return 1

    @jit
    def same(thing: Any, form: int) -> Any:
        return thing

    return (forms, form_of, form_of_move) if has_symmetries else (one, same, same)


def recording(game: Any, jit: Jit, *, planes: int, has_symmetries: bool) -> tuple[Any, Any]:
    """Build `record(tree, forest, games, code)` and `settle(tree, forest, games)`.

    The first keeps the position of the root, whose edges have their targets in the place of priors; the value is what the
    search found. The second lets the outcome of the finished game, which is in the utilities, into the values of its positions.
    """
    write_inputs, output_of = input_words(game, jit, planes=planes), policy_output(jit)
    forms, form_of, form_of_move = symmetric_forms(game, jit, has_symmetries)
    players = game.players

    @jit
    def random_form(tree: int, forest: Any, games: Any) -> int:
        if games.settings[SYMMETRIES] == 0.0:
            return 0
        state = advance(int(forest.registers[tree * REGISTERS + RANDOM]))
        forest.registers[tree * REGISTERS + RANDOM] = state
        return int(below(scramble(state), forms()))

    @jit
    def on_unit_scale(utility: float, games: Any) -> float:
        low, high = games.settings[LOWEST], games.settings[HIGHEST]
        return float(2.0 * (utility - low) / (high - low) - 1.0)

    @jit
    def record(tree: int, forest: Any, games: Any, code: Any) -> None:
        root, register, ring = tree * forest.sizes[SIZE_NODES], tree * REGISTERS, int(games.settings[RING])
        kept, words = int(games.settings[MOVES_KEPT]), code[0][WORDS]
        begin, count = forest.first[root], forest.count[root]
        if count > kept:
            return
        slot = tree * ring + forest.registers[register + SLOT] % ring
        forest.registers[register + SLOT] += 1
        form = random_form(tree, forest, games)
        s = form_of(game.unpack_at(forest.states, root * forest.sizes[SIZE_WORDS]), form)
        game.pack_at(s, forest.leaf, tree * forest.sizes[SIZE_WORDS])
        mover = game.to_move(s)
        write_inputs(s, forest.leaf, tree * forest.sizes[SIZE_WORDS], mover, code, games.inputs, slot * words)
        for place in range(kept):
            edge = begin + place
            is_move = place < count
            games.outputs[slot * kept + place] = (
                output_of(form_of_move(int(forest.action[edge]), form), code[0]) if is_move else NO_OUTPUT
            )
            games.policy[slot * kept + place] = forest.prior[edge] if is_move else 0.0
        simulations = float(forest.registers[register + SIMULATIONS])
        for place in range(players):
            total = forest.root_totals[tree * forest.sizes[SIZE_PLAYERS] + (mover + place) % players]
            games.values[slot * players + place] = on_unit_scale(total / simulations, games)
        games.movers[slot] = mover
        games.ready[slot] = 0.0

    @jit
    def settle(tree: int, forest: Any, games: Any) -> None:
        register, ring = tree * REGISTERS, int(games.settings[RING])
        last, share = forest.registers[register + SLOT], games.settings[OUTCOME_SHARE]
        base, result = tree * forest.sizes[SIZE_PLAYERS], tree * (players + 2)
        for number in range(max(forest.registers[register + GAME_SLOT], last - ring), last):
            slot = tree * ring + number % ring
            for place in range(players):
                outcome = on_unit_scale(forest.utilities[base + (games.movers[slot] + place) % players], games)
                games.values[slot * players + place] += share * (outcome - games.values[slot * players + place])
            games.ready[slot] = 1.0
        for player in range(players):
            games.results[result + player] += forest.utilities[base + player]
        games.results[result + players] += 1.0
        games.results[result + players + 1] += forest.registers[register + PLY]
        forest.registers[register + GAME_SLOT] = last

    return record, settle
