"""How long clients may keep an answer, and asking whether what they have kept is still so.

Every good answer to GET has a tag, a digest of what it says. Who sends it back in `If-None-Match` is told in a
few bytes that nothing has changed. What lasts as long as tables and release do may be kept for a while without asking.
"""

from __future__ import annotations

import hashlib

from flask import Flask, Response, request

from server.api_docs.route_docs import doc_of

LASTING = "public, max-age=3600"
ASK_EACH_TIME = "no-cache"  # may be kept, but is asked for by its tag
CONDITIONS = frozenset(
    f"HTTP_{name}"
    for name in ("IF_NONE_MATCH", "IF_MATCH", "IF_MODIFIED_SINCE", "IF_UNMODIFIED_SINCE", "IF_RANGE", "RANGE")
)
TAG = 12  # bytes of a digest


def register(app: Flask) -> None:
    """Add the headers to every answer that says nothing of it itself."""

    @app.after_request
    def keep(response: Response) -> Response:
        asked, headers = request._get_current_object(), response.headers  # type: ignore[attr-defined]
        if response.status_code != 200 or asked.method not in ("GET", "HEAD"):
            return response
        kept = headers.get("Cache-Control")
        if kept is None:
            view = app.view_functions.get(asked.endpoint or "")
            told = doc_of(view) if view is not None else None
            kept = LASTING if told is not None and told.cacheable else ASK_EACH_TIME
            headers.add("Cache-Control", kept)
        if kept == "no-store" or response.is_streamed:
            return response
        if "ETag" not in headers:
            headers.add("ETag", f'"{hashlib.blake2b(response.get_data(), digest_size=TAG).hexdigest()}"')
        if not CONDITIONS.isdisjoint(asked.environ):  # else it would only take time
            response.make_conditional(asked)
        return response
