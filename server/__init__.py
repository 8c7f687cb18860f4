"""The service: a Flask application over the `PuzzleManager`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask

from server import errors, legacy, operations
from server.config import Config
from solvers.manager import PuzzleManager


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The application. Opens no file and starts no process: that waits for the first request.

    `config` overrides what the environment says; see `server/config.py` for the names.
    """
    settings = Config.read(config)
    app = Flask(__name__, static_folder=None)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    manager = PuzzleManager(settings.data_dir, settings.cache_bytes)
    app.extensions["manager"] = manager
    app.extensions["settings"] = settings
    errors.register(app)
    operations.register(app)
    app.register_blueprint(legacy.blueprint)
    if settings.build:
        operations.start_building_on_first_request(app)
    return app
