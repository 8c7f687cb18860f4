"""A stand-in for another service of the current protocol, which answers as told and records what it is asked."""

from __future__ import annotations

import http.server
import json
import threading
from typing import Any

LISTED = [
    {"id": "ghost", "name": "Ghost", "type": "twoPlayer", "gui": "v2", "extra": 1},
    {"id": "nim", "name": "Their Nim", "type": "twoPlayer", "gui": "v3"},
    {"id": "../etc", "name": "No id", "type": "twoPlayer", "gui": "v3"},
    {"id": "odd", "name": 3, "type": "twoPlayer", "gui": "v3"},
    "nonsense",
]
GAME = {"id": "ghost", "name": "Ghost", "variants": [{"id": "3", "name": "3 letters", "gui": "v2"}]}
VARIANT = {"id": "3", "name": "3 letters", "gui": "v2", "startPosition": "-", "autoguiStartPosition": "1_.~"}
NIM = {
    "id": "nim",
    "name": "Their Nim",
    "variants": [
        {"id": "3_3_3", "name": "Theirs", "gui": "v3"},
        {"id": "misere", "name": "Misère", "gui": "v2"},
        {"id": "5_5", "name": "A start that may be typed here", "gui": "v2"},
        {"id": "odd", "name": "Odd", "gui": "v9"},
    ],
}
NIM_VARIANT = {**VARIANT, "id": "misere", "name": "Misère"}
MOVE = {"move": "A", "position": "A", "positionValue": "win", "remoteness": 3}
POSITION = {"position": "-", "positionValue": "lose", "remoteness": 4, "moves": [MOVE]}
ANSWERS = {
    "/v1/": LISTED,
    "/v1/ghost/": GAME,
    "/v1/ghost/3/": VARIANT,
    "/v1/nim/": NIM,
    "/v1/nim/misere/": NIM_VARIANT,
    "/v1/nim/misere/positions/?p=-": POSITION,
    "/v1/ghost/3/positions/?p=-": POSITION,
    "/v1/ghost/3/instructions/?locale=es": {"instructions": "Letras."},
}


class Other:
    """A service that answers as told and records the requests."""

    def __init__(self) -> None:
        self.answers: dict[str, Any] = dict(ANSWERS)
        self.asked: list[str] = []
        self.via: list[str | None] = []
        other = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                other.asked.append(self.path)
                other.via.append(self.headers["Via"])
                answer = other.answers.get(self.path, (404, b'{"error": "no"}', {}))
                if callable(answer):
                    answer(self)
                    return
                status, body, headers = answer if isinstance(answer, tuple) else (200, json.dumps(answer).encode(), {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.name = f"127.0.0.1:{self.server.server_port}"
