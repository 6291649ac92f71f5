"""Learnt files: what was written comes back, and what is damaged, foreign or older is refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import InputError
from kibitz.models.file import TYPES, Arrays, new_header, read_model, write_model
from kibitz.models.rules_digest import rules_digest

GAME = kibitz.load("connect_four")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return a file with two arrays."""
    path = tmp_path / "learnt.patterns"
    arrays: Arrays = {"tables": np.arange(6, dtype=np.float32).reshape(2, 3), "empty": np.zeros((0, 4), np.int8)}
    header = new_header("patterns", GAME, command="kibitz learn", seed=7, seconds=1.5, details={"cells": [[1, 2]]})
    write_model(path, header, arrays)
    return path


def test_what_was_written_comes_back(saved: Path) -> None:
    model = read_model(saved, "patterns", GAME)
    assert (model.header.game, model.header.seed, model.header.seconds) == ("connect_four", 7, 1.5)
    assert model.header.details == {"cells": [[1, 2]]}
    assert model.arrays["tables"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert model.arrays["empty"].shape == (0, 4)


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_of_numbers_comes_back(kind: str, tmp_path: Path) -> None:
    array = np.array([[1, 2], [3, 100]], kind).T  # not in one piece
    write_model(tmp_path / "file", new_header("patterns", GAME), {"array": array})
    found = read_model(tmp_path / "file").arrays["array"]
    assert found.dtype == np.dtype(kind)
    assert np.array_equal(found, array)


def test_any_changed_byte_is_noticed(saved: Path) -> None:
    content = saved.read_bytes()
    for place in range(len(content)):
        saved.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(InputError, match=r"damaged|no file that Kibitz has learnt|version"):
            read_model(saved)


@pytest.mark.parametrize("length", [0, 5, 16, 60, 100, -1])
def test_a_cut_file_is_refused(saved: Path, length: int) -> None:
    saved.write_bytes(saved.read_bytes()[:length])
    with pytest.raises(InputError):
        read_model(saved)


def test_files_of_another_kind_game_or_version_are_refused(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds patterns, not net"):
        read_model(saved, "net")
    with pytest.raises(InputError, match="learnt for connect_four, whose rules are not those of connect_four:width=6"):
        read_model(saved, "patterns", kibitz.load("connect_four:width=6"))
    saved.write_bytes(saved.read_bytes().replace(b"kibitz model 1", b"kibitz model 9", 1))
    with pytest.raises(InputError, match="version '9'"):
        read_model(saved)
    with pytest.raises(InputError, match="cannot be read"):
        read_model(tmp_path / "nothing")


def test_the_digest_follows_the_behaviour_of_the_rules() -> None:
    assert rules_digest(GAME) == rules_digest(kibitz.load("connect_four:width=7"))
    digests = {
        rules_digest(kibitz.load(name))
        for name in ("connect_four", "connect_four:connect=3", "mnk", "tic_tac_toe", "pig", "2048")
    }
    assert len(digests) == 5  # tic_tac_toe is mnk as it comes
