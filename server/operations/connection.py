"""A connection whose socket never blocks: requests are collected as they arrive, answers sent as they are taken."""

import io
import os
import socket
from collections import deque
from itertools import islice
from typing import Any

from gunicorn import http
from gunicorn.http.body import LengthReader
from gunicorn.http.errors import (
    InvalidChunkSize,
    InvalidHeader,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)

MAX_BODY = 4 << 20
"""Bytes of a request's body as it is sent, chunks included."""

MAX_CHUNK_LINE = 1024
"""Bytes of the line that says how long a chunk is."""

MAX_VIEWS = 16
"""Pieces of an answer that are sent by one call of the system."""

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
HEXADECIMAL = frozenset(b"0123456789abcdefABCDEF")


class BodyTooLarge(ParseException):
    """The body is longer than `MAX_BODY`."""


class RequestTimeout(ParseException):
    """The rest of the request did not arrive in time."""


class BufferedSocket(socket.socket):
    """A socket that never blocks: what is sent waits in `unsent`, and `flush` sends what the client takes."""

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(fileno=accepted.detach())
        self.setblocking(False)
        self.unsent: deque[memoryview | FilePart] = deque()

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Queue the bytes."""
        if data:
            self.unsent.append(memoryview(data))

    def sendfile(self, file: Any, offset: int = 0, count: int | None = None) -> int:
        """Queue a part of a file, which may be closed or replaced meanwhile."""
        size = os.fstat(file.fileno()).st_size - offset if count is None else count
        if size:
            self.unsent.append(FilePart(os.dup(file.fileno()), offset, size))
        return size

    def flush(self) -> bool:
        """Send what can be sent now; returns whether nothing is left. Raises OSError if the client has gone."""
        try:
            while self.unsent:
                part = self.unsent[0]
                if isinstance(part, FilePart):
                    part.send(self.fileno())
                    if not part.size:
                        self.unsent.popleft()
                else:
                    self._send_views()
        except BlockingIOError:
            return False
        return True

    def _send_views(self) -> None:
        views = []
        for part in islice(self.unsent, MAX_VIEWS):
            if isinstance(part, FilePart):
                break
            views.append(part)
        sent = self.sendmsg(views)
        for view in views:
            if sent < len(view):
                self.unsent[0] = view[sent:]
                return
            sent -= len(view)
            self.unsent.popleft()

    @property
    def unsent_bytes(self) -> int:
        """The memory that `unsent` holds."""
        return sum(len(part) for part in self.unsent if isinstance(part, memoryview))

    def close(self) -> None:
        """Close the socket and the files of which parts are unsent."""
        self.unsent.clear()
        super().close()


PAGE_TYPE = b"text/html"
"""What the headers of a browser's request hold."""


class FilePart:
    """A part of an open file, which closes with it."""

    def __init__(self, descriptor: int, offset: int, size: int) -> None:
        self.descriptor, self.offset, self.size = descriptor, offset, size

    def send(self, connection: int) -> None:
        """Send what the connection takes. Raises BlockingIOError if that is nothing, EOFError if the file ends."""
        sent = os.sendfile(connection, self.descriptor, self.offset, self.size)
        if not sent:
            raise EOFError("The file is shorter than it was.")
        self.offset += sent
        self.size -= sent

    def __del__(self) -> None:
        os.close(self.descriptor)


class Connection:
    """A client's connection, the request that arrives on it, and when it is closed if nothing happens.

    client, server: the addresses of both ends. request: gunicorn's, once its head has arrived. keep: whether another
    request may follow. page_root: if the client is a browser, which shows pages, the address of `/` as links of its
    answer name it; else None. closing: whether everything has been sent, and the client need only close. deadline: by
    the monotonic clock.
    """

    def __init__(self, accepted: socket.socket, client: Any, server: Any) -> None:
        self.sock = BufferedSocket(accepted)
        self.client, self.server = client, server
        self.incoming = bytearray()
        self.request: Any = None
        self.keep = self.closing = False
        self.page_root: str | None = None
        self.deadline = 0.0
        self._scanned = 0  # the place in `incoming` up to which the head, or the last chunk, is known not to end

    @property
    def held_bytes(self) -> int:
        """The memory that it holds."""
        return len(self.incoming) + self.sock.unsent_bytes

    @property
    def idle(self) -> bool:
        """Whether nothing of a request has arrived, and no answer is unsent."""
        return self.request is None and not self.held_bytes

    def has_request(self, cfg: Any) -> bool:
        """Whether a whole request has arrived. Raises ParseException if it is to be refused.

        Its head is then in `request`, which can read its body without waiting.
        """
        if self.request is None:
            head = self._head(cfg)
            if head is None:
                return False
            self.request = next(http.get_parser(cfg, iter((head,)), self.client))
            codings = ",".join(value for name, value in self.request.headers if name == "TRANSFER-ENCODING")
            if codings.strip().lower() not in ("", "chunked"):
                raise UnsupportedTransferCoding(codings)
            if self.request.version >= (1, 1) and not any(name == "HOST" for name, _ in self.request.headers):
                raise InvalidHeader("no Host")  # RFC 9112, 3.2
        end = self._body_end(self.request.body.reader)
        expects_continue, self.request._expected_100_continue = self.request._expected_100_continue, False
        if end is None:
            if expects_continue:
                self.sock.sendall(CONTINUE)
                self.sock.flush()
            return False
        self.request.unreader.unread(bytes(self.incoming[:end]))
        self._forget(end)
        return True

    def take_request(self) -> Any:
        """The request that has arrived, with its body in memory. Raises ParseException if its chunks are malformed."""
        request, self.request = self.request, None
        request.body = io.BytesIO(request.body.read())
        return request

    def _forget(self, end: int) -> None:
        del self.incoming[:end]
        self._scanned = 0

    def _head(self, cfg: Any) -> bytes | None:
        """The head, taken off `incoming`; None until it has arrived. Raises ParseException if it cannot be one."""
        end = self.incoming.find(b"\r\n\r\n", max(0, self._scanned - 3))
        if end >= 0:
            head = bytes(self.incoming[: end + 4])
            self.page_root = _root_from(head.split(b" ", 2)[1]) if PAGE_TYPE in head and b" " in head else None
            self._forget(end + 4)
            return head
        new = self.incoming[max(0, self._scanned - 1) :]
        self._scanned = len(self.incoming)
        if new.count(b"\n") != new.count(b"\r\n"):
            raise InvalidHeader("bare LF as line terminator")
        if len(self.incoming) > cfg.limit_request_line + cfg.limit_request_fields * (cfg.limit_request_field_size + 2):
            if b"\n" not in self.incoming[: cfg.limit_request_line + 2]:
                raise LimitRequestLine(len(self.incoming), cfg.limit_request_line)
            raise LimitRequestHeaders("max buffer headers")
        return None

    def _body_end(self, reader: Any) -> int | None:
        """Where the body ends in `incoming`; None until it has arrived. Raises ParseException."""
        if isinstance(reader, LengthReader):
            if reader.length > MAX_BODY:
                raise BodyTooLarge
            return reader.length if reader.length <= len(self.incoming) else None
        while True:
            line_end = self.incoming.find(b"\n", self._scanned, self._scanned + MAX_CHUNK_LINE)
            line = bytes(self.incoming[self._scanned : line_end if line_end >= 0 else None])
            size = line.rstrip(b"\r").split(b";")[0].rstrip(b" \t")
            if line_end < 0 and len(line) < MAX_CHUNK_LINE:
                return None
            if not line.endswith(b"\r") or not size or not HEXADECIMAL.issuperset(size):
                raise InvalidChunkSize(line[:20])
            if not int(size, 16):
                end = self.incoming.find(b"\r\n\r\n", line_end - 1)  # after trailers, most often none
                if len(self.incoming) > MAX_BODY:
                    raise BodyTooLarge
                return None if end < 0 else end + 4
            following = line_end + 1 + int(size, 16) + 2
            if following > MAX_BODY:
                raise BodyTooLarge
            if following > len(self.incoming):
                return None
            self._scanned = following


def _root_from(target: bytes) -> str:
    """The address of `/` in links of the answer to a request for this target, whatever path a proxy has taken off."""
    below = os.environ.get("SCRIPT_NAME", "")
    return f"{below}/" if below else "../" * (target.partition(b"?")[0].count(b"/") - 1) or "./"
