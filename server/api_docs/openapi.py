"""`/openapi.json`: the OpenAPI 3.1 description of the whole API, generated from the registered routes.

Each view carries the documentation of its own route (`route_docs.py`); path parameters are documented here.
"""

import re
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from werkzeug.routing import Rule

from perfect_play.server.api_docs import api_schemas, protocol_schemas
from perfect_play.server.api_docs.json_schema import ref
from perfect_play.server.api_docs.route_docs import Query, RouteDoc, doc_of, documented
from perfect_play.server.error_answers import STATUSES, form_of
from perfect_play.solvers import __version__

blueprint = Blueprint("openapi", __name__)

Json = dict[str, Any]

TAGS = {
    "puzzles": "Puzzles in the 2021 protocol, where positions are strings such as `R_A_3_3_1234567-8`.",
    "games": "Two-player games in the same protocol.",
    "today": "The current protocol, which GamesmanUni and GamesCraftersUWAPI use.",
    "backends": "Positions as the back ends of GamesCraftersUWAPI answer for the games that are also here.",
    "answers": "Previews, statistics, nimbers, best moves and whole solutions.",
    "service": "The service itself.",
}

PATH_PARAMETERS = {
    "game_id": "The id of a game or puzzle, or one of its aliases.",
    "puzzle_id": "The id of a puzzle, or one of its aliases.",
    "variant_id": "The id of a listed variant, or, where the game allows it, a start typed by the user.",
    "position": "A position: a string of either protocol, or the readable text.",
    "program": "The name of the back end's program.",
    "option": "The option of that program that stands for a variant.",
    "code": "The octal code of a taking-and-breaking game.",
    "heap": "The size of the heap.",
}
SCHEMAS = protocol_schemas.SCHEMAS | api_schemas.SCHEMAS
MOST_CHARACTERS = 2000  # in a path parameter

ERROR_SCHEMAS = {"legacy": "LegacyError", "current": "CurrentError", "problem": "Problem"}


@blueprint.get("/openapi.json/")
@documented("service", {"type": "object"})
def openapi() -> Response:
    """The OpenAPI 3.1 description of the API: this document."""
    below = {"servers": [{"url": request.script_root}]} if request.script_root else {}
    return jsonify(document(current_app) | below)


def document(app: Flask) -> Json:
    """The OpenAPI document of every documented route of an application. Takes a few milliseconds."""
    paths: Json = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        doc = doc_of(app.view_functions[rule.endpoint])
        if doc is not None:
            methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
            operations = {method.lower(): _operation(app, rule, doc) for method in methods}
            paths.setdefault(path_of(rule), {}).update(operations)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Perfect Play",
            "version": __version__,
            "summary": "The value and remoteness of every position of puzzles and combinatorial games.",
            "description": "Every URL works with and without a trailing slash. Any web page may read every "
            "answer. Every error has an HTTP status that fits and a sentence that says what to do.",
        },
        "tags": [{"name": name, "description": description} for name, description in TAGS.items()],
        "paths": paths,
        "components": {"schemas": SCHEMAS},
    }


def path_of(rule: Rule) -> str:
    """The path of a route in OpenAPI's notation, `/games/{game_id}`, without the trailing slash."""
    return re.sub(r"<(?:path:)?(\w+)>", r"{\1}", rule.rule).rstrip("/") or "/"


def example_address(path: str, operation: Json) -> str:
    """The URL of a successful example request, made of a path and the examples of its operation in the document."""
    needed = []
    for parameter in operation["parameters"]:
        value = quote(str(parameter["example"]), safe="")
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", value)
        elif parameter["required"]:
            needed.append(f"{parameter['name']}={value}")
    return path + ("?" + "&".join(needed) if needed else "")


def _operation(app: Flask, rule: Rule, doc: RouteDoc) -> Json:
    docstring = (app.view_functions[rule.endpoint].__doc__ or "").strip()
    summary, _, description = docstring.partition("\n\n")
    path = path_of(rule)
    responses = {"200": _response("As described.", doc.answer, *doc.media_types)}
    if doc.cacheable:
        responses["304"] = {"description": "The client's copy is current: its tag in `If-None-Match` still holds."}
    form = form_of(path, app.extensions["settings"].at_root)
    error_type = "application/problem+json" if form == "problem" else "application/json"
    not_found = [404] if rule.arguments else []
    for status in sorted({*doc.errors, *not_found}):
        responses[str(status)] = _response(STATUSES[status][1], ref(ERROR_SCHEMAS[form]), error_type)
    if rule.arguments or doc.query:  # refused before the path is looked at
        responses["414"] = _response(STATUSES[414][1], ref(ERROR_SCHEMAS["problem"]), "application/problem+json")
    for status, schema in doc.other_answers.items():
        responses[str(status)] = _response(STATUSES[status][1], schema, "application/json")
    operation: Json = {
        "operationId": re.sub(r"\W+", "_", f"{rule.endpoint} {path}").strip("_"),
        "summary": " ".join(summary.split()),
        "tags": [doc.tag],
        "parameters": [
            *(_path_parameter(name, doc.example[name]) for name in re.findall(r"{(\w+)}", path)),
            *map(_query_parameter, doc.query),
        ],
        "responses": responses,
    }
    if description:
        operation["description"] = " ".join(description.split())
    if doc.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": doc.body}}}
    return operation


def _response(description: str, schema: Json, *media_types: str) -> Json:
    return {"description": description, "content": {media_type: {"schema": schema} for media_type in media_types}}


def _path_parameter(name: str, example: str) -> Json:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": PATH_PARAMETERS[name],
        "schema": {"type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS},
        "example": example,
    }


def _query_parameter(query: Query) -> Json:
    return {
        "name": query.name,
        "in": "query",
        "required": query.required,
        "description": query.description,
        "schema": query.schema,
        "example": query.example,
    }
