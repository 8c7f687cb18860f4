"""`/api/<id>/<variant>/table`: a solved table as a file to download, with every position in it."""

from __future__ import annotations

import os

from flask import Blueprint, Response, request, send_file
from werkzeug.wsgi import wrap_file

from perfect_play.puzzles.base import Rules
from perfect_play.server.api_docs.json_schema import string
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.middleware.caching import make_conditional
from perfect_play.server.request_args import manager
from perfect_play.solvers.status import NoTable, NotReady
from perfect_play.solvers.tables.table_layout import Meta
from perfect_play.solvers.untabled.choice import table_of

blueprint = Blueprint("downloads", __name__)

SQLITE = "application/vnd.sqlite3"


@blueprint.get("/api/<game_id>/<variant_id>/table/")
@documented(
    "answers",
    string("an SQLite database"),
    example={"game_id": "towersofhanoi", "variant_id": "3_3"},
    errors=(400, 422, 503),
    media_type=SQLITE,
)
def table(game_id: str, variant_id: str) -> Response:
    """The table of a variant as one file, or parts of it by `Range`.

    docs/tables.md describes the format. The entity tag is made of the digest of the rules and the build time.
    """
    rules = manager().rules(game_id, variant_id)
    holder = table_of(rules)
    if holder is None:
        raise NoTable(f"{rules.full_id} is answered by {manager().solver_name(rules)}; it has no table.")
    meta = manager().ask_table(rules, lambda table: manager().store.meta(table))
    if meta is None:
        raise NoTable(f"{rules.full_id} is answered by {manager().solver_name(rules)}; its table has not been built.")
    return _file(holder, meta)


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
