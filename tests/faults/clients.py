"""Clients that query a service continuously and check every answer."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence

from tests.faults.truth import NoneYet, Question

REFUSED = (OSError, http.client.HTTPException)
"""What a client sees when the service or a worker is killed."""


class Answers:
    """The outcomes of all clients together."""

    def __init__(self) -> None:
        self.right = self.not_ready = self.refused = 0
        self.wrong: list[str] = []
        self._lock = threading.Lock()

    def count(self, what: str, sentence: str = "") -> None:
        """Count one more answer as right, not ready, refused or wrong."""
        with self._lock:
            if what == "wrong":
                self.wrong.append(sentence)
            else:
                setattr(self, what, getattr(self, what) + 1)

    def __str__(self) -> str:
        return (
            f"{self.right:,} answers right, {len(self.wrong):,} wrong, {self.not_ready:,} times 503, "
            f"{self.refused:,} connections lost"
        )


def judged(question: Question, status: int, headers: http.client.HTTPMessage, raw: bytes) -> tuple[str, str]:
    """Judge an answer: (right, not_ready or wrong; what is wrong)."""

    def wrong(why: str) -> tuple[str, str]:
        return "wrong", f"{question.path} {question.body or ''}: {status}, {why}; {raw[:300]!r}"

    if b"Traceback" in raw:
        return wrong("a traceback")
    if status == 503:
        return ("not_ready", "") if headers["Retry-After"] else wrong("no Retry-After")
    if status != 200:
        return wrong("neither an answer nor a refusal that says when to ask again")
    if "json" not in headers["Content-Type"]:
        return "right", ""
    try:
        why = question.wrong(json.loads(raw))
    except NoneYet:
        return "not_ready", ""
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return wrong(repr(error))
    return wrong(why) if why else ("right", "")


def ask(port: int, question: Question, connection: http.client.HTTPConnection | None = None) -> tuple[str, str]:
    """Ask a question; return the outcome as `judged` does, or refused."""
    used = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=40)
    try:
        if question.body is None:
            used.request("GET", question.path)
        else:
            used.request("POST", question.path, question.body, {"Content-Type": "application/json"})
        response = used.getresponse()
        return judged(question, response.status, response.headers, response.read())
    except REFUSED as error:
        used.close()
        return "refused", repr(error)
    finally:
        if connection is None:
            used.close()


class Clients:
    """A load of requests that lasts until stopped."""

    def __init__(self, port: int, questions: Sequence[Question], seed: int, threads: int = 3, pause: float = 0.15):
        self.answers = Answers()
        self.asked: Counter[str] = Counter()
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._ask, args=(port, questions, random.Random(seed + number), pause))
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def _ask(self, port: int, questions: Sequence[Question], rng: random.Random, pause: float) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
        while not self._stop.is_set():
            what, sentence = ask(port, rng.choice(questions), connection)
            self.answers.count(what, sentence)
            time.sleep(0.05 if what == "refused" else pause * 2 * rng.random())
        connection.close()

    def stop(self) -> None:
        """Stop the load, after the last answers have arrived."""
        self._stop.set()
        for thread in self._threads:
            thread.join(60)
