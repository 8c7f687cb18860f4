"""Connections that are silent, slow or malformed: over raw sockets, against a service with two workers."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import selectors
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.http.errors import (
    InvalidChunkSize,
    InvalidHeader,
    LimitRequestHeaders,
    LimitRequestLine,
    NoMoreData,
    ParseException,
)

from perfect_play.server.api import batch, judging
from perfect_play.server.operations import connection as connections
from perfect_play.server.operations import polling_worker
from perfect_play.server.operations.connection import MAX_BODY, BodyTooLarge, Connection
from perfect_play.server.operations.polling_worker import PollingWorker
from tests.server.live import HANOI, Service, wait

AT_ONCE = 48
"""More connections than the two workers have threads."""

BATCH = json.dumps({"gameId": "towersofhanoi", "variantId": "3_3", "positions": ["R_A_3_3_A--B--C--"]}).encode()
POST = b"POST /api/positions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
ANSWERED = "an answer"
SILENT = {
    "no byte": b"",
    "half a head": b"GET /health HTTP/1.1\r\nHost: x\r\nX-Half: ",
    "a head without its body": POST + b"Content-Length: 100\r\n\r\n",
    "half a body": POST + b"Content-Length: 100\r\n\r\n" + BATCH[:50],
    "half a chunk": CHUNKED + b"64\r\n" + BATCH[:50],
    "a body that has to be asked for": POST + b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n",
    "large answers, never read": b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 3,
    "a file, never read": b"GET /api/npuzzle/3/table HTTP/1.1\r\nHost: x\r\n\r\n" * 200,
    f"{ANSWERED} after which nobody closes": b"GET /health HTTP/1.0\r\n\r\n",
}


@contextmanager
def connected(service: Service, count: int, sent: bytes) -> Iterator[list[socket.socket]]:
    """Connections that have sent something and do nothing more."""
    with ExitStack() as stack:
        clients = []
        for _ in range(count):
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(20)
            client.connect(("127.0.0.1", service.port))
            client.sendall(sent)
            clients.append(client)
        yield clients


def answer_of(client: socket.socket) -> tuple[int, bytes]:
    answer = http.client.HTTPResponse(client)
    answer.begin()
    return answer.status, answer.read()


def raw(service: Service, *parts: bytes) -> tuple[int, bytes]:
    """(status, body) of the answer to some bytes."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as client:
        for part in parts:
            client.sendall(part)
        return answer_of(client)


@pytest.mark.parametrize("kind", SILENT)
def test_silent_connections_delay_no_other_request(service: Service, kind: str):
    """Others are answered while all silent connections are open, not when the first of them has timed out."""
    with connected(service, AT_ONCE, SILENT[kind]) as clients:
        for _ in range(20):
            assert service.ask(HANOI, 20)[0] == 200
        assert ANSWERED in kind or not any(map(is_closed, clients))


def test_idle_connections_beyond_the_limit_are_closed_oldest_first(service: Service):
    """The oldest make room: the limit is 500 for each of two workers."""
    with connected(service, 1200, b"") as clients:
        assert [service.ask(HANOI)[0] for _ in range(20)] == [200] * 20

        wait("some are closed", lambda: sum(map(is_closed, clients)) >= 200)
        assert not is_closed(clients[-1])


def is_closed(client: socket.socket) -> bool:
    """Whether the service has closed a connection and everything that it sent has been read."""
    client.setblocking(False)
    try:
        return client.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def test_slow_requests_are_answered_when_they_are_complete(service: Service):
    """Byte by byte, and many at once."""
    request = POST + b"Content-Length: %d\r\n\r\n" % len(BATCH) + BATCH
    with connected(service, AT_ONCE, request[:100]) as clients:
        for byte in request[100:]:
            clients[0].sendall(bytes([byte]))
        for client in clients[1:]:
            client.sendall(request[100:])
        assert {answer_of(client)[0] for client in clients} == {200}


def test_requests_in_one_packet_are_answered_in_order(service: Service):
    first = CHUNKED + b"%x\r\n" % len(BATCH) + BATCH + b"\r\n0\r\nTrailer-Field: a\r\n\r\n"
    second = b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
    third = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as client:
        client.sendall(first + second + third)
        received = b"".join(iter(lambda: client.recv(1 << 16), b""))
    assert re.findall(rb"HTTP/1.1 (\d+)", received) == [b"200", b"404", b"200"]


def test_request_that_expects_continue_gets_it_once(service: Service):
    head = POST + b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % len(BATCH)
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as client:
        client.sendall(head)
        assert client.recv(100) == connections.CONTINUE
        client.sendall(BATCH)
        assert client.recv(12) == b"HTTP/1.1 200"


def test_a_large_answer_is_whole_however_slowly_it_is_read(service: Service, data_dir: Path):
    """A file, sent by the system, and a part of it; both behind a small window."""
    table = (data_dir / "tables" / "npuzzle.3.sqlite").read_bytes()
    head = b"GET /api/npuzzle/3/table HTTP/1.1\r\nHost: x\r\n"
    for more, expected in ((b"", table), (b"Range: bytes=1000-99999\r\n", table[1000:100_000])):
        with connected(service, 1, head + more + b"\r\n") as (client,):
            time.sleep(0.2)
            assert answer_of(client)[1] == expected


# --- what is malformed -----------------------------------------------------------------------------

CHUNKS = {
    "no number": (b"zz\r\nhello\r\n0\r\n\r\n", 400),
    "below 0": (b"-2\r\nhello\r\n0\r\n\r\n", 400),
    "no size": (b"\r\n\r\n", 400),
    "a sign": (b"+5\r\nhello\r\n0\r\n\r\n", 400),
    "an underscore": (b"0_5\r\nhello\r\n0\r\n\r\n", 400),
    "lines that end with LF alone": (b"5\nhello\n0\n\n", 400),
    "a huge size": (b"ffffffffffffffff\r\nhello\r\n", 413),
    "an endless size": (b"f" * 9000, 400),
    "more than it says": (b"2\r\nhello\r\n0\r\n\r\n", 400),
    "an extension that is none": (b"2;=;\r\n{}\r\n0\r\n\r\n", 400),
    "a bad trailer": (b"2\r\n{}\r\n0\r\nno name\r\n\r\n", 400),
    "a trailer about its length": (b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n", 400),
}


@pytest.mark.parametrize("kind", CHUNKS)
@pytest.mark.parametrize("path", [b"/api/positions", b"/api/domineering/3x3/judge", b"/health", b"/nothing"])
def test_malformed_chunks_are_refused_as_json_without_a_traceback(service: Service, kind: str, path: bytes):
    chunks, expected = CHUNKS[kind]
    status, body = raw(service, CHUNKED.replace(b"/api/positions", path), chunks)
    assert status == expected
    assert json.loads(body)["detail"].endswith(".")
    assert "Traceback" not in service.said()


def test_longest_body_is_read_and_a_longer_one_refused(service: Service):
    """The application's own limit is the same, so that nothing is read that it refuses."""
    assert batch.MOST_BYTES == judging.MOST_BYTES == MAX_BODY
    longest = BATCH + b" " * (MAX_BODY - len(BATCH))
    assert raw(service, POST + b"Content-Length: %d\r\n\r\n" % MAX_BODY, longest)[0] == 200
    assert raw(service, POST + b"Content-Length: %d\r\n\r\n" % (MAX_BODY + 1))[0] == 413
    assert raw(service, POST + b"Content-Length: %d\r\n\r\n" % 10**30)[0] == 413


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "Script_Name", "PATH_INFO", "REMOTE_USER"])
def test_headers_that_would_change_the_address_are_ignored(service: Service, name: str):
    for value in ("/x", "/health", "/"):
        status, body = raw(service, f"GET /health HTTP/1.1\r\nHost: x\r\n{name}: {value}\r\n\r\n".encode())
        assert (status, json.loads(body)["status"]) == (200, "ok")


@pytest.mark.parametrize("header", ["X-Forwarded-Proto: https", "X-Forwarded-Ssl: on", "X-Forwarded-Protocol: ssl"])
def test_forged_headers_of_tls_are_ignored(service: Service, header: str):
    _, body = raw(service, f"GET / HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode())
    assert json.loads(body)["health"] == "http://x/health"


# --- stopping --------------------------------------------------------------------------------------


def test_silent_connections_do_not_hold_up_a_reload(service: Service):
    old = set(service.children())
    with connected(service, AT_ONCE, b""):
        service.process.send_signal(signal.SIGHUP)
        wait("the old workers are gone", lambda: not old & set(service.children()), 20)
        assert service.ask(HANOI)[0] == 200


# --- without a service ------------------------------------------------------------------------------


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, Connection]]:
    client, accepted = socket.socketpair()
    with client:
        connection = Connection(accepted, ("127.0.0.1", 1), ("127.0.0.1", 2))
        yield client, connection
        connection.sock.close()


def config(**settings: object) -> Config:
    cfg = Config()
    for name, value in settings.items():
        cfg.set(name, value)
    return cfg


REQUESTS = {
    "without a body": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b""),
    "with a body": (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", b"abc"),
    "in chunks": (
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;a=b\r\nc\r\n0\r\nX: y\r\n\r\n",
        b"abc",
    ),
}


@pytest.mark.parametrize("kind", REQUESTS)
def test_request_cut_anywhere_is_complete_with_its_last_byte(pair: tuple[socket.socket, Connection], kind: str):
    _, connection = pair
    sent, body = REQUESTS[kind]
    for cut in range(1, len(sent)):
        connection.incoming += sent[:cut]
        assert not connection.has_request(config())
        assert not connection.idle
        connection.incoming += sent[cut:] + b"GET"
        assert connection.has_request(config())
        assert connection.take_request().body.read() == body
        assert connection.incoming == b"GET", "the next request"
        connection.incoming.clear()
        assert connection.idle


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        (b"GET / HTTP/1.1\nHost: x\n\n", InvalidHeader),
        (b"GET / HTTP/1.1\r\nX-Host: x\r\n\r\n", InvalidHeader),
        (b"G" * 900_000, LimitRequestLine),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200_000, LimitRequestHeaders),
        (CHUNKED + b"zz\r\n", InvalidChunkSize),
        (CHUNKED + b"1\r\na\r\n" * 900_000, BodyTooLarge),
        (CHUNKED + b"0\r\n" + b"X: y\r\n" * 900_000, BodyTooLarge),
    ],
)
def test_malformed_request_is_refused_before_its_end(
    pair: tuple[socket.socket, Connection], sent: bytes, fault: type[Exception]
):
    _, connection = pair
    connection.incoming += sent
    with pytest.raises(fault):
        connection.has_request(config())


def test_damaged_bytes_are_a_request_or_refused(pair: tuple[socket.socket, Connection]):
    _, connection = pair
    rng, cfg = random.Random(45), config()
    for _ in range(3000):
        request = bytearray(rng.choice([sent for sent, _ in REQUESTS.values()]))
        for _ in range(rng.randrange(1, 4)):
            request[rng.randrange(len(request))] = rng.choice(b"\r\n\0 :;0f\xff")
        connection.incoming += request
        try:
            if connection.has_request(cfg):
                connection.take_request()
        except (ParseException, NoMoreData):
            pass
        connection.incoming.clear()
        connection.request = None


def test_unsent_bytes_are_sent_later_in_order(pair: tuple[socket.socket, Connection], tmp_path: Path):
    client, connection = pair
    (tmp_path / "file").write_bytes(os.urandom(1 << 20))
    with (tmp_path / "file").open("rb") as file:
        connection.sock.sendall(b"a" * (1 << 20))
        connection.sock.sendfile(file, 1000, 1 << 19)
        connection.sock.sendall(b"b")
    assert not connection.sock.flush(), "the client has not read anything"
    assert connection.held_bytes <= (1 << 20) + 1
    received = b""
    while len(received) < (1 << 20) + (1 << 19) + 1:
        received += client.recv(1 << 16)
        sent = connection.sock.flush()
    assert sent
    assert received == b"a" * (1 << 20) + (tmp_path / "file").read_bytes()[1000 : 1000 + (1 << 19)] + b"b"
    client.close()
    connection.sock.sendall(b"c")
    with pytest.raises(OSError, match="pipe"):
        connection.sock.flush()


def test_a_file_that_has_become_shorter_ends_the_connection(pair: tuple[socket.socket, Connection], tmp_path: Path):
    _, connection = pair
    (tmp_path / "file").write_bytes(b"ab")
    with (tmp_path / "file").open("rb") as file:
        connection.sock.sendfile(file, 0, 3)
    with pytest.raises(EOFError):
        connection.sock.flush()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[PollingWorker]:
    monkeypatch.setattr(polling_worker, "TURN_SECONDS", 0.01)
    log = SimpleNamespace(info=lambda *_: None)
    made = PollingWorker(1, os.getpid(), [], None, 30, config(), log)
    made.poller = selectors.DefaultSelector()
    yield made
    made.poller.close()
    made.tmp.close()


def waiting(worker: PollingWorker, received: bytes = b"") -> tuple[socket.socket, Connection]:
    """A client, and its connection that waits for the rest of a request."""
    client, accepted = socket.socketpair()
    client.settimeout(20)
    connection = Connection(accepted, ("127.0.0.1", 1), ("127.0.0.1", 2))
    connection.incoming += received
    worker.nr_conns += 1
    worker.wait(connection, selectors.EVENT_READ, worker.receive, 30)
    return client, connection


def test_the_largest_are_closed_when_all_hold_too_much(worker: PollingWorker, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(polling_worker, "HELD_BYTES", 100_000)
    connections = [waiting(worker, b"a" * size)[1] for size in (10_000, 60_000, 20_000, 40_000)]
    worker.free_memory(connections[0])
    assert len(worker.waiting) == 4, "a small one has not made them too large"
    worker.free_memory(connections[3])
    assert list(worker.waiting) == [connections[place] for place in (0, 2, 3)]
    assert worker.nr_conns == 3


def test_slow_request_gets_408(worker: PollingWorker):
    slow, half = waiting(worker, b"GET / HTTP/1.1\r\n")
    silent, nothing = waiting(worker)
    patient, recent = waiting(worker)
    half.deadline = nothing.deadline = 0.0
    worker.turn()
    assert slow.recv(1000).startswith(b"HTTP/1.1 408 ")
    assert silent.recv(1000) == b""
    assert set(worker.waiting) == {half, recent}
    assert half.closing
    slow.close()
    worker.turn()
    assert set(worker.waiting) == {recent}
    assert worker.nr_conns == 1
    silent.close()
    patient.close()


def test_a_fault_of_the_parser_costs_one_connection(worker: PollingWorker, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    logged: list[str] = []
    worker.log = SimpleNamespace(error=lambda message, *_, **__: logged.append(message))
    monkeypatch.setattr(Connection, "has_request", fail)
    client, _ = waiting(worker)
    client.sendall(b"GET")
    worker.turn()
    assert client.recv(1000).startswith(b"HTTP/1.1 500 ")
    assert len(logged) == 1
    client.close()


def test_tls_is_left_to_the_proxy(capsys: pytest.CaptureFixture[str]):
    log = SimpleNamespace(critical=print)
    PollingWorker.check_config(config(), log)
    with pytest.raises(SystemExit):
        PollingWorker.check_config(config(certfile=__file__), log)
    assert "TLS" in capsys.readouterr().out
