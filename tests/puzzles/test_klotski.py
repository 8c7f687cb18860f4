"""Klotski: published counts, texts and moves by example, and refused placements."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.laws.basic_laws import distinct
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.one_player._klotski_blocks import mirrored, placements, tray
from perfect_play.puzzles.one_player.klotski import STARTS, Klotski
from perfect_play.puzzles.view import Board, Move
from perfect_play.solvers.pathfinding.choose import SEARCHES, shortest
from perfect_play.solvers.pathfinding.space import UNLIMITED
from perfect_play.solvers.result import LOST, Result
from tests.helpers import exact_histogram, exhaustive, late, load, reachable, solved

DONKEY = "IJJHIJJHGEEFGDCFB--A"
PENNANT = "IIFFIIEEBA--HGDDHGCC"
SETTING_SUN = "IJJHIJJH-EE-GDCFGBAF"
LONG = pytest.mark.exhaustive


def rules_of(variant: str) -> Klotski:
    rules = load(f"klotski/{variant}")
    assert isinstance(rules, Klotski)
    return rules


def component(rules: Klotski) -> list[Result]:
    """The results of all positions reachable from the start."""
    solution = solved(rules.full_id)
    return [found for position in reachable(rules) if (found := solution.result(rules, position))]


@pytest.mark.parametrize(
    ("variant", "text", "positions", "solvable"),
    [
        late("donkey", DONKEY, 25_955, 53_954),
        ("pennant", PENNANT, 1398, 6287),
        exhaustive("settingsun", SETTING_SUN, 25_955, 53_954),
    ],
)
def test_start_and_counts_of_each_variant_are_the_published_ones(
    variant: str, text: str, positions: int, solvable: int
):
    rules = rules_of(variant)
    assert rules.format(rules.start()) == text
    results = component(rules)
    assert len(results) == positions
    assert {found.value for found in results} == {Value.WIN}
    assert sum(exact_histogram(rules.full_id)) == solvable
    assert len(solved(rules.full_id).results) == rules.variant.positions


@pytest.mark.parametrize(
    ("variant", "start", "maximum"),
    [
        late("donkey", 116, 126),
        exhaustive("donkey_slides", 90, 101),
        exhaustive("donkey_moves", 81, 93),
        *(pytest.param("settingsun", 112, 126, marks=LONG), pytest.param("settingsun_slides", 90, 101, marks=LONG)),
        pytest.param("settingsun_moves", 79, 93, marks=LONG),
        *(("pennant", 83, 108), ("pennant_slides", 62, 82), ("pennant_moves", 59, 78)),
    ],
)
def test_steps_slides_and_moves(variant: str, start: int, maximum: int):
    """From the start and the farthest reachable position; 116, 90 and 81 are well known, as are 112, 79 and 59.

    Slides of the last two come from the search below. Searches without a table agree.
    """
    rules = rules_of(variant)
    assert solved(rules.full_id).result(rules, rules.start()) == Result(Value.WIN, start)
    assert (
        max(found.remoteness or 0 for found in component(rules)) == maximum == len(exact_histogram(rules.full_id)) - 1
    )
    for search in (shortest, SEARCHES["breadth-first"])[: 2 if variant.startswith("pennant") else 1]:
        line = search(rules, rules.start(), UNLIMITED).line
        assert line is not None
        assert len(line) == start
        position = rules.start()
        for move in line:
            position = rules.do_move(position, move)
        assert rules.primitive(position) is Value.WIN


def fewest(board: str, goal: int, ways: str) -> int:
    """The fewest moves, by an independent search with blocks as sets of cells (row, column).

    ways: "one" step, steps "straight" on, or "any".
    """
    blocks: dict[frozenset[tuple[int, int]], str] = {}
    for cell, char in enumerate(board):
        at = divmod(cell, 4)
        for shape, size in {"o": (1, 1), "H": (1, 2), "V": (2, 1), "W": (2, 2)}.items():
            if char == shape:
                blocks[frozenset((at[0] + r, at[1] + c) for r in range(size[0]) for c in range(size[1]))] = shape
    every = {(r, c) for r in range(5) for c in range(4)}
    start = frozenset(blocks.items())
    seen, level, made = {start}, [start], 0
    while level:
        after = []
        for position in level:
            if any(shape == "W" and min(cells) == divmod(goal, 4) for cells, shape in position):
                return made
            taken = frozenset[tuple[int, int]]().union(*(cells for cells, _ in position))
            for cells, shape in position:
                free = every - taken | cells
                places = [(cells, None)]
                for place, came in places:  # grows during the loop
                    for way in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                        to = frozenset((r + way[0], c + way[1]) for r, c in place)
                        goes_on = came is None or ways == "any" or (ways == "straight" and way == came)
                        if goes_on and to <= free and to not in [place for place, _ in places]:
                            places.append((to, way))
                            child = position - {(cells, shape)} | {(to, shape)}
                            if child not in seen:
                                seen.add(child)
                                after.append(child)
        level = after
        made += 1
    raise AssertionError("it cannot be solved")


@pytest.mark.parametrize(
    ("start", "ways", "moves"),
    [
        ("pennant", "one", 83),
        ("pennant", "straight", 62),
        ("pennant", "any", 59),
        exhaustive("settingsun", "straight", 90),
    ],
)
def test_independent_search_finds_the_published_moves(start: str, ways: str, moves: int):
    _, board, goal, _ = STARTS[start]
    assert fewest(board, goal, ways) == moves


@pytest.mark.parametrize(("variant", "positions"), [late("donkey", 24_635), ("pennant", 1367)])
def test_reachable_positions_up_to_a_solution_are_counted(variant: str, positions: int):
    assert len(reachable(rules_of(variant), stop_at_end=True)) == positions


@pytest.mark.second_ring
def test_donkey_has_65880_placements():
    """The legal positions: 65,880 of them."""
    rules = rules_of("donkey")
    found = list(placements(rules.blocks))
    assert len(found) == len(set(found)) == 65_880
    assert set(rules.solutions()) == {position for position in found if rules.primitive(position)}
    for position in found[::97]:
        assert rules.parse(rules.format(position)) == position == rules.from_board(tray(position), 1)


@pytest.mark.second_ring
def test_codes_of_trays_take_three_bits_a_cell():
    """60 bits: three per cell, from the first cell."""
    rules = rules_of("donkey")
    assert tray(rules.start()) == "VWXVvYZvVHhVvoovo--o"
    code = "".join(str(rules.start() >> 3 * cell & 7) for cell in range(20))
    assert code == "46745775423451151001"
    assert rules.start() < 1 << 60
    for position in placements(rules.blocks):
        assert mirrored(mirrored(position)) == position
    assert tray(mirrored(rules.parse("IJJHIJJHGEEFGDCFB-A-"))) == "VWXVvYZvVHhVvoov-o-o"


@pytest.mark.exhaustive
def test_placements_form_898_connected_parts():
    """All placements form 898 components; the start and its mirror image are in the same one."""
    rules = rules_of("donkey")
    left = set(placements(rules.blocks))
    parts = []
    while left:
        part = reachable(rules, [next(iter(left))])
        left -= part
        parts.append(len(part))
    assert len(parts) == 898
    assert sum(parts) == 65_880
    assert sorted(parts)[-2:] == [25_955, 25_955]


@pytest.mark.second_ring
def test_a_legal_position_that_leads_to_no_solution_is_lost():
    rules = rules_of("donkey")
    position = rules.parse("DCBAIHJJIHJJGEEFG--F")
    assert solved(rules.full_id).result(rules, position) == LOST
    assert not any(rules.primitive(other) for other in reachable(rules, [position]))


def test_donkey_has_mirror_images_and_pennant_none():
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
def test_moves_of_the_start_reassign_letters(variant: str, moves: dict[str, tuple[str, Move]]):
    """Letters are reassigned after a move; an arrow points into the first cell entered."""
    rules = rules_of(variant)
    start = rules.start()
    assert {
        rules.format_move(start, move): (rules.format(rules.do_move(start, move)), rules.button(start, move))
        for move in rules.moves(start)
    } == moves


FLAT_CAN_SLIDE = {  # in a tray with `Hh--` across
    **{"ER": Move(9, 10), "CU": Move(14, 10), "FU": Move(15, 11), "HD": Move(7, 11)},
    **{"ERR": Move(8, 10), "CUR": Move(14, 11)},
}


@pytest.mark.parametrize(
    ("variant", "at_start", "beside_flat"),
    [
        ("donkey", {"DD", "CD", "BR", "AL"}, {"ER", "CU", "FU", "HD"}),
        ("donkey_slides", {"DD", "CD", "BR", "AL", "BRR", "ALL"}, {"ER", "CU", "FU", "HD", "ERR"}),
        ("donkey_moves", {"DD", "CD", "BR", "AL", "BRR", "ALL", "DDR", "CDL"}, set(FLAT_CAN_SLIDE)),
    ],
)
def test_moves_of_each_variant_count_as_described(variant: str, at_start: set[str], beside_flat: set[str]):
    rules = rules_of(variant)
    start = rules.start()
    assert {rules.format_move(start, move) for move in rules.moves(start)} == at_start
    position = rules.from_board("VWXVvYZvHh--VooVvoov", 1)
    buttons = {rules.format_move(position, move): rules.button(position, move) for move in rules.moves(position)}
    assert buttons == {name: FLAT_CAN_SLIDE[name] for name in beside_flat}


def test_board_of_the_donkey_shows_every_block_cell_by_cell():
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
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[Exception]):
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
    everything = tuple(placements(rules.blocks))
    distinct(rules, Sample(everything[::7]))
