"""Which solve a directory of files belongs to. The files themselves say which tasks are done."""

import hashlib
import json
import shutil
from pathlib import Path

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.publish import whole

VERSION = 2  # of the files' contents
HEAD = "head.json"


class Journal:
    """The directory of one variant's solve, on storage that all workers see.

    shards: their number, that of the interrupted run if it is resumed. solve: what marks its files.
    """

    def __init__(self, rules: Rules, data_dir: Path, shards: int) -> None:
        self.directory = directory_of(rules, data_dir)
        head = {"rules": rules_digest(rules), "version": VERSION}
        try:
            contents = json.loads((self.directory / HEAD).read_text())
        except (OSError, ValueError):
            contents = None
        self.resumed = isinstance(contents, dict) and contents == {**contents, **head} and "shards" in contents
        if not self.resumed:
            self.remove()
            contents = {**head, "shards": shards}
            with whole(self.directory / HEAD) as temporary:
                temporary.write_text(json.dumps(contents))
        self.shards: int = contents["shards"]
        self.solve = hashlib.blake2b(repr(sorted(contents.items())).encode(), digest_size=8).hexdigest()

    def drop(self, *names: str) -> None:
        """Delete files that are no longer needed."""
        for name in names:
            (self.directory / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.directory, ignore_errors=True)


def directory_of(rules: Rules, data_dir: Path) -> Path:
    """The directory of the files of a variant's solve."""
    return data_dir / "work" / f"{rules.id}.{rules.variant.id}.cluster"
