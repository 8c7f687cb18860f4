"""Compresses large answers with Zstandard or gzip, as the client's `Accept-Encoding` allows.

The catalogue's 204 kB become 26 in 1.1 ms by Zstandard at level 5, 28 in 2.4 ms by gzip at level 6. A position has a
few hundred bytes and is sent as it is, and so are tables, which are compressed inside. The entity tag of a compressed
answer is weak, as the same answer may come in other bytes.
"""

import gzip
from collections.abc import Callable

import zstandard
from flask import Request, Response

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
