"""The web service: a Flask application over the solvers. `create_app` makes it, `python -m server` serves it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's linear algebra is not used; its threads would only spin


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Create the application. Opens no file and starts no process before the first request.

    config: settings that override the environment, by the field names of `server.config.Config`. Raises BadSetting.
    """
    from perfect_play.server.application import (
        application,  # not at the top: the launcher reads the settings without Flask
    )

    return application(config)
