"""Both protocol generations as the web pages read them: every listed variant at start, middle and end."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import partial

import pytest
from flask import Flask

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.untabled.searched_boards import SearchedBoards
from tests.helpers import FEW_OF_EACH, exhaustive, load, spread, start_up
from tests.server.asking import searched_singly
from tests.server.conftest import BY_COMMAND
from tests.server.page import INFINITE, UNKNOWN, Json, Page2022, PageToday, Reader, UwapiPuzzle, check_2022, match

ODD = {"spinout": "←↑→↓⇐⇑⇒⇓", "hopndrop": "|", "squirrels": "| ", "tantrix": "[] "}
"""Characters of positions that clients already knew, beyond those a page can paste anywhere."""

MANY_TEXTS = {"dawsonschess", "domineering"}  # today's texts record how a position was played
"""Games in which today's clients distinguish how a position came about."""

STEPS = 24  # of a random walk
FAR = 130  # moves; matches from the middle are played to the end if no longer than this
NEAR = 4  # moves to the solution
CHILDREN = 5  # of a position that are also requested

SOLVED = [*start_up(), *map(load, BY_COMMAND)]
LEAST = 450  # when this was written: 460
SURE = {"othello"}
"""Board games whose positions near the end are proved within any request; for others, that depends on the machine."""
OVER_AT_ONCE = {"domineering": {"1x1", "1x2", "1x3", "1x4", "1x5"}}
"""Variants that are over at the start."""

IDS = sorted({rules.id for rules in SOLVED})
EVERY = 6
"""Both pages open one in this many plug-ins, besides those with texts or answers of their own; or `make exhaustive`."""
OPENED = {*IDS[::EVERY], *ODD, *MANY_TEXTS, *SURE}


class Both:
    """One variant on both pages."""

    def __init__(self, reader: Reader, rules: Rules) -> None:
        self.rules = rules
        self.rng = random.Random(f"{rules.full_id} page")
        kind = "games" if isinstance(rules, Game) else "puzzles"
        self.old = Page2022(reader, kind, rules.id)
        self.new = PageToday(reader, rules.id, rules.variant.id, ODD.get(rules.id, ""))
        self.variant = rules.variant.id
        self.uwapi = None if kind == "games" else UwapiPuzzle(reader, rules.id, rules.variant.id)

    def ask_old(self, text: str) -> Json:
        return self.old.position(self.variant, text)

    def ask_new(self, text: str) -> Json:
        return self.new.position(text)

    def way(self, start: str) -> list[str]:
        """The start, two positions on a random walk of 2022, and the one where the walk stops."""
        walk = [start]
        while len(walk) < STEPS and (moves := self.ask_old(walk[-1])["moves"]):
            walk.append(self.rng.choice(moves)["position"])
        between = self.rng.sample(walk[1:-1], min(2, max(0, len(walk) - 2)))
        return list(dict.fromkeys([start, *between, walk[-1]]))

    def play_old(self, text: str) -> str:
        """Play a match to its end, if it ends; return the last position. It takes as many turns as stated."""
        here = self.ask_old(text)
        line = list(match(self.ask_old, text, limit=max(2000, here["remoteness"] + 1) if ends(here) else 20))
        turns = sum("_prevmove=" not in after["position"] for after in line[1:])
        if ends(here) and not self.unknown(here):
            assert line[-1]["moves"] == []
            assert turns == here["remoteness"], f"{turns} turns from {text}, not {here['remoteness']}"
        return str(line[-1]["position"])

    def play_new(self, text: str) -> None:
        here = self.ask_new(text)
        if here["remoteness"] >= 0:
            line = list(match(self.ask_new, text, limit=2000))
            whole = [after["remoteness"] for after in line if ";" not in after["position"]]
            assert whole == list(range(len(whole)))[::-1]

    def unknown(self, here: Json) -> bool:
        """Whether the remoteness is given as 1 or 2 to the page of 2022 and as unknown to today's."""
        whole = here["position"].partition("_prevmove=")[0] == here["position"]
        return here["remoteness"] in (1, 2) and whole and self.ask_new(here["position"])["remoteness"] == UNKNOWN

    def compare(self, text: str) -> None:
        """Check that both generations agree on a position and all its moves; today's accepts the text of 2022."""
        old, new = self.ask_old(text), self.ask_new(text)
        assert self.ask_new(new["position"]) == new, "its own text means another position"
        same_facts(old, new)
        assert "AB".index(text[2]) + 1 == int(new["autoguiPosition"][0]), "another player is to move"
        if self.uwapi:
            self.uwapi.compare(new)
        halves = [move["position"] for move in old["moves"] if "_prevmove=" in move["position"]]
        if halves:  # each two-step move once, whichever pin is touched first
            ended = {move["position"]: move for half in halves for move in self.ask_old(half)["moves"]}
            old_moves = list(ended.values())
        else:
            old_moves = old["moves"]
            old_moves = list(map(as_today, old_moves))
            if not any(";" in move["position"] for move in new["moves"]):
                assert Counter(map(worth, old_moves)) == Counter(map(worth, new["moves"]))
        new_moves = self.whole_moves(new)
        assert Counter(map(value_of, old_moves)) == Counter(map(value_of, new_moves))
        children = {move["position"]: move for move in new_moves}
        for move in self.some(old_moves):
            asked = self.ask_new(move["position"])
            same_facts(move, asked)
            same_facts(self.ask_old(move["position"]), asked)
            if self.rules.id not in MANY_TEXTS:
                assert facts_of(children[asked["position"]]) == facts_of(asked)
        for move in self.some(new["moves"]):
            assert facts_of(move) == facts_of(self.ask_new(move["position"])), "a move says what its position does not"

    def whole_moves(self, here: Json) -> list[Json]:
        """The moves of an answer; those of two touches each once, though several second touches may make one."""
        whole = []
        for move in here["moves"]:
            if ";" in move["position"]:
                seconds = self.ask_new(move["position"])["moves"]
                whole += {re.sub(r" [WG] stays$", "", second["move"]): second for second in seconds}.values()
            else:
                whole.append(move)
        return whole

    def some(self, moves: list[Json]) -> list[Json]:
        return self.rng.sample(moves, min(CHILDREN, len(moves)))


def ends(here: Json) -> bool:
    """Whether perfect play ends: no draw, and no puzzle that can no longer be solved."""
    return bool(here["remoteness"] >= 0)


def as_today(move: Json) -> Json:
    """A puzzle's move as today's protocol has it: one that leads farther away loses, even if it cannot be undone."""
    return {**move, "moveValue": "lose"} if move["deltaRemoteness"] < 0 else move


def worth(move: Json) -> tuple[str, str, int]:
    return move["positionValue"], move["moveValue"], move["deltaRemoteness"]


def value_of(move: Json) -> tuple[str, str]:
    return move["positionValue"], move["moveValue"]


def facts_of(told: Json) -> Json:
    return {
        k: told.get(k) for k in ("position", "autoguiPosition", "positionValue", "remoteness", "mex", "margin", "winby")
    }


def same_facts(old: Json, new: Json) -> None:
    """Check that the two generations say the same of a position, special numbers aside."""
    assert old["positionValue"] == new["positionValue"]
    if new["remoteness"] == UNKNOWN:
        assert old["remoteness"] == {"win": 1, "tie": 1, "lose": 2}[new["positionValue"]]
    elif new["remoteness"] == INFINITE and new["positionValue"] == "lose":
        assert old["remoteness"] in (-1, 0)
    else:
        assert old["remoteness"] == new["remoteness"]
    assert (None if "margin" not in old else abs(old["margin"])) == new.get("winby")
    assert old.get("nimber") == nimber_of(new.get("mex"))


def nimber_of(mex: str | None) -> int | None:
    return {None: None, "0": 0, "*": 1}[mex] if mex in (None, "0", "*") else int(mex.removeprefix("*"))


@pytest.fixture(scope="module")
def reader(app: Flask) -> Reader:
    return Reader(app.test_client())


def sure(manager: PuzzleManager, rules: Rules) -> bool:
    """Whether every position that this test requests is answered."""
    return rules.id in SURE or manager.solver_name(rules) != SearchedBoards.name


def check_variant(both: Both, start: str) -> int:
    """Check positions of one variant, and matches from them, on both pages; return how many."""
    way = dict.fromkeys([*both.way(start), both.play_old(start)])
    for text in way:
        here, whole = both.ask_old(text), "_prevmove=" not in text
        if whole:
            both.compare(text)
        if 0 <= here["remoteness"] <= FAR:
            both.play_old(text)
            if whole:
                both.play_new(text)
    told = both.new.told
    begun = both.ask_new(told["startPosition"])
    assert begun["autoguiPosition"] == told["autoguiStartPosition"]
    if both.uwapi:
        drawn = both.ask_new(both.uwapi.start(seed=1))
        assert drawn["positionValue"] == "win"
        assert drawn["remoteness"] > 0
        both.uwapi.compare(drawn)
    both.new.check_picture()
    return len(way)


def check_near(both: Both, manager: PuzzleManager) -> int:
    """The same for a variant whose positions are searched singly, which is sure to finish only near the end."""
    if both.uwapi:
        start = both.rules.parse(both.uwapi.start(seed=1, remoteness=NEAR))
    else:
        start = manager.random_position(both.rules, random.Random(1), None)
    text = autogui.write_position(both.rules, start)
    both.compare(text)
    assert both.play_old(text) != text
    both.play_new(text)
    return NEAR


@pytest.mark.second_ring
@pytest.mark.parametrize("game_id", [name if name in OPENED else exhaustive(name) for name in IDS])
@pytest.mark.parametrize("each", [FEW_OF_EACH, exhaustive(len(SOLVED))])
def test_pages_open_variants_of_every_plug_in_at_start_middle_and_end(
    app: Flask, reader: Reader, game_id: str, each: int
):
    """At least `each` variants of a plug-in, from the smallest to the largest."""
    kind = "games" if issubclass(registry.find(game_id), Game) else "puzzles"
    starts = Page2022(reader, kind, game_id).variants()
    assert set(starts) >= {rules.variant.id for rules in SOLVED if rules.id == game_id}
    manager = app.extensions["manager"]
    seen = {}
    for rules in spread(filter(partial(sure, manager), (registry.load(game_id, one) for one in starts)), each):
        variant = rules.variant.id
        both, start = Both(reader, rules), starts[variant]
        near = searched_singly(app, both.rules)
        seen[variant] = check_near(both, manager) if near else check_variant(both, start)
    assert max(seen.values(), default=4) >= 3
    over = [variant for variant, count in seen.items() if count < 2]
    assert set(over) <= OVER_AT_ONCE.get(game_id, set())


def test_page_tests_cover_all_plugins():
    assert len(SOLVED) >= LEAST
    assert set(IDS) == {cls.id for cls in registry.all_rules() if cls.variants}


# --- the check itself ---------------------------------------------------------------------------

SPOILT_2022: list[tuple[str, Callable[[Json], object]]] = [
    ("no moves", lambda here: here.update(moves=[])),
    ("over, but with moves", lambda here: here.update(remoteness=0)),
    ("no such value", lambda here: here.update(positionValue="undecided")),
    ("no move is worth what the position is", lambda here: here.update(positionValue="draw")),
    ("a cell too few", lambda here: here.update(position=here["position"][:-1])),
    ("a row too many", lambda here: here.update(position=here["position"].replace("R_A_3", "R_A_4"))),
    ("a sixth field", lambda here: here.update(position=here["position"] + "_x")),
    ("a move without a remoteness", lambda here: here["moves"][1].update(remoteness=None)),
    ("a move without a board", lambda here: here["moves"][1].update(position="")),
    ("a move the page does not know", lambda here: here["moves"][0].update(move="L_1_2")),
    ("a move beyond the board", lambda here: here["moves"][0].update(move="M_0_9")),
    ("the same move twice", lambda here: here["moves"].append(here["moves"][0])),
    (
        "two buttons on a cell",
        lambda here: [move.update(move=f"A_{char}_4") for move, char in zip(here["moves"], "ab", strict=True)],
    ),
]

SPOILT_TODAY: list[tuple[str, Callable[[Json], object]]] = [
    ("no moves", lambda here: here.update(moves=[])),
    ("over, but with moves", lambda here: here.update(remoteness=0)),
    ("a remoteness of the old protocol", lambda here: here.update(remoteness=-1)),
    ("no move is worth what the position is", lambda here: here.update(positionValue="tie")),
    ("a colon", lambda here: here["moves"][0].update(move="tile: 8")),
    ("a slash", lambda here: here.update(position="1234/5678")),
    ("no player", lambda here: here.update(autoguiPosition="R_12345678-")),
    ("more characters than centers", lambda here: here.update(autoguiPosition="1_12345678--")),
    ("a piece without an image", lambda here: here["moves"][0].update(autoguiPosition="1_1234567X-")),
    ("a center that is none", lambda here: here["moves"][0].update(autoguiMove="M_5_9_x")),
    ("a sound that is none", lambda here: here["moves"][0].update(autoguiMove="M_5_8_y")),
    ("no sound", lambda here: here["moves"][0].update(autoguiMove="M_5_8")),
    ("a button without an image", lambda here: here["moves"][0].update(autoguiMove="A_t_8_x")),
    ("the same name twice", lambda here: here["moves"][0].update(move=here["moves"][1]["move"])),
    ("the same string twice", lambda here: here["moves"][0].update(autoguiMove=here["moves"][1]["autoguiMove"])),
    ("no delta", lambda here: here["moves"][0].update(deltaRemoteness=None)),
]


@pytest.mark.parametrize(("what", "spoil"), SPOILT_2022, ids=[what for what, _ in SPOILT_2022])
def test_faults_that_stop_the_page_of_2022_are_detected(reader: Reader, what: str, spoil: Callable[[Json], object]):
    here = deepcopy(Page2022(reader, "puzzles", "npuzzle").position("3", "R_A_3_3_1234567-8"))
    here["moves"] = here["moves"][:2]
    check_2022(here)
    spoil(here)
    with pytest.raises(AssertionError):
        check_2022(here)


@pytest.mark.parametrize(("what", "spoil"), SPOILT_TODAY, ids=[what for what, _ in SPOILT_TODAY])
def test_faults_that_stop_the_current_page_are_detected(reader: Reader, what: str, spoil: Callable[[Json], object]):
    page = PageToday(reader, "npuzzle", "3")
    here = deepcopy(page.position("12345-786"))
    page.check(here)
    spoil(here)
    with pytest.raises(AssertionError):
        page.check(here)


def test_a_match_that_goes_in_circles_is_seen(app: Flask):
    both = Both(Reader(app.test_client()), load("npuzzle/2"))
    start, end = "R_A_2_2_-321", "R_A_2_2_123-"
    assert both.play_old(start) == end
    circle = {**both.ask_old(start), "position": end}
    both.old.reader.known[f"/puzzles/npuzzle/2/{end}?"] = {"status": "ok", "response": circle}
    with pytest.raises(AssertionError):
        both.play_old(start)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda here: here.update(remoteness=here["remoteness"] + 1),
        lambda here: here["moves"].pop(),
        lambda here: here["moves"][-1].update(deltaRemoteness=5),
        lambda here: here["moves"][0].update(position="123-", autoguiPosition="1_123-"),
        lambda here: here.update(mex="*2"),
    ],
)
def test_generations_that_disagree_are_seen(app: Flask, spoil: Callable[[Json], object]):
    both = Both(Reader(app.test_client()), load("npuzzle/2"))
    both.compare("R_A_2_2_-321")
    for text in ("R_A_2_2_-321", "-321"):
        spoil(both.ask_new(text))
    with pytest.raises(AssertionError):
        both.compare("R_A_2_2_-321")
