"""HTTP caching: `Cache-Control` and `ETag` headers, and 304 answers to conditional requests.

Every successful answer to GET has an entity tag, a digest of its body. A client that sends the tag back in
`If-None-Match` gets a short 304 if nothing has changed. Answers that change only with the tables or the release may be
reused for an hour without revalidation.

Large answers are compressed with Zstandard or gzip, as the client's `Accept-Encoding` allows: the catalogue's 204 kB
become 26 in 1.1 ms by Zstandard at level 5, 28 in 2.4 ms by gzip at level 6. A position has a few hundred bytes and is
sent as it is, and so are tables, which are compressed inside. The entity tag of a compressed answer is weak, as the
same answer may come in other bytes.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import zstandard
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
        headers.add("ETag", _tag(response.get_data()))
    if any(condition in request.environ for condition in CONDITIONS):  # else skipped, to save time
        make_conditional(response, request.environ)


def plain_fields(body: bytes, passing: bool) -> list[tuple[str, str]]:
    """The header fields of a short answer in JSON to an unconditional request; its route is documented as cacheable.

    passing: whether the next answer may be another.
    """
    reuse = [("Cache-Control", "no-store")] if passing else [("Cache-Control", ONE_HOUR), ("ETag", _tag(body))]
    return [("Content-Type", "application/json"), ("Content-Length", str(len(body))), *reuse]


def _tag(body: bytes) -> str:
    return f'"{hashlib.blake2b(body, digest_size=TAG_BYTES).hexdigest()}"'


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


# --- compression ----------------------------------------------------------------------------------


MIN_BYTES = 2_000  # bytes; compressing smaller answers saves too few packets to be worth the time
MEDIA_TYPES = frozenset(
    (
        "application/json",
        "application/jsonlines",
        "text/csv",
        "text/html",
        "text/css",
        "text/javascript",
        "image/svg+xml",
    )
)
COMPRESSED = frozenset((200, 304, 400, 404))
"""Statuses of answers that may be large: the page is also shown for addresses that lead nowhere."""
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "zstd": lambda body: zstandard.ZstdCompressor(level=5).compress(body),
    "gzip": lambda body: gzip.compress(body, compresslevel=6, mtime=0),
}
"""The supported encodings, preferred first."""


def compress(request: Request, response: Response) -> None:
    """Compress a large answer. Tags must have been computed before, from the uncompressed body."""
    if response.status_code not in COMPRESSED or response.is_streamed:
        return
    body = response.get_data()
    if len(body) < MIN_BYTES or response.mimetype not in MEDIA_TYPES:
        return
    response.vary.add("Accept-Encoding")
    accepted = request.accept_encodings
    encoding = max(ENCODINGS, key=lambda name: accepted[name])  # the first of those that the client likes best
    if accepted[encoding] <= 0 or ("identity" in accepted.values() and accepted["identity"] > accepted[encoding]):
        return
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)  # the same content in other bytes
    if response.status_code != 304:
        response.set_data(ENCODINGS[encoding](body))
        response.headers["Content-Encoding"] = encoding
