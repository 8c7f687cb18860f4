"""Assembles the Flask application: settings, `PuzzleManager`, middleware and routes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, request

from perfect_play.puzzles import registry
from perfect_play.puzzles.puzzlescript import uploaded
from perfect_play.server import error_answers, stored_scripts
from perfect_play.server.api import (
    batch,
    best_moves,
    catalogue,
    downloads,
    graphs,
    images,
    judging,
    known,
    octal_nimbers,
    partizan,
    practice,
    scripts,
    setups,
    solutions,
)
from perfect_play.server.api_docs import openapi
from perfect_play.server.config import PROXIES, SETTINGS, Config
from perfect_play.server.json_provider import OrjsonProvider, as_answer, to_json
from perfect_play.server.middleware import caching, envelope, headers, logs, search_workers
from perfect_play.server.operations import health, metrics
from perfect_play.server.page import embedding
from perfect_play.server.page import routes as page
from perfect_play.server.protocols import back_end_routes, current, legacy
from perfect_play.server.public_url import behind_proxies
from perfect_play.solvers.limiter import AT_ONCE
from perfect_play.solvers.manager import PuzzleManager

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment
    from werkzeug.routing import Rule

VIEWS = (
    *(health, legacy, current, octal_nimbers, partizan, best_moves, solutions, batch, judging, graphs, images),
    *(downloads, openapi, catalogue, setups, scripts, known, practice, back_end_routes, embedding, page),
)
"""The modules with the routes that are always there."""

FURTHER = (
    *(judging.map_blueprint, known.preview_blueprint, practice.mining_blueprint),
    *(downloads.statistics_blueprint, partizan.theory_blueprint),
)
"""The other routes of some of them."""


def _with_slash(application: Callable[..., Any]) -> Callable[..., Any]:
    """WSGI middleware that appends a missing trailing slash, so that every route matches without a redirect."""

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        environ["perfect_play.path"] = environ["PATH_INFO"]
        if not environ["PATH_INFO"].endswith("/"):
            environ["PATH_INFO"] += "/"
        return application(environ, start_response)

    return call


PLAIN = re.compile(r"(?:GET|HEAD) /universal/v1/([\w.~*-]+)/([\w.~*-]+)/positions/\?p=([\w.~*,:;'()!@/|-]*)", re.ASCII)
"""The request for a position, if nothing of it is percent-encoded."""


class _Service(Flask):
    """Flask without what takes long on every request and does nothing here."""

    position_rule: Rule
    """The rule of the route by which positions are asked for."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged: no view or hook is a coroutine."""
        return func

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        """Answer a request; a plain one for a position without objects of Flask and werkzeug, which take as long."""
        plain = PLAIN.fullmatch(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ.get('QUERY_STRING', '')}")
        answer = None if plain is None else self._position(*plain.groups())
        if answer is None:
            return super().wsgi_app(environ, start_response)
        environ[envelope.ROUTE] = self.position_rule.rule
        body = to_json(answer[0])
        if len(body) >= caching.MIN_BYTES or any(condition in environ for condition in caching.CONDITIONS):
            request = self.request_class(environ)
            request.url_rule = self.position_rule
            return self._finished(request, as_answer(*answer))(environ, start_response)
        start_response("200 OK", caching.plain_fields(body, passing=answer[1]))
        return [body if environ["REQUEST_METHOD"] == "GET" else b""]

    def _position(self, game_id: str, variant_id: str, text: str) -> tuple[current.Json, bool] | None:
        """As `current.position_json`; None if anything is out of the way, which Flask then handles."""
        if self.extensions["settings"].build and not self.extensions["manager"].builder.started:
            return None
        with self.app_context():
            try:
                return current.position_json(game_id, variant_id, text)
            except Exception:  # noqa: BLE001 - Flask meets it again, and reports it
                return None

    def process_response(self, response: Response) -> Response:
        """Add what depends on the request: no other hooks are called."""
        return self._finished(request._get_current_object(), response)  # type: ignore[attr-defined]

    def _finished(self, request: Request, response: Response) -> Response:
        caching.add_caching(self, request, response)
        caching.compress(request, response)
        return response


def application(config: Mapping[str, Any] | None) -> Flask:
    """Create the application; call it through `perfect_play.server.create_app`, which documents `config`."""
    settings = Config.read(config)
    registry.all_rules()  # as they are now: an upgrade while this process runs must not mix two releases
    app = _Service(__name__, static_folder=None)
    app.json = OrjsonProvider(app)
    app.url_map.merge_slashes = False
    manager = PuzzleManager(
        settings.data_dir, settings.cache_bytes, settings.presolve_limit, settings.presolve, searches=AT_ONCE
    )
    app.extensions["manager"] = manager
    uploaded.read_from(stored_scripts.folder(settings))
    app.extensions["settings"] = settings
    app.extensions["warm_up"] = partial(warm_up, app)
    app.extensions["headers"] = headers.constant(settings.cors_origins)
    error_answers.register(app)
    search_workers.register(app)
    logs.register(app)
    enclosed = envelope.enclose(app.wsgi_app, settings.cors_origins, settings.log_requests, metrics.register(app))
    proxies = SETTINGS[PROXIES].value() or ()
    app.wsgi_app = behind_proxies(_with_slash(enclosed), proxies)  # type: ignore[method-assign]
    health.register(app)
    for blueprint in (*(views.blueprint for views in VIEWS), *FURTHER):
        app.register_blueprint(blueprint)
    if settings.security_contact is not None:
        app.register_blueprint(health.with_contact)
    if settings.at_root:
        app.register_blueprint(current.at_root)
    app.position_rule = next(app.url_map.iter_rules("current.position"))
    if settings.build:
        health.start_building_on_first_request(app)
    return app


def warm_up(app: Flask) -> None:
    """Load what first answers would wait for: the page, all rules, their digests, tables and lists."""
    with app.test_request_context():
        page.page_policy()
        health.readiness()
        current.everything()
        catalogue.catalogue()
        catalogue.cards()
