"""Klotski: published counts, texts and moves by example, and which placements are refused."""

from __future__ import annotations

import pytest

from puzzles.base import IllegalPosition, MalformedPosition, Value
from puzzles.checks import Sample, distinct
from puzzles.one_player.klotski import CELLS, FREE, Klotski, placements
from puzzles.view import Board, Move
from solvers.result import LOST, Result
from tests.helpers import exact_histogram, load, reachable, solved

DONKEY = "IJJHIJJHGEEFGDCFB--A"
PENNANT = "IIFFIIEEBA--HGDDHGCC"


def rules_of(variant: str) -> Klotski:
    rules = load(f"klotski/{variant}")
    assert isinstance(rules, Klotski)
    return rules


def component(rules: Klotski) -> list[Result]:
    """The results of everything the start leads to."""
    solution = solved(rules.full_id)
    return [found for position in reachable(rules) if (found := solution.result(rules, position))]


@pytest.mark.parametrize(
    ("variant", "text", "start", "maximum", "positions", "solvable"),
    [("donkey", DONKEY, 116, 126, 25_955, 53_954), ("pennant", PENNANT, 83, 108, 1398, 6287)],
)
def test_known_counts(variant: str, text: str, start: int, maximum: int, positions: int, solvable: int):
    rules = rules_of(variant)
    assert rules.format(rules.start()) == text
    assert solved(rules.full_id).result(rules, rules.start()) == Result(Value.WIN, start)
    results = component(rules)
    assert len(results) == positions
    assert {found.value for found in results} == {Value.WIN}
    assert max(found.remoteness for found in results) == maximum == len(exact_histogram(rules.full_id)) - 1
    assert sum(exact_histogram(rules.full_id)) == solvable
    assert len(solved(rules.full_id).results) == rules.variant.positions


@pytest.mark.parametrize(("variant", "positions"), [("donkey", 24_635), ("pennant", 1367)])
def test_what_the_start_reaches_when_play_stops_at_a_solution(variant: str, positions: int):
    assert len(reachable(rules_of(variant), stop_at_end=True)) == positions


def test_placements_of_the_donkeys_blocks():
    """65,880 of them; they are the legal positions."""
    rules = rules_of("donkey")
    found = list(placements(FREE * CELLS, rules.blocks))
    assert len(found) == len(set(found)) == 65_880
    assert set(rules.solutions()) == {position for position in found if rules.primitive(position)}
    for position in found[::97]:
        assert rules.parse(rules.format(position)) == position == rules.from_board(position, 1)


def test_a_legal_position_that_leads_to_no_solution_is_lost():
    rules = rules_of("donkey")
    position = rules.parse("DCBAIHJJIHJJGEEFG--F")
    assert solved(rules.full_id).result(rules, position) == LOST
    assert not any(rules.primitive(other) for other in reachable(rules, [position]))


def test_only_the_donkey_has_mirror_images():
    donkey, pennant = rules_of("donkey"), rules_of("pennant")
    position = donkey.parse("IJJHIJJHGEEFGDCFB-A-")
    assert {donkey.format(image) for image in donkey.images(position)} == {
        "IJJHIJJHGEEFGDCFB-A-",
        "IJJHIJJHGEEFGDCF-B-A",
    }
    assert list(pennant.images(pennant.start())) == [pennant.start()]


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        (
            "donkey",
            {
                "DD": ("IJJHIJJHGEEFG-DFCB-A", Move(13, 17)),
                "CD": ("IJJHIJJHGEEFGD-FC-BA", Move(14, 18)),
                "BR": ("IJJHIJJHGEEFGDCF-B-A", Move(16, 17)),
                "AL": ("IJJHIJJHGEEFGDCFB-A-", Move(19, 18)),
            },
        ),
        (
            "pennant",
            {
                "ED": ("IIFFII--BAEEHGDDHGCC", Move(6, 10)),
                "AR": ("IIFFIIEEB-A-HGDDHGCC", Move(9, 10)),
                "DU": ("IIFFIIEEBADDHG--HGCC", Move(14, 10)),
            },
        ),
    ],
)
def test_moves_of_the_start(variant: str, moves: dict[str, tuple[str, Move]]):
    """The letters are given anew after a move; an arrow leads into the first cell that is entered."""
    rules = rules_of(variant)
    start = rules.start()
    assert {
        rules.format_move(start, move): (rules.format(rules.do_move(start, move)), rules.button(start, move))
        for move in rules.moves(start)
    } == moves


def test_board():
    rules = rules_of("donkey")
    assert rules.board(rules.start()) == Board(5, 4, "VWXVvYZvVHhVvoovo--o")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (DONKEY[:-1], MalformedPosition),
        (DONKEY + "-", MalformedPosition),
        (DONKEY.replace("A", "K"), MalformedPosition),
        (DONKEY.lower(), MalformedPosition),
        (DONKEY.replace("A", "-"), IllegalPosition),
        (DONKEY.translate(str.maketrans("AB", "BA")), IllegalPosition),
        (DONKEY.translate(str.maketrans("HI", "IH")), IllegalPosition),
        ("IJJHIJJHGEFEGDCFB--A", IllegalPosition),
        ("JIJHJIJHGEEFGDCFB--A", IllegalPosition),
    ],
)
def test_what_is_refused(text: str, error: type[Exception]):
    with pytest.raises(error):
        rules_of("donkey").parse(text)


@pytest.mark.parametrize(
    ("cells", "error"),
    [
        ("VWXVvYZvVHhVvoovo--", MalformedPosition),
        ("VWXVvYZvVHhVvoovo--?", MalformedPosition),
        ("VWXVvYZvVhHVvoovo--o", IllegalPosition),
        ("WXVVYZvvVHhVvoovo---", IllegalPosition),
        ("vWXVVYZvVHhVvoovo--o", IllegalPosition),
    ],
)
def test_boards_that_are_refused(cells: str, error: type[Exception]):
    with pytest.raises(error):
        rules_of("donkey").from_board(cells, 1)


def test_every_move_has_an_arrow_of_its_own():
    rules = rules_of("pennant")
    everything = tuple(placements(FREE * CELLS, rules.blocks))
    distinct(rules, Sample(everything[::7]))
