"""The games that come with Kibitz, a file or a folder each. Called, `kibitz.games()` lists their names."""

import sys
from types import ModuleType

from kibitz.core.registry import games


class _Games(ModuleType):
    """A package that can be called: importing a game makes `kibitz.games` the package, whatever it was before."""

    def __call__(self) -> list[str]:
        """Return the names of the games."""
        return games()


sys.modules[__name__].__class__ = _Games
