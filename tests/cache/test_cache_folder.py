"""What is kept from one process to the next: nobody else's is used, and nothing is mistaken for something else."""

from __future__ import annotations

import os
import stat
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz.compile.cache import folder as cache
from kibitz.compile.cache.folder import CacheWarning, is_trusted, keep, trusted_bytes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are those of POSIX")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file that was kept in a new folder; nothing was warned of yet."""
    monkeypatch.setattr(cache, "_told", set())
    file = tmp_path / "new" / "cache" / "one.kernel"
    keep(file, "all of it", b"content")
    return file


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def said(work: Callable[[], object]) -> tuple[object, list[str]]:
    """Return what work returns and what it warns of."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        answer = work()
    assert all(one.category is CacheWarning for one in told)
    return answer, [str(one.message) for one in told]


def test_what_was_kept_comes_back(kept: Path) -> None:
    assert said(lambda: trusted_bytes(kept, "all of it")) == (b"content", [])
    assert said(lambda: trusted_bytes(kept.with_name("none"), "all of it")) == (None, [])
    assert said(lambda: trusted_bytes(kept.parent / "no folder" / "none", "all of it")) == (None, [])


def test_it_is_for_the_user_alone_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keep(tmp_path / "new" / "cache" / "one", "", b"")
    finally:
        os.umask(before)
    assert mode(tmp_path / "new") == mode(tmp_path / "new" / "cache") == 0o700
    assert mode(tmp_path / "new" / "cache" / "one") == 0o600


def test_another_file_under_the_name_is_noticed(kept: Path) -> None:
    other = kept.with_name("other.kernel")
    keep(other, "all of the other", b"other content")
    other.replace(kept)
    answer, words = said(lambda: trusted_bytes(kept, "all of it"))
    assert answer is None
    assert len(words) == 1
    assert "under its name" in words[0]


def other_user(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be somebody else."""
    another = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: another)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (other_user, "belongs to another user"),
        (lambda kept, _: kept.parent.chmod(0o770), "can be written by other users"),
        (lambda kept, _: kept.parent.chmod(0o707), "can be written by other users"),
    ],
)
def test_a_folder_of_others_is_not_used(
    kept: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path, pytest.MonkeyPatch], None], words: str
) -> None:
    """One sentence says why and what to do; nothing is written either."""
    change(kept, monkeypatch)
    assert not is_trusted(kept.parent)

    def use() -> object:
        found = trusted_bytes(kept, "all of it"), trusted_bytes(kept.with_name("missing"), "all of it")
        keep(kept, "all of it", b"changed")
        keep(kept.with_name("missing"), "all of it", b"changed")
        return found

    found, told = said(use)
    assert found == (None, None)
    assert len(told) == 1
    assert f"the cache folder {kept.parent} {words}" in told[0]
    assert "set KIBITZ_CACHE" in told[0]
    assert [file.read_bytes()[-7:] for file in kept.parent.iterdir()] == [b"content"]


@pytest.mark.parametrize("writable", [0o620, 0o602])
def test_a_file_that_others_can_write_is_not_used(kept: Path, writable: int) -> None:
    kept.chmod(writable)

    def use() -> object:
        found = trusted_bytes(kept, "all of it")
        keep(kept, "all of it", b"changed")
        return found

    found, told = said(use)
    assert found is None
    assert len(told) == 1
    assert f"the cache file {kept} can be written by other users" in told[0]
    assert "remove it" in told[0]
    assert kept.read_bytes()[-7:] == b"content"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_not_used(kept: Path) -> None:
    os.chown(kept, 65534, -1)
    found, told = said(lambda: trusted_bytes(kept, "all of it"))
    assert found is None
    assert len(told) == 1
    assert f"the cache file {kept} belongs to another user" in told[0]


def test_a_folder_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    assert is_trusted(tmp_path / "none")
    assert is_trusted(tmp_path)
