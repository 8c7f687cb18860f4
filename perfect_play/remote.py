"""Answers from a service over HTTP, using only the standard library."""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

from perfect_play.objects import Game
from perfect_play.puzzles.base import IllegalPosition, RulesError
from perfect_play.puzzles.values import Value
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.result import Result
from perfect_play.solvers.status import NoTable
from perfect_play.source import KnownMove, MoveVerdict, PositionFacts, Report

WRONG = (400, 404, 405, 413, 414)
"""The statuses that mean a bad request; others mean that there is no answer now."""


class Service:
    """A service at an address. Every request raises ConnectionError if nothing answers there."""

    def __init__(self, url: str, timeout: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r}: expected an address such as http://127.0.0.1:8000.")
        self.url = url.rstrip("/")
        self.timeout = timeout

    def open(self, name: str, variant: str | int | None = None) -> Game:
        """A puzzle or game, by id or alias; variant None: the usual one. Raises RulesError if it does not exist."""
        return Game(Remote(self, name, self._usual(name) if variant is None else str(variant)))

    def games(self) -> dict[str, tuple[str, ...]]:
        """The listed variants of each puzzle and game, by id; for some, `open` accepts others, too."""
        entries = self.ask("/api/catalogue")["response"]
        return {entry["gameId"]: tuple(variant["variantId"] for variant in entry["variants"]) for entry in entries}

    def _usual(self, name: str) -> str:
        """The variant that a puzzle or game opens with."""
        for entry in self.ask("/api/catalogue")["response"]:
            if name == entry["gameId"] or name in entry["alsoCalled"]:
                return str(entry["opens"])
        raise RulesError(f"{self.url} has no puzzle or game called {name!r}.")

    def ask(self, path: str, body: Any = None, **query: str) -> Any:
        """The JSON of an answer; body: JSON to post, if any. Raises RulesError, NoAnswer, ConnectionError."""
        return json.loads(self.read(path, body, **query))

    def read(self, path: str, body: Any = None, **query: str) -> str:
        """The text of an answer. Raises as `ask`."""
        with self._answer(path, body, **query) as answer:
            return answer.read().decode()

    def download(self, path: str, file: Path) -> None:
        """Save an answer as a file. Raises as `ask`."""
        with self._answer(path) as answer, file.open("wb") as copy:
            shutil.copyfileobj(answer, copy)
            if answer.length:
                raise ConnectionError(f"{self.url} ended its answer {answer.length:,} bytes too early.")

    @contextmanager
    def _answer(self, path: str, body: Any = None, **query: str) -> Iterator[HTTPResponse]:
        """An answer, open for reading."""
        address = self.url + path + ("?" + urlencode(query) if query else "")
        data = None if body is None else json.dumps(body).encode()
        request = Request(address, data, {"Content-Type": "application/json"})  # noqa: S310, http or https
        try:
            with urlopen(request, timeout=self.timeout) as answer:  # noqa: S310
                yield answer
        except HTTPError as error:
            raise self._error(error) from None
        except (URLError, HTTPException, OSError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise ConnectionError(f"{self.url} does not answer: {reason}") from error

    def _error(self, error: HTTPError) -> Exception:
        try:
            answer = json.loads(error.read())
            sentence = str(answer["detail"])
        except (ValueError, KeyError, TypeError, OSError):
            return ConnectionError(f"{self.url} answers {error.code} {error.reason}, as no Perfect Play would.")
        return RulesError(sentence) if error.code in WRONG else NoAnswer(sentence, answer.get("command"))

    def __repr__(self) -> str:
        return f"<Service at {self.url}>"


def quote_variant(text: str) -> str:
    """The part of an address for a variant, which may be a pasted level: slashes, which would part it, become bars."""
    return quote(text.replace("/", "|"), safe="")


class Remote:
    """The source of one variant. Its keys are the readable texts of positions."""

    def __init__(self, service: Service, name: str, variant: str) -> None:
        self.service = service
        self._path = f"/api/{quote(name, safe='')}/{quote_variant(variant)}"
        answer = self._ask("")
        self.id, self.variant = answer["gameId"], answer["variantId"]
        self.name, self.description = answer["name"], answer["description"]
        self.place = service.url
        self._path = f"/api/{quote(self.id, safe='')}/{quote(self.variant, safe='')}"
        self._start: str = answer["position"]

    def _ask(self, path: str, **query: str) -> Any:
        return self.service.ask(self._path + path, **query)["response"]

    def opening(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        """By address, id and variant."""
        return _open, (self.service.url, self.service.timeout, self.id, self.variant)

    def start(self) -> str:
        return self._start

    def read(self, text: str) -> str:
        return str(self._ask("/known", p=text)["positionText"])

    def keys(self, texts: Sequence[str]) -> Sequence[str]:
        """The texts themselves, which the service checks when they are used."""
        return texts

    def text(self, key: str) -> str:
        return key

    def turn(self, key: str) -> int:
        return _facts(self._ask("/known", p=key, search="false")).turn

    def report(self, key: str) -> Report:
        answer = self._ask("/known", p=key)
        moves = [
            KnownMove(move["moveName"], _value(move["moveValue"]), move["deltaRemoteness"], _facts(move))
            for move in answer["moves"]
        ]
        return Report(_facts(answer), tuple(moves))

    def children(self, key: str) -> list[tuple[str, str]]:
        return [(move.name, move.child.key) for move in self.report(key).moves]

    def after(self, key: str, move: str) -> str | None:
        text = self._ask("/setup", p=key, moves=move)["positionText"]
        return None if text is None else str(text)

    def why_unknown(self, key: str) -> NoAnswer:
        return NoAnswer(f"{self.place} does not know the value of {key!r} now. {self._ask('')['detail']}")

    def values(self, keys: Sequence[str]) -> list[Result]:
        """The results of positions, in one request. Raises IllegalPosition, NoAnswer."""
        body = {"gameId": self.id, "variantId": self.variant, "positions": list(keys)}
        entries = self.service.ask("/api/positions", body)["response"]
        for entry in entries:
            if "error" in entry:
                raise IllegalPosition(entry["error"])
        return [Result(Value(entry["positionValue"]), entry["remoteness"]) for entry in entries]

    def line(self, key: str) -> list[tuple[str, str]]:
        return [(step["moveName"], step["positionText"]) for step in self._ask("/solution", p=key)["solution"] or ()]

    def count_lines(self, key: str) -> int | None:
        number: int | None = self._ask("/solution", p=key, count="true")["count"]
        return number

    def choose(self, key: str, strength: str, seed: str | None) -> tuple[str, str] | None:
        query = {"strength": strength} | ({} if seed is None else {"seed": seed})
        name = self._ask("/best-move", p=key, **query)["moveName"]
        return None if name is None else (name, dict(self.children(key))[name])

    def judge(self, key: str, moves: Sequence[str]) -> list[MoveVerdict]:
        verdicts = self.service.ask(self._path + "/judge", {"position": key, "moves": list(moves)})["response"]["moves"]
        return [
            MoveVerdict(
                move["moveName"],
                move["class"],
                _value(move["moveValue"]),
                move["valueLost"],
                move["onlyMove"],
                move["bestMoveName"],
                move["pointsLost"],
                move["after"]["positionText"],
            )
            for move in verdicts
        ]

    def svg(self, key: str) -> str:
        try:
            return self.service.read(self._path + "/image.svg", p=key, moves="true")
        except NoAnswer:
            return self.service.read(self._path + "/image.svg", p=key)

    def everything(self) -> Iterator[tuple[str, Result]]:
        """Each position in the table, which is downloaded, one of each class of symmetry.

        Raises NoAnswer if there is no table, or the rules are missing or different here, and ConnectionError.
        """
        from perfect_play.puzzles import registry  # not at the top: what asks a service alone needs no rules
        from perfect_play.solvers.tables.reader import TableError
        from perfect_play.solvers.tables.store import Store
        from perfect_play.solvers.untabled.choice import table_of

        try:
            rules = registry.load(self.id, self.variant)
        except RulesError as error:
            raise NoAnswer(f"To list positions, the rules are needed here. {error}") from error
        holder = table_of(rules)
        if holder is None:
            raise NoTable(f"{rules.full_id} has no table, so its positions are not listed.")
        with TemporaryDirectory(prefix="perfect-play-") as folder:
            store = Store(Path(folder))
            self.service.download(self._path + "/table", store.path(holder))
            try:
                for position, result in store.entries(holder):
                    yield rules.format(position), result
            except TableError as error:
                raise NoAnswer(f"What {self.place} has sent cannot be read here. {error.sentence}") from error

    def data(self, columns: Sequence[str], sample: int | None, seed: int) -> NoReturn:
        """Raises NoAnswer: tables become columns where they are solved."""
        raise NoAnswer(
            f"{self.place} does not send columns. To solve {self.id}/{self.variant} and read it in this process: "
            f"perfect_play.open({self.id!r}, {self.variant!r})."
        )

    def solve(self) -> None:
        """Raises NoAnswer unless the service can answer already."""
        answer = self._ask("")
        if answer["status"] != "available":
            raise NoAnswer(f"{self.place} decides itself what it solves. {answer['detail']}")


def _open(url: str, timeout: float, name: str, variant: str) -> Game:
    return Service(url, timeout).open(name, variant)


def _facts(answer: Any) -> PositionFacts:
    return PositionFacts(
        answer["positionText"],
        2 if answer["position"].startswith("R_B") else 1,
        _value(answer["positionValue"]),
        answer["remoteness"],
        answer["nimber"],
        answer["margin"],
    )


def _value(text: str) -> Value | None:
    """A value; None for `unsolved`."""
    return None if text == "unsolved" else Value(text)
