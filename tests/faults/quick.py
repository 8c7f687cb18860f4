"""The service, except that it repairs a missing or damaged table after half a second instead of thirty."""

from __future__ import annotations

from perfect_play.solvers.building import builder_process

assert builder_process.RESTART_SECONDS == 30.0, "what is shortened here is elsewhere now"
builder_process.RESTART_SECONDS = 0.5

from wsgi import app  # noqa: E402

__all__ = ["app"]
