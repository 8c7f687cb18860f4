"""What GamesCraftersUWAPI lists, and what of it is not answered here from a table: a section of `docs/catalogue.md`."""

from __future__ import annotations

import json

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, UnknownPuzzle, UnknownVariant
from perfect_play.solvers.untabled.choice import answerer_kind, has_table
from tests.helpers import ROOT

LISTED: dict[str, tuple[str, list[str]]] = json.loads(
    (ROOT / "tests" / "docs" / "uwapi_list.json").read_text(encoding="utf-8")
)
"""By id: the name and variants in GamesCraftersUWAPI in June 2026."""

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


def remark(id_: str) -> str:
    """How an id is answered; empty if from a table for each of its variants."""
    by_variant = {variant: found(id_, variant) for variant in LISTED[id_][1]}
    served = [rules for rules in by_variant.values() if rules is not None]
    if not served:
        return ABSENT[id_]
    methods = " and ".join(dict.fromkeys(by(rules) for rules in served))
    parts = [] if methods == "table" else [methods]
    absent = [f"`{variant}`" for variant, rules in by_variant.items() if rules is None]
    if absent:
        parts.append(f"not {', '.join(absent)}: {ABSENT[id_]}")
    large = [rules for rules in served if has_table(rules) and rules.variant.positions > SOLVABLE]
    if large:
        parts.append("not solved: " + ", ".join(f"`{rules.variant.id}`" for rules in large))
    return "; ".join(parts)


def by(rules: Rules) -> str:
    """What serves a variant."""
    direct = answerer_kind(rules)
    return "table" if direct is None or has_table(rules) else direct.name


def section() -> str:
    """The section."""
    answered = sum(any(found(id_, variant) for variant in variants) for id_, (_, variants) in LISTED.items())
    rows = "\n".join(f"| `{id_}` | {text} |" for id_ in sorted(LISTED) if (text := remark(id_)))
    return (
        "## The list of GamesCraftersUWAPI\n\n"
        f"It listed {len(LISTED)} puzzles and games in June 2026, of which {answered} are answered here under the same "
        "ids, also those of their\nvariants: by tables, except as told below. What is *not solved* can be played, but "
        "only positions near the end have\nvalues.\n\n"
        f"| id | answered here by |\n|---|---|\n{rows}\n"
    )
