"""The Elo scale: what a lead in rating is as an expected score, and the other way round.

Two agents whose ratings differ by 400 divide the points 10 to 1 (Elo, "The Rating of Chessplayers", 1978).
"""

from __future__ import annotations

from math import exp, inf, log

ELO_UNIT = 400.0 / log(10.0)
"""So many points of Elo are one unit of the logistic curve."""
NORMALISED_UNIT = 2.0 * ELO_UNIT
"""So many points of normalised Elo are a lead of one standard deviation of a game's score: small leads are Elo where nothing
is drawn (Van den Bergh, "Normalized Elo", 2021)."""


def expected_share(elo: float) -> float:
    """Return the share of the points that who is so much stronger can expect."""
    return 1.0 / (1.0 + exp(-elo / ELO_UNIT)) if elo > -700.0 * ELO_UNIT else 0.0


def elo_of_share(share: float) -> float:
    """Return the lead in Elo of who takes this share of the points; infinite for all or none of them."""
    if not 0.0 < share < 1.0:
        return inf if share >= 1.0 else -inf
    return ELO_UNIT * log(share / (1.0 - share))
