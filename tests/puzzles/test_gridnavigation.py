"""Grid Navigation: least costs by an independent computation, the corner rule, and refused scenes."""

from __future__ import annotations

from math import inf, isclose, sqrt

import pytest

from perfect_play.puzzles import level
from perfect_play.puzzles.base import BadCustomVariant, IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.notation.autogui import read_position, write_position
from perfect_play.puzzles.one_player.gridnavigation import NAMED, GridNavigation
from perfect_play.puzzles.view import Board, Move
from perfect_play.solvers.pathfinding.best_first import breadth_first, cheapest, cost_of
from perfect_play.solvers.pathfinding.choose import shortest
from tests.helpers import load, result_of


def scene(id: str) -> GridNavigation:
    rules = load(f"gridnavigation/{id}")
    assert isinstance(rules, GridNavigation)
    return rules


def rows_of(id: str) -> list[str]:
    return [*level(f"gridnavigation/{id}")] if id in NAMED else id.split("_")


def free_cells(rows: list[str]) -> list[tuple[int, int]]:
    return [(row, col) for row, cells in enumerate(rows) for col, char in enumerate(cells) if char != "X"]


def distances(rows: list[str], diagonal: float) -> dict[tuple[int, int], float]:
    """The distance of every free cell from the goal, by relaxing all neighboring pairs until nothing changes."""
    free = free_cells(rows)
    goal = next(cell for cell in free if rows[cell[0]][cell[1]] == "g")
    far = {cell: 0.0 if cell == goal else inf for cell in free}
    pairs = [
        (a, b, diagonal if a[0] != b[0] and a[1] != b[1] else 1.0)
        for a in free
        for b in free
        if a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
    ]
    changed = True
    while changed:
        changed = False
        for a, b, cost in pairs:
            if far[b] + cost < far[a] - 1e-9:
                far[a] = far[b] + cost
                changed = True
    return far


@pytest.mark.parametrize("id", [*NAMED, "s...X.g_.XX.X.X_..X..XX_..XXXXX_.......", "s.._XXX_.Xg_XX."])
def test_steps_and_costs_of_every_cell_are_the_distances(id: str):
    rules, rows = scene(id), rows_of(id)
    steps, costs = distances(rows, 1.0), distances(rows, sqrt(2))
    for (row, col), cost in costs.items():
        position = row * rules.cols + col
        known, found = result_of(rules.full_id, position), cheapest(rules, position)
        assert known is not None
        if cost == inf:
            assert known.value is Value.LOSE
            assert (found.line, found.cost) == (None, None)
            assert found.reason.endswith("none is solved.")
            continue
        assert known.remoteness == steps[row, col] == len(breadth_first(rules, position).line or ())
        assert found.line is not None
        assert found.cost is not None
        assert isclose(found.cost, cost)
        assert isclose(cost_of(rules, position, found.line), cost)
        assert rules.least_cost(position) <= cost + 1e-9
        assert rules.heuristic(position) <= steps[row, col]
        for move in rules.moves(position):
            child = rules.do_move(position, move)
            assert rules.least_cost(position) <= rules.cost(position, move) + rules.least_cost(child) + 1e-9


def test_the_shortest_way_may_take_more_steps():
    """14 diagonal steps cost more than 16 straight ones with 2 diagonal ones."""
    rules = scene("zigzag")
    quick, short = shortest(rules, rules.start()), cheapest(rules, rules.start())
    assert quick.line is not None
    assert short.line is not None
    assert (len(quick.line), len(short.line)) == (14, 18)
    assert isclose(cost_of(rules, rules.start(), quick.line), 14 * sqrt(2))
    assert short.cost is not None
    assert isclose(short.cost, 16 + 2 * sqrt(2))
    assert cost_of(rules, rules.start(), short.line) == short.cost


def test_the_heuristic_of_costs_saves_work():
    rules = scene("rooms")
    plain = type(rules)(rules.variant)
    plain.least_cost = lambda position: 0.0  # type: ignore[method-assign]
    informed, blind = cheapest(rules, rules.start()), cheapest(plain, plain.start())
    assert informed.cost is not None
    assert blind.cost is not None
    assert isclose(informed.cost, blind.cost)
    assert informed.expanded < blind.expanded / 2


@pytest.mark.parametrize("text", ["sX_Xg", "sX_.g", "s._Xg"])
def test_corners_do_not_stop_a_diagonal_step(text: str):
    rules = scene(text)
    assert 3 in list(rules.moves(rules.start()))
    assert cheapest(rules, rules.start()).cost == sqrt(2)


def test_scene_without_a_route_has_no_line():
    rules = scene("s.X.g_..X.._..X..")
    for found in (shortest(rules, rules.start()), cheapest(rules, rules.start())):
        assert found.line is None
        assert "6 positions; none is solved" in found.reason


def test_scene_is_shown_and_wrong_ones_are_refused():
    rules = scene("s.X._..X._...g")
    start = rules.start()
    assert rules.board(start) == Board(3, 4, "s-*---*----g")
    assert write_position(rules, start) == "R_A_3_4_s-*---*----g"
    assert read_position(rules, "R_A_3_4_--*---*----S") == 11
    assert [rules.format_move(start, move) for move in rules.moves(start)] == ["b3", "a2", "b2"]
    assert rules.button(start, 5) == Move(0, 5)
    for wrong in ("R_A_3_4_--*---*----g", "R_A_3_4_--s---*----g", "R_A_3_4_--*---*----s", "R_A_3_4_s-*---*s---g"):
        with pytest.raises(PositionError):
            read_position(rules, wrong)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("s..g_...", "rows have 3 and 4 cells"),
        ("...g", "0 cells s, the start"),
        ("s...", "0 cells g, the goal"),
        ("ss.g", "2 cells s, the start"),
        ("sg_.g", "2 cells g, the goal"),
        ("s.g_", "Type a scene"),
        ("s.?g", "Type a scene"),
        ("s" + "." * 26 + "g", "at most 26 rows of 26 cells"),
        ("sg" + "_.." * 26, "at most 26 rows"),
        ("sg" * 5000, "Type a scene"),
        ("../../etc/passwd", "Type a scene"),
    ],
)
def test_bad_scenes_are_refused_with_the_reason(text: str, part: str):
    with pytest.raises(BadCustomVariant, match=part):
        GridNavigation.find_variant(text)


def test_largest_scene_is_crossed_along_its_diagonal():
    rules = scene("_".join(["s" + "." * 25, *["." * 26] * 24, "." * 25 + "g"]))
    found = cheapest(rules, rules.start())
    assert found.cost is not None
    assert isclose(found.cost, 25 * sqrt(2))
    assert rules.format(rules.start()) == "a26"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("c3", IllegalPosition),
        ("e1", MalformedPosition),
        ("a4", MalformedPosition),
        ("a0", MalformedPosition),
        ("a01", MalformedPosition),
        ("A1", MalformedPosition),
        ("", MalformedPosition),
    ],
)
def test_bad_positions_are_refused_with_the_kind_of_error(text: str, error: type[Exception]):
    with pytest.raises(error, match="expected"):
        scene("s.X._..X._...g").parse(text)
