"""`docs/protocol.md` names every route, every status, every field and every alias."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import RESERVED
from perfect_play.server import create_app, error_answers
from tests.helpers import ROOT

TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
NAMES = {"game_id": "id", "puzzle_id": "id", "variant_id": "variant"}
CODE = set(re.findall(r"`([^`\n]+)`", TEXT))


def rules() -> list[str]:
    found = [rule.rule for rule in create_app({"build": False}).url_map.iter_rules()]
    assert len(found) >= 15
    return [re.sub(r"<(?:path:)?(\w+)>", lambda name: f"<{NAMES.get(name[1], name[1])}>", rule) for rule in found]


@pytest.mark.parametrize("route", rules())
def test_every_route_is_in_the_table(route: str):
    assert route in CODE, f"{route} is not described"


@pytest.mark.second_ring
def test_every_route_described_exists():
    for code in CODE:
        if re.fullmatch(r"/[a-z<>/]*/", code):
            assert code in rules(), f"{code} is described, but is no route"


def statuses() -> set[int]:
    source = (ROOT / "server" / "error_answers.py").read_text(encoding="utf-8")
    return {*error_answers.STATUS.values(), 503, *map(int, re.findall(r"\b[45]\d\d\b", source))}


def test_every_status_is_in_the_table():
    assert {400, 404, 422, 503} <= statuses()
    for status in statuses():
        assert f"\n| {status} | " in TEXT, f"status {status} is not described"


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


PATHS = (
    "/games",
    "/puzzles",
    "/puzzles/npuzzle",
    "/puzzles/npuzzle/3",
    "/puzzles/npuzzle/3/R_A_3_3_1234567-8",
    "/puzzles/npuzzle/3/R_A_3_3_1234567-8/moves",
    "/games/kayles",
    "/games/kayles/variants/3",
    "/games/kayles/variants/3/positions/R_A_1_3_---",
    "/games/kayles/variants/3/positions/R_A_1_4_-x--_prevmove=1",
    "/games/nope",
    "/puzzles/nope",
    "/nope",
    "/health",
    "/ready",
)


@pytest.mark.parametrize("path", PATHS)
def test_every_field_is_described(path: str, client: FlaskClient):
    for key in set(keys(client.get(path).get_json())):
        assert f"`{key}`" in TEXT or f'"{key}"' in TEXT, f"{path}: the field {key!r} is not described"


def test_every_alias_is_named():
    for cls in registry.all_rules():
        for alias in (*cls.aliases, *(name for variant in cls.variants for name in variant.aliases)):
            own = re.fullmatch(r"\d+x\d+", alias) and cls.id == "npuzzle"  # not of 2021
            assert own or alias in CODE, f"{cls.id}: the alias {alias!r} is not named"


def test_every_reserved_word_is_named():
    (words,) = [code.split() for code in CODE if code.startswith("api ")]
    assert set(words) == RESERVED
    assert len(words) == len(RESERVED)
