"""The tables in which matches are kept."""

from __future__ import annotations

APPLICATION = 0x4B49424D
"""What SQLite files of ours have in their heads: KIBM."""
VERSION = 1

COLUMNS_OF_GAMES = (
    "number", "pair", "round", "players", "utilities", "points", "ended_by", "forfeiter", "explanation", "plies", "start",
    "opening", "seed", "seconds", "thinking",
)  # fmt: skip
"""The fields of a result. What is one thing for each seat is a list in JSON; `players` are numbers of players."""

TABLES = """
CREATE TABLE matches (
    number INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    seed INTEGER NOT NULL,
    planned INTEGER NOT NULL,
    counted INTEGER,
    began TEXT NOT NULL,
    ended TEXT,
    settings TEXT NOT NULL,
    versions TEXT NOT NULL
);
CREATE TABLE players (
    match INTEGER NOT NULL REFERENCES matches,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches,
    number INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    round INTEGER NOT NULL,
    players TEXT NOT NULL,
    utilities TEXT NOT NULL,
    points TEXT NOT NULL,
    ended_by TEXT NOT NULL,
    forfeiter INTEGER,
    explanation TEXT NOT NULL,
    plies INTEGER NOT NULL,
    start TEXT NOT NULL,
    opening TEXT NOT NULL,
    seed INTEGER NOT NULL,
    seconds REAL NOT NULL,
    thinking TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE moves (
    match INTEGER NOT NULL,
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    mover INTEGER NOT NULL,
    name TEXT NOT NULL,
    in_opening INTEGER NOT NULL,
    value REAL,
    depth INTEGER,
    nodes INTEGER,
    simulations INTEGER,
    seconds REAL,
    left REAL,
    seed INTEGER,
    PRIMARY KEY (match, game, ply),
    FOREIGN KEY (match, game) REFERENCES games
) WITHOUT ROWID;
"""
