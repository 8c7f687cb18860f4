"""Refusals: why the table of a variant was not published, kept beside the tables for as long as the rules are the same.

A file `<id>.<variant>.refused` is JSON: a digest of the rules with everything around them, which is more than that of a
table, and the sentence that refuses them. So no process answers from rules that an audit has found to be wrong, after a
restart too; each builder tries anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from functools import lru_cache
from pathlib import Path

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.sources import source_of
from perfect_play.solvers.tables.digest import modules_of_author, rules_digest
from perfect_play.solvers.tables.publish import whole

SUFFIX = ".refused"
MAX_BYTES = 64 << 10


def refuse(table: Path, rules: Rules, sentence: str) -> None:
    """Keep a refusal beside the place of the table. A full or read-only disk does not matter: it is found again."""
    with contextlib.suppress(OSError), whole(table.with_suffix(SUFFIX), durable=False) as temporary:
        temporary.write_text(json.dumps({"rules": _digest(rules), "sentence": sentence}))


def refusal(table: Path, rules: Rules) -> str | None:
    """The sentence that refuses these rules; None if nothing does."""
    try:
        with table.with_suffix(SUFFIX).open("rb") as file:
            fields = json.loads(file.read(MAX_BYTES))
        return str(fields["sentence"]) if fields["rules"] == _digest(rules) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def withdraw(table: Path) -> None:
    """Forget a refusal."""
    with contextlib.suppress(OSError):
        table.with_suffix(SUFFIX).unlink()


@lru_cache(maxsize=1024)
def _digest(rules: Rules) -> str:
    """A digest of all source that an author has written for these rules."""
    sources = (source_of(module) for module in modules_of_author(type(rules)))
    return hashlib.blake2b("\0".join((rules_digest(rules), *sources)).encode(), digest_size=16).hexdigest()
