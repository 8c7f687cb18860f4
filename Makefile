# `make` = lint + types + tests. Everything runs in .venv, which is created if it is missing.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: all lint types test test-all versions exhaustive soak faults serve solve verify bench figures lock sbom clean

all: lint types test

$(BIN)/.installed: requirements.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet -e '.[browser,cluster,data,dev,environments,granian,mcp,notebook,test]'
	touch $@

lint: $(BIN)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(BIN)/.installed
	$(BIN)/mypy

test: $(BIN)/.installed
	$(BIN)/python -m pytest

test-all: $(BIN)/.installed
	$(BIN)/python -m pytest --ring all

versions: $(BIN)/.installed
	$(BIN)/nox

exhaustive: $(BIN)/.installed
	START_UP_LIMIT=45000 $(BIN)/python -m pytest -m exhaustive

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

figures: $(BIN)/.installed
	$(BIN)/python -m tests.figures

bench: $(BIN)/.installed
	$(BIN)/python -m benchmarks

RELEASE := .venv/release
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' solvers/__init__.py)
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command 'make lock'

$(RELEASE)/.installed:
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/pip install --quiet 'cyclonedx-bom>=7.2,<8'
	touch $@

# The newest packages that are allowed, with their digests, for every Python from 3.11 on: of the service, of CI,
# and of what builds packages that are published as source only.
lock: $(BIN)/.installed
	echo 'setuptools>=77,<85' | $(LOCK) - --output-file requirements-build.lock
	$(LOCK) requirements.txt --output-file requirements.lock
	$(LOCK) pyproject.toml --all-extras \
		--constraints requirements.lock --constraints requirements-build.lock --output-file requirements-ci.lock

# What a release consists of, in CycloneDX's format.
sbom: $(RELEASE)/.installed
	sed 's/^dynamic = .*/version = "$(VERSION)"/' pyproject.toml >$(RELEASE)/pyproject.toml
	$(RELEASE)/bin/cyclonedx-py requirements requirements.lock --pyproject $(RELEASE)/pyproject.toml \
		--output-reproducible --output-file perfect-play-$(VERSION).cdx.json

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .pytest_tables .hypothesis
