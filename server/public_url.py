"""The service's own address, for the links in its answers, and the proxies that may name it."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from typing import Any

from flask import current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from perfect_play.puzzles.base import short
from perfect_play.server.config import ORIGIN, Config, Network
from perfect_play.server.request_args import BadQuery


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


def behind_proxies(application: Callable[..., Any], proxies: Iterable[Network]) -> Callable[..., Any]:
    """WSGI middleware that believes `X-Forwarded-Proto`, `-Host` and `-Prefix` of these proxies and of no one else."""
    believed, networks = ProxyFix(application, x_for=0, x_proto=1, x_host=1, x_prefix=1), tuple(proxies)

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        is_proxy = any(_includes(network, environ.get("REMOTE_ADDR", "")) for network in networks)
        return (believed if is_proxy else application)(environ, start_response)

    return call


def _includes(network: Network, address: str) -> bool:
    """Whether a client is in a network; one without an address, on a Unix socket, is in that of all addresses only."""
    try:
        return ipaddress.ip_address(address) in network
    except ValueError:
        return not network.prefixlen
