"""HTTP caching: `Cache-Control` and `ETag` headers, and 304 answers to conditional requests.

Every successful answer to GET has an entity tag, a digest of its body. A client that sends the tag back in
`If-None-Match` gets a short 304 if nothing has changed. Answers that change only with the tables or the release may be
reused for an hour without revalidation.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response
from werkzeug.http import parse_etags, parse_range_header

from perfect_play.server.api_docs.route_docs import doc_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

ONE_HOUR = "public, max-age=3600"
REVALIDATE = "no-cache"  # may be stored, but its tag must be checked before each use
CONDITIONS = tuple(
    f"HTTP_{name}"
    for name in ("IF_NONE_MATCH", "IF_MATCH", "IF_MODIFIED_SINCE", "IF_UNMODIFIED_SINCE", "IF_RANGE", "RANGE")
)
TAG_BYTES = 12


def add_caching(app: Flask, request: Request, response: Response) -> None:
    """Add caching headers to a successful answer that does not set its own, and answer conditions."""
    if response.status_code != 200 or request.method not in ("GET", "HEAD"):
        return
    headers = response.headers
    present = dict(headers)
    cache_control = present.get("Cache-Control")
    if cache_control is None:
        view = app.view_functions.get(request.endpoint or "")
        doc = doc_of(view) if view is not None else None
        cache_control = ONE_HOUR if doc is not None and doc.cacheable else REVALIDATE
        headers.add("Cache-Control", cache_control)
    if cache_control == "no-store" or response.is_streamed:
        return
    if "ETag" not in present:
        headers.add("ETag", f'"{hashlib.blake2b(response.get_data(), digest_size=TAG_BYTES).hexdigest()}"')
    if any(condition in request.environ for condition in CONDITIONS):  # else skipped, to save time
        make_conditional(response, request.environ)


def make_conditional(response: Response, environ: WSGIEnvironment, **ranges: Any) -> None:
    """Answer the conditions of a request: with 304 or 412 without content, or with a range of it.

    `If-Match: *` holds, as there is something. A range that is no single range of bytes counts as none (RFC 9110).
    ranges: as werkzeug's `make_conditional` has them.
    """
    conditions = dict(environ)
    if conditions.get("HTTP_IF_MATCH", "").strip() == "*":
        del conditions["HTTP_IF_MATCH"]
    byte_range = parse_range_header(conditions.get("HTTP_RANGE"))
    matches = "HTTP_IF_MATCH" not in conditions or parse_etags(conditions["HTTP_IF_MATCH"]).is_strong(
        response.get_etag()[0] or ""
    )
    if byte_range is None or byte_range.units != "bytes" or len(byte_range.ranges) > 1 or not matches:
        conditions.pop("HTTP_RANGE", None)
    response.make_conditional(conditions, **ranges)
    if response.status_code == 412:
        response.set_data(b"")
        del response.headers["Content-Type"]
