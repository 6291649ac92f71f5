"""Compiled kernels on disk: a second process starts warm, an edit recompiles, and a bad folder harms nobody."""

from __future__ import annotations

import ast
import csv
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest

from kibitz.compile.cache.fingerprint import _imported, _sources, fingerprint
from kibitz.compile.cpu import Jit
from kibitz.core.places import is_installed
from kibitz.search.alphabeta import engine as searches

GAME = '''
from typing import NamedTuple
import kibitz
from helper import at_most

class Heap(NamedTuple):
    left: int
    turn: int

@kibitz.game(players=2)
class Take(NamedTuple):
    """Take one to three sticks; who takes the last one wins."""
    sticks: int = 9
    def initial(self): return Heap(self.sticks, 0)
    def to_move(self, s): return s.turn
    def actions(self, s):
        for count in range(1, 4):
            if at_most(count, s.left):
                yield count
    def result(self, s, a): return Heap(s.left - a, 1 - s.turn)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, player): return -1 if player == s.turn else 1
'''
HELPER = "def at_most(count, left):\n    return count <= left\n"

RUN = """
import json, sys, warnings
import numpy as np
import kibitz
from kibitz.compile.cpu import native
from kibitz.search.minimax import minimax_value
from kibitz.search.common.plain_minimax import new_counters
game = kibitz.load(sys.argv[1])
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    kernel = native(minimax_value, game)
    nodes = new_counters()
    values = [kernel(game.initial(), 0, -1, False, nodes, np.zeros(1, np.int64)) for _ in range(3)]
words = [str(one.message) for one in told if one.category.__name__ == "CacheWarning"]
print(json.dumps({"value": values[0], "nodes": int(nodes[0]) // 3, "hits": kernel.kernel.hits, "warnings": words}))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "take.py").write_text(GAME)
    (tmp_path / "helper.py").write_text(HELPER)
    return tmp_path


def run(folder: Path, spec: str = "take.py", before: str = "", **environment: str) -> Any:
    """Return what a new process reports after running a recursive kernel for the game."""
    settings = {**os.environ, "KIBITZ_CACHE": str(folder / "cache"), **environment}
    done = subprocess.run(
        [sys.executable, "-c", before + RUN, str(folder / spec)],
        capture_output=True,
        text=True,
        env=settings,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def once_filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """Return a folder with the game, its cache as one process has filled it kept beside that, and what the process reported."""
    folder = tmp_path_factory.mktemp("take") / "game"
    folder.mkdir()
    (folder / "take.py").write_text(GAME)
    (folder / "helper.py").write_text(HELPER)
    report = run(folder)
    shutil.copytree(folder / "cache", folder.with_name("kept"))
    return folder, report


@pytest.fixture
def filled(once_filled: tuple[Path, Any]) -> Path:
    """Return the folder of the game with the cache of one process, whatever other tests have done to them."""
    folder, _ = once_filled
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "take.py").write_text(GAME)
    (folder / "helper.py").write_text(HELPER)
    shutil.copytree(folder.with_name("kept"), folder / "cache")
    return folder


def test_second_process_starts_warm(filled: Path, once_filled: tuple[Path, Any]) -> None:
    """Recursive code from the cache gives the same answers and does not crash."""
    first, second = once_filled[1], run(filled)
    assert (first["hits"], second["hits"]) == (0, 1)
    assert first["value"] == second["value"] == 1.0
    assert first["nodes"] == second["nodes"] > 100


RECURSIVE = {
    "by itself, from a literal": """
def odd(number, depth):
    return False if number == 0 else not odd(number - 1, depth + 1)

def at_most(count, left):
    return count <= left and (odd(count, 0) or not odd(count, 0))
""",
    "by itself, in one signature": """
def odd(number):
    return False if number == 0 else not odd(number - 1)

def at_most(count, left):
    return count <= left and (odd(count) or not odd(count))
""",
    "by itself, in two signatures": """
def halved(times, number):
    return number * 1.0 if times == 0 else halved(times - 1, number * 0.5)

def at_most(count, left):
    return halved(3, count) <= halved(3, left)
""",
}

CIRCLE = """
def odd(number):
    return False if number == 0 else even(number - 1)

def even(number):
    return True if number == 0 else odd(number - 1)

def at_most(count, left):
    return count <= left and (odd(count) or even(count))
"""


@pytest.mark.parametrize("helper", RECURSIVE.values(), ids=RECURSIVE)
def test_no_crash_after_recursion_in_the_rules(folder: Path, helper: str) -> None:
    """By itself, numba's code for such recursion jumps to addresses of the process that compiled it."""
    (folder / "helper.py").write_text(helper)
    first, second = run(folder), run(folder)
    assert first["value"] == second["value"] == 1.0
    assert (first["hits"], second["hits"]) == (0, 1)


def test_a_circle_of_functions_runs_interpreted(folder: Path) -> None:
    """Compiled, it could only end in the machine's own stack; Python says what happened."""
    (folder / "helper.py").write_text(CIRCLE)
    program = "import sys, kibitz; print(kibitz.decide(sys.argv[1], None, 'minimax').value)"
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder / "take.py")], capture_output=True, text=True, check=True, cwd=folder,
        env={**os.environ, "KIBITZ_CACHE": str(folder / "cache")},
    )  # fmt: skip
    assert float(done.stdout) == 1


def test_large_tables_are_not_kept(folder: Path) -> None:
    """Of a table of over a megabyte numba's code has only the address, which means nothing to another process."""
    (folder / "helper.py").write_text(
        "LARGE = tuple(range(150_000))\n\n\ndef at_most(count, left):\n    return LARGE[count] <= LARGE[left]\n"
    )
    first, second = run(folder), run(folder)
    assert first["value"] == second["value"] == 1.0
    assert second["hits"] == 0


def test_the_engine_starts_warm(folder: Path) -> None:
    program = """
import sys, kibitz
from kibitz.search.expectiminimax.engine import Engine
engine = Engine(kibitz.load(sys.argv[1]), 0)
print(engine.value(engine.game.initial()), engine._kernel.kernel.hits)
"""
    settings = {**os.environ, "KIBITZ_CACHE": str(folder / "cache")}
    command = [sys.executable, "-c", program, "nim"]
    told = [subprocess.run(command, capture_output=True, text=True, env=settings, check=True).stdout.split() for _ in range(2)]
    assert told[0][0] == told[1][0]
    assert (told[0][1], told[1][1]) == ("0", "1")


def test_an_edited_game_is_compiled_again(filled: Path) -> None:
    (filled / "take.py").write_text(GAME.replace("return -1 if", "return 1 if").replace("else 1", "else -1"))
    edited = run(filled)
    assert (edited["hits"], edited["value"]) == (0, 1.0 if _takers_win(9, misere=True) else -1.0)


def test_an_edited_import_is_compiled_again(filled: Path, once_filled: tuple[Path, Any]) -> None:
    (filled / "helper.py").write_text("def at_most(count, left):\n    return count == 1 and count <= left\n")
    after = run(filled)
    assert after["hits"] == 0
    assert after["nodes"] == 10 != once_filled[1]["nodes"]


def test_parameters_have_kernels_of_their_own(filled: Path, once_filled: tuple[Path, Any]) -> None:
    assert once_filled[1]["value"] == 1.0
    other = run(filled, "take.py:sticks=8")
    assert (other["hits"], other["value"]) == (0, -1.0)


def test_a_renamed_state_harms_nobody(filled: Path) -> None:
    (filled / "take.py").write_text(GAME.replace("Heap", "Pile"))
    renamed = run(filled)
    assert (renamed["hits"], renamed["value"], renamed["warnings"]) == (0, 1.0, [])
    (filled / "take.py").write_text(GAME)
    assert run(filled)["hits"] == 1


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_file_is_compiled_anew(filled: Path, damage: bytes | None) -> None:
    (file,) = (filled / "cache").iterdir()
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] if damage is None else damage)
    mended = run(filled)
    assert (mended["hits"], mended["value"]) == (0, 1.0)
    assert len(mended["warnings"]) == 1
    assert "damaged" in mended["warnings"][0]
    assert run(filled)["hits"] == 1


def test_two_files_exchanged_by_name_are_noticed(filled: Path) -> None:
    """Each is whole and was made by this very program, for other parameters: of nine sticks the first wins, of eight not."""
    (one,) = (filled / "cache").iterdir()
    assert run(filled, "take.py:sticks=8")["value"] == -1.0
    (other,) = set((filled / "cache").iterdir()) - {one}
    one.rename(filled / "kept")
    other.rename(one)
    (filled / "kept").rename(other)
    for spec, value in (("take.py", 1.0), ("take.py:sticks=8", -1.0)):
        found = run(filled, spec)
        assert (found["hits"], found["value"], len(found["warnings"])) == (0, value, 1)
        assert "another one under its name" in found["warnings"][0]
    assert run(filled)["hits"] == 1


PLANT = """
from llvmlite import binding
from kibitz.compile import cpu_entry
from kibitz.compile.one_module import machine_code

PLANTED = '''
@name = private constant [8 x i8] c"was run\\\\00"
declare i32 @creat(ptr, i32)
define i32 @kibitz_entry(ptr %row) {
    %file = call i32 @creat(ptr @name, i32 384)
    ret i32 0
}
'''
cpu_entry.machine_code = lambda module: machine_code(binding.parse_assembly(PLANTED))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_code_that_another_may_have_put_there_is_not_run(folder: Path) -> None:
    run(folder, before=PLANT)
    (folder / "was run").unlink()
    (file,) = (folder / "cache").iterdir()
    for place, mode, good in ((folder / "cache", 0o777, 0o700), (file, 0o666, 0o600)):
        place.chmod(mode)
        planted = file.read_bytes()
        found = run(folder)
        assert (found["hits"], found["value"], len(found["warnings"])) == (0, 1.0, 1)
        assert f"{place} can be written by other users" in found["warnings"][0]
        assert not (folder / "was run").exists()
        assert list((folder / "cache").iterdir()) == [file]
        assert file.read_bytes() == planted
        place.chmod(good)
    run(folder)
    assert (folder / "was run").exists(), "the file planted here would not have run anyway"


def test_processes_that_compile_at_once(folder: Path) -> None:
    """Each writes the same file; all answer, and one whole file is left."""
    with ThreadPoolExecutor() as together:
        found = list(together.map(run, [folder] * 3))
    assert [one["value"] for one in found] == [1.0] * 3
    assert not any(one["warnings"] for one in found)
    (file,) = (folder / "cache").iterdir()
    assert file.suffix == ".kernel"
    assert run(folder)["hits"] == 1


def test_a_file_in_place_of_the_folder(folder: Path) -> None:
    (folder / "cache").write_text("not a folder")
    found = run(folder)
    assert found["value"] == 1.0
    assert any("cannot be" in word for word in found["warnings"])


@pytest.mark.skipif(sys.platform != "linux", reason="/proc, where nobody can write, is Linux's")
def test_a_folder_that_cannot_be_written(folder: Path) -> None:
    found = run(folder, KIBITZ_CACHE="/proc/kibitz")
    assert found["value"] == 1.0
    assert any("cannot be written" in word for word in found["warnings"])


def _takers_win(sticks: int, *, misere: bool) -> bool:
    """Return whether the player to move wins, worked out by the textbook's definition."""
    if sticks == 0:
        return misere
    return any(not _takers_win(sticks - count, misere=misere) for count in (1, 2, 3) if count <= sticks)


APART = """
import sys
import kibitz
from kibitz.search.expectiminimax.engine import Engine
for spec, scored in (word.rsplit("/", 1) for word in sys.argv[1:]):
    game = kibitz.load(spec)
    engine = Engine(game, 0, scored=scored == "scored", megabytes=1)
    print(engine.value(game.initial()))
"""


def test_kernels_kept_by_different_processes_do_not_mix(tmp_path: Path) -> None:
    """Each kernel was the first that its process compiled, so the compiler gave all their functions the same numbers."""
    words = ["connect_four:width=4,height=4,connect=3/plain", "connect_four:width=4,height=4,connect=3/scored",
             "connect_four:width=3,height=3,connect=3/plain"]  # fmt: skip
    settings = {**os.environ, "KIBITZ_CACHE": str(tmp_path / "cache")}

    def values(*asked: str) -> list[str]:
        command = [sys.executable, "-c", APART, *asked]
        return subprocess.run(command, capture_output=True, text=True, env=settings, check=True).stdout.split()

    alone = [values(word)[0] for word in words]
    assert alone == ["1.0", "4.0", "0.0"]
    assert values(*words) == alone
    assert values(*reversed(words)) == alone[::-1]


def test_imports_for_type_checkers_are_no_part_of_a_kernel() -> None:
    module = ModuleType("checked")
    source = ["if TYPE_CHECKING:", " import json", "else:", " import csv", "if not TYPE_CHECKING:", " import ast"]
    assert list(_imported(module, "\n".join(source).encode())) == [csv, ast]


@pytest.mark.parametrize("name", ["take.py", "helper.py"])
def test_a_file_edited_after_it_was_loaded(folder: Path, name: str) -> None:
    """What is compiled then may be of the old source or of the new one."""
    edit = f"""
import kibitz
from pathlib import Path
load = kibitz.load
def load_and_edit(spec):
    game = load(spec)
    file = Path(spec).with_name({name!r})
    file.write_text(file.read_text().replace("<= left", "<= 1 * left").replace("return -1 if", "return 1 if"))
    return game
kibitz.load = load_and_edit
"""
    run(folder, before=edit)
    assert not (folder / "cache").exists()


def test_a_constant_that_was_set_after_loading(folder: Path) -> None:
    (folder / "helper.py").write_text("MOST = 3\n\n\ndef at_most(count, left):\n    return count <= min(MOST, left)\n")
    set_constant = "import sys; sys.path.insert(0, '.'); import helper; helper.MOST = 1\n"
    nodes = [run(folder)["nodes"], run(folder, before=set_constant)["nodes"], run(folder)["nodes"]]
    assert nodes[0] == nodes[2] > nodes[1] == 10


def test_a_game_that_hides_its_parameters(folder: Path) -> None:
    hiding = GAME.replace("    def initial", "    def __repr__(self): return 'Take()'\n    def initial")
    (folder / "take.py").write_text(hiding)
    assert run(folder)["value"] == 1.0
    assert run(folder, "take.py:sticks=8")["value"] == -1.0


def test_an_installed_game_is_compiled_again_when_it_changes(tmp_path: Path) -> None:
    installed = tmp_path / "site-packages"
    installed.mkdir()
    (installed / "take.py").write_text(GAME.replace("from helper import at_most", HELPER))
    assert run(installed)["hits"] == 0
    assert run(installed)["hits"] == 1
    (installed / "take.py").write_text(
        GAME.replace("from helper import at_most", HELPER.replace("count <=", "count == 1 and count <="))
    )
    assert run(installed)["hits"] == 0


def test_installed_packages_are_not_read_wherever_they_lie() -> None:
    """Those installed for one user, or for another Python, are read for nothing: numpy alone would be a hundred files."""
    paths = {str(path) for path in _sources([searches]) or {}}
    assert searches.__file__ in paths
    assert "import numpy" in Path(searches.__file__).read_text(encoding="utf-8")
    assert not [path for path in paths if "numpy" in path]
    assert is_installed(str(numpy.__file__))
    assert is_installed("/home/me/.local/lib/python3.11/site-packages/numpy/__init__.py")
    assert is_installed("/usr/lib/python3/dist-packages/numpy/__init__.py")
    assert not is_installed("/home/me/site-packages.py")


def named_part(jit: Jit) -> Any:
    """Build a part of a kernel."""
    return jit(lambda number: number)


def with_part(game: Any, jit: Jit, *, part: Any) -> Any:
    """Build a kernel that is made with a part."""
    return part(jit)


def test_a_part_that_its_module_does_not_know_by_name_has_no_fingerprint() -> None:
    """All lambdas of a module have the same name, and what is below a function may differ each time."""
    other = lambda jit: jit(lambda number: -number)  # noqa: E731
    assert fingerprint(with_part, None, {"part": named_part}, "compiler") is not None
    assert fingerprint(with_part, None, {"part": other}, "compiler") is None
