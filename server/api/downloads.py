"""`/api/<id>/<variant>/table`: a solved table as a file, for whoever wants all positions at once."""

from __future__ import annotations

import os

from flask import Blueprint, Response, request, send_file

from puzzles.base import Rules
from server.api_docs.json_schema import string
from server.api_docs.route_docs import documented
from server.request_args import manager
from solvers.manager import NoTable, NotReady, table_of
from solvers.tables.layout import Meta

blueprint = Blueprint("downloads", __name__)

KIND = "application/vnd.sqlite3"


@blueprint.get("/api/<game_id>/<variant_id>/table/")
@documented(
    "answers",
    string("an SQLite database"),
    example={"game_id": "towersofhanoi", "variant_id": "3_3"},
    errors=(400, 422, 503),
    media_type=KIND,
)
def table(game_id: str, variant_id: str) -> Response:
    """The table of a variant as one file, or parts of it by `Range`.

    How it is to be read stands in docs/tables.md. It has the rules' digest and the time it was built as its tag.
    """
    rules = manager().rules(game_id, variant_id)
    holder = table_of(rules)
    if holder is None:
        raise NoTable(f"{rules.full_id} is answered by {manager().solver_name(rules)}; there is no table of it.")
    meta = manager().ask_table(rules, lambda table: manager().store.meta(table))
    if meta is None:
        raise NoTable(f"{rules.full_id} is answered by {manager().solver_name(rules)}; its table has not been made.")
    return _file(holder, meta)


def _file(rules: Rules, meta: Meta) -> Response:
    path = manager().store.path(rules)
    try:
        file = path.open("rb")  # which stays what it is, when another takes its name
    except OSError as error:  # it was removed just now
        raise NotReady(f"The table of {rules.full_id} is gone ({error.strerror}).", manager().status(rules)) from error
    size = os.fstat(file.fileno()).st_size
    answer = send_file(file, mimetype=KIND, as_attachment=True, download_name=path.name, conditional=False, etag=False)
    answer.content_length = size  # send_file does not know it of an open file
    answer.set_etag(f"{meta.rules}-{meta.built}".replace('"', ""))
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request, accept_ranges=True, complete_length=size)
    return answer
