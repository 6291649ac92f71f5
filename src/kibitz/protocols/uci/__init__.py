"""The Universal Chess Interface (Huber and Meyer-Kahlen, 2006), from both sides: `kibitz uci`, and the agent `uci:PROGRAM`."""

from kibitz.protocols.uci import agent as agent
