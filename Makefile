# `make` = lint + types + tests; `make quick`: only for what has changed. Everything runs in .venv, which is created if it is missing.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: all quick lint types test versions exhaustive soak faults serve solve verify bench clean

all: lint types test

EXTRAS := requirements-environments.txt requirements-mcp.txt

$(BIN)/.installed: requirements.txt requirements-dev.txt $(EXTRAS)
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet -r requirements-dev.txt $(EXTRAS:%=-r %)
	touch $@

quick: $(BIN)/.installed
	$(BIN)/python .ci/quick.py

lint: $(BIN)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(BIN)/.installed
	$(BIN)/mypy

test: $(BIN)/.installed
	$(BIN)/python -m pytest -n auto --dist worksteal

versions:
	$(PYTHON) .ci/versions.py

exhaustive: $(BIN)/.installed
	START_UP_LIMIT=45000 $(BIN)/python -m pytest -n auto --dist worksteal -m exhaustive

soak: $(BIN)/.installed
	$(BIN)/python -m pytest -s -m soak tests/server

faults: $(BIN)/.installed
	$(BIN)/python -m pytest -s -m faults tests/faults tests/cluster

serve: $(BIN)/.installed
	$(BIN)/python -m server

solve: $(BIN)/.installed
	$(BIN)/python -m solvers solve

verify: $(BIN)/.installed
	$(BIN)/python -m solvers verify

bench: $(BIN)/.installed
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .pytest_tables .hypothesis
