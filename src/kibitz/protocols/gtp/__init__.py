"""The Go Text Protocol (Farnebäck, version 2, 2002), from both sides: `kibitz gtp`, and the agent `gtp:PROGRAM`."""

from kibitz.protocols.gtp import agent as agent
