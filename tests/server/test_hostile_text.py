"""Any text where a plug-in takes one, on any route: an answer below 500, as JSON, and no file written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server.middleware.headers import POLICY
from tests.helpers import small_rules
from tests.server.conftest import files_below

SPECIAL = [
    *("", " ", "\0", "a\0b", "\n", "\r\nX-Evil: 1", "\x1b[31m", "\x7f", "\u202e", "\ufeff", "\ufffe", "\U0010ffff"),
    *("..", "../" * 8 + "etc/passwd", "%", "%%", "%00", "%2e%2e%2f", "%u0041", "+", "&p=1", "#", "?", "//", "\\", ";"),
    *("9" * 400, "-1", "1e309", "NaN", "0x10", "٣", "３", "²", "𝟛", "1_0", " 1", "1 ", "+1", "--", "None", "true"),
    *("R_A_", "R_A_0_0_", "R_A_3_3_", "R_A_-1_-1_", "R_A_99999_99999_x", "R_A_1_1_\0", "R_" * 500, "_" * 500),
    *("(" * 500, "[" * 500, "{" * 500, "*" * 500, "a" * 2001, "é" * 1500, "R_A_1_2000_" + "-" * 1989),
    *("<script>alert(1)</script>", "' OR 1=1 --", "{{7*7}}", "${jndi:ldap://x}", "{0.__class__}", "%(x)s", "\\u0000"),
]
BYTES = [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80abc", b"R_A_3_3_\xff", b"\xc3"]

PATHS = [
    "/{kind}/{id}/variants/{text}/",
    "/{kind}/{id}/variants/{variant}/positions/{text}/",
    "/{kind}/{id}/variants/{variant}/positions/{text}/moves/",
    "/universal/v1/{id}/{text}/",
    "/universal/v1/{id}/{variant}/positions/?p={text}",
    "/universal/v1/{id}/?locale={text}",
    "/api/{id}/{text}/preview/",
    "/api/{id}/{text}/statistics/",
    "/api/{id}/{text}/table/",
    "/api/{id}/{variant}/export/?sample=2&format={text}",
    "/api/{id}/{variant}/export/?sample=2&columns={text}",
    "/api/{id}/{variant}/export/?sample={text}",
    "/api/{id}/{variant}/export/?sample=2&seed={text}",
    "/api/{id}/{variant}/image.svg/?p={text}",
    "/api/{id}/{variant}/image.svg/?moves={text}",
    "/api/{id}/{variant}/image.png/?p={text}",
    "/api/{id}/{variant}/solution/?p={text}",
    "/api/{id}/{variant}/solution/?limit={text}&all=true",
    "/api/{id}/{variant}/best-move/?p={text}&limit=1",
    "/api/{id}/{variant}/best-move/?limit={text}",
    "/api/nimber/{text}/3/",
    "/api/nimber/0.77/{text}/",
]
OF_PUZZLES = [
    "/puzzles/{id}/{text}/",
    "/puzzles/{id}/{variant}/{text}/",
    "/puzzles/{id}/{variant}/{text}/moves/",
    "/puzzles/{id}/{variant}/positions/?p={text}",
    "/puzzles/{id}/{variant}/start/?seed={text}",
    "/puzzles/{id}/{variant}/start/?remoteness={text}",
    "/puzzles/{id}/{variant}/start/?difficulty={text}",
]


class Entry(NamedTuple):
    """A plug-in to try: one of its small variants, and texts it understands."""

    rules: Rules
    known: list[str]

    @property
    def paths(self) -> list[str]:
        return PATHS if isinstance(self.rules, Game) else PATHS + OF_PUZZLES


def entries() -> Iterator[Entry]:
    small = {rules.id: rules for rules in reversed(small_rules())}
    for cls in registry.all_rules():
        rules = small.get(cls.id) or registry.load(cls.id, cls.custom.example if cls.custom else cls.variants[0].id)
        known = [rules.variant.id, rules.format(rules.start()), autogui.write_position(rules, rules.start())]
        yield Entry(rules, known + ([cls.custom.example] if cls.custom is not None else []))


def near(text: str) -> st.SearchStrategy[str]:
    """Texts derived from one by deleting, inserting, doubling and swapping."""
    places = st.integers(0, len(text))
    put_in = st.text(max_size=3) | st.sampled_from(["-", "_", "*", "0", "9", "R_A_", "\0", "é"])
    cut = st.tuples(places, places, put_in).map(lambda c: text[: min(c[:2])] + c[2] + text[max(c[:2]) :])
    return cut | st.integers(2, 40).map(lambda times: text * times)


def texts(entry: Entry) -> st.SearchStrategy[str | bytes]:
    of_its_own = st.text(sorted(set("".join(entry.known))), max_size=80)
    mutated = st.sampled_from(entry.known).flatmap(near)
    return st.text(max_size=60) | st.sampled_from(SPECIAL) | st.sampled_from(BYTES) | of_its_own | mutated | st.binary()


def ask(client: FlaskClient, pattern: str, entry: Entry, text: str | bytes) -> TestResponse:
    """Request exactly these bytes, percent-encoded, as a server passes them on."""
    kind = "games" if isinstance(entry.rules, Game) else "puzzles"
    given_ = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    variant = quote(entry.rules.variant.id, safe="")
    path = pattern.format(kind=kind, id=entry.rules.id, variant=variant, text=quote(given_, safe=""))
    path, _, query = path.partition("?")
    decoded = unquote_to_bytes(path).decode("latin-1")
    return client.get("/", environ_overrides={"PATH_INFO": decoded, "QUERY_STRING": query})


def sound(answer: TestResponse, what: object) -> None:
    """Check that the answer is ours; 503 only if something is unsolved, and it says when to retry."""
    assert answer.status_code in (200, 400, 404, 422) or "Retry-After" in answer.headers, (what, answer.status_code)
    assert answer.status_code != 500, what
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "X-Evil" not in answer.headers
    if answer.status_code != 200:
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert len(answer.data) < 8000, what
        body = json.loads(answer.data)
        assert len(body.get("error") or body["detail"]) > 10, what
        assert "Traceback" not in answer.text, what


ENTRIES = [pytest.param(entry, id=entry.rules.id) for entry in entries()]
MANY = settings(deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))


def try_texts(client: FlaskClient, entry: Entry, patterns: list[str], examples: int) -> None:
    """Try this many texts, each on one of these routes."""

    @settings(MANY, max_examples=examples)
    @given(st.sampled_from(patterns), texts(entry))
    def try_it(pattern: str, text: str | bytes) -> None:
        sound(ask(client, pattern, entry, text), (pattern, entry.rules.full_id, text))

    try_it()


@pytest.mark.parametrize("entry", ENTRIES)
def test_any_text_on_every_route_is_answered_soundly_and_writes_no_file(app: Flask, data_dir: Path, entry: Entry):
    before = files_below(data_dir)
    try_texts(app.test_client(), entry, entry.paths, 8)
    assert files_below(data_dir) == before


@pytest.mark.exhaustive
@pytest.mark.parametrize("entry", ENTRIES)
def test_many_texts_on_every_route_are_answered_soundly_and_write_no_file(app: Flask, data_dir: Path, entry: Entry):
    client, before = app.test_client(), files_below(data_dir)
    for pattern in entry.paths:
        for text in [*SPECIAL, *BYTES]:
            sound(ask(client, pattern, entry, text), (pattern, entry.rules.full_id, text))
        try_texts(client, entry, [pattern], 100)
    assert files_below(data_dir) == before


# --- the body of a batch --------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=20,
)
SURROGATES = st.text(st.characters(codec=None), max_size=20)  # including lone surrogates, which JSON can express
BODIES = st.fixed_dictionaries(
    {
        "gameId": st.sampled_from(["npuzzle", "tictactoe", "nim", "sokoban", "pegsolitaire"]) | SURROGATES | JSON,
        "variantId": st.sampled_from(["2", "2x3", "regular", "1_3_5", "triangle"]) | SURROGATES | JSON,
        "positions": st.lists(SURROGATES | st.sampled_from(SPECIAL), max_size=8) | JSON,
    }
)


def test_any_body_of_a_batch_is_answered_soundly_and_writes_no_file(app: Flask, data_dir: Path):
    client, before = app.test_client(), files_below(data_dir)

    @settings(MANY, max_examples=200)
    @given(BODIES.map(json.dumps) | JSON.map(json.dumps) | st.text(), st.sampled_from(["utf-8", "utf-16", "latin-1"]))
    def post(body: str, encoding: str) -> None:
        sent = body.encode(encoding, "replace")
        answer = client.post("/api/positions", data=sent, content_type="application/json")
        sound(answer, body)
        json.loads(answer.data)

    post()
    assert files_below(data_dir) == before


@pytest.mark.parametrize(
    "body",
    [
        b'{"gameId": "npuzzle", "variantId": "2", "positions": ["\\ud800", "\\udfff\\ud800", "123-"]}',
        b'{"gameId": "\\ud800", "variantId": "2", "positions": []}',
        b'{"gameId": "npuzzle", "variantId": "\\udcff", "positions": []}',
        b'{"gameId": "npuzzle", "variantId": "2", "positions": ["' + b"\\u0000" * 3000 + b'"]}',
        b'{"gameId": "npuzzle", "gameId": "nim", "variantId": "2", "positions": []}',
        b'{"a": ' * 50_000 + b"1" + b"}" * 50_000,
        b"[" * 100_000 + b"]" * 100_000,
        b"9" * 100_000,
        b"-" + b"9" * 5000 + b"." + b"9" * 5000 + b"e-99999999",
        b'"' + b"\\u0041" * 100_000 + b'"',
        b"NaN",
        b"\xef\xbb\xbf{}",
    ],
    ids=lambda body: body[:30].decode("latin-1"),
)
def test_odd_json_is_refused_or_answered_text_by_text(client: FlaskClient, body: bytes):
    """Lone surrogates, depth, digits: refused, or every text answered on its own."""
    answer = client.post("/api/positions", data=body, content_type="application/json")
    sound(answer, body[:80])
    if answer.status_code == 200:
        for one in answer.get_json()["response"]:
            assert set(one) in ({"error"}, {"positionValue", "remoteness"})
