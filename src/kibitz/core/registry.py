"""Finding games: those in `kibitz.games`, each a file or a folder, and those in a user's own file.

Games of other libraries have the library before a colon, `openspiel:NAME`: a folder of `kibitz.bridges` reads the rest.

A game file holds one decorated class. A file may instead hold `GAME`, an instance of another file's class: that is how
tic-tac-toe is the 3, 3, 3 case of m,n,k.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
import traceback
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, cast, get_type_hints

from kibitz.core.confinement import require_file
from kibitz.core.contract import Game
from kibitz.core.errors import InputError, KibitzError, UnknownNameError
from kibitz.core.game import is_game, parameters
from kibitz.core.sources import source_of
from kibitz.core.specs import Spec, convert_options, parse_spec

PACKAGE = "kibitz.games"
BRIDGES = "kibitz.bridges"
"""Each folder here that has a function `load_game(text)` brings the games of another library."""
FILE_MODULE = "kibitz_file_"
"""How the names of modules begin that were loaded from a user's file."""


def games() -> list[str]:
    """Return the names of the games that come with Kibitz."""
    package = importlib.import_module(PACKAGE)
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if not module.name.startswith("_"))


def bridges() -> list[str]:
    """Return the names of the libraries whose games can be named, each before a colon."""
    package = importlib.import_module(BRIDGES)
    folders = sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)
    return [name for name in folders if hasattr(importlib.import_module(f"{BRIDGES}.{name}"), "load_game")]


def spec_of(game: Game) -> str:
    """Return a text that `load` reads as this game, or raise if there is none: its class may be in no file."""
    with suppress(TypeError):
        if (type(game), game) in _texts:
            return _texts[type(game), game]
    module = sys.modules[type(game).__module__]
    name = str(module.__file__) if module.__name__.startswith(FILE_MODULE) else module.__name__.removeprefix(f"{PACKAGE}.")
    for preset in games() if module.__name__.startswith(f"{PACKAGE}.") else ():
        if getattr(sys.modules.get(f"{PACKAGE}.{preset}"), "GAME", None) == game:
            return preset
    text = _spelled(name if name.endswith(".py") else name.partition(".")[0], game)
    if module.__name__.startswith((f"{PACKAGE}.", FILE_MODULE)):
        with suppress(KibitzError):
            again = _load(text, games())
            if parameters(again) == parameters(game) and type(again).__qualname__ == type(game).__qualname__:
                return text
    raise InputError(f"{type(game).__name__} cannot be named: only a game of Kibitz, or one in a file of its own, has a name")


def _spelled(name: str, game: Game) -> str:
    """Return the name of a game with those of its parameters that are not the default."""
    defaults = getattr(type(game), "_field_defaults", {})
    changed = {field: value for field, value in parameters(game).items() if field not in defaults or defaults[field] != value}
    options = ",".join(f"{field}={_spelled_value(value)}" for field, value in changed.items())
    return f"{name}:{options}" if options else name


def _spelled_value(value: Any) -> str:
    """Return a parameter's value as a text says it."""
    if isinstance(value, tuple):
        return "+".join(map(_spelled_value, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


_texts: dict[tuple[type, Game], str] = {}
"""How games were named that were loaded, since some cannot be named by their parameters."""


def load(text: str) -> Game:
    """Return the game that `text` names: `connect_four:width=6`, `./my_game.py:pile=21` or a tree's file."""
    known = games()
    game = _load(text, known)
    with suppress(TypeError):  # a game that cannot be hashed is named by its parameters, or not at all
        _texts.setdefault((type(game), game), _lasting(text, known))
    return game


def _lasting(text: str, known: list[str]) -> str:
    """Return a game's text with the whole path of its file, so that it names the same from everywhere."""
    name, colon, rest = text.strip().partition(":")
    if name in known or name in bridges():
        return text
    return f"{Path(name).resolve()}{colon}{rest}"


def parse_game(text: str) -> Spec:
    """Return the name and the parameters in a game's text; the text alone of another library's, whose grammar is its own."""
    return Spec(text.strip(), {}) if _library(text) else parse_spec(text)


def _library(text: str) -> str:
    """Return the library whose game a text names, if it is not one of Kibitz's."""
    library = text.strip().partition(":")[0]
    return library if library in bridges() else ""


def _load(text: str, known: list[str]) -> Game:
    """Return the game that a text names: one of the known ones, one of another library's, or one in a file."""
    library, spec = _library(text), parse_game(text)
    if library:
        rest = spec.name.removeprefix(library).removeprefix(":")
        return cast(Game, importlib.import_module(f"{BRIDGES}.{library}").load_game(rest))
    if spec.name.endswith(".py"):
        return _instance(spec, load_file(spec.name))
    if spec.name in known:
        return _instance(spec, importlib.import_module(f"{PACKAGE}.{spec.name}"))
    if "/" in spec.name or Path(spec.name).suffix in (".tree", ".test") or os.path.exists(spec.name):
        return _load(f"tree:file={spec.name}", known)
    raise UnknownNameError("game", spec.name, known, file_of(spec.name))


def file_of(name: str) -> str | None:
    """Return the Python file of that name where there is one: `race.py` for `race`."""
    return f"{name}.py" if os.path.isfile(f"{name}.py") else None


def _module_name(file: Path) -> str:
    """Return the name of the module that a user's file is loaded as."""
    return f"{FILE_MODULE}{file.stem}_{sha256(str(file).encode()).hexdigest()[:8]}"


def loaded_file(path: str) -> ModuleType:
    """Return the module in a user's file as it was loaded before, or run anew where the file has changed since."""
    file = Path(path).resolve()
    name = _module_name(file)
    is_known = name in sys.modules and file.is_file() and source_of(sys.modules[name], file) is not None
    return sys.modules[name] if is_known else load_file(path)


def load_file(path: str) -> ModuleType:
    """Return the module in a user's file, run anew; what goes wrong in it is told in one sentence with the line."""
    require_file(path)
    if not os.path.isfile(path):
        raise InputError(f"there is no file {path}")
    file = Path(path).resolve()
    name = _module_name(file)
    found = importlib.util.spec_from_file_location(name, file)
    if found is None or found.loader is None:
        raise InputError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    source_of(module, file)  # remembered, to see whether it is edited later
    sys.path.insert(0, str(file.parent))
    try:
        found.loader.exec_module(module)
    except KibitzError:
        raise
    except SyntaxError as error:
        place = f":{error.lineno}" if error.lineno else ""
        raise InputError(f"{path}{place}: {error.msg}") from None
    except Exception as error:
        here = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
        place = f":{here[-1]}" if here else ""
        raise InputError(f"{path}{place}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(str(file.parent))
    return module


def _instance(spec: Spec, module: ModuleType) -> Game:
    """Return the module's game with the spec's parameters."""
    preset = getattr(module, "GAME", None)
    if preset is not None and is_game(preset):
        return _with_parameters(spec, type(preset), parameters(preset))
    classes = [thing for thing in vars(module).values() if isinstance(thing, type) and is_game(thing)]
    own = [cls for cls in classes if cls.__module__ == module.__name__]
    if not own:
        raise InputError(f"{spec.name} holds no game; decorate a class with @kibitz.game(players=2)")
    if len(own) > 1:
        listed = ", ".join(cls.__name__ for cls in own)
        raise InputError(f"{spec.name} holds several games ({listed}); say which one is meant by GAME = {own[-1].__name__}()")
    return _with_parameters(spec, own[-1], {})


def _with_parameters(spec: Spec, cls: Any, preset: dict[str, Any]) -> Game:
    """Return an instance of a game's class, by its own `build` where it has one and else from its fields.

    A game with a method `validate` refuses parameters there that make no game, by raising an `InputError`.
    """
    if hasattr(cls, "build"):
        return cast(Game, cls.build(dict(spec.options)))
    hints = get_type_hints(cls)
    kinds = {name: hints[name] for name in getattr(cls, "_fields", ())}
    try:
        made = cls(**{**preset, **convert_options(spec.name, spec.options, kinds)})
    except TypeError as error:
        raise InputError(f"{spec.name}: {error}") from None
    if hasattr(made, "validate"):
        made.validate()
    return cast(Game, made)
