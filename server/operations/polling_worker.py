"""gunicorn's worker with threads, in which a connection takes a thread only while its request is being answered.

gunicorn's own `gthread` gives a new connection a thread at once, which then waits for the request, and later for the
client to take the answer: whoever is slow, or silent, keeps a thread from everybody else. Here the main loop does all
waiting: it collects requests, hands whole ones to the threads, and sends what clients did not take at once. Waiting
connections are limited in number, time and memory; beyond that the one that has waited longest, or holds most, is
closed. Why: docs/adr/0049-connections-wait-outside-the-threads.md.
"""

import errno
import json
import mmap
import resource
import selectors
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker

from perfect_play.server.operations.connection import MAX_BODY, BodyTooLarge, Connection, RequestTimeout

WAITING_SECONDS = 30.0
"""For the first byte of a connection, then for the rest of its request, and for a client to take some of its answer."""

LINGERING_SECONDS = 2.0
"""For a client to close a connection after its last answer, and for idle connections of a worker that is stopping."""

HELD_BYTES = 64 << 20
"""Memory for requests that have arrived in part and answers that are sent in part, per worker."""

SMALL_BYTES = 16 << 10
"""Connections that hold less are not looked at when memory is counted."""

TURN_SECONDS = 1.0
"""The longest turn of the main loop, and thus the precision of deadlines."""

CHUNK_BYTES = 1 << 16  # read at once

STATUS: dict[type[Exception], tuple[int, str]] = {
    BodyTooLarge: (413, "Content Too Large"),
    RequestTimeout: (408, "Request Timeout"),
    errors.LimitRequestLine: (414, "URI Too Long"),
    errors.LimitRequestHeaders: (431, "Request Header Fields Too Large"),
    errors.ExpectationFailed: (417, "Expectation Failed"),
    errors.UnsupportedTransferCoding: (501, "Not Implemented"),
    errors.InvalidResponseHeader: (500, "Internal Server Error"),
    errors.InvalidResponseHeaderName: (500, "Internal Server Error"),
    errors.ConfigurationProblem: (404, "Not Found"),
    errors.ParseException: (400, "Bad Request"),
    Exception: (500, "Internal Server Error"),
}
"""Status and reason for what is refused before the application sees it."""

SENTENCES = {
    400: "This is not a valid HTTP request.",
    404: "The service is below another path.",
    408: f"The rest of the request did not arrive within {WAITING_SECONDS:.0f} seconds.",
    413: f"The body is too long: expected at most {MAX_BODY:,} bytes.",
    414: "The URL is too long: expected at most {cfg.limit_request_line} bytes, including method and version.",
    431: "Too many or too long headers: expected at most {cfg.limit_request_fields}, "
    "of at most {cfg.limit_request_field_size} bytes each.",
}

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title} – Perfect Play</title>
<h1>{title}</h1>
<p>{sentence}</p>
<p><a href="{root}">All puzzles and games</a></p>
"""
"""What a browser shows of a refusal."""


class PollingWorker(ThreadWorker):
    """Answers requests in threads, and waits for clients in the main loop."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if descriptors == resource.RLIM_INFINITY:
            descriptors = sys.maxsize
        # A connection may have two, with a file that is being sent; half are left for tables, modules and pipes.
        self.worker_connections: int = min(self.cfg.worker_connections, descriptors // 4)
        self.waiting: dict[Connection, None] = {}  # in the order in which they began to wait
        self.answer_headers: dict[str, str] = {}  # of refusals: those of all answers
        self._ready = mmap.mmap(-1, 1)  # shared with the master

    @property
    def ready(self) -> bool:
        """Whether the worker answers requests, as the master knows it."""
        return self._ready[0] == 1

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Refuse settings that this worker does not support."""
        if cfg.is_ssl or cfg.proxy_protocol != "off":
            log.critical("The service speaks neither TLS nor the PROXY protocol: see docs/deploy.md, reverse proxies.")
            raise SystemExit(2)

    def run(self) -> None:
        """The main loop; when the worker is told to stop, it first answers what has been asked."""
        self.poller.register(self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks)
        self._ready[0] = 1
        while self.alive and self.is_parent_alive():
            self.set_accept_enabled(bool(self.waiting) or self.nr_conns < self.worker_connections)
            self.turn()
        self.set_accept_enabled(False)
        now = time.monotonic()
        for connection in self.waiting:
            if connection.idle:  # but its client may be sending a request already
                connection.deadline = min(connection.deadline, now + LINGERING_SECONDS)
        while self.nr_conns and time.monotonic() < now + self.cfg.graceful_timeout:
            self.turn()
        self.tpool.shutdown(wait=False)
        for listener in self.sockets:
            listener.close()

    def turn(self) -> None:
        """Wait for what happens next, handle it, and close connections that have waited too long."""
        self.notify()
        self.wait_for_and_dispatch_events(TURN_SECONDS)
        now = time.monotonic()
        for connection in [connection for connection in self.waiting if connection.deadline <= now]:
            self.attempt(connection, self.expire)

    # --- waiting for a request ---------------------------------------------------------------------

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection, and wait for its request."""
        try:
            accepted, client = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self.close_oldest()
            elif error.errno not in (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED):
                raise
            return
        self.nr_conns += 1
        connection = Connection(accepted, client, listener.getsockname())
        self.wait(connection, selectors.EVENT_READ, self.receive, WAITING_SECONDS)
        if self.nr_conns > self.worker_connections:
            self.close_oldest()

    def receive(self, connection: Connection) -> None:
        """Read what has arrived of a request, and begin to answer it if that is all of it."""
        received = connection.sock.recv(CHUNK_BYTES)
        if not received:
            self.close(connection)
            return
        if connection.idle:
            connection.deadline = time.monotonic() + WAITING_SECONDS
        connection.incoming += received
        self.answer_or_wait(connection)

    def answer_or_wait(self, connection: Connection) -> None:
        """Give a thread to a request that has arrived; wait for the rest of any other."""
        try:
            complete = connection.has_request(self.cfg)
        except Exception as error:  # noqa: BLE001  # so that a fault costs one answer, not all connections
            self.refuse(connection, error)
            return
        if complete:
            self.stop_waiting(connection)
            self.enqueue_req(connection)
        elif connection not in self.waiting:
            seconds = self.cfg.keepalive if connection.idle else WAITING_SECONDS
            self.wait(connection, selectors.EVENT_READ, self.receive, seconds)
        self.free_memory(connection)

    # --- answering, in a thread --------------------------------------------------------------------

    def handle(self, connection: Connection) -> bool:
        """Answer a request. Returns whether another one may follow on the connection."""
        request, keep = connection.request, False
        try:
            request = connection.take_request()
            keep = self.handle_request(request, connection)
        except StopIteration:  # a fault after the answer had begun, which is logged
            pass
        except Exception as error:  # noqa: BLE001  # so that a fault costs one answer
            self.handle_error(request, connection.sock, connection.client, error)
        with suppress(OSError):  # the main loop will close it
            connection.sock.flush()
        return keep

    def handle_error(self, request: Any, client: Any, address: Any, fault: Exception) -> None:
        """Answer with JSON and the headers of all answers, without echoing what was sent."""
        client.sendall(self._refusal(request, fault, None))

    def _refusal(self, request: Any, fault: Exception, page_root: str | None) -> bytes:
        """The answer to what is refused, as a page with a link to this root, or as JSON if there is none."""
        status, reason = next(STATUS[kind] for kind in type(fault).__mro__ if kind in STATUS)
        if status == 500:
            self.log.error("Error handling request %s", getattr(request, "uri", ""), exc_info=fault)
        else:
            self.log.info("Refused a request with %s: %s", status, fault)
        sentence = SENTENCES.get(status, "The request cannot be answered.").format(cfg=self.cfg)
        if page_root:
            page = PAGE.format(title=reason, sentence=sentence, root=page_root)
            body, media_type = page.encode(), "text/html; charset=utf-8"
        else:
            body = json.dumps({"title": reason, "status": status, "detail": sentence}).encode()
            media_type = "application/problem+json"
        headers = {
            "Connection": "close",
            "Content-Type": media_type,
            "Content-Length": len(body),
            **self.answer_headers,
        }
        lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        return "\r\n".join(lines).encode("latin-1") + body

    # --- sending the rest of an answer -------------------------------------------------------------

    def finish_request(self, connection: Connection, future: Any) -> None:
        """Called in the main loop when a thread has made an answer, and sent what the client took at once."""
        connection.keep = future.exception() is None and future.result()
        self.attempt(connection, self.send)

    def send(self, connection: Connection) -> None:
        """Send what is unsent of an answer, as far as the client takes it; then wait for the next request, if any."""
        sent = connection.sock.flush()
        self.stop_waiting(connection)
        if not sent:
            self.wait(connection, selectors.EVENT_WRITE, self.send, WAITING_SECONDS)
            self.free_memory(connection)
        elif connection.keep:
            self.answer_or_wait(connection)
        else:
            self.linger(connection)

    def refuse(self, connection: Connection, fault: Exception) -> None:
        """Answer what is no request, and close the connection."""
        connection.keep = False
        connection.incoming.clear()
        connection.sock.sendall(self._refusal(None, fault, connection.page_root))
        self.send(connection)

    def expire(self, connection: Connection) -> None:
        """Close a connection whose time is over; a request that has begun to arrive is answered."""
        if connection.idle or connection.sock.unsent or connection.closing:
            self.close(connection)
        else:
            self.refuse(connection, RequestTimeout())

    def linger(self, connection: Connection) -> None:
        """Say that nothing more will be sent, and wait for the client to close: else it might lose the answer."""
        connection.closing = True
        connection.sock.shutdown(socket.SHUT_WR)
        self.wait(connection, selectors.EVENT_READ, self.discard, LINGERING_SECONDS)

    def discard(self, connection: Connection) -> None:
        """Throw away what a client sends after its last answer; close the connection when it ends."""
        if not connection.sock.recv(CHUNK_BYTES):
            self.close(connection)

    # --- waiting and its limits --------------------------------------------------------------------

    def wait(self, connection: Connection, event: int, callback: Callable[[Connection], None], seconds: float) -> None:
        """Call back when the connection can be read or written; close it after some seconds."""
        connection.deadline = time.monotonic() + seconds
        self.waiting[connection] = None
        self.poller.register(connection.sock, event, partial(self.go_on, connection, callback))

    def go_on(self, connection: Connection, callback: Callable[[Connection], None], _: Any) -> None:
        """Call back for a connection, unless it has been closed in this turn of the main loop."""
        if connection in self.waiting:
            self.attempt(connection, callback)

    def attempt(self, connection: Connection, callback: Callable[[Connection], None]) -> None:
        """Call back for a connection, and close it if its client has gone."""
        try:
            callback(connection)
        except BlockingIOError:
            pass
        except (OSError, EOFError):
            self.close(connection)

    def stop_waiting(self, connection: Connection) -> None:
        """Wait no longer for this connection."""
        if connection in self.waiting:
            del self.waiting[connection]
            self.poller.unregister(connection.sock)

    def close(self, connection: Connection) -> None:
        """Close a connection."""
        self.stop_waiting(connection)
        connection.sock.close()
        self.nr_conns -= 1

    def close_oldest(self) -> None:
        """Close the connection that has waited longest."""
        if self.waiting:
            self.close(next(iter(self.waiting)))

    def free_memory(self, connection: Connection) -> None:
        """Close the connections that hold most if waiting ones hold too much, after this one has grown."""
        if connection.held_bytes < SMALL_BYTES:
            return
        held = {peer: peer.held_bytes for peer in self.waiting}
        while held and sum(held.values()) > HELD_BYTES:
            largest = max(held, key=held.__getitem__)
            del held[largest]
            self.close(largest)
