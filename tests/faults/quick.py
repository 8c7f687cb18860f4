"""The service as it is, but that a table which is found missing or damaged is seen to after a second, not thirty."""

from __future__ import annotations

from solvers import manager

manager.NUDGE_SECONDS = 1.0

from wsgi import app  # noqa: E402

__all__ = ["app"]
