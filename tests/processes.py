"""Other processes as tests see them, on a busy machine too: what they have done counts, not the time it took."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(number: int) -> float:
    """Return the processor seconds that a process has used so far."""
    fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def let_work(running: subprocess.Popen[str], seconds: float) -> None:
    """Return when a process has used so many more processor seconds."""
    until = processor_seconds(running.pid) + seconds
    while running.poll() is None and processor_seconds(running.pid) < until:
        time.sleep(0.01)
