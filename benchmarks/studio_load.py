"""How quickly the studio answers a click while many others play, and what it grows by: `python benchmarks/studio_load.py`.

Clients play tic-tac-toe against UCT without a pause. Meanwhile a browser's worth of clicks is made: each asks for the position
after a move, as the page does before it draws one. Memory is that of the server and all its processes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from websockets.sync.client import ClientConnection, connect

AGENT = "uct:sims=200"
CLICKS = 60
PAUSE = 0.3
"""Seconds between clicks."""
PATIENCE = 300


class Clients:
    """Clients that play games one after the other until they are told to end."""

    def __init__(self, address: str, count: int) -> None:
        self._address = address
        self._is_over = threading.Event()
        self._lock = threading.Lock()
        self.games = self.requests = 0
        self._threads = [threading.Thread(target=self._play, args=(seed,)) for seed in range(count)]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """End all of them."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _play(self, seed: int) -> None:
        with connect(self._address, open_timeout=PATIENCE, proxy=None) as socket:
            while not self._is_over.is_set():
                moves: list[str] = []
                while not asked(socket, "position", game="tic_tac_toe", moves=moves)["is_over"]:
                    fields = {"game": "tic_tac_toe", "moves": moves, "agent": AGENT, "every": False, "seed": seed}
                    moves.append(asked(socket, "analyse", **fields)["action"])
                with self._lock:
                    self.games += 1
                    self.requests += 2 * len(moves) + 1


def asked(socket: ClientConnection, verb: str, **fields: object) -> dict[str, object]:
    """Return the result of a request."""
    socket.send(json.dumps({"id": "1", "verb": verb, **fields}))
    while True:
        message: dict[str, object] = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == "error":
            raise SystemExit(f"{verb}: {message['error']}")
        if message["type"] == "result":
            return message


def clicks(address: str) -> list[float]:
    """Return the milliseconds that each of many clicks waited for the next position of a game of chess."""
    waited = []
    with connect(address, open_timeout=PATIENCE, proxy=None) as socket:
        moves: list[str] = []
        for _ in range(CLICKS):
            legal = asked(socket, "position", game="chess", moves=moves)["legal_moves"]
            assert isinstance(legal, list)
            moves = [*moves, legal[0]["action"]] if legal else []
            began = time.perf_counter()
            asked(socket, "position", game="chess", moves=moves)
            waited.append(1000 * (time.perf_counter() - began))
            time.sleep(PAUSE)
    return waited


def summary(milliseconds: list[float]) -> str:
    """Return how long most and nearly all waits were."""
    ranked = sorted(milliseconds)
    return f"median {statistics.median(ranked):.0f} ms, 95 % within {ranked[int(0.95 * len(ranked))]:.0f} ms"


def megabytes(process: int) -> float:
    """Return the memory of a process and its children."""
    total = 0.0
    for one in [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]:
        with suppress(FileNotFoundError):
            total += int(Path(f"/proc/{one}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return total


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--games", type=int, default=1000, help="how many games are played before memory is measured again")
    settings = parser.parse_args()
    command = [sys.executable, "-m", "kibitz", "studio", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio:
        assert studio.stdout is not None
        address = studio.stdout.readline().split()[2].replace("http", "ws", 1) + "api/socket"
        alone = clicks(address)
        players = Clients(address, settings.clients)
        while players.games < settings.clients:
            time.sleep(0.5)
        before, games = megabytes(studio.pid), players.games
        crowded = clicks(address)
        while players.games < games + settings.games:
            time.sleep(0.5)
        after = megabytes(studio.pid)
        players.end()
        print(f"a click beside nobody else: {summary(alone)}")
        print(f"a click beside {settings.clients} clients: {summary(crowded)}")
        print(f"after {games} games: {before:.0f} MB of memory")
        print(f"after {players.games} games, {players.requests} requests: {after:.0f} MB of memory")
        studio.terminate()


if __name__ == "__main__":
    main()
