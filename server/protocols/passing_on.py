"""Passes requests for games and variants that are not here to the upstream, if the operator has named one."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import orjson
from flask import Flask, Response, current_app, request

from perfect_play.puzzles.base import BadCustomVariant, Rules, RulesError, UnknownPuzzle, UnknownVariant, short
from perfect_play.server import errors, upstream
from perfect_play.server.config import Config
from perfect_play.server.upstream import NotUpstream, Upstream
from perfect_play.solvers.errors import NoAnswer

FORMS: dict[str, tuple[Callable[[upstream.Json], bool], str, str]] = {
    "one": (upstream.is_game, "", ""),
    "variant": (upstream.is_variant, "", ""),
    "position": (upstream.is_position, "positions", "p"),
    "instructions": (upstream.is_instructions, "instructions", "locale"),
}
"""By view of the current protocol: the form of its answers, the end of its path, and its query parameter."""

SEGMENT = re.compile(r"[A-Za-z0-9_~,!*()+.-]{1,200}", re.ASCII)


def register(app: Flask, address: str | None) -> None:
    """Pass on requests for what is not here to the upstream at an address; None: pass on nothing."""
    if address is not None:
        app.extensions["upstream"] = Upstream(upstream.address(address))
        for unknown in (UnknownPuzzle, UnknownVariant, BadCustomVariant):
            app.register_error_handler(unknown, _passed_on)


def begin(app: Flask) -> None:
    """Ask the upstream, if there is one, for its list before the first request."""
    if "upstream" in app.extensions:
        app.extensions["upstream"].listed_now()


def listed() -> list[upstream.Json]:
    """The games that only the upstream has, if there is one, as far as known now: our own never wait for it."""
    service: Upstream | None = current_app.extensions.get("upstream")
    return [] if service is None or _comes_from_us() else service.listed_now()


def more_variants(name: str, cls: type[Rules]) -> list[upstream.Json]:
    """The variants of one of our games that only the upstream has, as far as known now.

    name: the client's name for the game.
    """
    if name not in {entry["id"] for entry in listed()}:
        return []
    source: Upstream = current_app.extensions["upstream"]
    cached = source.answer_now([name], upstream.is_game)
    variants = [] if cached is None else upstream.variants_of(orjson.loads(cached))
    return [variant for variant in variants if not _is_ours(cls, variant["id"])]


def _is_ours(cls: type[Rules], variant_id: str) -> bool:
    try:
        return bool(cls.find_variant(variant_id))
    except RulesError:
        return False


def _is_theirs(source: Upstream, game_id: str, variant_id: str | None) -> bool:
    """Whether the upstream has a variant of a game in its list."""
    with suppress(NoAnswer, NotUpstream):
        variants = upstream.variants_of(orjson.loads(source.answer([game_id], {}, upstream.is_game)))
        return variant_id in {variant["id"] for variant in variants}
    return False


def _comes_from_us() -> bool:
    """Whether another Perfect Play service passed this request on."""
    return upstream.VIA in request.headers.get("Via", "")


def _passed_on(error: Exception) -> Response:
    """The upstream's answer to the current request; our own error if it has none."""
    view = (request.endpoint or "").rpartition(".")
    arguments = request.view_args or {}
    game_id, variant_id = arguments.get("game_id", ""), arguments.get("variant_id")
    if view[0] not in ("current", "root") or view[2] not in FORMS or request.method not in ("GET", "HEAD"):
        return errors.domain_error(error)
    source: Upstream = current_app.extensions["upstream"]
    if _comes_from_us() or game_id not in {entry["id"] for entry in source.listed()}:
        return errors.domain_error(error)
    if not isinstance(error, UnknownPuzzle) and not _is_theirs(source, game_id, variant_id):
        return errors.domain_error(error)
    if variant_id is not None and not (SEGMENT.fullmatch(variant_id) and variant_id.strip(".")):
        return errors.answer(f"{game_id} has no variant {short(variant_id)}.", 404)
    holds, end, parameter = FORMS[view[2]]
    segments = [part for part in (game_id, variant_id, end) if part]
    query = {parameter: request.args[parameter]} if parameter and parameter in request.args else {}
    settings: Config = current_app.extensions["settings"]
    if any(len(value) > settings.max_position for value in query.values()):
        return errors.answer(f"{parameter}: expected at most {settings.max_position} characters.", 400)
    try:
        response = Response(source.answer(segments, query, holds), mimetype="application/json")
    except NoAnswer as failed:
        response = errors.domain_error(failed)
    except NotUpstream as refused:
        response = errors.answer(f"{source.name}, which answers for {game_id}, does not know this.", refused.status)
    response.headers["Cache-Control"] = "no-cache" if response.status_code == 200 else "no-store"
    response.headers["X-Upstream"] = source.name
    return response
