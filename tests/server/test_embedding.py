"""Boards for other sites: a page without scripts whose moves are links, Open Graph, and oEmbed."""

from __future__ import annotations

import struct
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from perfect_play.server.page.embedding import STYLE

START = "/embed/tictactoe/regular"


class ParsedPage(HTMLParser):
    """A parsed page: its elements with their attributes, its links, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def meta(self) -> dict[str | None, str | None]:
        return {each.get("property"): each.get("content") for each in self.named("meta") if "property" in each}

    def moves(self) -> list[dict[str, str | None]]:
        return [each for each in self.named("a") if "class" in each]


def page(client: FlaskClient, path: str) -> ParsedPage:
    answer = client.get(path)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.mimetype == "text/html"
    return ParsedPage(answer.get_data(as_text=True))


def test_a_game_is_played_by_links_to_its_end(client: FlaskClient):
    path, seen = f"{START}?p=xo-------", []
    while True:
        read = page(client, path)
        seen.append(next(word for word in read.words if "Player" in word and ("move" in word or "won" in word)))
        if not read.moves():
            break
        path = str(read.moves()[0]["href"]).removeprefix("http://localhost")
    assert seen[0] == "Player 1 to move: win in 5."
    assert seen[1] == "Player 2 to move: lose in 4."
    assert seen[-1] == "Player 1 has won."
    assert len(seen) == 6


def test_moves_are_colored_by_value_best_first_or_not_told(client: FlaskClient):
    told = page(client, f"{START}?p=xo-------").moves()
    assert [move["class"] for move in told[:4]] == ["win", "win", "win", "tie"]
    hidden = page(client, f"{START}?p=xo-------&values=false")
    assert {move["class"] for move in hidden.moves()} == {""}
    assert all("values=false" in str(move["href"]) for move in hidden.moves())
    assert "Player 1 to move." in hidden.words
    assert "win in" not in " ".join(hidden.words)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("npuzzle/2?p=12-3", "To solve: 1 move."),
        ("npuzzle/2?p=123-", "Solved."),
        ("tictactoe/regular?p=xxxoo----", "Player 1 has won."),
        ("nim/1_2?p=2_0,0", "Player 1 has won."),
        ("quarto/regular", "Player 1 to move: the value is not known yet."),
    ],
)
def test_embedded_board_says_the_position_in_words(client: FlaskClient, path: str, words: str):
    assert words in " ".join(page(client, f"/embed/{path}").words)


def test_embedded_board_may_be_framed_and_runs_no_scripts(client: FlaskClient):
    answer = client.get(START)
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    read = ParsedPage(answer.get_data(as_text=True))
    assert not read.named("script")
    assert not [
        name for _, attributes in read.elements for name in attributes if name.startswith("on") or name == "style"
    ]
    assert f"<style>{STYLE}</style>" in answer.get_data(as_text=True), "the digest of the policy is that of this text"
    assert read.named("svg")


def test_embedded_board_describes_itself_by_open_graph(client: FlaskClient):
    read = page(client, f"{START}?p=xo-------")
    told = read.meta()
    assert (told["og:title"], told["og:description"]) == ("Tic-Tac-Toe, Regular", "Player 1 to move: win in 5.")
    image = urlsplit(told["og:image"])
    shown = client.get(f"{image.path}?{image.query}")
    assert shown.mimetype == told["og:image:type"] == "image/png"
    size = struct.unpack(">II", shown.data[16:24])
    assert size == (int(told["og:image:width"]), int(told["og:image:height"]))
    assert told["og:url"] == "http://localhost/embed/tictactoe/regular/?p=R_A_3_3_xo-------"


def test_oembed_gives_a_frame_that_shows_the_board(client: FlaskClient):
    link = next(
        each for each in page(client, f"{START}?p=xo-------").named("link") if "oembed" in str(each.get("type"))
    )
    address = urlsplit(str(link["href"]))
    told = client.get(f"{address.path}?{address.query}").get_json()
    assert (told["version"], told["type"], told["title"]) == ("1.0", "rich", "Tic-Tac-Toe, Regular")
    (frame,) = ParsedPage(told["html"]).named("iframe")
    assert (frame["width"], frame["height"]) == (str(told["width"]), str(told["height"]))
    shown = urlsplit(str(frame["src"]))
    assert "Player 1 to move: win in 5." in page(client, f"{shown.path}?{shown.query}").words


@pytest.mark.parametrize(
    ("url", "source"),
    [
        ("http://localhost/embed/npuzzle/2", "http://localhost/embed/npuzzle/2/"),
        ("http://localhost/#/npuzzle/2", "http://localhost/embed/npuzzle/2/"),
        ("http://localhost/#/npuzzle/2/R_A_2_2_13-2?who=1", "http://localhost/embed/npuzzle/2/?p=R_A_2_2_13-2"),
        ("/embed/npuzzle/2?values=false", "http://localhost/embed/npuzzle/2/?values=false"),
    ],
)
def test_addresses_that_oembed_knows(client: FlaskClient, url: str, source: str):
    told = client.get("/oembed/", query_string={"url": url, "maxwidth": "200", "maxheight": "9999"}).get_json()
    assert (told["width"], told["height"]) == (200, 480)
    assert ParsedPage(told["html"]).named("iframe")[0]["src"] == source


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ({}, 400, "expected the address of a board"),
        ({"url": "http://example.org/embed/npuzzle/2"}, 400, "an address of this service"),
        ({"url": "http://[bad"}, 400, "expected the address"),
        ({"url": "/embed/npuzzle"}, 400, "expected the address"),
        ({"url": "/embed/nope/2"}, 404, "nope"),
        ({"url": "/embed/npuzzle/2?p=zzz"}, 400, "zzz"),
        ({"url": "/embed/npuzzle/2", "format": "xml"}, 400, "expected json"),
        ({"url": "/embed/npuzzle/2", "maxwidth": "-1"}, 400, "pixels"),
        ({"url": "/embed/npuzzle/2", "maxheight": "7"}, 400, "pixels"),
    ],
)
def test_oembed_of_foreign_or_wrong_addresses_is_refused(
    client: FlaskClient, query: dict[str, str], status: int, says: str
):
    answer = client.get("/oembed/", query_string=query)
    assert answer.status_code == status
    assert says in answer.get_json()["detail"]


@pytest.mark.parametrize(
    ("path", "status"), [("nope/2", 404), ("npuzzle/2?p=zzz", 400), ("npuzzle/2?values=perhaps", 400)]
)
def test_embedded_board_of_wrong_positions_is_refused(client: FlaskClient, path: str, status: int):
    assert client.get(f"/embed/{path}").status_code == status


def test_hostile_texts_stay_texts(client: FlaskClient):
    """A forged host is written as text, and no text of a request becomes an element."""
    answer = client.get(START, headers={"Host": 'a"><script>alert(1)</script>'})
    assert answer.status_code >= 400 or not ParsedPage(answer.get_data(as_text=True)).named("script")
    told = client.get("/oembed/", query_string={"url": '/embed/pancakes/2"><script>'})
    assert told.status_code == 404
