"""Tantrix: counts by an independent search over lists of tiles, legality, and the visible window."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from perfect_play.puzzles.base import PRIMITIVES, IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.one_player._tantrix_paths import COLS, ROWS, Path, ends_of, is_closed, shift, tiles_of
from perfect_play.puzzles.one_player.tantrix import HEAD, TAIL
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import LOST, Result
from tests.helpers import exhaustive, load, reachable, result_of, solved

COUNTS = {  # positions, and how many of them are solvable
    "3_0_0": (21, 11),
    "2_2_0": (409, 37),
    "2_2_1": (2828, 136),
    "2_2_2": (11_342, 234),
    "2_4_1": (50_798, 718),
}
VARIANTS = ("3_0_0", "2_2_0", "2_2_1", "2_2_2", "2_4_1", "4_2_2", "4_4_1", "4_4_2", "2_6_2", "5_4_1")
AWAY = {0: (0, -2), 1: (1, -1), 2: (1, 1), 3: (0, 2), 4: (-1, 1), 5: (-1, -1)}
Tiles = tuple[tuple[int, int, int, int], ...]


def kind(a: int, b: int) -> int:
    """0 sharp, 1 soft, 2 straight, by the distance between the edges."""
    return min((a - b) % 6, (b - a) % 6) - 1


def facing(tile: tuple[int, int, int, int], edge: int) -> tuple[int, int]:
    return tile[0] + AWAY[edge][0], tile[1] + AWAY[edge][1]


def laid(tiles: Tiles, left: Counter) -> list[Tiles]:
    """Every list with one more tile, by the rules of the puzzle."""
    if not tiles:
        return [((0, 0, edge, 0),) for edge in range(1, 6) if left[kind(edge, 0)]]
    cells = {tile[:2] for tile in tiles}
    head, tail = facing(tiles[0], tiles[0][2]), facing(tiles[-1], tiles[-1][3])
    to_head, to_tail = (tiles[0][2] + 3) % 6, (tiles[-1][3] + 3) % 6
    if head in cells:
        return []
    if head == tail:
        return [(*tiles, (*tail, to_tail, to_head))] if left[kind(to_tail, to_head)] else []
    found = []
    for edge in range(6):
        for cell, back in ((head, to_head), (tail, to_tail)):
            if edge != back and left[kind(edge, back)] and facing((*cell, 0, 0), edge) not in cells:
                found.append(((*cell, edge, back), *tiles) if cell == head else (*tiles, (*cell, back, edge)))
    return found


@pytest.mark.parametrize("variant", [exhaustive(one) if one == "2_4_1" else one for one in COUNTS])
def test_counts_of_positions_and_results_equal_an_independent_search(variant: str):
    total = Counter(dict(enumerate(map(int, variant.split("_")))))
    levels: list[dict[Tiles, list[Tiles]]] = [{(): []}]
    for _ in range(total.total()):
        levels.append({})
        for tiles in levels[-2]:
            left = total - Counter(kind(h, t) for _, _, h, t in tiles)
            for child in laid(tiles, left):
                levels[-1].setdefault(child, []).append(tiles)
    assert sum(map(len, levels)) == COUNTS[variant][0]
    solvable = {tiles for tiles in levels[-1] if facing(tiles[0], tiles[0][2]) == tiles[-1][:2]}
    counts = [len(solvable)]
    for level in reversed(levels[1:]):
        solvable = {before for tiles in solvable for before in level[tiles]}
        counts.append(len(solvable))
    assert sum(counts) == COUNTS[variant][1]

    rules = load(f"tantrix/{variant}")
    found = reachable(rules)
    assert len(found) == COUNTS[variant][0]
    assert {tiles_of(position) for position in found} == {tiles for level in levels for tiles in level}
    results = Counter(result_of(rules.full_id, position) for position in found)
    del results[LOST]
    assert results == {Result(Value.WIN, moves): count for moves, count in enumerate(counts)}


@pytest.mark.parametrize("variant", ["2_2_1", "2_2_2"])
def test_the_kernel_moves_and_ends_everywhere_as_the_rules_do(variant: str):
    rules = load(f"tantrix/{variant}")
    kernel, classes = rules.kernel(), set()
    for position in reachable(rules):
        number, ended = rules.rank(position), rules.primitive(position)
        assert kernel.primitive(number, [0] * 64, *kernel.constants) == PRIMITIVES[ended]
        if ended is None:
            assert run_kernel(kernel.children, kernel, number) == set(map(rules.rank, rules.children(position)))
        classes.add(number)
    assert len(classes) == rules.variant.positions


def test_tables_have_one_entry_for_up_to_four_images():
    rules = load("tantrix/2_4_1")
    classes = solved("tantrix/2_4_1").results
    assert len(classes) == rules.variant.positions == 12_728
    assert sum(len(set(rules.images(position))) for position in classes) == COUNTS["2_4_1"][0]


def test_remoteness_is_how_many_tiles_are_left():
    rules = load("tantrix/2_4_1")
    for position, found in solved("tantrix/2_4_1").results.items():
        assert found in (LOST, Result(Value.WIN, sum(rules.supply(position))))


# --- texts ------------------------------------------------------------------------------------


def test_coordinates_of_several_digits_and_both_signs_read_back():
    """Ten tiles reach more than nine rows away."""
    rules = load("tantrix/2_6_2")
    high = max((p for p in walks("tantrix/2_6_2") if p.turns), key=lambda p: max(abs(y) for _, y, _, _ in tiles_of(p)))
    assert max(abs(y) for _, y, _, _ in tiles_of(high)) >= 10
    assert rules.parse(rules.format(high)) == high
    assert any(f", {y}, " in rules.format(high) for y in (*range(10, 20), *range(-20, -9)))


@pytest.mark.parametrize(
    "text",
    [
        "[(0, -2, 3, 2)]",  # the first tile is missing
        "[(0, 0, 0, 0)]",
        "[(0, 0, 3, 0)]",  # there are no straight ones
        "[(0, 0, 1, 0), (0, -2, 3, 2), (1, -1, 5, 4), (1, -1, 5, 4)]",
        "[(0, 0, 1, 0), (0, -2, 2, 3)]",  # h and t exchanged
        "[(0, 0, 1, 0), (0, -4, 3, 2)]",  # not beside it
        "[(00, 0, 1, 0)]",
        "[(-0, 0, 1, 0)]",
        "[(0, -2, 3, 2), (1, -1, 5, 4), (0, 0, 1, 0)]",  # the loop, turned: the first tile is not the last of the list
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition) as caught:
        load("tantrix/3_0_0").parse(text)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("text", ["", "[", "()", "[(0,0,1,0)]", "[(0, 0, 6, 0)]", "[(0, 0, 1)]", "[" * 100_000])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition) as caught:
        load("tantrix/3_0_0").parse(text)
    assert len(str(caught.value)) < 400


def test_loop_of_three_wins_only_if_no_tiles_are_left():
    rules = load("tantrix/3_0_0")
    two = rules.parse("[(0, 0, 1, 0), (0, -2, 3, 2)]")
    assert list(rules.moves(two)) == [(TAIL, 4)]
    loop = rules.do_move(two, (TAIL, 4))
    assert rules.format(loop) == "[(0, 0, 1, 0), (0, -2, 3, 2), (1, -1, 5, 4)]"
    assert is_closed(loop)
    assert rules.primitive(loop) is Value.WIN
    assert list(rules.moves(loop)) == []
    bigger = load("tantrix/4_2_2")
    assert bigger.primitive(bigger.parse(rules.format(loop))) is Value.LOSE  # tiles are left


# --- the window ---------------------------------------------------------------------------------


def walks(full_id: str, count: int = 60) -> list[Path]:
    """Walks that lead as far away as they can, each in a different direction."""
    rules, rng = load(full_id), random.Random(7)
    found = []
    for _ in range(count):
        along, down = rng.choice((-2, -1, 0, 1, 2)), rng.choice((-1, 0, 1))
        position = rules.start()
        while moves := list(rules.moves(position)):
            after = [rules.do_move(position, move) for move in moves]
            far = [sum(along * x + down * y for x, y, _, _ in tiles_of(child)) for child in after]
            best = max(far)
            position = rng.choice([child for child, away in zip(after, far, strict=True) if away >= best - 1])
            found.append(position)
    return found


@pytest.mark.parametrize("variant", ["4_4_2", "2_6_2", "5_4_1"])
def test_tiles_stay_within_the_visible_window(variant: str):
    rules = load(f"tantrix/{variant}")
    picture = picture_of(rules)
    (theme,) = picture.themes()
    moved = 0
    for position in walks(rules.full_id):
        right, down = shift(position)
        moved += (right, down) != (0, 0)
        assert (right + down) % 2 == 0
        cells = picture.cells(position)
        assert len(cells) == len(theme.centers) == 122
        assert sum(map(str.isalpha, cells[:116])) == len(position.turns)
        assert rules.from_board(rules.board(position).cells, 1) == position
        head, tail = ends_of(tiles_of(position))
        for x, y in (head[0], tail[0]):
            assert 0 <= x + 5 + right < COLS
            assert 0 <= y + 9 + down < ROWS
        drawn = [autogui.write_drawn(picture, position, move) for move in rules.moves(position)]
        assert len(set(drawn)) == len(drawn)
        assert all(int(text.split("_")[2]) < 116 for text in drawn)
    assert moved > 0


@pytest.mark.second_ring
def test_boards_of_all_positions_differ_and_read_back():
    rules = load("tantrix/2_2_2")
    positions = reachable(rules)
    boards = {rules.board(position).cells: position for position in positions}
    assert len(boards) == len(positions)
    assert all(rules.from_board(cells, 1) == position for cells, position in boards.items())


@pytest.mark.parametrize("variant", VARIANTS)
def test_start_shows_the_tiles_left_and_places_the_first_in_the_middle(variant: str):
    """The first tile is in the middle of the page's picture; the counters show what is left."""
    rules = load(f"tantrix/{variant}")
    picture, start = picture_of(rules), rules.start()
    assert rules.format(start) == "[]"
    left = "".join(
        count + (some if count != "0" else none)
        for count, some, none in zip(variant.split("_"), "ABC", "PQR", strict=True)
    )
    assert picture.cells(start) == "-" * 116 + left
    assert picture.themes()[0].centers[52] == (400, 405.875)
    if (HEAD, 1) in rules.moves(start):
        assert rules.format_move(start, (HEAD, 1)) == "(0, 1)"
        assert rules.button(start, (HEAD, 1)) == Add("A", 232)
        assert autogui.write_drawn(picture, start, (HEAD, 1)) == (
            "LC_RRRR_52_2.8_-1.7_52_1.8666666666666665_-1.1333333333333333_52_0.0_-2.3333333333333335_52_0_-3.5_x"
        )
