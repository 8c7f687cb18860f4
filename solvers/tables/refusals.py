"""Refusals: why the table of a variant was not published, kept beside the tables for as long as the rules are the same.

A sealed file `<id>.<variant>.refused` has a digest of the rules with everything around them, which is more than that of
a table, and the sentence that refuses them. So no process answers from rules that an audit has found to be wrong, after
a restart too; each builder tries anew.
"""

import contextlib
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.sources import source_of
from perfect_play.solvers.tables.digest import modules_of_author, rules_digest
from perfect_play.solvers.tables.sealed_file import BadFile, SealedFile, write_sealed

SUFFIX = ".refused"


def refuse(table: Path, rules: Rules, sentence: str) -> None:
    """Keep a refusal beside the place of the table. A full or read-only disk does not matter: it is found again."""
    with contextlib.suppress(OSError):
        write_sealed(table.with_suffix(SUFFIX), {**_required_description(rules), "sentence": sentence}, durable=False)


def refusal(table: Path, rules: Rules) -> str | None:
    """The sentence that refuses these rules; None if nothing does."""
    path = table.with_suffix(SUFFIX)
    try:  # a digest takes long, and there is hardly ever a refusal
        return str(SealedFile(path, _required_description(rules)).description["sentence"]) if path.exists() else None
    except (BadFile, OSError):  # the latter also if a name is longer than files may have
        return None


def withdraw(table: Path) -> None:
    """Forget a refusal."""
    with contextlib.suppress(OSError):
        table.with_suffix(SUFFIX).unlink()


def _required_description(rules: Rules) -> dict[str, Any]:
    return {"kind": "refusal", "format": 1, "rules": _digest(rules)}


@lru_cache(maxsize=1024)
def _digest(rules: Rules) -> str:
    """A digest of all source that an author has written for these rules."""
    sources = (source_of(module) for module in modules_of_author(type(rules)))
    return hashlib.blake2b("\0".join((rules_digest(rules), *sources)).encode(), digest_size=16).hexdigest()
