"""The service's own address, for the links in its answers."""

from __future__ import annotations

from flask import current_app, request

from puzzles.base import short
from server.config import ORIGIN, Config
from server.request_args import BadQuery


def public_url() -> str:
    """The address without a final slash: `UWAPI_PUBLIC_URL`; if unset, as the client names it. Raises BadQuery."""
    settings: Config = current_app.extensions["settings"]
    if settings.public_url is not None:
        return settings.public_url
    url = f"{request.scheme}://{request.host.lower()}"
    named = request.environ.get("HTTP_HOST", request.host)  # without a port taken off
    if not (ORIGIN.fullmatch(url) and ORIGIN.fullmatch(f"{request.scheme}://{named.lower()}")):
        raise BadQuery(f"Host: {short(request.host)}: expected a name or an IP address, perhaps with :port.")
    return url + request.script_root
