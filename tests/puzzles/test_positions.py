"""Legality of positions: refused examples with reasons, and legal but lost ones.

The laws cannot know a puzzle's inventory, so it is spelled out here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import permutations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition
from perfect_play.puzzles.view import Add, Board, Move, button_between
from perfect_play.solvers.result import LOST
from tests.helpers import ROOT, load, result_of, solved

MALFORMED = [
    ("towersofhanoi/3_3", "7-0-0"),
    ("towersofhanoi/3_3", "a--b--c--"),
    ("towersofhanoi/3_3", "A--B--D--"),
    ("towersofhanoi/3_3", "A--B--C-"),
    ("lightsout/3", "11111111"),
    ("lightsout/3", "111111112"),
    ("lightsout/3", "11111111\u0661"),
    ("lightsout/3", "0b1111111"),
    ("lightsout/3", "1111_1111"),
    ("lightsout/3", "+11111111"),
    ("npuzzle/3", "123456789"),
    ("npuzzle/3", "12345678"),
    ("npuzzle/3", "12345678_"),
    ("npuzzle/2x4", "1234567\N{EN DASH}"),
    ("pegsolitaire/triangle", "x" * 14),
    ("pegsolitaire/triangle", "X" * 15),
    ("pegsolitaire/triangle", "0_11_111_1111_11111_"),
    ("toadsandfrogspuzzle/4", "xx-o"),
    ("toadsandfrogspuzzle/4", "XX-OO"),
    ("bishoppuzzle/4x5_8", "XXXX-----------OOOO"),
    ("bishoppuzzle/4x5_8", "xxxx------------oooo"),
    ("topspin/6_2", "1_2-3-4-5"),
    ("topspin/6_2", "1-2-3-4-5-6"),
    ("topspin/6_2", "1_2_3-4-5-6"),
    ("topspin/6_2", "01_2-3-4-5-6"),
    ("topspin/10_2", "1_2-3-4-5-6-7-8-9-a"),
    ("nqueens/4", "q---------------"),
    ("nqueens/4", "-" * 15),
    ("rubikscube/2x2x2", "00001111222233334444555"),
    ("rubikscube/2x2x2", "000011112222333344445556"),
    ("rubikscube/2x2x2", "0000111122223333444\u06655555"),
    ("hopndrop/map1", "Unavailable"),
    ("hopndrop/map1", "--1111|-11-G1|-1----|-111--|-X(1)11--|------"),
    ("hopndrop/map1", "--1111|-11-G1|-1----|-111--|-X(0)11--|------|"),
    ("hopndrop/map1", "--1111|-11-G1|-1----|-111--|-X1 11--|------|"),
    ("nim/3_3_3", "3_3,3,3"),
    ("nim/3_3_3", "3,3,3"),
    ("nim/3_3_3", "1_3,3"),
    ("nim/3_3_3", "1_3,3,3,0"),
    ("nim/3_3_3", "1_03,3,3"),
    ("nim/3_3_3", "1_3, 3,3"),
    ("nim/3_3_3", "1_3,3,\u0663"),
    ("nim/3_3_3", "1_-1,3,3"),
    ("kayles/9", "1_xxxxxxxxo"),
    ("kayles/9", "1_xxxxxxxx"),
    ("kayles/9", "xxxxxxxxx"),
    ("dawsonschess/7", "0_-------"),
    ("dawsonschess/7", "1_------"),
]

ILLEGAL = [
    ("towersofhanoi/3_3", "B--A--C--"),  # a disk on a smaller one
    ("towersofhanoi/3_3", "A-----B-C"),  # A floats
    ("towersofhanoi/3_3", "A--B--A--"),  # A twice, C missing
    ("towersofhanoi/3_3", "---B--C--"),
    ("npuzzle/3", "1234567--"),
    ("npuzzle/3", "11345678-"),
    ("pegsolitaire/triangle", "-" * 15),
    ("pegsolitaire/star", "-" * 13),
    ("toadsandfrogspuzzle/4", "xx-xo"),
    ("toadsandfrogspuzzle/4", "xxxoo"),
    ("toadsandfrogspuzzle/4", "xx--o"),
    ("bishoppuzzle/4x5_8", "XXXX-----------OOOOX"),  # too many
    ("bishoppuzzle/4x5_8", "XXX-------------OOOO"),  # too few
    ("bishoppuzzle/4x5_8", "XXX-X-----------OOOO"),  # one has changed the color of its square
    ("bishoppuzzle/4x5_8", "XXXX-O-----------OOO"),  # attacked
    ("topspin/6_2", "1_2-3-4-5-5"),
    ("nqueens/4", "QQ--------------"),
    ("nqueens/4", "Q----Q----------"),
    ("nqueens/5", "Q-----------------------Q"),
    ("nqueens/4", "-Q----Q-Q-----Q-"),
    ("rubikscube/2x2x2", "100001112222333344445555"),
    ("rubikscube/2x2x2", "000011112222333344445554"),
    ("rubikscube/2x2x2", "000011112222444433335555"),  # two faces swapped: the mirror image of a cube
    ("hopndrop/map1", "--1111|-11-G1|-1----|-111--|-X(1)X(1)1--|------|"),
    ("hopndrop/map1", "--1111|-11-G1|-1----|-111--|-111--|------|"),
    ("hopndrop/map1", "--1111|-11-G1|-1----|-111--|-X(2)11--|------|"),
    ("hopndrop/map1", "1-1111|-11-G1|-1----|-111--|-X(1)11--|------|"),
    ("hopndrop/map1", "--1111|-11-11|-1----|-111--|-X(1)11--|------|"),
    ("hopndrop/map1", "--1111|-11G11|-1----|-111--|-X(1)11--|------|"),
    ("dawsonschess/7", "1_x------"),
    ("dawsonschess/7", "1_-x-----"),
    ("dawsonschess/7", "1_--xx---"),
    ("dawsonschess/7", "2_-xxxx--"),
]

LEGAL = [
    ("towersofhanoi/3_3", "---B--C-A"),
    ("lightsout/3", "000000000"),
    ("npuzzle/3", "-12345678"),
    ("pegsolitaire/triangle", "x" * 15),
    ("toadsandfrogspuzzle/4", "-xxoo"),
    ("bishoppuzzle/4x5_8", "OOOO------------XXXX"),
    ("topspin/6_2", "6_5-4-3-2-1"),
    ("topspin/12_3", "12_1_2-3-4-5-6-7-8-9-10-11"),
    ("nqueens/4", "--Q-Q------Q-Q--"),
    ("rubikscube/2x2x2", "333322224444555511110000"),
    ("hopndrop/map1", "------|----X(G)-|------|------|------|------|"),
    ("nim/3_3_3", "2_0,0,0"),
    ("kayles/9", "2_---------"),
    ("dawsonschess/7", "2_xxx-xxx"),
    ("dawsonschess/7", "1_xx-----"),
]


@pytest.mark.parametrize(("full_id", "text"), MALFORMED)
def test_malformed_texts_are_refused_with_what_was_expected(full_id, text):
    with pytest.raises(MalformedPosition) as caught:
        load(full_id).parse(text)
    assert "expected" in str(caught.value)


def says_what_was_given(full_id: str, text: str) -> bool:
    """Whether the message repeats the text, or in a game the part after the player to move."""
    with pytest.raises(MalformedPosition) as caught:
        load(full_id).parse(text)
    return any(repr(given[:20])[:-1] in str(caught.value) for given in (text, text.partition("_")[2] or text))


@pytest.mark.parametrize(("full_id", "text"), [(full_id, text) for full_id, text in MALFORMED if full_id != "kayles/9"])
def test_message_says_what_was_given(full_id, text):
    assert says_what_was_given(full_id, text)


def test_message_of_kayles_says_what_was_given():
    assert says_what_was_given("kayles/9", "1_xxxxxxxxo")


@pytest.mark.parametrize(("full_id", "text"), ILLEGAL)
def test_illegal_positions_are_refused_with_a_sentence(full_id, text):
    with pytest.raises(IllegalPosition) as caught:
        load(full_id).parse(text)
    assert len(str(caught.value)) > 20


@pytest.mark.parametrize(("full_id", "text"), LEGAL)
def test_legal_positions_are_written_as_they_were_read(full_id, text):
    rules = load(full_id)
    assert rules.format(rules.parse(text)) == text


@pytest.mark.parametrize(
    "full_id",
    [
        "bishoppuzzle/4x5_8",
        "topspin/6_2",
        "rubikscube/2x2x2",
        "hopndrop/map1",
        "nim/3_3_3",
        "kayles/9",
        "dawsonschess/7",
        "npuzzle/3",
        "lightsout/3",
        "towersofhanoi/3_3",
        "pegsolitaire/star",
        "toadsandfrogspuzzle/4",
        "nqueens/4",
    ],
)
def test_huge_text_is_refused_with_a_short_message(full_id):
    with pytest.raises(MalformedPosition) as caught:
        load(full_id).parse("1" * 100_000)
    assert len(str(caught.value)) < 400


# --- legal and lost -----------------------------------------------------------------------------


def test_exchanged_tiles_are_legal_and_lost():
    rules = load("npuzzle/3")
    assert result_of("npuzzle/3", rules.parse("12345687-")) == LOST
    assert result_of("npuzzle/3", rules.parse("21345678-")) == LOST


def parity(order: tuple[int, ...]) -> int:
    return sum(a > b for i, a in enumerate(order) for b in order[i + 1 :]) % 2


def test_half_of_all_arrangements_can_be_solved():
    """By the parity of the arrangement and of the gap's distance from its place."""
    rules = load("npuzzle/2x3")
    solvable = 0
    for order in permutations(range(6)):  # 5 is the gap
        position = rules.parse("".join("12345-"[tile] for tile in order))
        row, col = divmod(order.index(5), 3)
        even = (parity(order) + (1 - row) + (2 - col)) % 2 == 0
        assert (result_of("npuzzle/2x3", position) != LOST) == even
        solvable += even
    assert solvable == 360


@pytest.mark.parametrize(("side", "count"), [(2, 16), (3, 512), (4, 4096)])
def test_lamps_that_can_be_switched_off_are_those_that_presses_switch_on(side, count):
    rules = load(f"lightsout/{side}")
    span = {0}
    for press in range(side**2):
        span |= {rules.do_move(position, press) for position in span}
    assert len(span) == count
    solution = solved(f"lightsout/{side}")
    assert all((solution.result(rules, position) != LOST) == (position in span) for position in range(2 ** (side**2)))


def test_a_board_that_cannot_be_completed_is_lost():
    assert result_of("nqueens/4", load("nqueens/4").parse("Q---------------")) == LOST


def test_a_cube_with_one_corner_twisted_is_lost():
    rules = load("rubikscube/2x2x2_FR")
    text = "000011112222333344445555"
    assert result_of("rubikscube/2x2x2_FR", rules.parse(text)) != LOST
    # The stickers 3 (front), 10 (upper) and 12 (right) meet at one corner.
    for twist in ({3: "2", 10: "3", 12: "0"}, {3: "3", 10: "0", 12: "2"}):
        twisted = rules.parse("".join(twist.get(i, color) for i, color in enumerate(text)))
        assert result_of("rubikscube/2x2x2_FR", twisted) == LOST


# --- buttons ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "button"),
    [
        ("ab-", "-ba", Move(0, 2)),
        ("-ba", "ab-", Move(2, 0)),
        ("ab-", "a-b", Move(1, 2)),
        ("xx-", "--x", Add("-", 0)),  # a jump: three cells change
        ("abc", "acb", Add("c", 1)),  # a swap
        ("---", "-Q-", Add("Q", 1)),
        ("abc", "abc", Add("a", 0)),
        ("a-*", "-a*", Move(0, 1)),
        ("a-", "-b", Add("-", 0)),
    ],
)
def test_default_button_is_an_arrow_for_one_piece_moved_and_a_letter_otherwise(before, after, button):
    assert button_between(Board(1, len(before), before), Board(1, len(after), after)) == button


# --- nothing depends on the order of a set --------------------------------------------------------

SCRIPT = """
import hashlib, json
from perfect_play.puzzles import registry
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.solvers.tables.table_layout import pack
from perfect_play.solvers.result import Codec
from perfect_play.solvers.retrograde import solve
from tests.helpers import spread
found = {}
for rules in spread([r for r in registry.listed() if r.variant.positions < 10**4], 1):
    hasher = hashlib.sha256()
    for p in Sample.of(rules, 60).positions:
        moves = [
            (rules.format_move(p, move), repr(rules.button(p, move)), rules.format(rules.do_move(p, move)))
            for move in rules.moves(p)
        ]
        hasher.update(repr((rules.format(p), rules.format(rules.canonical(p)), moves)).encode())
    found[rules.full_id] = hasher.hexdigest()
for full_id in ("nqueens/6", "lightsout/3", "bishoppuzzle/4x5_8", "hopndrop/map2", "nim/3_3_3"):
    rules = registry.load(*full_id.split("/"))
    kind = "game" if full_id.startswith("nim") else "puzzle"
    parts = dict(pack(rules, solve(rules), Codec(kind, 8)).parts)
    found["parts of " + full_id] = hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()
print(json.dumps(found))
"""


def run_with_seed(seed: str) -> dict[str, str]:
    """The digests that SCRIPT prints in a process with this string hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, cwd=ROOT, capture_output=True, check=True)
    found: dict[str, str] = json.loads(ran.stdout)
    return found


@pytest.mark.second_ring
def test_moves_and_tables_are_the_same_in_every_process():
    one, two = run_with_seed("1"), run_with_seed("2")
    assert len(one) >= 40
    assert one == two
