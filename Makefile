# Everything runs in a private environment, .venv, made on the first call with nothing but Python and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run test check conformance bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/made: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Kibitz needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@echo "preparing $(VENV) (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --editable .
	@touch $@

$(VENV)/made-dev: $(VENV)/made
	@echo "adding the development tools to $(VENV) (once)"
	@$(PIP) install --editable '.[dev]'
	@touch $@

run: $(VENV)/made ## the studio in a browser; without a terminal, see that it works
	@if [ -t 0 ]; then $(BIN)/kibitz studio; else $(BIN)/kibitz studio --check; fi

test: $(VENV)/made-dev ## run the tests
	@$(BIN)/python -m pytest --numprocesses 2 --quiet -m 'not conformance'

check: $(VENV)/made-dev ## lint, formatting, types, layers
	@$(BIN)/ruff check --quiet src tests benchmarks examples docs/pictures
	@$(BIN)/ruff format --quiet --check src tests benchmarks examples docs/pictures
	@$(BIN)/mypy
	@$(BIN)/lint-imports

conformance: $(VENV)/made-dev ## the long checks against reference data (KIBITZ_ORACLES names its folder)
	@$(BIN)/python -m pytest --numprocesses 2 --quiet -m conformance

bench: $(VENV)/made ## measure speeds beside other programs, and write docs/benchmarks.md
	@test $(VENV)/made-peers -nt $(VENV)/made || { echo "adding the peers to $(VENV) (once)"; \
		$(PIP) install --editable '.[peers]' && touch $(VENV)/made-peers; } \
		|| echo "the peers cannot be installed here, so Kibitz is measured without them"
	@$(BIN)/python benchmarks/run.py --write

clean: ## remove the private environment and what tools left behind
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
