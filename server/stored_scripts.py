"""The texts of visitors' PuzzleScripts as files, bounded in number and bytes, and who may bring one."""

import ipaddress
import os
import threading
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from flask import current_app, request
from werkzeug.exceptions import Forbidden

from perfect_play.puzzles.puzzlescript.uploaded import file_of, name_of
from perfect_play.server.config import Config
from perfect_play.server.public_url import public_url, site_of
from perfect_play.server.request_args import manager
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.tables.publish import sweep, whole

MOST_TEXTS, MOST_BYTES = 1_000, 20 << 20
"""The most that are kept; the least recently used go first."""
FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST")
_LOCK = threading.Lock()


class NotStored(NoAnswer):
    """The text could not be written."""

    passing = True
    retry_after = 60


def folder(settings: Config) -> Path:
    """Where the texts are."""
    return settings.data_dir / "uploads"


def store(text: str, directory: Path) -> None:
    """Store a text, or note that it is used; the least recently used go if there are too many. Raises NotStored."""
    path = file_of(name_of(text), directory)
    try:
        with _LOCK:
            with suppress(FileNotFoundError):
                os.utime(path)
                return
            with whole(path, durable=False) as temporary:
                temporary.write_bytes(text.encode())
            sweep(directory)
            _trim(directory, path)
    except OSError as error:
        raise NotStored(f"The text could not be stored: {error.strerror or error}.") from error


def _trim(directory: Path, newest: Path) -> None:
    """Delete the least recently used texts, but not the newest, until the others are within the bounds."""
    texts = []
    for path in directory.glob("*.txt"):
        try:
            stat = path.stat()
        except FileNotFoundError:  # another process deletes, too
            continue
        texts.append((path == newest, stat.st_mtime_ns, stat.st_size, path))
    count, size = len(texts), sum(entry[2] for entry in texts)
    for is_newest, _, length, path in sorted(texts):
        if is_newest or (count <= MOST_TEXTS and size <= MOST_BYTES):
            return
        path.unlink(missing_ok=True)
        count, size = count - 1, size - length


# --- who may bring one ----------------------------------------------------------------------------


def takes_uploads() -> bool:
    """Whether the service stores texts of whoever makes this request."""
    settings: Config = current_app.extensions["settings"]
    return _is_local(settings) if settings.uploads is None else settings.uploads


def _is_local(settings: Config) -> bool:
    """Whether the request comes from this machine, to a name of this machine, and through no proxy that says so."""
    address = request.environ.get("REMOTE_ADDR", "")
    if not address and not manager().limiter.elsewhere:
        return True  # a serving worker has asked this search worker
    no_proxy = settings.public_url is None and not any(name in request.environ for name in FORWARDED)
    return no_proxy and _is_loopback(address) and _is_loopback(urlsplit(f"//{request.host}").hostname or "")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def require_upload() -> None:
    """Raise Forbidden unless whoever makes this request may store a text: no page of another site may."""
    if not takes_uploads():
        raise Forbidden(
            "This service stores no texts of visitors. Whoever runs it can allow that with UWAPI_UPLOADS=1."
        )
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site not in (None, "same-origin") or (site is None and origin is not None and not _is_ours(origin)):
        raise Forbidden("Texts are not taken from pages of other sites.")


def _is_ours(origin: str) -> bool:
    try:
        return site_of(origin) in (site_of(public_url()), site_of(f"{request.scheme}://{request.host}"))
    except ValueError:
        return False
