"""The service as its clients read it: GamesmanUni's pages of 2022 and of today, and GamesCraftersUWAPI.

Uses no product code. Each class requests addresses as its client writes them, and rejects whatever would break that
client: a board it cannot draw, a move it would lose, a computer that finds no move, a match without an end.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient

Json = dict[str, Any]

VALUES = {"win", "lose", "tie", "draw"}
INFINITE, UNKNOWN = -200, -100

BOARD = re.compile(r"R_([AB])_([1-9]\d*)_([1-9]\d*)_([a-zA-Z0-9*-]+)")
HALF = re.compile(r"(R_[AB]_[1-9]\d*_[1-9]\d*_[a-zA-Z0-9*-]+)_prevmove=(\d+)")
BUTTON = re.compile(r"A_([a-zA-Z0-9-])_(\d+)|M_(\d+)_(\d+)|S_[LR]_(\d+)_(\d+)")

DRAWN = re.compile(r"[12]_([A-Za-z0-9.-]+)(_[A-Za-z0-9]+)?(~[A-Za-z0-9 .,-]*)*")
DRAWN_MOVE = re.compile(r"(?P<form>[AT])_(?P<char>[A-Za-z0-9-])_(\d+)_([a-z-])|[ML]_(\d+)_(\d+)_([a-z↑↓←→-])")
FORM = re.compile(r"[AMLT]_|L[QCA]_")  # how the page recognizes a drawing
DRAWN_CURVE = re.compile(r"LC_[AR]{4}((?:_\d+_-?[\d.]+_-?[\d.]+){4})_([a-z-])")
PIECES_ARE_BUTTONS = {"topspin", "tictactwo"}
"""A disk is touched to turn the ring; the letter of a cell that has been touched is also that of the place to touch."""
TEXT = re.compile(r"[A-Za-z0-9_,.;~*()!-]*")  # what a page can paste anywhere
MOVE_TEXT = re.compile(r"[A-Za-z0-9_,.~*()!'@>→|=\\ -]+")  # the history of a match is cut at `:`
MEX = re.compile(r"0|\*|\*[2-9]|\*[1-9]\d+")
CONTINUED = 20  # times to continue a search that a loaded machine did not finish in time
PASTED = "!\"$&'()*,-./:;<=>?@[\\]^_`{|}~"
"""Characters that a browser leaves alone in a query, or encodes harmlessly."""


def _tic_tac_toe(here: Json) -> None:
    assert re.fullmatch(r"[12]_[xo-]{9}", here["position"]), here["position"]
    for move in here["moves"]:
        assert here["position"][2 + int(move["autoguiMove"][4])] == "-", move


def _quarto(here: Json) -> None:
    assert re.fullmatch(r"[12]_[A-P-]{17}", here["position"]), here["position"]
    first = here["position"] == "1_" + 17 * "-"
    for move in here["moves"]:
        found = re.match(r"A_([A-P-])_([0-9]+)", move["autoguiMove"])
        assert found, move
        piece, center = ord(found[1]) - ord("A"), int(found[2])
        cell = center if found[1] == "-" else (center - 16 - piece) // 16
        assert center == 272 + piece if first else cell == center or center == 16 + 16 * cell + piece, move
        assert first or here["position"][2 + cell] == "-", move


def _sim(here: Json) -> None:
    lines = ["12", "13", "14", "15", "16", "23", "24", "25", "26", "34", "35", "36", "45", "46", "56"]
    assert re.fullmatch(r"[12]_[xo-]{15}", here["position"]), here["position"]
    for move in here["moves"]:
        assert here["position"][2 + lines.index(move["move"])] == "-", move


COMPONENTS: dict[str, Callable[[Json], None]] = {"tictactoe": _tic_tac_toe, "quarto": _quarto, "sim": _sim}
"""What the page's own components for some games read, each of one board; they use no image data."""


class Reader:
    """Queries the service as a browser does, and remembers the addresses requested."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.known: dict[str, Any] = {}

    def read(self, url: str, query: str = "") -> Any:
        """Return a good answer: 200, JSON, for any origin, with nothing a page would take for an error."""
        key = f"{url}?{query}"
        if key not in self.known:
            response = self.client.get(url, query_string=quote(query, safe=PASTED))
            for _ in range(CONTINUED):
                if response.headers.get("Retry-After") != "1":
                    break
                response = self.client.get(url, query_string=quote(query, safe=PASTED))
            assert response.status_code == 200, f"{key}: {response.get_data(as_text=True)}"
            assert response.mimetype == "application/json"
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert "Set-Cookie" not in response.headers
            body = response.get_json()
            assert not (isinstance(body, dict) and "error" in body), key
            self.known[key] = body
        return self.known[key]


def computer_move(here: Json) -> Json:
    """The computer's move on both pages: the first one with the same value as the position."""
    good: list[Json] = [move for move in here["moves"] if move["moveValue"] == here["positionValue"]]
    assert good, f"the computer has no move: {here}"
    return good[0]


def no_repeats(what: str, texts: list[str]) -> None:
    """Check that texts that a page uses as keys are distinct."""
    repeated = [text for text, count in Counter(texts).items() if count > 1]
    assert not repeated, f"more than one {what}: {repeated}"


# --- 2022 ---------------------------------------------------------------------------------------


class Page2022:
    """GamesmanUni of 2022, for one puzzle or game: `kind` is `puzzles` or `games`."""

    def __init__(self, reader: Reader, kind: str, game_id: str) -> None:
        self.reader = reader
        self.kind = kind
        self.base = f"/{kind}/{game_id}"
        self.game_id = game_id

    def enveloped(self, url: str) -> Any:
        """The response inside the envelope."""
        body = self.reader.read(url)
        assert set(body) == {"status", "response"}
        assert body["status"] == "ok"
        return body["response"]

    def variants(self) -> dict[str, str]:
        """The start of every playable variant by id; both lists must agree, and each start must be a board."""
        entry = next(entry for entry in self.enveloped(f"/{self.kind}") if entry["gameId"] == self.game_id)
        assert entry["name"]
        told = self.enveloped(self.base)
        assert told["gameId"] == self.game_id
        assert told["instructions"]
        assert told["custom"] in ("true", None)
        no_repeats("variant", [variant["variantId"] for variant in told["variants"]])
        for variant in told["variants"]:
            assert variant["description"]
            assert variant["status"] in ("available", "solving", "unavailable")
            assert BOARD.fullmatch(variant["startPosition"]), variant
        return {v["variantId"]: v["startPosition"] for v in told["variants"] if v["status"] == "available"}

    def position(self, variant: str, text: str) -> Json:
        """The answer to a position, as the page uses it."""
        between = f"/variants/{variant}/positions/" if self.kind == "games" else f"/{variant}/"
        here: Json = self.enveloped(f"{self.base}{between}{text}")
        assert here["position"] == text
        check_2022(here)
        return here


def check_board(text: str) -> int:
    """Check what the page reads of a legacy position (turn, size, every cell); return its number of cells."""
    half = HALF.fullmatch(text)
    found = BOARD.fullmatch(half[1] if half else text)
    assert found, text
    cells = int(found[2]) * int(found[3])
    assert len(found[4]) == cells, text
    assert not half or int(half[2]) < cells
    return cells


def ended_2022(here: Json) -> bool:
    """Whether the page of 2022 ends a match here, which needs three conditions at once."""
    signs = (here["remoteness"] == 0, here["positionValue"] != "draw", here["moves"] == [])
    assert all(signs) or not (signs[0] or signs[2]), f"neither an end nor none: {here}"
    return all(signs)


def check_2022(here: Json) -> None:
    """Check everything in an answer that the page draws or plays by."""
    cells = check_board(here["position"])
    assert here["positionValue"] in VALUES
    assert type(here["remoteness"]) is int
    if ended_2022(here):
        return
    places: list[str] = []
    for move in here["moves"]:
        assert move["moveValue"] in VALUES
        assert move["positionValue"] in VALUES
        assert type(move["remoteness"]) is type(move["deltaRemoteness"]) is int
        check_board(move["position"])
        found = BUTTON.fullmatch(move["move"])
        assert found, move
        char, cell, source, target, row, amount = found.groups()
        assert all(int(number) < cells for number in (cell, source, target, row, amount) if number), move
        assert source is None or source != target, move
        places.append(f"button on {cell}" if char else move["move"])
    no_repeats("move at one place", places)
    computer_move(here)


# --- today --------------------------------------------------------------------------------------


class PageToday:
    """GamesmanUni of today, for one variant."""

    def __init__(self, reader: Reader, game_id: str, variant: str, odd: str = "") -> None:
        """`odd`: characters of position texts that a page can paste only encoded."""
        self.reader, self.game_id = reader, game_id
        self.base = f"/universal/v1/{game_id}/{variant}/"
        self.odd = odd
        self.told: Json = reader.read(self.base)
        assert self.told["id"] == variant
        assert self.told["gui"] in ("v0", "v1", "v2", "v3")
        self.images: Json | None = self.told["imageAutoGUIData"]
        listed = {one["id"] for one in reader.read(f"/universal/v1/{game_id}/")["variants"]}
        self.component = COMPONENTS.get(game_id) if variant in listed else None
        assert self.component is None or self.images is None, "the page would take the theme for one of the component"
        assert self.told["gui"] == "v0" or self.component or self.images
        self.widths: set[int] = set()  # lengths of the positions seen
        self.pieces: set[str] = set()  # characters in them
        self.buttons: set[str] = set()  # characters of the buttons seen
        self.centers: set[int] = set()  # of moves
        for theme in self.themes():
            check_theme(theme)
        if self.images is not None:
            assert self.images["defaultTheme"] in self.images["themes"]
        self.check_drawn(self.told["autoguiStartPosition"])

    def themes(self) -> list[Json]:
        """The pictures to choose from; none if moves are shown as texts."""
        return [] if self.images is None else list(self.images["themes"].values())

    def position(self, text: str) -> Json:
        """The answer to a position, as the page uses it."""
        here: Json = self.reader.read(f"{self.base}positions/", f"p={text}")
        self.check(here)
        return here

    def check(self, here: Json) -> None:
        """Check everything in an answer that the page draws or plays by."""
        self.check_facts(here)
        if self.component:
            self.component(here)
        for move in here["moves"]:
            assert move["moveValue"] in VALUES
            assert type(move["deltaRemoteness"]) is int
            self.check_facts(move)
            self.check_move(move)
        if here["moves"]:
            computer_move(here)
            no_repeats("move", [json.dumps(move["move"]) for move in here["moves"]])
            no_repeats("autoguiMove", [json.dumps(move["autoguiMove"]) for move in here["moves"]])
        dead = (here["positionValue"], here["remoteness"]) == ("lose", INFINITE)
        assert dead or (here["moves"] == []) == (here["remoteness"] == 0), f"neither an end nor none: {here}"

    def check_facts(self, facts: Json) -> None:
        """Check the facts given of every position, including those that moves lead to."""
        assert facts["positionValue"] in VALUES
        remoteness = facts["remoteness"]
        assert type(remoteness) is int
        assert remoteness >= 0 or remoteness in (INFINITE, UNKNOWN)
        assert remoteness == INFINITE or facts["positionValue"] != "draw"
        assert facts["position"]
        assert TEXT.fullmatch("".join(char for char in facts["position"] if char not in self.odd)), facts["position"]
        assert "mex" not in facts or MEX.fullmatch(facts["mex"])
        self.check_drawn(facts["autoguiPosition"])

    def check_drawn(self, text: str) -> None:
        """Check a position to draw: one character per center, except those that hold only buttons."""
        found = DRAWN.fullmatch(text)
        assert found, text
        self.widths.add(len(found[1]))
        self.pieces.update(found[1])
        for theme in self.themes():
            assert len(found[1]) <= len(theme["centers"]), f"{text}: {len(theme['centers'])} centers"
            assert set(found[1]) <= {*theme["charImages"], "-", "."}, f"{text}: a piece has no image"

    def check_move(self, move: Json) -> None:
        """Check a move to draw: a text on a button if there is no picture."""
        name, drawn = move["move"], move["autoguiMove"]
        assert MOVE_TEXT.fullmatch(name) if isinstance(name, str) else all(type(n) is int for n in name), move
        if self.component:
            return
        if not self.themes() or not FORM.match(drawn):
            assert drawn == name
            return
        found, curve = DRAWN_MOVE.fullmatch(drawn), DRAWN_CURVE.fullmatch(drawn)
        assert found or curve, move
        if curve:
            centers, sound = [int(point) for point in curve[1].split("_")[1::3]], curve[2]
        else:
            assert found
            *centers_and_sound, sound = [part for part in found.groups()[2:] if part is not None]
            centers = [int(center) for center in centers_and_sound]
            if found["form"] == "A":
                self.buttons.add(found["char"])
        self.centers.update(centers)
        for theme in self.themes():
            assert max(centers) < len(theme["centers"]), move
            assert sound == "-" or sound in theme["sounds"], move
            assert not (found and found["form"] == "A") or found["char"] in {*theme["charImages"], "-"}, move

    def check_picture(self) -> None:
        """Check all positions seen together: further centers are those of moves, and no piece is a button."""
        assert len(self.widths) == 1, f"positions have {sorted(self.widths)} characters"
        (width,) = self.widths
        for theme in self.themes():
            assert len(theme["centers"]) == width or max(self.centers, default=width) >= width, "centers for nothing"
            shown = self.buttons & set(theme["charImages"])
            of_both = set() if self.game_id in PIECES_ARE_BUTTONS else shown & self.pieces
            assert not of_both, "the image of a piece has nothing to click on"


def check_theme(theme: Json) -> None:
    """Check what the page needs to draw a board."""
    assert len(theme["space"]) == 2
    assert all(length > 0 for length in theme["space"])
    assert theme["centers"]
    assert all(len(center) == 2 for center in theme["centers"])
    assert type(theme["charImages"]) is dict  # empty if there are only texts and buttons
    for char, image in theme["charImages"].items():
        assert len(char) == 1
        assert image["image"].endswith((".svg", ".png"))
        assert image["scale"] > 0
    assert all(len(letter) == 1 and path.endswith(".mp3") for letter, path in theme["sounds"].items())


class UwapiPuzzle:
    """GamesCraftersUWAPI, which makes its own answer from ours, for one variant of a puzzle."""

    def __init__(self, reader: Reader, puzzle_id: str, variant: str) -> None:
        self.reader = reader
        self.base = f"/puzzles/{puzzle_id}/{variant}/"

    def start(self, seed: int, remoteness: int | None = None) -> str:
        """A start, of any remoteness or this one."""
        asked = f"seed={seed}" if remoteness is None else f"seed={seed}&remoteness={remoteness}"
        told = self.reader.read(f"{self.base}start/", asked)
        assert set(told) == {"position", "autoguiPosition"}
        text: str = told["position"]
        return text

    def compare(self, today: Json) -> None:
        """Check that the answer matches the page's own, except for what GamesCraftersUWAPI works out itself."""
        here = self.reader.read(f"{self.base}positions/", f"p={today['position']}")
        assert here == {**without_infinite(today), "moves": [without_worth(move) for move in today["moves"]]}


def without_infinite(facts: Json) -> Json:
    """Facts without an infinite remoteness: a null or a number would be taken for one."""
    return {key: told for key, told in facts.items() if (key, told) != ("remoteness", INFINITE)}


def without_worth(move: Json) -> Json:
    """A move without its worth."""
    return {k: v for k, v in without_infinite(move).items() if k not in ("moveValue", "deltaRemoteness")}


# --- playing ------------------------------------------------------------------------------------


def match(ask: Callable[[str], Json], start: str, limit: int) -> Iterator[Json]:
    """The answers of a match that the computer plays against itself, the start first; at most `limit`."""
    here = ask(start)
    for _ in range(limit):
        yield here
        if not here["moves"]:
            return
        here = ask(computer_move(here)["position"])
