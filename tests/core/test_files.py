"""Files written whole or not at all: what a killed process leaves goes away, what a live one writes stays."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.core.files import remove_parts, replace_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no lock that ends with its process")

PROGRAM = """
import os, signal, sys
from pathlib import Path
from kibitz.core import files

rename = os.replace

def late(part, file):
    {instead}
    rename(part, file)

os.replace = late
files.replace_file(Path(sys.argv[1]), b"from another process")
"""
KILLED = PROGRAM.format(instead="os.kill(os.getpid(), signal.SIGKILL)")
SLOW = PROGRAM.format(instead="print('written', flush=True); sys.stdin.read()")

MANY = """
import sys
from pathlib import Path
from kibitz.core.files import remove_parts, replace_file

file = Path(sys.argv[1])
for number in range(300):
    replace_file(file, sys.argv[2].encode() * (1000 + number))
    remove_parts(file.parent)
"""


def parts(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.name.endswith(".part")]


def leave_a_part(file: Path) -> None:
    """Have a process killed while it writes."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not file.exists()
    assert len(parts(file.parent)) == 1


@pytest.mark.parametrize("name", ["results.json", "odd [name] *.json"])
def test_the_next_to_write_a_file_removes_what_a_killed_process_left(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    leave_a_part(file)
    replace_file(tmp_path / "another.json", b"")
    assert len(parts(tmp_path)) == 1, "in a user's folder only the file's own are removed"
    replace_file(file, b"whole")
    assert file.read_bytes() == b"whole"
    assert parts(tmp_path) == []


def test_a_whole_folder_is_rid_of_them(tmp_path: Path) -> None:
    leave_a_part(tmp_path / "one")
    (tmp_path / "other.part").touch()
    remove_parts(tmp_path)
    assert parts(tmp_path) == ["other.part"]


def test_what_is_being_written_stays(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    command = [sys.executable, "-c", SLOW, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as slow:
        assert slow.stdout is not None
        assert slow.stdout.readline() == b"written\n"
        replace_file(file, b"from this process")
        remove_parts(tmp_path)
        assert len(parts(tmp_path)) == 1
        slow.communicate()
    assert slow.returncode == 0
    assert file.read_bytes() == b"from another process"
    assert parts(tmp_path) == []


def test_processes_that_write_one_file_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    writers = [subprocess.Popen([sys.executable, "-c", MANY, str(file), letter]) for letter in "ab"]
    while any(writer.poll() is None for writer in writers):
        content = file.read_bytes() if file.exists() else b""
        assert len(set(content)) <= 1
    assert [writer.returncode for writer in writers] == [0, 0]
    assert len(file.read_bytes()) == 1299
    assert parts(tmp_path) == []
