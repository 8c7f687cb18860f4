"""`/health`, `/ready`, `/api/progress`, the index, `/robots.txt` and `/.well-known/security.txt`.

Also starts the background builder on the first request.
"""

import os
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify

from perfect_play.puzzles import registry
from perfect_play.server.api_docs.json_schema import ref, string
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.config import Config
from perfect_play.server.public_url import public_url
from perfect_play.solvers import __version__
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.kernel_cache import kernel_warning
from perfect_play.solvers.status import State

STARTED = time.monotonic()


def register(app: Flask) -> None:
    """Add the routes."""
    app.add_url_rule("/health/", "health", health)
    app.add_url_rule("/puzzles/health/", "puzzles_health", puzzles_health)
    app.add_url_rule("/ready/", "ready", ready)
    app.add_url_rule("/api/progress/", "progress", progress)


def start_building_on_first_request(app: Flask) -> None:
    """Start the background builder on the first request, unless the server started it after forking."""
    manager: PuzzleManager = app.extensions["manager"]
    started = False

    @app.before_request
    def start() -> None:
        nonlocal started
        if not started:
            started = True
            if not manager.builder.started:
                manager.builder.start()


def index() -> Response:
    """The index: the URLs of all puzzles and games, and of the service's documentation and state."""
    base = public_url()
    return jsonify(
        {
            "name": "Perfect Play",
            "version": __version__,
            "description": "The value and remoteness of every position of puzzles and combinatorial games.",
            "puzzles": [f"{base}/puzzles/{cls.id}/" for cls in registry.all_puzzles()],
            "games": [f"{base}/games/{cls.id}/" for cls in registry.all_games()],
            "catalogue": f"{base}/api/catalogue/",
            "api": f"{base}/api/",
            "openapi": f"{base}/openapi.json",
            "health": f"{base}/health",
            "ready": f"{base}/ready",
        }
    )


@documented("service", ref("Health"))
def health() -> Response:
    """Whether this process answers. Cheap: consults neither tables nor solvers.

    uptime in seconds; cpu_usage in percent of one core, averaged since the start; memory_usage in bytes.
    """
    uptime = time.monotonic() - STARTED
    answer: dict[str, Any] = {
        "status": "ok",
        "version": __version__,
        "uptime": round(uptime, 3),
        "cpu_usage": round(_cpu_percent(uptime), 1),
        "memory_usage": _resident_bytes(),
        "timestamp": _timestamp(),
    }
    return jsonify(answer)


@documented("service", ref("HealthInTexts"))
def puzzles_health() -> Response:
    """The same as texts, as GamesCraftersUWAPI's back ends write them: `0d 1h 0m 5s`, and percentages."""
    uptime = time.monotonic() - STARTED
    minutes, seconds = divmod(int(uptime), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    machine_bytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return jsonify(
        {
            "status": "ok",
            "uptime": f"{days}d {hours}h {minutes}m {seconds}s",
            "cpu_usage": f"{_cpu_percent(uptime):.2f}%",
            "memory_usage": f"{100 * _resident_bytes() / machine_bytes:.2f}%",
            "timestamp": _timestamp(),
        }
    )


def _cpu_percent(uptime: float) -> float:
    return 100 * time.process_time() / max(uptime, 1e-3)


def _timestamp() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _resident_bytes() -> int:
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux: fall back to the peak
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


@documented("service", ref("Ready"), other_answers={503: ref("Ready")})
def ready() -> Response:
    """200 if every variant that is solved at start-up is available, otherwise 503; with the progress of solving."""
    answer = readiness()
    response = jsonify(answer)
    if answer["waiting"]:
        response.status_code = 503
        response.headers["Retry-After"] = "5"
    return response


@documented("service", ref("Ready"))
def progress() -> Response:
    """The same answer as /ready, but always with status 200: for pages that show the progress of solving."""
    return jsonify(readiness())


def readiness() -> dict[str, Any]:
    """The state of every variant that is solved at start-up, and the progress of solving."""
    manager: PuzzleManager = current_app.extensions["manager"]
    statuses = {rules.full_id: manager.status(rules) for rules in manager.presolved()}
    counts = Counter(str(status.state) for status in statuses.values())
    waiting = {name: status.detail for name, status in statuses.items() if status.state is not State.AVAILABLE}
    if waiting:
        manager.builder.wake()
    progress = manager.builder.progress() or {}
    alive = progress.get("alive", False)
    requested = [name for name in progress.get("requested", ()) if name not in waiting] if alive else []
    return {
        "status": "not ready" if waiting else "ready",
        "tables": {str(state): counts.get(str(state), 0) for state in State},
        "solving": (progress.get("current") or progress.get("side")) if alive else None,
        "waiting": waiting,
        "requested": requested,
        "leftOut": [Path(plugin.name).name for plugin in registry.left_out()],  # the log says why
        "kernels": kernel_warning(manager.data_dir),
    }


blueprint = Blueprint("well_known", __name__)
with_contact = Blueprint("contact", __name__)
"""Registered only if the operator has set `UWAPI_SECURITY_CONTACT`."""

ROBOTS = """\
# Pages and boards may be read, but the API has an address for every position of every game.
User-agent: *
Allow: /$
Allow: /static/
Allow: /g/
Allow: /embed/
Allow: /api/*/image.png
Disallow: /
"""

VALID_DAYS = 180
"""How long a contact may be relied on after it was read."""


@blueprint.get("/robots.txt/")
@documented("service", string("rules for crawlers, RFC 9309"), media_type="text/plain")
def robots() -> Response:
    """What crawlers may read: the page, games and embedded boards, not the API."""
    return Response(ROBOTS, mimetype="text/plain")


@with_contact.get("/.well-known/security.txt/")
@documented("service", string("a contact, RFC 9116"), media_type="text/plain")
def security() -> Response:
    """Where to report a vulnerability."""
    settings: Config = current_app.extensions["settings"]
    expires = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() + VALID_DAYS * 86_400))
    lines = [f"Contact: {settings.security_contact}", f"Expires: {expires}", "Preferred-Languages: en"]
    if settings.public_url is not None:
        lines.append(f"Canonical: {public_url()}/.well-known/security.txt")
    return Response("\n".join([*lines, ""]), mimetype="text/plain")
