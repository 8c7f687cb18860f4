"""Addresses of the page: what they say without scripts, names typed by hand, previews of links, and path prefixes."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
POSITION = "/g/tictactoe/regular?p=R_A_3_3_xo-------"


class Head(HTMLParser):
    """What a program that previews links reads of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.base = self.title = ""
        self.links: list[str] = []
        self._in_title = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_title = tag == "title"
        if tag == "meta" and "content" in given:
            self.meta[given.get("property") or given.get("name", "")] = given["content"]
        elif tag == "base":
            self.base = given["href"]
        elif tag == "a":
            self.links.append(given["href"])

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
            self._in_title = False


@pytest.mark.parametrize("accept", ["*/*", "text/html", "application/json", None])
def test_link_to_a_position_shows_the_board_to_whoever_reads_only_html(client: FlaskClient, accept: str | None):
    answer = client.get(POSITION, headers={"Accept": accept} if accept else {})
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    head = Head(answer.text)
    assert head.title == head.meta["og:title"] == "Tic-Tac-Toe, Regular"
    assert head.meta["og:description"] == head.meta["description"]
    assert head.meta["og:description"].startswith("Player 1 to move. ")
    assert "win" not in head.meta["og:description"].split(". ")[0], "no value is revealed"
    assert head.meta["og:url"] == f"http://localhost{POSITION}"
    image = urlsplit(head.meta["og:image"])
    picture = client.get(f"{image.path}?{image.query}")
    assert (picture.status_code, picture.mimetype) == (200, "image/png")
    assert "xo-------" in image.query


@pytest.mark.parametrize(
    ("path", "title", "sentence"),
    [
        ("/g/tictactoe", "Tic-Tac-Toe", None),
        ("/g/tictactoe/regular", "Tic-Tac-Toe, Regular", None),
        ("/g/tictactoe/regular?p=xxxoo----", "Tic-Tac-Toe, Regular", "Player 1 has won."),
        ("/g/npuzzle/2?p=12-3", "Sliding Number Puzzle, 3-Puzzle", "Can you solve it?"),
        ("/g/nim/1_3_5", "Nim, custom", None),
        ("/g/quarto/regular", "Quarto, Regular", None),
    ],
)
def test_address_has_a_title_and_a_sentence(client: FlaskClient, path: str, title: str, sentence: str | None):
    head = Head(client.get(path).text)
    assert head.title == title
    assert head.meta["og:description"]
    assert sentence is None or head.meta["og:description"].startswith(sentence)


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/tictactoe", "./g/tictactoe"),
        ("/Tic-Tac-Toe", "./g/tictactoe"),
        ("/tic%20tac%20toe/", "../g/tictactoe"),
        ("/hanoi", "./g/towersofhanoi"),
        ("/hanoi/3_3", "../g/towersofhanoi/3_3"),
        ("/reversi", "./g/othello"),
        ("/g/hanoi/3_3?who=12", "../../g/towersofhanoi/3_3?who=12"),
        ("/g/connectfour", "../g/connect4"),
        ("/g/Connect%20Four", "../g/connect4"),
        ("/g/tictactoe/Regular", "../../g/tictactoe/regular"),
        ("/g/Tic-Tac-Toe/Mis%C3%A8re", "../../g/tictactoe/misere"),
        ("/g/npuzzle/8-puzzle", "../../g/npuzzle/3"),
    ],
)
def test_name_typed_as_a_path_leads_to_its_game(client: FlaskClient, path: str, target: str):
    answer = client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.headers["Location"]) == (302, target)
    assert client.get(urljoin(f"http://localhost{path}", target), headers=BROWSER).status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "near"),
    [
        ("/g/tictaktoe", 404, "g/tictactoe"),
        ("/g/tictaktoe/regular", 404, "g/tictactoe"),
        ("/g/tictactoe/regulr", 404, "g/tictactoe"),
        ("/g/tictactoe/regular?p=zzz", 400, "g/tictactoe/regular"),
        ("/g/tictactoe/regular/more", 404, None),
        ("/tictaktoe", 404, "g/tictactoe"),
        ("/g", 404, None),
        ("/g/" + "x" * 3000, 404, None),
        ("/g/%00/%ff", 404, None),
        ("/g/tictactoe/regular?p=" + "x" * 3000, 400, "g/tictactoe/regular"),
        ("/xyzzy/xyzzy/xyzzy", 404, None),
        ("/today/x", 404, None),
        ("/matches/tictactoe", 404, "g/tictactoe"),
    ],
)
def test_wrong_address_gives_a_page_with_the_nearest_names(
    client: FlaskClient, path: str, status: int, near: str | None
):
    answer = client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    links = Head(answer.text).links
    assert near is None or near in links
    assert "./" in links[4:], "the catalogue, besides the head of the page"
    notice = answer.text.partition('<p class="notice">')[2].partition("</p>")[0]
    assert "“" in notice
    assert "&#39;" not in notice, "no quotes of a programming language"
    assert len(answer.text) < len(client.get("/", headers=BROWSER).text) + 2000, "what was typed is cut"


@pytest.mark.parametrize("path", ["/nothing", "/tictactoe", "/g/nothing", "/api/nothing", "/games/nothing"])
def test_programs_get_wrong_addresses_as_json(client: FlaskClient, path: str):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.mimetype in ("application/problem+json", "application/json")


@pytest.mark.parametrize(
    "path", ["/games/", "/puzzles/", "/universal/v1/", "/games/nothing", "/api/nothing", "/health"]
)
def test_routes_of_programs_answer_browsers_as_before(client: FlaskClient, path: str):
    for_browser, for_program = client.get(path, headers=BROWSER), client.get(path)
    assert (for_browser.status_code, for_browser.mimetype) == (for_program.status_code, for_program.mimetype)
    assert "json" in for_browser.mimetype


def test_protocol_at_the_root_goes_before_typed_names(data_dir: Path):
    client = create_app({"data_dir": data_dir, "build": False, "at_root": True}).test_client()
    for path in ("/tictactoe", "/nothing"):
        assert client.get(path, headers=BROWSER).mimetype == "application/json"
    assert client.get("/g/tictactoe", headers=BROWSER).mimetype == "text/html"


HOSTILE = '"><script>alert(1)</script>{{ 7 * 7 }}'


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/g/" + HOSTILE.replace("/", ""), {}),
        (f"/g/tictactoe/{HOSTILE.replace('/', '')}", {}),
        ("/g/tictactoe/regular", {"p": HOSTILE}),
        ("/" + HOSTILE.replace("/", ""), {}),
    ],
)
def test_hostile_text_in_an_address_stays_text(client: FlaskClient, path: str, query: dict[str, str]):
    text = client.get(path, query_string=query, headers=BROWSER).text
    assert "<script>alert" not in text
    assert text.count("<script") == client.get("/", headers=BROWSER).text.count("<script")
    assert "{{ 7 * 7 }}" in text.replace("&#39;", "'"), "no text is taken for a template"


@pytest.mark.parametrize(
    "agent",
    [
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
        "Twitterbot/1.0",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
        "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
        "TelegramBot (like TwitterBot)",
        "WhatsApp/2.23.20.0",
    ],
)
def test_programs_that_preview_links_get_the_page(client: FlaskClient, agent: str):
    answer = client.get("/", headers={"User-Agent": agent, "Accept": "*/*"})
    assert answer.mimetype == "text/html"
    assert Head(answer.text).meta["og:title"] == "Perfect Play"
    assert "User-Agent" in answer.vary
    typed = client.get("/tictactoe", headers={"User-Agent": agent, "Accept": "*/*"})
    assert typed.status_code == 302


@pytest.mark.parametrize("agent", ["curl/8.5.0", "python-requests/2.32", "Go-http-client/1.1", ""])
def test_other_programs_get_the_index(client: FlaskClient, agent: str):
    assert client.get("/", headers={"User-Agent": agent, "Accept": "*/*"}).mimetype == "application/json"
    robot = {"User-Agent": "Twitterbot/1.0", "Accept": "application/json"}
    assert client.get("/", headers=robot).mimetype == "application/json"


# --- below a path -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "base"),
    [("/", "./"), ("/g/nim", "../"), ("/g/nim/", "../../"), ("/g/nim/1_3_5", "../../"), ("/today", "./")],
)
def test_links_of_the_page_begin_at_its_root(client: FlaskClient, path: str, base: str):
    assert Head(client.get(path, headers=BROWSER).text).base == base
    below = client.get(path, headers=BROWSER, environ_overrides={"SCRIPT_NAME": "/pp"})
    assert Head(below.text).base == "/pp/"


@pytest.mark.second_ring
@pytest.mark.parametrize("named", ["/pp", "/pp/"])
@pytest.mark.parametrize("sent", ["", "/pp"])
@pytest.mark.parametrize("path", ["/", "/g/nim/1_3_5", "/api/catalogue", "/oembed?url=/pp/g/nim/1_3_5"])
def test_proxy_may_take_the_prefix_off_or_leave_it(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, path: str, sent: str, named: str
):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    client = create_app({"data_dir": data_dir, "build": False}).test_client()
    answer = client.get(sent + path, headers={**BROWSER, "X-Forwarded-Prefix": named})
    assert answer.status_code == 200
    if answer.mimetype == "text/html":
        assert Head(answer.text).base == "/pp/"
    if "/g/" in path:
        assert "http://localhost/pp/" in answer.text
        assert "/pp/pp/" not in answer.text


def test_prefix_named_by_a_stranger_is_not_believed(client: FlaskClient):
    answer = client.get("/g/nim/1_3_5", headers={**BROWSER, "X-Forwarded-Prefix": '/"><script>'})
    assert Head(answer.text).base == "../../"


@pytest.mark.parametrize("named", ['/"><script>', "pp", "//example.org", "/p p", "/pp?x", "/pp, //example.org", "/"])
def test_prefix_that_is_no_path_is_ignored(data_dir: Path, monkeypatch: pytest.MonkeyPatch, named: str):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    client = create_app({"data_dir": data_dir, "build": False}).test_client()
    answer = client.get("/g/nim/1_3_5", headers={**BROWSER, "X-Forwarded-Prefix": named})
    assert Head(answer.text).base == "../../"
    assert "http://localhost/g/nim/1_3_5" in answer.text


def test_typed_name_below_a_path_leads_to_its_game(client: FlaskClient):
    answer = client.get("/tictactoe", headers=BROWSER, environ_overrides={"SCRIPT_NAME": "/pp"})
    assert answer.headers["Location"] == "/pp/g/tictactoe"
