"""The service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The application. Opens no file and starts no process: that waits for the first request.

    `config` overrides what the environment says; see `server/config.py` for the names. Raises BadSetting.
    """
    from server.application import application  # the launcher wants this package's settings, and nothing of Flask

    return application(config)
