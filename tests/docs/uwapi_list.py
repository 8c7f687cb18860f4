"""What GamesCraftersUWAPI lists and what answers it here: `python -m tests.docs.uwapi_list` rewrites the table."""

from __future__ import annotations

import json

from puzzles import registry
from puzzles.base import Rules, UnknownPuzzle, UnknownVariant
from solvers.untabled.choice import direct_kind, has_table
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "catalogue.md"
LISTED: dict[str, tuple[str, list[str]]] = json.loads(
    (ROOT / "tests" / "docs" / "uwapi_list.json").read_text(encoding="utf-8")
)
"""By id: the name and variants in GamesCraftersUWAPI in June 2026."""

HEADING = "## The list of GamesCraftersUWAPI"
SOLVABLE = 1_000_000_000
"""Positions of the largest table made in reasonable time."""

ABSENT = {
    "chess": "with more than four men, tables would be too large",
    "chinesecheckers": "its rules are not published: the program's source is missing",
    "chinesechess": "no: it is asked of a service that only the GamesCrafters have",
    "ghost": "no: its list of words is not published",
}
"""Why an id, or some of its variants, are not served."""


def found(id_: str, variant: str) -> Rules | None:
    """The rules that serve an id and a variant."""
    try:
        return registry.load(id_, variant)
    except (UnknownPuzzle, UnknownVariant):
        return None


def row(id_: str) -> str:
    """A line of the table."""
    name, variants = LISTED[id_]
    by_variant = {variant: found(id_, variant) for variant in variants}
    here = [rules for rules in by_variant.values() if rules is not None]
    if not here:
        return f"| `{id_}` | {name} | {ABSENT[id_]} |"
    told = " and ".join(dict.fromkeys(by(rules) for rules in here))
    absent = [f"`{variant}`" for variant, rules in by_variant.items() if rules is None]
    if absent:
        told += f"; not {', '.join(absent)}: {ABSENT[id_]}"
    large = [rules for rules in here if has_table(rules) and rules.variant.positions > SOLVABLE]
    if large:
        told += "; not solved: " + ", ".join(f"`{rules.variant.id}`" for rules in large)
    return f"| `{id_}` | {name} | {told} |"


def by(rules: Rules) -> str:
    """What serves a variant."""
    direct = direct_kind(rules)
    return "table" if direct is None or has_table(rules) else direct.name


def section() -> str:
    """The end of the catalogue."""
    answered = sum(any(found(id_, variant) for variant in variants) for id_, (_, variants) in LISTED.items())
    rows = "\n".join(row(id_) for id_ in sorted(LISTED))
    return (
        f"{HEADING}\n\n"
        f"It listed {len(LISTED)} puzzles and games in June 2026, of which {answered} are answered here under the same "
        "ids, also those of their\nvariants. What is *not solved* can be played, but only positions near the end have "
        "values.\n\n"
        f"| id | name | answered here by |\n|---|---|---|\n{rows}\n"
    )


def written(text: str) -> str:
    """The catalogue with this section regenerated."""
    return text.partition(HEADING)[0] + section()


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
