"""Why a game does not compile, in one sentence with its line."""
