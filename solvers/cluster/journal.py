"""The journal of a solve: the results of its complete steps, one file for each.

A file is written atomically when all shards have done the step. A run that resumes an interrupted one asks for the same
steps in the same order, and is given their results.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.publish import whole

VERSION = 1  # of the files' contents
HEAD = "head.json"


class Journal:
    """The journal of one variant's solve. `shards`: their number, that of the interrupted run if it is resumed."""

    def __init__(self, rules: Rules, data_dir: Path, shards: int) -> None:
        self.directory = directory_of(rules, data_dir)
        head = {"rules": rules_digest(rules), "version": VERSION}
        contents = self._read(HEAD)
        self.resumed = (
            isinstance(contents, dict) and {**contents, **head} == contents and isinstance(contents.get("shards"), int)
        )
        if not self.resumed:
            self.remove()
            self.directory.mkdir(parents=True)
            self._write(HEAD, {**head, "shards": shards})
            contents = {"shards": shards}
        self.shards: int = contents["shards"]

    def step(self, name: str, do: Callable[[], list[Any]]) -> list[Any]:
        """The results of a step, one per shard: those in the journal, else those of `do`. Raises as `do`."""
        contents = self.noted(name)
        if isinstance(contents, list) and len(contents) == self.shards:
            return contents
        self.resumed = False
        results = do()
        self.note(name, results)
        return results

    def note(self, name: str, contents: Any) -> None:
        """Save a JSON value under a name, atomically. Raises OSError."""
        self._write(f"{name}.json", contents)

    def noted(self, name: str) -> Any:
        """The value saved under a name; None if there is none."""
        return self._read(f"{name}.json")

    def drop(self, *names: str) -> None:
        """Delete files that are no longer needed."""
        for name in names:
            (self.directory / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def _read(self, name: str) -> Any:
        return read_step(self.directory, name)

    def _write(self, name: str, contents: Any) -> None:
        with whole(self.directory / name) as temporary:
            temporary.write_text(json.dumps(contents))


def directory_of(rules: Rules, data_dir: Path) -> Path:
    """The directory of the files of a variant's solve, on storage that all workers see."""
    return data_dir / "work" / f"{rules.id}.{rules.variant.id}.cluster"


def read_step(directory: Path, name: str) -> Any:
    """The contents of a file of the journal; None if it is missing or damaged."""
    try:
        return json.loads((directory / name).read_text())
    except (OSError, ValueError):
        return None
