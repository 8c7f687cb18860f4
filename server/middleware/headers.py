"""The headers that every answer has: which web pages may read it, and what a browser may make of it."""

from __future__ import annotations

from flask import Flask, Response, request

ANY = "*"
POLICY = "default-src 'none'; frame-ancestors 'none'"
"""Content-Security-Policy of what is no page: it loads nothing, runs nothing, and stands in no frame."""
ASKED = "Accept, Content-Type, If-Match, If-None-Match, Range, X-Request-Id"
"""Headers that pages from elsewhere may send; browsers ask first for most of them."""
TOLD = "Content-Range, ETag, Retry-After, X-Request-Id"
"""Headers that pages from elsewhere may read, beside those that they always may."""
REMEMBERED = "86400"  # seconds a browser may remember what it was told when it asked first


def constant(origins: tuple[str, ...]) -> dict[str, str]:
    """Those that are the same on every answer, if it does not have its own. `origins`: as `register`."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": POLICY,
        "Cross-Origin-Resource-Policy": "cross-origin" if origins == (ANY,) else "same-origin",
    }
    return {**headers, "Access-Control-Allow-Origin": ANY} if origins == (ANY,) else headers


def register(app: Flask, origins: tuple[str, ...]) -> None:
    """Put them on every answer that does not have its own. To be called before whatever else changes answers.

    origins: those of the web pages that may read answers, as `server/config.py` has them; `*` alone is any.
    """
    on_all = constant(origins)
    app.extensions["headers"] = on_all

    @app.after_request
    def protect(response: Response) -> Response:
        headers = response.headers
        for name, told in on_all.items():
            headers.setdefault(name, told)
        if "Access-Control-Allow-Origin" not in on_all:
            origin = request.headers.get("Origin", "")
            response.vary.add("Origin")  # so that no cache shows one origin what another was told
            if origin not in origins:
                return response
            headers["Access-Control-Allow-Origin"] = origin
        if request.method != "OPTIONS":
            headers["Access-Control-Expose-Headers"] = TOLD
        elif response.status_code == 200:
            headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
            headers["Access-Control-Allow-Headers"] = ASKED
            headers["Access-Control-Max-Age"] = REMEMBERED
        return response
