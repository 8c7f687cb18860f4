"""Requests for missing tables: a serving process asks the builder to solve variants that people ask about.

The file `.requests` is created when the builder is started, which empties it whenever it looks, and removes it when it
ends. A serving process only ever appends lines to an existing file: the name of a listed variant, and a tag of the
client who asks, so that each gets a fair share. Each pair stands there once, and a name for a few clients at most.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache
from hashlib import blake2b
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

FILE = ".requests"
MAX_BYTES = 128 << 10
MAX_CLIENTS = 4
"""Clients for whom a name stands in the file at a time."""

MAX_TAG = 16  # characters

_CLIENT: ContextVar[str] = ContextVar("client", default="-")


class Request(NamedTuple):
    """A variant to be solved, by its full id, and the tag of the client who asks."""

    full_id: str
    client: str


def set_client(tag: str) -> None:
    """Ask from now on for the client with this tag, in this thread."""
    _CLIENT.set(tag if tag.isascii() and tag.isalnum() and len(tag) <= MAX_TAG else "-")


def client() -> str:
    """The tag of the client for whom this thread asks."""
    return _CLIENT.get()


@lru_cache(maxsize=1024)
def client_tag(address: str | None) -> str:
    """A tag for the client at a network address: all addresses of a network of IPv6 are one client's."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return "-"
    network = ip_network((parsed, 64 if parsed.version == 6 else 32), strict=False)
    return blake2b(str(network).encode(), digest_size=4).hexdigest()


@contextlib.contextmanager
def accepting_requests(directory: Path) -> Iterator[None]:
    """Accept requests until the end of the block."""
    accept_requests(directory)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            (directory / FILE).unlink(missing_ok=True)


def accept_requests(directory: Path) -> None:
    """Accept requests from now on: for the builder, and for the process that starts it, which takes a second."""
    with contextlib.suppress(OSError):  # without it, variants are solved in the usual order
        os.close(os.open(directory / FILE, os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))


def request_solve(directory: Path, full_id: str) -> None:
    """Ask the builder to solve a listed variant for this thread's client. Does nothing if no builder accepts it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory / FILE, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)
        with open(descriptor, "r+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            line = f"{full_id} {client()}\n".encode()
            content = file.read(MAX_BYTES)
            lines = content.splitlines(keepends=True)
            clients = sum(entry.startswith(f"{full_id} ".encode()) for entry in lines)
            if line not in lines and clients < MAX_CLIENTS and len(content) + len(line) <= MAX_BYTES:
                file.write(line)


def pending_requests(directory: Path) -> list[Request]:
    """The requests that the builder has not looked at, in the order in which they came."""
    try:
        return _parse((directory / FILE).read_bytes())
    except OSError:
        return []


def take_requests(directory: Path) -> list[Request]:
    """The same, for the builder: they are removed."""
    try:
        with (directory / FILE).open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            content = file.read(MAX_BYTES)
            if content:
                file.truncate(0)
            return _parse(content)
    except OSError:
        return []


def _parse(content: bytes) -> list[Request]:
    pairs = (line.partition(" ") for line in content[:MAX_BYTES].decode(errors="replace").split("\n") if line)
    return [Request(name, tag or "-") for name, _, tag in pairs]


def in_order(queue: Iterable[str], requested: Sequence[str]) -> list[str]:
    """The names in a queue, with requested ones first, in the order of requests."""
    names = set(queue := list(queue))
    return list(dict.fromkeys([*(name for name in requested if name in names), *queue]))
