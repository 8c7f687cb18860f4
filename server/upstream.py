"""Asks an upstream, another service with the current protocol, for games that are not here.

Its address is set by the operator; a request adds only path segments and values, all of them quoted. Time, size and
number of queries are bounded, redirects are not followed, and only JSON of the expected form is accepted.
"""

from __future__ import annotations

import contextlib
import http.client
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import orjson
from cachetools import LRUCache

from perfect_play.server.json_provider import to_json
from perfect_play.solvers.errors import NoAnswer

SECONDS = 5.0  # for one query, from connecting to the last byte
MOST_BYTES = 2 << 20  # in one answer
AT_ONCE = 4  # concurrent queries of one process
FRESH_SECONDS, KEPT_BYTES = 300.0, 16 << 20
PAUSE = 10.0  # seconds without queries after the upstream could not be reached
MOST_LISTED = 2_000  # games
VIA = "1.1 perfect-play"
"""The `Via` header of our queries, which breaks the loop of two services that name each other as upstream."""

Json = dict[str, Any]
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", re.ASCII)
GUIS = ("v0", "v1", "v2", "v3")
VALUES = ("win", "lose", "tie", "draw", "unsolved", "undecided")


class UpstreamFailed(NoAnswer):
    """The upstream gave no usable answer."""

    retry_after = int(PAUSE)


class UpstreamBusy(NoAnswer):
    """The upstream was not asked, because it has just failed to answer, or too many queries are waiting."""

    retry_after = int(PAUSE)


class NotUpstream(Exception):
    """The upstream does not know it either; the status is 400 or 404."""

    def __init__(self, status: int) -> None:
        super().__init__(f"The upstream answers with status {status}.")
        self.status = status


class CachedAnswer(NamedTuple):
    """A cached answer. until: when it is requested again; before that it is fresh."""

    body: bytes
    until: float

    def size(self) -> int:
        """The size in bytes."""
        return len(self.body)


def address(text: str) -> str:
    """The address of an upstream, with a slash at its end. Raises ValueError with a sentence."""
    parts = urlsplit(text)
    plain = text.isascii() and text.isprintable() and " " not in text
    if not plain or parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(
            "expected the address of a service's current protocol, such as https://play.example.org/universal/v1/."
        )
    if parts.username is not None or parts.password is not None:
        raise ValueError("expected an address without a user name or password.")
    _ = parts.port  # raises ValueError if the port is invalid
    return text.rstrip("/") + "/"


class Upstream:
    """Another service with the current protocol, at an address that `address` returned. Thread-safe."""

    def __init__(self, base: str) -> None:
        parts = urlsplit(base)
        self.name = parts.netloc
        self._secure, self._host, self._port = parts.scheme == "https", parts.hostname or "", parts.port
        self._path = parts.path
        self._slots = threading.BoundedSemaphore(AT_ONCE)
        self._lock = threading.Lock()
        self._cache: LRUCache[str, CachedAnswer] = LRUCache(KEPT_BYTES, getsizeof=CachedAnswer.size)
        self._listing = threading.Lock()
        self._listed: list[Json] = []
        self._listed_until = 0.0
        self._down_until = 0.0
        self._asked_for: set[str] = set()

    def listed(self) -> list[Json]:
        """The entries of its list; while it does not answer, the last ones known, perhaps none."""
        with self._listing:
            if time.monotonic() > self._listed_until:
                try:
                    self._listed = _entries(self._ask(()), self.name)
                except (NoAnswer, NotUpstream):
                    self._listed_until = time.monotonic() + PAUSE
                else:
                    self._listed_until = time.monotonic() + FRESH_SECONDS
        return self._listed

    def listed_now(self) -> list[Json]:
        """The entries last known, without waiting; refreshed in the background if they are stale."""
        if time.monotonic() > self._listed_until:
            self._in_background("", self.listed)
        return self._listed

    def answer(self, segments: Sequence[str], query: Mapping[str, str], holds: Callable[[Json], bool]) -> bytes:
        """The answer below its address, as JSON with the field `upstream`.

        holds: whether an answer has the expected form. Raises UpstreamFailed, UpstreamBusy or NotUpstream.
        """
        target = _target(segments, query)
        cached = self._kept_for(target)
        if cached is not None and time.monotonic() < cached.until:
            return cached.body
        answer = self._ask(segments, query)
        if not (isinstance(answer, dict) and "error" not in answer and _safely(holds, answer)):
            raise UpstreamFailed(f"The upstream {self.name} answered in a form that is not that of the protocol.")
        body = to_json({**answer, "upstream": self.name})
        with self._lock, contextlib.suppress(ValueError):  # ValueError: larger than the whole cache
            self._cache[target] = CachedAnswer(body, time.monotonic() + FRESH_SECONDS)
        return body

    def answer_now(self, segments: Sequence[str], holds: Callable[[Json], bool]) -> bytes | None:
        """As `answer`, but the one last known, without waiting; refreshed in the background if it is stale."""
        cached = self._kept_for(target := _target(segments, {}))
        if cached is None or time.monotonic() > cached.until:
            self._in_background(target, lambda: self.answer(segments, {}, holds))
        return None if cached is None else cached.body

    def _kept_for(self, target: str) -> CachedAnswer | None:
        with self._lock:
            return self._cache.get(target)

    def _in_background(self, target: str, ask: Callable[[], object]) -> None:
        """Ask in a new thread, unless another is already asking the same, or during a PAUSE."""
        with self._lock:
            if target in self._asked_for or time.monotonic() < self._down_until:
                return
            self._asked_for.add(target)

        def run() -> None:
            try:
                with contextlib.suppress(NoAnswer, NotUpstream):
                    ask()
            finally:
                with self._lock:
                    self._asked_for.discard(target)

        threading.Thread(target=run, name="upstream", daemon=True).start()

    def _ask(self, segments: Sequence[str], query: Mapping[str, str] | None = None) -> Any:
        """The JSON of an answer. Raises UpstreamFailed, UpstreamBusy or NotUpstream."""
        if time.monotonic() < self._down_until:
            raise UpstreamBusy(f"The upstream {self.name} did not answer just now, and is asked again in a moment.")
        if not self._slots.acquire(blocking=False):
            raise UpstreamBusy(f"{AT_ONCE} questions to the upstream {self.name} are waiting, the most at a time.")
        try:
            status, body = self._fetch(self._path + _target(segments, query or {}))
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._down_until = time.monotonic() + PAUSE
            manner = "in time" if isinstance(error, TimeoutError) else "as a service should"
            raise UpstreamFailed(f"The upstream {self.name} did not answer {manner}.") from error
        finally:
            self._slots.release()
        if status in (400, 404):
            raise NotUpstream(status)
        if status != 200:
            raise UpstreamFailed(f"The upstream {self.name} answered with status {status}.")
        try:
            return orjson.loads(body)
        except ValueError:
            raise UpstreamFailed(f"The answer of the upstream {self.name} is not JSON.") from None

    def _fetch(self, target: str) -> tuple[int, bytes]:
        """Status and body of one answer. Raises OSError, HTTPException, and ValueError if it is too long."""
        connection = (
            http.client.HTTPSConnection(self._host, self._port, timeout=SECONDS, context=ssl.create_default_context())
            if self._secure
            else http.client.HTTPConnection(self._host, self._port, timeout=SECONDS)
        )
        ended = threading.Event()
        begun = time.monotonic()
        connection.connect()
        sock = connection.sock

        def end() -> None:
            """Shut the socket down: its own timeout limits only each wait, and bytes may arrive one by one."""
            ended.set()
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(max(0.0, SECONDS - (time.monotonic() - begun)), end)
        timer.daemon = True
        timer.start()
        try:
            headers = {"Accept": "application/json", "Accept-Encoding": "identity", "Via": VIA}
            connection.request("GET", target, headers=headers)
            response = connection.getresponse()
            body = response.read(MOST_BYTES + 1)
            if ended.is_set():
                raise TimeoutError
            if len(body) > MOST_BYTES:
                raise ValueError("too long")
            return response.status, body
        except (OSError, http.client.HTTPException):
            if ended.is_set():
                raise TimeoutError from None
            raise
        finally:
            timer.cancel()
            connection.close()


def _target(segments: Sequence[str], query: Mapping[str, str]) -> str:
    path = "".join(f"{quote(segment, safe='')}/" for segment in segments)
    return f"{path}?{urlencode(query)}" if query else path


def _safely(holds: Callable[[Json], bool], answer: Json) -> bool:
    try:
        return holds(answer)
    except (TypeError, KeyError, AttributeError):
        return False


def _entries(answer: Any, name: str) -> list[Json]:
    """The usable entries of a list of games, marked with the name of the upstream."""
    entries = answer[:MOST_LISTED] if isinstance(answer, list) else []
    return [
        {key: entry[key] for key in ("id", "name", "type", "gui")} | {"upstream": name}
        for entry in entries
        if isinstance(entry, dict)
        and all(isinstance(entry.get(key), str) for key in ("id", "name", "type", "gui"))
        and ID.fullmatch(entry["id"])
        and entry["type"] in ("onePlayer", "twoPlayer")
        and entry["gui"] in GUIS
    ]


def variants_of(game: Json) -> list[Json]:
    """The usable variants of an answer of the form `is_game`, marked with the name of the upstream."""
    return [
        {key: variant[key] for key in ("id", "name", "gui")} | {"upstream": game["upstream"]}
        for variant in game["variants"][:MOST_LISTED]
        if variant.get("gui") in GUIS
    ]


# --- forms ----------------------------------------------------------------------------------------


def is_game(answer: Json) -> bool:
    """Whether this is a game with its variants."""
    return _texts(answer, "id", "name") and all(_texts(variant, "id", "name") for variant in _list(answer["variants"]))


def is_variant(answer: Json) -> bool:
    """Whether this is a variant with its start."""
    return _texts(answer, "id", "startPosition", "autoguiStartPosition")


def is_position(answer: Json) -> bool:
    """Whether this is a position with its moves."""
    return _is_known(answer) and all(_is_known(move) and _texts(move, "move") for move in _list(answer["moves"]))


def is_instructions(answer: Json) -> bool:
    """Whether these are a game's instructions."""
    return _texts(answer, "instructions")


def _is_known(answer: Json) -> bool:
    remoteness = answer.get("remoteness")
    number = remoteness is None or (isinstance(remoteness, int) and not isinstance(remoteness, bool))
    return _texts(answer, "position") and answer["positionValue"] in VALUES and number


def _texts(fields: Json, *names: str) -> bool:
    return all(isinstance(fields[name], str) for name in names)


def _list(items: Any) -> list[Any]:
    if not isinstance(items, list):
        raise TypeError
    return items
