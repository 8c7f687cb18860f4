"""Sokoban: published numbers of pushes, an independent search, legal and lost positions, and the kernel."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.puzzles.notation.autogui import write_cells, write_drawn
from perfect_play.puzzles.one_player.sokoban import LEVELS, Sokoban
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Board, Move
from perfect_play.solvers.pathfinding.choose import shortest
from perfect_play.solvers.result import LOST, Result
from tests.helpers import exhaustive, load, reachable, solved

MICROBAN = {  # level: the least numbers of pushes and of moves, from collections of solutions
    **{2: (3, 16), 4: (7, 23), 6: (29, 107), 8: (32, 97), 10: (21, 89), 12: (11, 49), 14: (10, 51), 16: (39, 100)},
    **{18: (13, 71), 20: (16, 50), 22: (15, 47), 24: (9, 35), 26: (10, 41), 28: (9, 33), 30: (5, 21)},
}
MOVES = {31: 17, 32: 35, 33: 41, 34: 30, 35: 77, 36: 156, 37: 71, 38: 37, 39: 85, 40: 20}
"""Only the least numbers of moves, for further Microban levels, as reported by games that include them."""
SECOND = "ttWWWtttttWtWtttttWGWtttWWWbWtttWGtbpWWWWWWWtttWtttWtttWtttWWWWW"


def rules_of(variant: str) -> Sokoban:
    rules = load(f"sokoban/{variant}")
    assert isinstance(rules, Sokoban)
    return rules


def remoteness(rules: Sokoban, position: tuple[int, int]) -> int | None:
    found = solved(rules.full_id).result(rules, position)
    assert found is not None
    return found.remoteness


# --- numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "start", "maximum"),
    [
        *(("2", 3, 3), ("4", 25, 26), ("6", 12, 15), ("7", 9, 9)),
        exhaustive("9", 19, 21),
        exhaustive("3", 31, 51),
    ],
)
def test_pushes_from_the_start_and_at_most_are_the_published_numbers(level: str, start: int, maximum: int):
    """From the start, and the maximum over positions reachable before a solution."""
    rules, solution = rules_of(level), solved(f"sokoban/{level}")
    assert solution.domain == "closure"
    assert remoteness(rules, rules.start()) == start
    waiting = [rules.canonical(rules.start())]
    found = set(waiting)
    while waiting:
        position = waiting.pop()
        if rules.primitive(position) is None:
            new = {rules.canonical(child) for child in rules.children(position)} - found
            found |= new
            waiting += new
    assert max(remoteness(rules, position) or 0 for position in found) == maximum


@pytest.mark.parametrize(("level", "least"), MICROBAN.items())
def test_pushes_and_moves_of_microban(level: int, least: tuple[int, int]):
    """By their tables, and by a search without one."""
    for variant, length in zip((f"microban_{level}", f"microban_{level}_moves"), least, strict=True):
        rules = rules_of(variant)
        assert solved(rules.full_id).result(rules, rules.start()) == Result(Value.WIN, length)
        line = shortest(rules, rules.start()).line
        assert line is not None
        assert len(line) == length


@pytest.mark.parametrize(("level", "least"), MOVES.items())
def test_levels_of_microban_take_the_fewest_moves(level: int, least: int):
    rules = rules_of(f"microban_{level}_moves")
    assert solved(rules.full_id).result(rules, rules.start()) == Result(Value.WIN, least)


def search(level: str, step: int) -> int:
    """The least number of pushes, plus steps without a push if `step` is 1 instead of 0.

    Walks and pushes over the level as written: nothing is shared.
    """
    rows = level.split("/")
    cells = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row)}
    player = next(cell for cell, char in cells.items() if char in "@+")
    boxes = frozenset(cell for cell, char in cells.items() if char in "$*")
    goals = {cell for cell, char in cells.items() if char in ".*+"}
    done = {}
    waiting = deque([(0, player, boxes)])
    while waiting:
        made, player, boxes = waiting.popleft()
        if boxes <= goals:
            return made
        if done.setdefault((player, boxes), made) < made:
            continue
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            to = player[0] + down, player[1] + right
            beyond = to[0] + down, to[1] + right
            if cells[to] == "#":
                continue
            if to not in boxes:
                if done.get((to, boxes), made + step + 1) > made + step:
                    (waiting.append if step else waiting.appendleft)((made + step, to, boxes))
                    done[to, boxes] = made + step
            elif cells[beyond] != "#" and beyond not in boxes:
                waiting.append((made + 1, to, boxes - {to} | {beyond}))
    raise AssertionError("it cannot be solved")


LONG = ("4", "microban_34", "microban_35", "microban_36")
"""Levels for which the independent search takes two seconds or more."""
SLOW = ("6", "microban_16")
"""Those for which it takes a second."""


def levels(*without: str) -> list[Any]:
    """Every level except these; slow ones are left to the second ring of tests, very slow ones to `make exhaustive`."""
    marks = dict.fromkeys(SLOW, pytest.mark.second_ring) | dict.fromkeys(LONG, pytest.mark.exhaustive)
    return [pytest.param(id, marks=marks.get(id, ())) for id in LEVELS if id not in without]


@pytest.mark.parametrize("variant", levels("1", "3", "8", "9", "10", "11"))
def test_pushes_by_an_independent_search(variant: str):
    rules = rules_of(variant)
    assert remoteness(rules, rules.start()) == search(LEVELS[variant]["cells"], 0)


@pytest.mark.parametrize("level", levels("microban_5", *(id for id in LEVELS if not id.startswith("microban"))))
def test_independent_search_finds_as_many_moves(level: str):
    rules = rules_of(f"{level}_moves")
    assert remoteness(rules, rules.start()) == search(LEVELS[level]["cells"], 1)
    assert len(solved(rules.full_id).results) == rules.variant.positions


# --- positions --------------------------------------------------------------------------------


def every_position(rules: Sokoban) -> list[tuple[int, int]]:
    """Every legal position of a level with two boxes, generated as texts."""
    player, *_ = rules.start()
    bare = rules.format((player, 0)).replace("p", "t").replace("P", "G")
    inside = [cell for cell, char in enumerate(rules.board(rules.start()).cells) if char not in "W*"]
    found = []
    for first in inside:
        for second in inside:
            for walker in inside:
                if first < second and walker not in (first, second):
                    cells = list(bare)
                    for cell, names in ((first, "bg"), (second, "bg"), (walker, "pP")):
                        cells[cell] = names[cells[cell] == "G"]
                    found.append(rules.parse("".join(cells)))
    return found


def test_positions_of_a_small_level_without_a_rank_lead_to_no_solution():
    """1,365 of them: those without a rank or an entry lead to no solution."""
    rules = rules_of("microban_21")
    positions = every_position(rules)
    assert len(set(positions)) == 15 * 14 // 2 * 13
    classes: dict[int, set[tuple[int, int]]] = {}
    for position in positions:
        number = rules.rank(position)
        if number is not None:
            classes.setdefault(number, set()).add(position)
        ends = [other for other in reachable(rules, [position]) if rules.primitive(other)]
        assert (remoteness(rules, position) is None) == (not ends)
        assert number is not None or not ends
    assert all(found == set(rules.images(next(iter(found)))) for found in classes.values())
    assert {rules.unrank(number) for number in classes} == {
        rules.canonical(p) for found in classes.values() for p in found
    }


def test_boxes_against_walls_and_boxes_are_not_lost_for_that():
    """The original took these for lost: every box off the goals has a wall or box beside it on both axes."""
    rules = rules_of("6")

    def held(text: str, box: int) -> bool:
        return all(text[box - step] in "Wbg" or text[box + step] in "Wbg" for step in (1, rules.cols))

    wrong = []
    for position in reachable(rules, stop_at_end=True):
        text = rules.format(position)
        off = [cell for cell, char in enumerate(text) if char == "b"]
        if off and all(held(text, cell) for cell in off) and remoteness(rules, position) is not None:
            wrong.append(text)
    assert len(wrong) == 7


def test_a_box_in_a_corner_is_lost():
    rules = rules_of("microban_1")
    position = rules.parse("WWWWttWbGWttWttWWWWgpttWWttttWWttWWWWWWWtt")
    assert rules.rank(position) is None
    assert solved(rules.full_id).result(rules, position) == LOST


def test_images_are_where_the_player_can_walk():
    rules = rules_of("2")
    positions = list(rules.images(rules.start()))
    assert [cell for cell, _ in positions] == [36, 44, 45, 46, 52, 53, 54]
    assert rules.canonical(rules.start()) == positions[0] == rules.start()
    assert {rules.rank(position) for position in positions} == {rules.rank(rules.start())}


def test_parents_of_a_class_are_those_of_its_images():
    """One box pushed back; no push left the player where the other image has it."""
    rules = rules_of("2")
    pushed = rules.do_move(rules.start(), (35, "L"))
    assert rules.start() in rules.parents(pushed)
    walked = next(image for image in rules.images(pushed) if image != pushed)
    assert rules.start() not in rules.parents(walked)
    assert rules.canonical(rules.start()) in map(rules.canonical, rules.parents_of_class(walked))


def test_solution_in_counted_moves_walks_step_by_step():
    """The solution of level 2 in the usual letters: three pushes, with steps between them."""
    rules = rules_of("microban_2_moves")
    position = rules.start()
    assert list(rules.images(position)) == [position]
    names = []
    for move in shortest(rules, position).line or ():
        names.append(rules.format_move(position, move))
        before, position = position, rules.do_move(position, move)
        assert before in rules.parents(position)
        assert (names[-1].isupper()) == (before[1] != position[1])
    assert rules.primitive(position) is Value.WIN
    assert (len(names), sum(map(str.isupper, names))) == (16, 3)


# --- form -------------------------------------------------------------------------------------


def test_texts_moves_and_boards_show_the_same_level():
    rules = rules_of("2")
    start = rules.start()
    assert rules.format(start) == SECOND
    assert {rules.format_move(start, move): rules.button(start, move) for move in rules.moves(start)} == {
        "35L": Move(35, 34)
    }
    assert rules.board(start) == Board(8, 8, "**WWW*****W-W*****WGW***WWWbW***WG-bpWWWWWWW---W***W---W***WWWWW")
    solution = rules.parse(SECOND.replace("WGW", "WgW").replace("WWWbW", "WWWpW").replace("WGtbp", "Wgttt"))
    assert rules.primitive(solution) is Value.WIN


def test_moves_of_the_player_are_arrows_from_it():
    rules = rules_of("microban_2_moves")
    start = rules.start()
    assert rules.board(start) == rules_of("microban_2").board(start)
    moves = {rules.format_move(start, move): rules.button(start, move) for move in rules.moves(start)}
    assert moves == {"r": Move(15, 16), "u": Move(15, 9)}
    assert write_drawn(picture_of(rules), start, (16, "R")) == "M_15_16_y"


def test_picture_has_an_image_for_every_kind_of_cell_and_a_sound():
    rules = rules_of("2")
    picture = picture_of(rules)
    [theme] = picture.themes()
    assert theme.space == (8, 8)
    assert theme.centers[9] == (1.5, 1.5)
    assert {char: image.path for char, image in theme.images.items()} == {
        "W": "sokoban/sokoban_wall.svg",
        "t": "sokoban/sokoban_tile.svg",
        "G": "sokoban/sokoban_goal.svg",
        "p": "sokoban/sokoban_player.svg",
        "P": "sokoban/sokoban_player_on_goal.svg",
        "b": "sokoban/sokoban_box.svg",
        "g": "sokoban/sokoban_box_on_goal.svg",
    }
    assert dict(theme.sounds) == {"y": "general/slide.mp3"}
    assert write_cells(picture, rules.start()) == f"1_{SECOND}"
    assert write_drawn(picture, rules.start(), (35, "L")) == "M_35_34_y"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (SECOND[:-1], MalformedPosition),
        (SECOND.replace("p", "@"), MalformedPosition),
        (SECOND.replace("p", "t"), IllegalPosition),  # no player
        (SECOND.replace("tbp", "ppb"), IllegalPosition),
        (SECOND.replace("tbp", "ttp"), IllegalPosition),  # a box too few
        (SECOND.replace("tbp", "bbp"), IllegalPosition),
        ("b" + SECOND.replace("tbp", "ttp")[1:], IllegalPosition),  # outside
        ("p" + SECOND.replace("bp", "bt")[1:], IllegalPosition),
        ("W" + SECOND[1:], IllegalPosition),
        (SECOND.replace("G", "t", 1), IllegalPosition),
        (SECOND.replace("WWWbW", "WWWgW"), IllegalPosition),
    ],
)
def test_illegal_and_malformed_boards_are_refused(text: str, error: type[Exception]):
    with pytest.raises(error):
        rules_of("2").parse(text)


@pytest.mark.parametrize("variant", LEVELS)
def test_levels_are_walled_in_with_as_many_goals_as_boxes_and_few_cells(variant: str):
    """Walls all around the floor, as many goals as boxes, and room for the bits of the kernel."""
    rules = rules_of(variant)
    cells = rules.board(rules.start()).cells
    floor = {cell for cell, char in enumerate(cells) if char not in "W*"}
    beside = {cell + step for cell in floor for step in (1, -1, rules.cols, -rules.cols)}
    assert {cells[cell] for cell in beside - floor} == {"W"}
    assert all(0 < cell % rules.cols < rules.cols - 1 for cell in floor)
    assert sum(char in "bg" for char in cells) == sum(char in "GgP" for char in cells)
    assert len(floor) <= 63


@pytest.mark.parametrize("variant", ["4", "7", "microban_16"])
def test_kernel_going_backward_finds_all_remotenesses(variant: str):
    """Level by level, by ranks alone."""
    rules, solution = rules_of(variant), solved(f"sokoban/{variant}")
    kernel = rules.kernel()
    assert kernel is not None
    assert kernel.parents is not None
    found: dict[int | None, int] = {}
    level: set[int | None] = {rules.rank(position) for position in rules.solutions()}
    while level:
        found.update(dict.fromkeys(level, len(set(found.values()))))
        level = {parent for number in level for parent in run_kernel(kernel.parents, kernel, number)} - found.keys()
    assert found == {rules.rank(position): result.remoteness for position, result in solution.results.items()}
    for number in found:
        children = {rules.rank(child) for child in rules.children(rules.unrank(number))} - {None}
        assert run_kernel(kernel.children, kernel, number) == children


@pytest.mark.parametrize("variant", [id for id in LEVELS if id not in ("1", "3", "8", "10", "11")])
def test_number_of_solvable_classes_is_as_declared(variant: str):
    rules = rules_of(variant)
    assert len(solved(rules.full_id).results) == rules.variant.positions
