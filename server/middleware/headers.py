"""Security and CORS headers on every answer."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

ANY_ORIGIN = "*"
POLICY = "default-src 'none'; frame-ancestors 'none'"
"""Content-Security-Policy of answers that are not pages: they load nothing, run nothing, and fit in no frame."""
PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()"
"""Permissions-Policy of all answers: nothing here asks for any of these, nor may what is shown in a frame."""
REQUEST_HEADERS = "Accept, Content-Type, If-Match, If-None-Match, Range, X-Request-Id"
"""Headers that pages of other origins may send; for most of them, browsers send a preflight request."""
EXPOSED_HEADERS = "Content-Range, ETag, Retry-After, X-Request-Id"
"""Headers that pages of other origins may read, besides those they always may."""
PREFLIGHT_SECONDS = "86400"  # a browser may cache the answer to a preflight request this long


def only_styled(sheet: str) -> str:
    """The Content-Security-Policy of a document that has this one style sheet and loads nothing else."""
    return f"default-src 'none'; style-src {by_digest(sheet)}"


def by_digest(text: str) -> str:
    """The source expression of a Content-Security-Policy that allows this inline script or style sheet."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def constant(origins: tuple[str, ...]) -> dict[str, str]:
    """The headers that are the same on every answer that does not set its own. `origins`: as in `Headers`."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": PERMISSIONS,
        "Content-Security-Policy": POLICY,
        "Cross-Origin-Resource-Policy": "cross-origin" if origins == (ANY_ORIGIN,) else "same-origin",
    }
    return {**headers, "Access-Control-Allow-Origin": ANY_ORIGIN} if origins == (ANY_ORIGIN,) else headers


class Headers:
    """The headers of every answer that does not set its own.

    origins: the origins of the web pages that may read answers, as in `Config.cors_origins`; `*` alone means any.
    """

    def __init__(self, origins: tuple[str, ...]) -> None:
        self.origins = origins
        self.on_all = [(name, value, name.lower()) for name, value in constant(origins).items()]

    def add(self, environ: WSGIEnvironment, status: int, fields: list[tuple[str, str]]) -> None:
        """Add what is missing to the header fields of an answer."""
        present = {name.lower() for name, _ in fields}
        fields += [(name, value) for name, value, lower in self.on_all if lower not in present]
        if self.origins != (ANY_ORIGIN,):
            _vary_by_origin(fields)  # so that caches keep the answers to different origins apart
            origin = environ.get("HTTP_ORIGIN", "")
            if origin not in self.origins:
                return
            fields.append(("Access-Control-Allow-Origin", origin))
        if environ["REQUEST_METHOD"] != "OPTIONS":
            fields.append(("Access-Control-Expose-Headers", EXPOSED_HEADERS))
        elif status == 200:
            allowed = next((value for name, value in fields if name == "Allow"), "")
            fields.append(("Access-Control-Allow-Methods", allowed))
            fields.append(("Access-Control-Allow-Headers", REQUEST_HEADERS))
            fields.append(("Access-Control-Max-Age", PREFLIGHT_SECONDS))


def _vary_by_origin(fields: list[tuple[str, str]]) -> None:
    for number, (name, value) in enumerate(fields):
        if name == "Vary":
            fields[number] = name, f"{value}, Origin"
            return
    fields.append(("Vary", "Origin"))
