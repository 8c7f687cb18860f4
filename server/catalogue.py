"""`/api/catalogue`: every puzzle and game with its variants in one answer, as lists of things to play need it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from puzzles import registry
from puzzles.base import Game, Puzzle, Rules
from server import autogui
from server.api import custom_start
from server.asked import manager
from server.described import described
from server.schemas import array, ok, the
from solvers.manager import PuzzleManager
from solvers.reading import TableError
from solvers.statistics import census_of

blueprint = Blueprint("catalogue", __name__)


@blueprint.get("/api/catalogue/")
@described("answers", ok(array(the("CatalogueEntry"))))
def catalogue() -> Response:
    """All puzzles and games by name, with their listed variants. Has nothing solved."""
    return jsonify({"status": "ok", "response": [_entry(manager(), cls) for cls in registry.all_rules()]})


def _entry(manager: PuzzleManager, cls: type[Rules]) -> dict[str, Any]:
    custom = cls.custom
    return {
        "gameId": cls.id,
        "name": cls.name,
        "type": "onePlayer" if issubclass(cls, Puzzle) else "twoPlayer",
        "description": cls.description,
        "impartial": issubclass(cls, Game) and cls.impartial,
        "variants": [_variant(manager, manager.rules(cls.id, variant.id)) for variant in cls.variants],
        "customStart": custom_start(custom),
        "example": None if custom is None else _start(registry.load(cls.id, custom.example)),
    }


def _variant(manager: PuzzleManager, rules: Rules) -> dict[str, Any]:
    return {
        "variantId": rules.variant.id,
        "description": rules.variant.name,
        "status": manager.status(rules).state,
        "positions": _positions(manager, rules),
        "about": rules.variant.positions or None,
        "startPosition": _start(rules),
    }


def _start(rules: Rules) -> str:
    return autogui.write_position(rules, rules.start())


def _positions(manager: PuzzleManager, rules: Rules) -> int | None:
    """How many positions it has, as its statistics tell; None before they are counted."""
    try:
        return census_of(manager.store.meta(rules)).positions
    except TableError:
        return None
