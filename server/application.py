"""Assembles the Flask application: settings, `PuzzleManager`, middleware and routes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import Flask

from perfect_play.puzzles import registry
from perfect_play.server import errors
from perfect_play.server.api import (
    batch,
    best_moves,
    catalogue,
    downloads,
    graphs,
    images,
    judge,
    known,
    maps,
    nimbers,
    partizan,
    practice,
    previews,
    setups,
    solutions,
    statistics,
    theory,
)
from perfect_play.server.api_docs import openapi
from perfect_play.server.config import PROXIES, SETTINGS, Config
from perfect_play.server.json_provider import OrjsonProvider
from perfect_play.server.middleware import caching, compression, headers, logs, search_workers
from perfect_play.server.middleware.envelope import enclose
from perfect_play.server.operations import health, metrics, well_known
from perfect_play.server.page import embedding
from perfect_play.server.page import routes as page
from perfect_play.server.protocols import back_ends, current, legacy
from perfect_play.server.public_url import behind_proxies
from perfect_play.solvers.limiter import AT_ONCE
from perfect_play.solvers.manager import PuzzleManager


def _with_slash(application: Callable[..., Any]) -> Callable[..., Any]:
    """WSGI middleware that appends a missing trailing slash, so that every route matches without a redirect."""

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        environ["perfect_play.path"] = environ["PATH_INFO"]
        if not environ["PATH_INFO"].endswith("/"):
            environ["PATH_INFO"] += "/"
        return application(environ, start_response)

    return call


class _Service(Flask):
    """Flask without its check, on every request, whether each view and hook is a coroutine: none is."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged."""
        return func


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
    app.extensions["settings"] = settings
    app.extensions["warm_up"] = partial(warm_up, app)
    app.extensions["headers"] = headers.constant(settings.cors_origins)
    errors.register(app)
    search_workers.register(app)
    logs.register(app)
    enclosed = enclose(app.wsgi_app, settings.cors_origins, settings.log_requests, metrics.register(app))
    proxies = SETTINGS[PROXIES].value() or ()
    app.wsgi_app = behind_proxies(_with_slash(enclosed), proxies)  # type: ignore[method-assign]
    compression.register(app)
    caching.register(app)
    health.register(app)
    app.register_blueprint(well_known.blueprint)
    if settings.security_contact is not None:
        app.register_blueprint(well_known.with_contact)
    app.register_blueprint(legacy.blueprint)
    app.register_blueprint(current.blueprint)
    if settings.at_root:
        app.register_blueprint(current.at_root)
    for views in (
        nimbers,
        partizan,
        previews,
        best_moves,
        solutions,
        batch,
        judge,
        graphs,
        images,
        downloads,
        openapi,
        catalogue,
        statistics,
        theory,
        setups,
        maps,
        known,
        practice,
        back_ends,
    ):
        app.register_blueprint(views.blueprint)
    app.register_blueprint(embedding.blueprint)
    app.register_blueprint(page.blueprint)
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
