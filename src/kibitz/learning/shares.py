"""Settings that are shares, which all ways of learning have."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import InputError


def require_shares(settings: Any, *names: str) -> None:
    """Refuse settings of these names that do not lie between 0 and 1."""
    for name in names:
        if not 0 <= getattr(settings, name) <= 1:
            raise InputError(f"{name} must lie between 0 and 1, not {getattr(settings, name):g}")
