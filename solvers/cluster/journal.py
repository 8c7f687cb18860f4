"""What of a solve is complete: a file for every step, written whole when all shards have done it.

A run that goes on after another asks for the same steps in the same order, and is told what they came to.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puzzles.base import Rules
from solvers.tables.digest import rules_digest
from solvers.tables.publish import whole

VERSION = 1  # of what the files say
HEAD = "head.json"


class Journal:
    """The steps of one variant's solve. `shards`: into how many its positions are shared out."""

    def __init__(self, rules: Rules, data_dir: Path, shards: int) -> None:
        self.directory = directory_of(rules, data_dir)
        head = {"rules": rules_digest(rules), "version": VERSION}
        told = self._read(HEAD)
        self.resumed = isinstance(told, dict) and {**told, **head} == told and isinstance(told.get("shards"), int)
        if not self.resumed:
            self.remove()
            self.directory.mkdir(parents=True)
            self._write(HEAD, {**head, "shards": shards})
            told = {"shards": shards}
        self.shards: int = told["shards"]

    def step(self, name: str, do: Callable[[], list[Any]]) -> list[Any]:
        """What a step came to, done now unless it is complete: for every shard, in JSON. Raises as `do`."""
        told = self._read(f"{name}.json")
        if isinstance(told, list) and len(told) == self.shards:
            return told
        self.resumed = False
        done = do()
        self._write(f"{name}.json", done)
        return done

    def drop(self, *names: str) -> None:
        """Delete files that are not needed any more."""
        for name in names:
            (self.directory / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def _read(self, name: str) -> Any:
        return read_step(self.directory, name)

    def _write(self, name: str, told: Any) -> None:
        with whole(self.directory / name) as temporary:
            temporary.write_text(json.dumps(told))


def directory_of(rules: Rules, data_dir: Path) -> Path:
    """Where the files of a variant's solve are, on storage that all workers see."""
    return data_dir / "work" / f"{rules.id}.{rules.variant.id}.cluster"


def read_step(directory: Path, name: str) -> Any:
    """What a file of the journal says; None where there is none, or it is broken."""
    try:
        return json.loads((directory / name).read_text())
    except (OSError, ValueError):
        return None
