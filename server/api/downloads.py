"""`/api/<id>/<variant>/table`, `export` and `statistics`: a solved table as a file, its rows if few, and its counts."""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TypeVar

from cachetools import LRUCache, cached
from flask import Blueprint, Response, jsonify, request, send_file
from werkzeug.wsgi import wrap_file

from perfect_play.puzzles.base import Rules, short
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import names_json
from perfect_play.server.middleware.caching import make_conditional
from perfect_play.server.request_args import BadQuery, is_number, manager
from perfect_play.solvers.datasets.columns import COLUMNS, COSTLY, LINES, MEDIA
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.status import NoTable, NotReady
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.summary import Statistics, statistics
from perfect_play.solvers.tables.table_layout import Meta
from perfect_play.solvers.untabled.choice import table_of

blueprint = Blueprint("downloads", __name__)
statistics_blueprint = Blueprint("statistics", __name__)

SQLITE = "application/vnd.sqlite3"
MOST_ROWS, MOST_COSTLY, MOST_DRAWN_FROM = 20_000, 2_000, 1_000_000
"""Rows of one export, with columns that take long, and of a table of which some are drawn."""

Answer = TypeVar("Answer")


class ExportTooLarge(NoAnswer):
    """There are too many rows for one answer."""


@blueprint.get("/api/<game_id>/<variant_id>/table/")
@documented(
    "answers", string("an SQLite database"), example="towersofhanoi/3_3", errors=(400, 422, 503), media_type=SQLITE
)
def table(game_id: str, variant_id: str) -> Response:
    """The table of a variant as one file, or parts of it by `Range`.

    docs/tables.md describes the format. The entity tag is made of the digest of the rules and the build time.
    """
    rules = manager().rules(game_id, variant_id)
    return _file(*_of_table(rules, lambda holder: (holder, manager().store.meta(holder))))


@blueprint.get("/api/<game_id>/<variant_id>/export/")
@documented(
    "answers",
    string("lines of CSV, or of JSON with `format=jsonl`"),
    Query("format", "By default csv.", string(enum=list(LINES)), "jsonl"),
    Query(
        "columns", f"Separated by commas, by default the usual ones, of {', '.join(COLUMNS)}.", string(), "value,turn"
    ),
    Query("sample", "So many rows drawn at random; by default all.", string(pattern="^[1-9][0-9]{0,8}$"), "5"),
    Query("seed", "The same one draws the same rows; by default 0.", string(pattern="^[0-9]{1,9}$"), "1"),
    example="towersofhanoi/3_3",
    errors=(400, 422, 503),
    media_type=tuple(MEDIA[name] for name in LINES),
)
def export(game_id: str, variant_id: str) -> Response:
    """The rows of a small table, or some of them, as lines: the same bytes as `perfect-play export` writes."""
    from perfect_play.solvers.datasets import exported_files, rows  # which import NumPy

    rules = manager().rules(game_id, variant_id)
    format_ = request.args.get("format", "csv")
    if format_ not in LINES:
        raise BadQuery(f"format={short(format_)}: expected {' or '.join(LINES)}.")
    columns = [name for name in request.args.get("columns", "").split(",") if name]
    sample, seed = _number("sample", None), _number("seed", 0) or 0
    with manager().limiter:
        data = _of_table(rules, lambda table: rows.DataSet.of(manager(), table, columns, sample, seed))
        most = MOST_COSTLY if set(data.columns) & set(COSTLY) else MOST_ROWS
        counted = data.all_rows if "lines" in data.columns else data.rows
        if counted > most or data.all_rows > MOST_DRAWN_FROM:
            is_drawn = counted == data.rows and data.all_rows <= MOST_DRAWN_FROM
            remedy = "Ask for a smaller sample, or download its table" if is_drawn else "Download its table"
            raise ExportTooLarge(
                f"{data.rows:,} of the {data.all_rows:,} rows of {rules.full_id}: here are at most {most:,} with these "
                f"columns, drawn from at most {MOST_DRAWN_FROM:,}. {remedy}.",
                f"perfect-play export {rules.id} {rules.variant.id}",
                "To write all",
            )
        body = b"".join(exported_files.LINES[format_](data, data.batches()))
    answer = Response(body, mimetype=MEDIA[format_])
    answer.headers.set("Content-Disposition", "attachment", filename=f"{data.id}.{data.variant}.{format_}")
    return answer


def _number(name: str, otherwise: int | None) -> int | None:
    text = request.args.get(name)
    if text is not None and not is_number(text):
        raise BadQuery(f"{name}={short(text)}: expected a whole number of at most nine digits.")
    return otherwise if text is None else int(text)


def _of_table(rules: Rules, ask: Callable[[Rules], Answer]) -> Answer:
    """What is asked of a variant's table. Raises NoTable if it is answered without one, and NotReady."""
    if table_of(rules) is None:
        raise NoTable(f"{rules.full_id} is answered by {manager().solver_name(rules)}; it has no table.")
    answer = manager().ask_table(rules, ask)
    if answer is None:
        raise NoTable(f"{rules.full_id} is answered by {manager().solver_name(rules)}; its table has not been built.")
    return answer


def _file(rules: Rules, meta: Meta) -> Response:
    path = manager().store.path(rules)
    try:
        file = path.open("rb")  # keeps the same contents even if a new table replaces the file meanwhile
    except OSError as error:  # it was removed a moment ago
        raise NotReady(f"The table of {rules.full_id} is gone ({error.strerror}).", manager().status(rules)) from error
    size = os.fstat(file.fileno()).st_size
    answer = send_file(
        file, mimetype=SQLITE, as_attachment=True, download_name=path.name, conditional=False, etag=False
    )
    answer.content_length = size  # send_file cannot determine the size of an open file
    answer.set_etag(f"{meta.rules}-{meta.built}".replace('"', ""))
    answer.headers["Cache-Control"] = "no-cache"
    make_conditional(answer, request.environ, accept_ranges=True, complete_length=size)
    if answer.status_code == 206 and "wsgi.file_wrapper" in request.environ:  # a server that sends files by itself
        file.seek(answer.content_range.start or 0)  # it sends from here, as many bytes as Content-Length says
        answer.response = wrap_file(request.environ, file)
    return answer


CACHED = 200  # variants whose statistics are cached


def _of_meta(store: Store, rules: Rules) -> tuple[Path, str, str]:
    """What is another for each table, also of one variant. Raises TableMissing or TableCorrupt."""
    meta = store.meta(rules)
    return store.path(rules), meta.rules, meta.built


@cached(LRUCache(CACHED), key=_of_meta, lock=Lock())
def _statistics(store: Store, rules: Rules) -> Statistics:
    """The statistics of a table, valid until it is rebuilt. Raises TableMissing or TableCorrupt."""
    return statistics(store, rules)


@statistics_blueprint.get("/api/<game_id>/<variant_id>/statistics/")
@documented("answers", ok(ref("Statistics")), example="towersofhanoi/3_3", errors=(400, 503))
def of_variant(game_id: str, variant_id: str) -> Response:
    """The statistics of a solved variant; without counts if the variant is answered without a table."""
    rules = manager().rules(game_id, variant_id)
    with manager().limiter.if_long():
        counts = manager().ask_table(rules, lambda table: _statistics(manager().store, table))
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
        "deepest": [{**names_json(rules, deep), "remoteness": counts.maximum} for deep in counts.deepest]
        if counts
        else [],
        "complete": counts is not None and counts.complete,
    }
    return jsonify({"status": "ok", "response": answer})
