"""`/api/<id>/<variant>/statistics`: positions of a variant by value and remoteness, and some that are the deepest."""

from __future__ import annotations

from threading import Lock

from cachetools import LRUCache
from flask import Blueprint, Response, current_app, jsonify

from puzzles.base import Rules
from server.api_docs.json_schema import ok, ref
from server.api_docs.route_docs import documented
from server.notation import autogui
from server.request_args import manager
from solvers.manager import PuzzleManager
from solvers.tables.summary import Statistics, statistics

blueprint = Blueprint("statistics", __name__)

REMEMBERED = 200  # variants whose statistics are kept


class Known:
    """The statistics that were asked for last, each as long as its table is the same. Threads may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept = LRUCache[tuple[str, str], Statistics](REMEMBERED)

    def of(self, manager: PuzzleManager, rules: Rules) -> Statistics:
        """The statistics of a variant. Raises TableMissing or TableCorrupt."""
        meta = manager.store.meta(rules)
        key = (rules.full_id, f"{meta.rules} {meta.built}")
        with self._lock:
            kept = self._kept.get(key)
        if kept is None:
            kept = statistics(manager.store, rules)
            with self._lock:
                self._kept[key] = kept
        return kept


@blueprint.get("/api/<game_id>/<variant_id>/statistics/")
@documented(
    "answers",
    ok(ref("Statistics")),
    example={"game_id": "towersofhanoi", "variant_id": "3_3"},
    errors=(400, 503),
)
def of_variant(game_id: str, variant_id: str) -> Response:
    """The statistics of a solved variant; of one that is answered without a table there are no counts."""
    rules = manager().rules(game_id, variant_id)
    known: Known = current_app.extensions.setdefault("statistics", Known())
    with manager().limiter:
        told = manager().ask_table(rules, lambda table: known.of(manager(), table))
    answer = {
        "gameId": game_id,
        "variantId": variant_id,
        "answeredBy": manager().solver_name(rules),
        "meaning": told and told.meaning,
        "positions": told and told.positions,
        "classes": told and told.classes,
        "unsolvable": told and told.unsolvable,
        "maximum": told and told.maximum,
        "histogram": told and told.histogram,
        "deepest": [] if told is None else [_told(rules, told, place) for place in range(len(told.deepest))],
        "complete": told is not None and told.complete,
    }
    return jsonify({"status": "ok", "response": answer})


def _told(rules: Rules, told: Statistics, place: int) -> dict[str, object]:
    position = told.deepest[place]
    return {
        "position": autogui.write_position(rules, position),
        "positionText": rules.format(position),
        "remoteness": told.maximum,
    }
