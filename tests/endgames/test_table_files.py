"""Files of tables: whole or not at all, and refused in one sentence where they are damaged, foreign or older."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graphs import Backed, Bare, Node, random_graph

from kibitz.core.randomness import Random
from kibitz.core.registry import load
from kibitz.endgames.building import Work, build
from kibitz.endgames.store import ALL, Tables, game_folder
from kibitz.endgames.table_file import Table, TableError
from kibitz.endgames.verification import verify

GO_ON = np.zeros(1, np.int64)


@pytest.fixture(scope="module", params=[Bare, Backed])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    game = request.param(*random_graph(3, graphs=300, nodes=14))
    folder = tmp_path_factory.mktemp("tables")
    build(Tables(game, folder), [ALL] if request.param is Backed else [], Work(), GO_ON)
    return game, folder


def answers(tables: Tables) -> list[Any]:
    return [tables.probe(Node(node)) for node in range(0, len(tables.game.ends), 5)]  # type: ignore[attr-defined]


def test_a_flipped_bit_never_gives_another_answer(built: tuple[Any, Path], tmp_path: Path) -> None:
    game, folder = built
    whole = Tables(game, folder).path(ALL).read_bytes()
    target = Tables(game, tmp_path).path(ALL)
    target.parent.mkdir(parents=True)
    random = Random(9)
    places = [*range(44), *(random.below(len(whole)) for _ in range(120)), len(whole) - 1]
    for number, place in enumerate(places):
        content = bytearray(whole)
        content[place] ^= 1 << random.below(8)
        target.write_bytes(content)
        os.utime(target, (number, number))
        with pytest.raises(TableError) as refusal:
            answers(Tables(game, tmp_path))
        assert str(target) in str(refusal.value)
        assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("kept", [0, 7, 43, 200, 0.5, 0.999])
def test_a_file_that_was_cut_off_is_refused(built: tuple[Any, Path], kept: float, tmp_path: Path) -> None:
    game, folder = built
    whole = Tables(game, folder).path(ALL).read_bytes()
    short = tmp_path / "short.table"
    short.write_bytes(whole[: int(kept * len(whole)) if isinstance(kept, float) else kept])
    with pytest.raises(TableError):
        Table(short)


def test_a_table_of_other_rules_is_refused(built: tuple[Any, Path], tmp_path: Path) -> None:
    game, folder = built
    other = type(game)(*game[:-1], (*game[-1][:-1], 0))
    target = Tables(other, tmp_path).path(ALL)
    target.parent.mkdir(parents=True)
    target.write_bytes(Tables(game, folder).path(ALL).read_bytes())
    with pytest.raises(TableError, match="other rules"):
        Tables(other, tmp_path).probe(Node(1))


def test_a_damaged_table_is_built_again(built: tuple[Any, Path], tmp_path: Path) -> None:
    game, folder = built
    target = Tables(game, tmp_path).path(ALL)
    target.parent.mkdir(parents=True)
    target.write_bytes(b"nonsense")
    build(Tables(game, tmp_path), [ALL] if type(game) is Backed else [], Work(), GO_ON)
    assert answers(Tables(game, tmp_path)) == answers(Tables(game, folder))


def test_threads_ask_at_once(built: tuple[Any, Path]) -> None:
    game, folder = built
    tables = Tables(game, folder)
    expected = answers(tables)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: answers(tables), range(8))) == [expected] * 8


def test_a_folder_that_cannot_be_written_is_one_sentence(built: tuple[Any, Path], tmp_path: Path) -> None:
    game, _ = built
    (tmp_path / game_folder(game)).write_text("a file where a folder should be")
    with pytest.raises(TableError, match="no table can be written"):
        build(Tables(game, tmp_path), [ALL] if type(game) is Backed else [], Work(), GO_ON)


BUILD = "from kibitz.__main__ import main; import sys; sys.argv[1:] = {words!r}; main()"


@pytest.mark.parametrize("kills", [3, pytest.param(10, marks=pytest.mark.conformance)])
def test_a_killed_build_goes_on_where_it_was(kills: int, tmp_path: Path) -> None:
    words = ["tables", "build", "chess", "KPK", "--tables", str(tmp_path)]
    random = Random(4)
    for _ in range(kills):
        process = subprocess.Popen([sys.executable, "-c", BUILD.format(words=words)], stdout=subprocess.DEVNULL)
        time.sleep(0.2 + random.below(30) / 10)
        process.send_signal(signal.SIGKILL)
        process.wait()
    two = [subprocess.Popen([sys.executable, "-c", BUILD.format(words=words)], stdout=subprocess.PIPE) for _ in range(2)]
    outputs = [process.communicate()[0] for process in two]
    assert [process.returncode for process in two] == [0, 0]
    counted = [output.partition(b";")[0] for output in outputs]  # the files hold how long building took
    assert counted[0] == counted[1]
    assert b"longest win 56" in outputs[0]
    assert not list(tmp_path.rglob("*.part"))
    chess = Tables(load("chess"), tmp_path)
    assert [verify(chess, chess.table(name), GO_ON) for name in chess.names()] == [None] * len(chess.names())


def test_a_full_disk_is_one_sentence_and_leaves_nothing_half(
    built: tuple[Any, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = built
    tables = Tables(game, tmp_path)

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(TableError, match="cannot be written: No space left on device"):
        build(tables, [ALL] if type(game) is Backed else [], Work(), GO_ON)
    assert tables.names() == []
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    monkeypatch.undo()
    assert build(tables, [ALL] if type(game) is Backed else [], Work(), GO_ON)
