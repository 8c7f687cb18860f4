"""Refusals: why the table of a variant was not published, kept beside the tables for as long as the rules are the same.

A file `<id>.<variant>.refused` is JSON: the digest of the rules and the sentence that refuses them. It counts only for
rules of that digest. So no process solves or answers again what an audit has found to be wrong, after a restart too.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from puzzles.base import Rules
from solvers.tables.digest import rules_digest
from solvers.tables.publish import whole

SUFFIX = ".refused"
MAX_BYTES = 64 << 10


def refuse(table: Path, rules: Rules, sentence: str) -> None:
    """Keep a refusal beside the place of the table. A full or read-only disk does not matter: it is found again."""
    with contextlib.suppress(OSError), whole(table.with_suffix(SUFFIX), durable=False) as temporary:
        temporary.write_text(json.dumps({"rules": rules_digest(rules), "sentence": sentence}))


def refusal(table: Path, rules: Rules) -> str | None:
    """The sentence that refuses these rules; None if nothing does."""
    try:
        with table.with_suffix(SUFFIX).open("rb") as file:
            fields = json.loads(file.read(MAX_BYTES))
        return str(fields["sentence"]) if fields["rules"] == rules_digest(rules) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def withdraw(table: Path) -> None:
    """Forget a refusal."""
    with contextlib.suppress(OSError):
        table.with_suffix(SUFFIX).unlink()
