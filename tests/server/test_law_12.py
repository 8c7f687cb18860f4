"""Law 12: the old protocol answers for start, middle and end of every variant, and agrees with itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest
from flask import Flask
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.sliding import SlidingPuzzle
from tests.helpers import cases, examples, in_first_ring, load, service_cases, start_up
from tests.server.asking import TURNED, Asker, check_answer, position_path
from tests.server.conftest import BY_COMMAND

MORE = ("nim/1_1", "nim/2_3_4", "nim/7", "dawsonschess/1", "dawsonschess/14", "kayles/1", "kayles/12")
SPECIAL = examples() + list(map(load, (*BY_COMMAND, *MORE)))
RULES = start_up() + SPECIAL
LEAST_RULES = 185  # when this was written: 191
SLOW = ("klotski", "npuzzle")
"""Plug-ins about whose typed starts the second ring asks, or `make exhaustive`."""
CASES = service_cases(start_up()) + [
    pytest.param(*case.values, id=case.id, marks=pytest.mark.exhaustive) if "klotski--" in case.id else case
    for case in cases(SPECIAL, early=lambda one: in_first_ring(one) and one.id not in SLOW)
]


AskerOf = Callable[[Rules], Asker]


@pytest.fixture(scope="module")
def asker_of(app: Flask) -> AskerOf:
    """One asker per variant, so that its best line is requested once."""
    return cache(lambda rules: Asker(app.test_client(), rules))


def few(line: list, count: int = 6) -> list:
    """Some entries from the first to the last."""
    step = max(1, -(-len(line) // count))
    return [*line[::step], *line[-1:]]


@pytest.mark.parametrize("rules", CASES)
def test_best_line_is_as_long_as_stated_and_keeps_its_value(asker_of: AskerOf, rules: Rules):
    """The best move is always first in the list, and the resulting line has the length stated."""
    asker = asker_of(rules)
    line = asker.walk()
    for here in line:
        check_answer(rules, here)
    turns = [here for here in line if "_prevmove=" not in here["position"]]
    drawn = turns[0]["positionValue"] == "draw"
    remotenesses = [-200] * len(turns) if drawn else list(range(len(turns)))[::-1]
    assert [here["remoteness"] for here in turns] == remotenesses
    if isinstance(rules, Game):
        assert turns[0]["position"][2] == "A"
        assert drawn or rules.primitive(autogui.read_position(rules, turns[-1]["position"])) is not None
        for here, after in pairwise(turns):
            again = here["position"][2] == after["position"][2]
            value = after["positionValue"]
            assert here["positionValue"] == (value if again else TURNED[value])
    else:
        assert {here["positionValue"] for here in line} == {"win"}


@pytest.mark.parametrize("rules", CASES)
def test_moves_say_what_their_positions_answer(asker_of: AskerOf, rules: Rules):
    asker = asker_of(rules)
    for here in few(asker.walk()):
        for move in few(here["moves"], 40):
            child = asker.ask(move["position"])
            for key in ("positionValue", "remoteness", "nimber"):
                assert child.get(key) == move.get(key), f"{key} of {child['position']}"
            if "_prevmove=" in child["position"]:
                assert child["moveValue"] == child["positionValue"]


@pytest.mark.parametrize("rules", CASES)
def test_sample_positions_are_answered_with_the_moves_of_the_rules(asker_of: AskerOf, rules: Rules):
    """Including those far from the best line, and unsolvable ones."""
    asker, refusals = asker_of(rules), 0
    for position in few(list(Sample.of(rules, limit=40).positions), 12):
        name = autogui.write_position(rules, position)
        if not asker.covers(name):
            if isinstance(rules, SlidingPuzzle):
                continue  # boards of any size may exceed the time limit
            assert isinstance(rules, Game), "puzzles have always answered for every legal position"
            assert rules.size is not None, "only a position drawn by its number can be one that is never reached"
            assert rules.dense, "likewise"
            refusals += 1
            continue
        here = asker.ask(name)
        check_answer(rules, here)
        if rules.primitive(position) is not None:
            assert here["moves"] == []
            assert here["remoteness"] == 0 or here["positionValue"] == "draw"  # chess: stalemate has no remoteness
        plain = {autogui.write_position(rules, child) for child in rules.children(position)}
        if here["moves"] and not getattr(rules, "two_step", False):
            assert {move["position"] for move in here["moves"]} == plain
    assert refusals <= 3  # when this was written: 2, of Dao


@pytest.mark.parametrize("rules", CASES)
def test_position_is_equal_by_all_its_routes(client: FlaskClient, asker_of: AskerOf, rules: Rules):
    """The routes answer the same, with and without a slash at the end."""
    asker = asker_of(rules)
    name = asker.start()
    here = asker.ask(name)
    paths = [position_path(rules, name)]
    if not isinstance(rules, Game):
        paths.append(f"/puzzles/{rules.id}/variants/{rules.variant.id}/positions/{name}/")
        paths += [f"/puzzles/{alias}/{rules.variant.id}/{name}/" for alias in rules.aliases]
        paths += [f"/puzzles/{rules.id}/{alias}/{name}/" for alias in rules.variant.aliases]
    for path in paths:
        for form in (path, path[:-1]):
            assert client.get(form).get_json()["response"] == here
        for form in (f"{path}moves/", f"{path}moves"):
            assert client.get(form).get_json() == {"status": "ok", "response": here["moves"]}


@pytest.mark.parametrize("rules", CASES)
def test_line_ends_where_the_rules_end_it_and_nowhere_else(asker_of: AskerOf, rules: Rules):
    """The rules, too, end the line at its last position and at no other."""
    line = asker_of(rules).walk()
    for here in line:
        if "_prevmove=" not in here["position"]:
            position = autogui.read_position(rules, here["position"])
            ended = here is line[-1] and here["positionValue"] != "draw"
            assert (rules.primitive(position) is not None) == ended


def test_law_covers_variants_of_all_plugins():
    assert len(RULES) >= LEAST_RULES
    assert {rules.id for rules in RULES} == {cls.id for cls in registry.all_rules()}
