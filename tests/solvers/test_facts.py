"""Published numbers and those of independent programs: counts, maxima, histograms, starts.

A histogram lists the number of positions by remoteness, from 0. Unless stated otherwise, unsolvable
positions are not counted, and symmetric ones are counted separately.
"""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Position, Puzzle, Rules, Value
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.retrograde import solve
from tests.helpers import exact_histogram, histograms, load, reachable, result_of, solved

HANOI = {
    2: [1],
    3: [1, 3, 7, 15, 31, 63, 127, 255],
    4: [1, 3, 5, 9, 13, 17, 25, 33],
    5: [1, 3, 5, 7, 11, 15, 19, 23],
}
MAXIMA = [  # variant, positions, greatest remoteness, remoteness of the start
    *(
        (f"towersofhanoi/{rods}_{disks}", rods**disks, longest, longest)
        for rods, row in HANOI.items()
        for disks, longest in enumerate(row, 1)
    ),
    ("npuzzle/2", 12, 6, None),
    ("npuzzle/2x3", 360, 21, None),
    ("npuzzle/3x2", 360, 21, None),
    ("npuzzle/2x4", 20_160, 36, None),
    ("npuzzle/4x2", 20_160, 36, None),
    ("npuzzle/3", 181_440, 31, 1),
    ("lightsout/2", 16, 4, 4),
    ("lightsout/3", 512, 9, 5),
    ("lightsout/4", 4096, 7, 4),
    ("pegsolitaire/triangle", 13_935, 13, 13),
    ("pegsolitaire/star", 4610, 11, 11),
    ("toadsandfrogspuzzle/4", 23, 8, 8),
    ("toadsandfrogspuzzle/6", 72, 15, 15),
    ("toadsandfrogspuzzle/8", 195, 24, 24),
    ("toadsandfrogspuzzle/10", 476, 35, 35),
    ("bishoppuzzle/4x5_8", 10_000, 38, 36),
    ("bishoppuzzle/4x7_4", 972, 12, 12),
    ("bishoppuzzle/6x7_6", 26_566, 16, 16),
    ("bishoppuzzle/4x5_4", 100, 19, 18),
    ("topspin/6_2", 720, 12, None),
    ("topspin/6_4", 720, 10, None),
    ("topspin/8_4", 40_320, 18, None),
    ("nqueens/4", 31, 4, 4),
    ("nqueens/5", 286, 5, 5),
    ("nqueens/6", 253, 6, 6),
    ("nqueens/7", 4490, 7, 7),
    ("nqueens/8", 19_657, 8, 8),
    ("hopndrop/map1", None, None, 14),
    ("hopndrop/map2", None, None, 17),
    ("hopndrop/map3", None, None, 21),
]
HISTOGRAMS = {
    "towersofhanoi/3_3": [1, 2, 2, 4, 2, 4, 4, 8],
    "lightsout/3": [1, 9, 36, 84, 126, 126, 84, 36, 9, 1],
    "npuzzle/3": [
        *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878),
        *(16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
    ],
    "pegsolitaire/triangle": [15, 27, 84, 282, 783, 1650, 2562, 2964, 2586, 1749, 855, 294, 69, 15],
    "nqueens/4": [2, 8, 12, 8, 1],
}
BEGINNINGS = {  # of histograms of variants too large to solve here
    "topspin/10_2": [1, 10, 18, 90, 155, 460],
    "rubikscube/2x2x2": [1, 6, 27, 120, 534, 2256],  # quarter turns, up to the 24 orientations of the cube
}


@pytest.mark.parametrize(("full_id", "positions", "maximum", "start"), MAXIMA, ids=[row[0] for row in MAXIMA])
def test_maximum_count_and_start_equal_the_published_numbers(
    full_id: str, positions: int | None, maximum: int | None, start: int | None
):
    rules, solution = load(full_id), solved(full_id)
    if positions is not None:
        assert sum(exact_histogram(full_id)) == positions
        assert len(exact_histogram(full_id)) == maximum + 1
    if start is not None:
        assert solution.result(rules, rules.start()) == Result(Value.WIN, start)
    assert solution.domain == "closure"


@pytest.mark.parametrize(("full_id", "histogram"), HISTOGRAMS.items())
def test_histogram_of_remotenesses_equals_the_published_one(full_id: str, histogram: list[int]):
    assert exact_histogram(full_id) == histogram


def levels(rules: Rules, count: int) -> list[set[Position]]:
    """The canonical positions of a reversible puzzle's first levels, starting from its solutions."""
    assert isinstance(rules, Puzzle)
    found = [{rules.canonical(solution) for solution in rules.solutions()}]
    seen = set(found[0])
    while len(found) < count:
        level = {rules.canonical(child) for position in found[-1] for child in rules.children(position)} - seen
        found.append(level)
        seen |= level
    return found


@pytest.mark.parametrize(("full_id", "counts"), BEGINNINGS.items())
def test_first_levels_of_a_large_variant_have_the_published_counts(full_id: str, counts: list[int]):
    rules = load(full_id)
    found = levels(rules, len(counts))
    if full_id.startswith("topspin"):
        assert [sum(len(set(rules.images(position))) for position in level) for level in found] == counts
    else:
        assert list(map(len, found)) == counts


def test_hardest_positions_of_the_8_puzzle_are_the_two_published():
    rules, solution = load("npuzzle/3"), solved("npuzzle/3")
    hardest = {rules.format(position) for position, found in solution.results.items() if found.remoteness == 31}
    assert hardest == {"8672543-1", "64785-321"}


@pytest.mark.parametrize(
    ("text", "remoteness"), [("412-53786", 5), ("1234-8765", None), ("1234-5678", 14), ("8672543-1", 31)]
)
def test_positions_of_the_8_puzzle_are_solvable_in_the_published_moves(text: str, remoteness: int | None):
    found = result_of("npuzzle/3", load("npuzzle/3").parse(text))
    assert found.value is Value.WIN
    if remoteness is not None:
        assert found.remoteness == remoteness


def count_optimal(rules: Rules, position: Position, solution) -> int:
    """The number of shortest solutions of a position."""
    left = solution.result(rules, position).remoteness
    if not left:
        return 1
    return sum(
        count_optimal(rules, child, solution)
        for child in rules.children(position)
        if solution.result(rules, child).remoteness == left - 1
    )


@pytest.mark.parametrize(("text", "ways", "moves"), [("1234-8765", 2, 6), ("8672543-1", 40, 31)])
def test_number_of_shortest_solutions_is_as_published(text: str, ways: int, moves: int):
    rules, solution = load("npuzzle/3"), solved("npuzzle/3")
    position = rules.parse(text)
    assert solution.result(rules, position).remoteness == moves
    assert count_optimal(rules, position, solution) == ways


@pytest.mark.parametrize(
    ("vacancy", "reached", "solvable"), [(0, 3016, 769), (1, 2377, 550), (3, 4237, 1548), (4, 1651, 190)]
)
def test_peg_triangles_have_the_published_counts_by_first_hole(vacancy: int, reached: int, solvable: int):
    rules, solution = load("pegsolitaire/triangle"), solved("pegsolitaire/triangle")
    first = rules.parse("".join("-" if cell == vacancy else "x" for cell in range(15)))
    found = reachable(rules, [first])
    assert len(found) == reached
    assert sum(solution.result(rules, position) != LOST for position in found) == solvable


@pytest.mark.parametrize(("animals", "reached", "solvable"), [(4, 23, 16), (6, 72, 30), (8, 195, 48), (10, 476, 70)])
def test_toads_and_frogs_have_the_known_counts_from_the_start(animals: int, reached: int, solvable: int):
    full_id = f"toadsandfrogspuzzle/{animals}"
    rules, solution = load(full_id), solved(full_id)
    found = reachable(rules)
    assert len(found) == reached
    assert sum(solution.result(rules, position) != LOST for position in found) == solvable


@pytest.mark.parametrize(("side", "boards"), [(4, 87), (5, 462), (6, 2635), (7, 16_870)])
def test_boards_of_queens_that_do_not_attack(side: int, boards: int):
    rules = load(f"nqueens/{side}")
    assert len(reachable(rules)) == boards


def test_queens_are_as_far_as_they_are_missing():
    rules, solution = load("nqueens/6"), solved("nqueens/6")
    assert len(list(rules.solutions())) == 4
    assert len(list(load("nqueens/8").solutions())) == 92
    for position, found in solution.results.items():
        assert found == Result(Value.WIN, 6 - position.count("Q"))


def test_hanoi_with_three_rods_follows_its_formula():
    """From the largest disk: one not on its target costs 2^k, and the next one's target is then the third rod."""
    rules, solution = load("towersofhanoi/3_6"), solved("towersofhanoi/3_6")
    for number in range(rules.size):
        position = rules.unrank(number)
        target, moves = 2, 0
        for disk in reversed(range(6)):
            if position[disk] != target:
                moves += 2**disk
                target = 3 - position[disk] - target
        assert solution.result(rules, position) == Result(Value.WIN, moves)


@pytest.mark.parametrize(
    ("full_id", "expected"),
    [
        ("nim/1_3_5_7", Result(Value.LOSE, 16)),
        ("nim/3_4_5", Result(Value.WIN, 11)),
        ("nim/3_3_3", Result(Value.WIN, 7)),
        ("nim/1", Result(Value.WIN, 1)),
        ("kayles/1", Result(Value.WIN, 1)),
        ("kayles/2", Result(Value.WIN, 1)),
        ("kayles/3", Result(Value.WIN, 3)),
        ("dawsonschess/3", Result(Value.WIN, 1)),
        ("dawsonschess/4", Result(Value.LOSE, 2)),
    ],
)
def test_start_of_a_game_has_the_known_result(full_id: str, expected: Result):
    rules = load(full_id)
    assert solve(rules).results[rules.canonical(rules.start())] == expected


def test_lights_out_is_solved_by_pressing_every_lamp_at_most_once():
    """The fewest presses, by trying all sets."""
    rules, solution = load("lightsout/3"), solved("lightsout/3")
    for pressed in range(2**9):
        position = 0
        for lamp in range(9):
            if pressed >> lamp & 1:
                position = rules.do_move(position, lamp)
        assert solution.result(rules, position) == Result(Value.WIN, pressed.bit_count())  # nullity 0: one set each


def test_hop_n_drop_forward_agrees_with_backward():
    """The plug-in solves backward from the goal; here every play from the start is tried."""
    for full_id in ("hopndrop/map1", "hopndrop/map2"):
        rules, solution = load(full_id), solved(full_id)
        order = list(reachable(rules, stop_at_end=True))
        best = {position: 0 for position in order if rules.primitive(position) is Value.WIN}
        changed = True
        while changed:
            changed = False
            for position in order:
                if rules.primitive(position) is None:
                    ways = [best[child] + 1 for child in rules.children(position) if child in best]
                    if ways and best.get(position) != min(ways):
                        best[position] = min(ways)
                        changed = True
        for position in order:
            found = solution.result(rules, position)
            assert found == (Result(Value.WIN, best[position]) if position in best else LOST)


def test_mirror_images_of_a_puzzle_have_the_same_histogram():
    assert exact_histogram("npuzzle/2x3") == exact_histogram("npuzzle/3x2")
    assert exact_histogram("npuzzle/2x4") == exact_histogram("npuzzle/4x2")


@pytest.mark.parametrize("full_id", ["nqueens/5", "lightsout/3", "bishoppuzzle/4x7_4", "towersofhanoi/4_4"])
def test_exact_counts_do_not_depend_on_symmetry(full_id: str):
    """The histogram is the same when solved without merging symmetric positions."""
    rules = load(full_id)
    plain = type("Plain", (type(rules),), {"canonical": lambda self, position: position})(rules.variant)
    plain.__dict__["symmetric"] = False
    solution = solve(plain)
    assert len(solution.results) == sum(exact_histogram(full_id)) > len(solved(full_id).results)
    assert histograms(plain, solution)[1] == histograms(rules, solved(full_id))[0]
    for position, found in solution.results.items():
        assert solved(full_id).result(rules, position) == found
