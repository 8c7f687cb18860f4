"""The service's own address, for the links in its answers, and the proxies that may name it."""

import ipaddress
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from perfect_play.puzzles.base import short
from perfect_play.server.config import BELOW, ORIGIN, Config, Network
from perfect_play.server.request_args import BadQuery

PREFIX = "HTTP_X_FORWARDED_PREFIX"
"""Where WSGI has that header."""
PORTS = {"http": 80, "https": 443}
"""The port that a scheme implies."""


def public_url() -> str:
    """The address without a final slash: `UWAPI_PUBLIC_URL`; if unset, as the client names it. Raises BadQuery.

    Either is followed by the path below which a proxy, or gunicorn's `SCRIPT_NAME`, puts the service.
    """
    settings: Config = current_app.extensions["settings"]
    if settings.public_url is not None:
        return settings.public_url + request.script_root
    url = f"{request.scheme}://{request.host.lower()}"
    named = request.environ.get("HTTP_HOST", request.host)  # without a port taken off
    if not (ORIGIN.fullmatch(url) and ORIGIN.fullmatch(f"{request.scheme}://{named.lower()}")):
        raise BadQuery(f"Host: {short(request.host)}: expected a name or an IP address, perhaps with :port.")
    return url + request.script_root


def site_of(url: str) -> str:
    """Host and port of an address, in lower case; without the port that its scheme implies. Raises ValueError."""
    parts = urlsplit(url.lower())
    port = "" if parts.port in (None, PORTS.get(parts.scheme)) else f":{parts.port}"
    host = parts.hostname or ""
    return (f"[{host}]" if ":" in host else host) + port


def behind_proxies(application: Callable[..., Any], proxies: Iterable[Network]) -> Callable[..., Any]:
    """WSGI middleware that believes `X-Forwarded-Proto`, `-Host` and `-Prefix` of these proxies and of no one else."""
    believed = ProxyFix(_without_prefix(application), x_for=0, x_proto=1, x_host=1, x_prefix=1)
    networks = tuple(proxies)

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        is_proxy = any(_includes(network, environ.get("REMOTE_ADDR", "")) for network in networks)
        if not BELOW.fullmatch(environ.get(PREFIX, "").rpartition(",")[2].strip().rstrip("/")):
            environ.pop(PREFIX, None)  # it would be in all links
        return (believed if is_proxy else application)(environ, start_response)

    return call


def _without_prefix(application: Callable[..., Any]) -> Callable[..., Any]:
    """WSGI middleware that takes the prefix off the path, as a proxy may name it and yet pass on the whole path."""

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        prefix, path = environ.get("SCRIPT_NAME", "").rstrip("/"), environ["PATH_INFO"]
        if PREFIX in environ and prefix and f"{path}/".startswith(f"{prefix}/"):
            environ["PATH_INFO"] = path[len(prefix) :]
        return application(environ, start_response)

    return call


def _includes(network: Network, address: str) -> bool:
    """Whether a client is in a network; one without an address, on a Unix socket, is in that of all addresses only."""
    try:
        return ipaddress.ip_address(address) in network
    except ValueError:
        return not network.prefixlen
