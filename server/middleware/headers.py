"""Security and CORS headers on every answer."""

from __future__ import annotations

import base64
import hashlib

from flask import Flask, Response, request

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
    """The headers that are the same on every answer that does not set its own. `origins`: as in `register`."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": PERMISSIONS,
        "Content-Security-Policy": POLICY,
        "Cross-Origin-Resource-Policy": "cross-origin" if origins == (ANY_ORIGIN,) else "same-origin",
    }
    return {**headers, "Access-Control-Allow-Origin": ANY_ORIGIN} if origins == (ANY_ORIGIN,) else headers


def register(app: Flask, origins: tuple[str, ...]) -> None:
    """Add the headers to every answer that does not set its own. Call this before registering any other hook.

    origins: the origins of the web pages that may read answers, as in `Config.cors_origins`; `*` alone means any.
    """
    on_all = constant(origins)
    app.extensions["headers"] = on_all

    @app.after_request
    def protect(response: Response) -> Response:
        headers = response.headers
        for name, value in on_all.items():
            headers.setdefault(name, value)
        if "Access-Control-Allow-Origin" not in on_all:
            origin = request.headers.get("Origin", "")
            response.vary.add("Origin")  # so that caches keep the answers to different origins apart
            if origin not in origins:
                return response
            headers["Access-Control-Allow-Origin"] = origin
        if request.method != "OPTIONS":
            headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        elif response.status_code == 200:
            headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
            headers["Access-Control-Allow-Headers"] = REQUEST_HEADERS
            headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
        return response
