"""`/api/<id>/<variant>/statistics`: counts of positions by value and remoteness, and some of the deepest positions."""

from threading import Lock

from cachetools import LRUCache
from flask import Blueprint, Response, current_app, jsonify

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api_docs.json_schema import ok, ref
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.request_args import manager
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables.summary import Statistics, statistics

blueprint = Blueprint("statistics", __name__)

CACHED = 200  # variants whose statistics are cached


class StatisticsCache:
    """A thread-safe cache of the statistics requested last; an entry is valid until its table is rebuilt."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._cached = LRUCache[tuple[str, str], Statistics](CACHED)

    def get(self, manager: PuzzleManager, rules: Rules) -> Statistics:
        """The statistics of a variant. Raises TableMissing or TableCorrupt."""
        meta = manager.store.meta(rules)
        key = (rules.full_id, f"{meta.rules} {meta.built}")
        with self._lock:
            entry = self._cached.get(key)
        if entry is None:
            entry = statistics(manager.store, rules)
            with self._lock:
                self._cached[key] = entry
        return entry


@blueprint.get("/api/<game_id>/<variant_id>/statistics/")
@documented(
    "answers",
    ok(ref("Statistics")),
    example={"game_id": "towersofhanoi", "variant_id": "3_3"},
    errors=(400, 503),
)
def of_variant(game_id: str, variant_id: str) -> Response:
    """The statistics of a solved variant; without counts if the variant is answered without a table."""
    rules = manager().rules(game_id, variant_id)
    cache: StatisticsCache = current_app.extensions.setdefault("statistics", StatisticsCache())
    with manager().limiter.if_long():
        counts = manager().ask_table(rules, lambda table: cache.get(manager(), table))
    answer = {
        "gameId": game_id,
        "variantId": variant_id,
        "answeredBy": manager().solver_name(rules),
        "meaning": counts and counts.meaning,
        "positions": counts and counts.positions,
        "classes": counts and counts.classes,
        "unsolvable": counts and counts.unsolvable,
        "maximum": counts and counts.maximum,
        "histogram": counts and counts.histogram,
        "deepest": [] if counts is None else [_deepest(rules, counts, place) for place in range(len(counts.deepest))],
        "complete": counts is not None and counts.complete,
    }
    return jsonify({"status": "ok", "response": answer})


def _deepest(rules: Rules, counts: Statistics, place: int) -> dict[str, object]:
    position = counts.deepest[place]
    return {
        "position": autogui.write_position(rules, position),
        "positionText": rules.format(position),
        "remoteness": counts.maximum,
    }
