"""What a chess position is judged by: features, each counted for the player to move less the other.

Numbers for the opening and for the ending are added up in one (`placement.py` says how) and mixed by the phase at the end.
The board of the other player is turned over, so that one function serves both.
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.bits import lowest_bit, popcount
from kibitz.games.chess.endings import ALL, share
from kibitz.games.chess.pawns import judged_pawns
from kibitz.games.chess.pieces import Sets, judged
from kibitz.games.chess.placement import ending_of, opening_of
from kibitz.games.chess.state import State, diagonal_sliders, kings, knights, occupied, pawns, straight_sliders, turned
from kibitz.games.chess.threats import danger, ruled, shelter, threats

OPENING_PHASE = 24
"""The phase with all pieces on the board: 1 for a knight or bishop, 2 for a rook, 4 for a queen."""


class Features(NamedTuple):
    """What is counted. All but the first five, the pair and the tempo are sums of numbers in hundredths of a pawn."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    bishop_pair: int
    placement: int
    """What the pieces gain by their squares, the board mirrored so that their king stands on the right wing."""
    mobility: int
    """What each piece gains by the number of squares it sees, those of its own pawns and those guarded by pawns left out."""
    activity: int
    """Rooks on open files and on the seventh rank, knights and bishops on outposts, bishops behind their own pawns."""
    centre: int
    """Attacks on the centre, squares beyond the middle that only this side attacks, squares it contests."""
    pawn_structure: int
    """Isolated, doubled and backward pawns, pawns side by side and pawns that others protect."""
    passed_pawns: int
    """How far they have come, what stands or looks in their way, how far the kings are."""
    threats: int
    """Attacks on pieces of more worth, or that nobody defends."""
    king_shelter: int
    """Pawns in front of the king, and those that storm it."""
    king_danger: int
    """Attacks on the squares around the other king, and checks that can be given there; many count more than their sum."""
    drawishness: int
    """What of the lead by all the others is taken back in an ending that is hard or impossible to win."""
    tempo: int
    """1: it is one's turn."""


MATERIAL = (88, 308, 341, 512, 1043, 34)
"""What a pawn, a knight, a bishop, a rook, a queen and the pair of bishops are worth."""
TEMPO = 37
PLACEMENT, MOBILITY, ACTIVITY, RULED, STRUCTURE, PASSED, THREATS, SHELTER, DANGER = 41, 56, 39, 94, 70, 72, 59, 45, 82
"""How much of these features' numbers counts, in 64ths. The numbers were fitted to positions that chance had a hand in,
these to positions of the engine's own games: it had sought out what it thought too well of."""
WEIGHTS = Features(
    pawns=MATERIAL[0], knights=MATERIAL[1], bishops=MATERIAL[2], rooks=MATERIAL[3], queens=MATERIAL[4],
    bishop_pair=MATERIAL[5], placement=1, mobility=1, activity=1, centre=1, pawn_structure=1, passed_pawns=1, threats=1,
    king_shelter=1, king_danger=1, drawishness=1, tempo=TEMPO,
)  # fmt: skip
"""In hundredths of a pawn; fitted to Stockfish's opinion, as are the numbers that make up the other features."""


def features(s: State) -> Features:
    """Return the features of a position."""
    taken = occupied(s)
    theirs, over = taken & ~s.mine, turned(taken)
    queens = diagonal_sliders(s) & straight_sliders(s)
    bishops, rooks = diagonal_sliders(s) & ~queens, straight_sliders(s) & ~queens
    mine = (pawns(s) & s.mine, knights(s) & s.mine, bishops & s.mine, rooks & s.mine, queens & s.mine, kings(s) & s.mine)
    other = (pawns(s) & theirs, knights(s) & theirs, bishops & theirs, rooks & theirs, queens & theirs, kings(s) & theirs)
    mine_over, other_over = _turned(mine), _turned(other)
    one = judged(mine, other[0], lowest_bit(other[5]), taken)
    two = judged(other_over, mine_over[0], lowest_bit(mine_over[5]), over)
    first = _judged_rest(mine, other, one[4], _turned(two[4]), taken, one[3])
    last = _judged_rest(other_over, mine_over, two[4], _turned(one[4]), over, two[3])
    phase = popcount(s.diagonal & ~s.straight) + 2 * popcount(rooks) + 4 * popcount(queens)
    opening = min(OPENING_PHASE, phase) * 256 // OPENING_PHASE
    material = (
        popcount(mine[0]) - popcount(other[0]), popcount(mine[1]) - popcount(other[1]), popcount(mine[2]) - popcount(other[2]),
        popcount(mine[3]) - popcount(other[3]), popcount(mine[4]) - popcount(other[4]),
        (popcount(mine[2]) >> 1) - (popcount(other[2]) >> 1),
    )  # fmt: skip
    placement = _mixed(one[0] - two[0] + first[0] - last[0], opening, PLACEMENT)
    mobility, activity = _mixed(one[1] - two[1], opening, MOBILITY), _mixed(one[2] - two[2], opening, ACTIVITY)
    centre, structure = _mixed(first[1] - last[1], opening, RULED), _mixed(first[2] - last[2], opening, STRUCTURE)
    passed, threatened = _mixed(first[3] - last[3], opening, PASSED), _mixed(first[4] - last[4], opening, THREATS)
    sheltered, endangered = _mixed(first[5] - last[5], opening, SHELTER), _mixed(first[6] - last[6], opening, DANGER)
    lead = placement + mobility + activity + centre + structure + passed + threatened + sheltered + endangered + TEMPO
    for kind in range(6):
        lead += MATERIAL[kind] * material[kind]
    counted = share(mine, other) if lead > 0 else share(other_over, mine_over)
    return Features(
        material[0], material[1], material[2], material[3], material[4], material[5], placement, mobility, activity, centre,
        structure, passed, threatened, sheltered, endangered, lead * counted // ALL - lead, 1,
    )  # fmt: skip


def _judged_rest(
    own: Sets, other: Sets, seen: Sets, other_seen: Sets, taken: int, pressure: int
) -> tuple[int, int, int, int, int, int, int]:
    """Return the pawns' placement, centre, pawn structure, passed pawns, threats, shelter and danger to the other king."""
    king, other_king = lowest_bit(own[5]), lowest_bit(other[5])
    others = other[0] | other[1] | other[2] | other[3] | other[4] | other[5]
    placed, structure, passed = judged_pawns(own[0], other[0], king, other_king, taken, others | other_seen[4] & ~seen[4])
    return (
        placed, ruled(seen, other_seen, other[0], taken), structure, passed, threats(own, other, seen, other_seen, taken),
        shelter(own[0], other[0], king), danger(own, other, seen, other_seen, taken, pressure),
    )  # fmt: skip


def _turned(sets: tuple[int, int, int, int, int, int]) -> tuple[int, int, int, int, int, int]:
    """Return six sets of squares as the other player sees them."""
    return turned(sets[0]), turned(sets[1]), turned(sets[2]), turned(sets[3]), turned(sets[4]), turned(sets[5])


def _mixed(packed: int, opening: int, counted: int) -> int:
    """Return a share of a sum between its opening's and its ending's number; `opening` is 256 at first and 0 at last."""
    return (opening_of(packed) * opening + ending_of(packed) * (256 - opening)) * counted >> 14
