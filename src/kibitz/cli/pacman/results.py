"""How games of Pacman ended, in the course's lines, and what thinking cost."""

from __future__ import annotations

from kibitz.pacman import Played


def ending(score: int, *, won: bool, died: bool) -> str:
    """Return the line at the end of a game."""
    if won:
        return f"Pacman emerges victorious! Score: {score}"
    return f"Pacman died! Score: {score}" if died else f"The game was broken off. Score: {score}"


def result_line(played: Played) -> str:
    """Return how a game ended, and why if it was broken off."""
    line = ending(played.score, won=played.won, died=played.died)
    return f"{line} ({played.failure})" if played.failure else line


def summary(games: list[Played]) -> str:
    """Return the course's four lines about several games, and two about time and nodes."""
    scores = [float(game.score) for game in games]
    wins = sum(game.won for game in games)
    moves = sum(game.moves for game in games)
    nodes, seconds = sum(game.nodes for game in games), sum(game.seconds for game in games)
    lines = [
        f"Average Score: {sum(scores) / len(scores)}",
        f"Scores:        {', '.join(map(str, scores))}",
        f"Win Rate:      {wins}/{len(games)} ({wins / len(games):.2f})",
        f"Record:        {', '.join('Win' if game.won else 'Loss' for game in games)}",
        f"Time:          {seconds:.3f} s for {moves} moves, {seconds / max(moves, 1):.6f} s a move",
        f"Nodes:         {nodes}, {nodes / max(moves, 1):.1f} a move",
    ]
    return "\n".join(lines)
