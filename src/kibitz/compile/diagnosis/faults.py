"""What compiled rules raise of themselves, told as why they cannot go on."""

from __future__ import annotations

from typing import Any

from kibitz.compile.contract_checks import RulesFault
from kibitz.compile.cpu import interpreted_rules
from kibitz.compile.rewrite.arithmetic import DEEPEST_CALL, IntegerOverflow, place_of_number
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.core.places import short
from kibitz.core.questions import require_sound_at


def diagnosed_fault(error: Exception, game: Game, files: list[str]) -> CompileError:
    """Return why compiled rules cannot go on although the written ones can, or raise what is wrong with the written ones."""
    if isinstance(error, RulesFault):
        module: Any = interpreted_rules(game).module
        state = module.unpack(error.args[0])
        require_sound_at(game, state)
        return CompileError(f"compiled, the rules say something else than in Python of {short(state)}")
    path, line = place_of_number(error.args[0], files)
    told = (
        "what comes out here is no whole number of 64 bits; cut it with kibitz.bits.wrap if that is meant"
        if isinstance(error, IntegerOverflow)
        else f"this rule calls itself more than {DEEPEST_CALL} times; write it as a loop"
    )
    return CompileError(told, path, line)
