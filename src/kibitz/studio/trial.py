"""One game through the studio's own interface, as a browser would play it, to see that it works here."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from websockets.sync.client import ClientConnection, connect

from kibitz.core.errors import KibitzError
from kibitz.studio.files import pages

GAME = "connect_four"
PLAYERS = ("alphabeta:depth=4", "alphabeta:depth=2")
ANSWER_SECONDS = 300
"""Time for one answer: the first waits for the compiler."""


class TrialError(KibitzError):
    """The studio does not work as it should."""


def play_one_game(address: str) -> str:
    """Return how a game ended that two agents played through the interface at an address, or raise `TrialError`."""
    for page in pages():
        with urllib.request.urlopen(f"{address}{page}", timeout=ANSWER_SECONDS) as answer:
            if "<title>" not in answer.read().decode():
                raise TrialError(f"the page {page} has no content")
    with connect(f"{address.replace('http', 'ws', 1)}api/socket", open_timeout=ANSWER_SECONDS) as socket:
        moves: list[str] = []
        while True:
            point = {"game": GAME, "moves": moves}
            position = _asked(socket, {"verb": "position", **point})
            if position["is_over"]:
                return f"{GAME} in {len(moves)} moves: {position['result']['verdict']}"
            agent = PLAYERS[position["to_move"]]
            moves.append(_asked(socket, {"verb": "analyse", "agent": agent, "every": False, **point})["action"])


def _asked(socket: ClientConnection, request: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a request."""
    socket.send(json.dumps({"id": "trial", **request}))
    while True:
        try:
            message: dict[str, Any] = json.loads(socket.recv(timeout=ANSWER_SECONDS))
        except TimeoutError:
            raise TrialError(f"{request['verb']} was not answered within {ANSWER_SECONDS} seconds") from None
        if message["type"] == "error":
            raise TrialError(f"{request['verb']} was answered with: {message['error']}")
        if message["type"] == "result":
            return message
