"""Searches of Rubik's Cube: fewest moves near the solved cube, and short solutions of any."""

from __future__ import annotations

import random
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from perfect_play.puzzles.base import Position, Value
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.puzzles.twisty.cubes import pieces_of, random_cube
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.space import Budget, UnfinishedSearch
from perfect_play.solvers.pattern_databases import coordinates
from perfect_play.solvers.pattern_databases.cube_search import CubeSearcher
from perfect_play.solvers.reports.best_lines import LineLimits, best_lines
from perfect_play.solvers.result import LOST
from tests.helpers import load
from tests.kept_tables import kept

RULES = load("rubikscube3/3x3x3")
(HOME,) = RULES.solutions()

OPTIMAL = {
    "FDDLURBFDRFRLRDFBRLDBRFFBBLURDBDLLFBUUDDLUFULFBRLBRUUU": 18,
    "BLRBUDDLBUFULRUURBBDLDFBDLLLUFUDFRURRRLDLBFRFFFUBBRDFD": 18,
    "DBDBUFURUBLFBRLFFLFDRRFUBLDDDRBDURUUBDLDLFULRLRLUBFBRF": 18,
    "UDLRURDBBDFUBRLFDRBLRBFUFLURULRDBFDUBDLFLRLUDBFRFBUFLD": 18,
}
"""Cubes and their fewest moves, published with Kociemba's optimal solver: faces U, R, F, D, L, B from outside."""


@pytest.fixture(scope="module")
def search() -> CubeSearcher:
    return CubeSearcher(kept())


def leads_home(position: Position, line: tuple[str, ...]) -> bool:
    return reduce(RULES.do_move, line, position) == HOME


def scrambled(seed: int, moves: int) -> Position:
    rng, position = random.Random(seed), HOME
    for _ in range(moves):
        position = RULES.do_move(position, rng.choice(list(RULES.moves(position))))
    return position


def facelets(text: str) -> Position:
    """The cube in the common notation of letters."""
    faces = dict(zip("URFDLB", (text[9 * face : 9 * face + 9] for face in range(6)), strict=True))
    quarter = [6, 3, 0, 7, 4, 1, 8, 5, 2]  # what is there after a clockwise quarter turn
    orders = {"F": 1, "L": 2, "U": 1, "R": 0, "B": 3, "D": 1}
    color = {name: str(number) for number, name in enumerate("FLURBD")}
    found = ""
    for face, turns in orders.items():
        seen = faces[face]
        for _ in range(turns):
            seen = "".join(seen[place] for place in quarter)
        found += "".join(color[letter] for letter in seen)
    return RULES.parse(found)


def test_tables_of_turns_follow_the_cube():
    """Turns act on numbers as they do on pieces."""
    rng, cube = random.Random(3), HOME
    numbers, order = coordinates.phase_one(pieces_of(cube)), coordinates.corner_order(pieces_of(cube))
    assert (numbers, order) == ((0, 0, 0), 0)
    tables = coordinates.twists(), coordinates.flips(), coordinates.middles()
    for _ in range(60):
        turn = rng.randrange(18)
        cube = RULES.do_move(cube, coordinates.NAMES[turn])
        numbers = tuple(int(table[number, turn]) for table, number in zip(tables, numbers, strict=True))
        order = coordinates.corners()[order, turn]
        pieces = pieces_of(cube)
        assert numbers == coordinates.phase_one(pieces)
        assert order == coordinates.corner_order(pieces)


def test_the_second_phase_keeps_outer_edges_apart():
    for turn in coordinates.SECOND_PHASE:
        assert set(coordinates.AFTER_TURN[turn].edges[:8]) == set(range(8))
        for table in (coordinates.outer_edges(), coordinates.middle_edges()):
            assert np.array_equal(np.sort(table[:, turn]), np.arange(len(table)))


@pytest.mark.second_ring
def test_fewest_moves_are_those_found_breadth_first(search: CubeSearcher):
    """Of cubes up to four moves away: as many as lines of that length reach and no shorter ones do."""
    far, layer = {HOME: 0}, [HOME]
    for moves in range(1, 5):
        layer = list(dict.fromkeys(c for cube in layer for c in RULES.children(cube) if c not in far))
        layer = layer if moves < 4 else random.Random(4).sample(layer, 100)
        far.update(dict.fromkeys(layer, moves))
    for cube, moves in random.Random(5).sample(list(far.items())[:3000], 60) + list(far.items())[-100:]:
        line = search.begin(RULES, cube).shortest().line
        assert line is not None
        assert (len(line), leads_home(cube, line)) == (moves, True)


@pytest.mark.second_ring
def test_shortest_solutions_equal_those_of_a_search_from_both_ends(search: CubeSearcher):
    """As many as breadth-first search finds, from both ends."""
    cube = read_position(RULES, "R2 L2 U2 D2")
    lines = list(search.begin(RULES, cube).every_shortest().lines)
    assert len(lines) == len(set(lines)) > 1
    assert {len(line) for line in lines} == {4}
    assert all(leads_home(cube, line) for line in lines)
    near = {RULES.do_move(RULES.do_move(HOME, one), two) for one in RULES.moves(HOME) for two in RULES.moves(HOME)}
    halves = {
        RULES.do_move(RULES.do_move(cube, one), two)
        for one in RULES.moves(cube)
        for two in RULES.moves(cube)
        if one[0] != two[0]
    }
    assert {reduce(RULES.do_move, line[:2], cube) for line in lines} == halves & near


@pytest.mark.second_ring
def test_solution_of_a_scramble_is_no_longer_than_the_scramble(search: CubeSearcher):
    for seed in range(10):
        cube = scrambled(seed, 10)
        line = search.begin(RULES, cube).shortest().line
        assert line is not None
        assert len(line) <= 10
        assert leads_home(cube, line)
        assert search.begin(RULES, cube).solved_within(len(line))
        assert not search.begin(RULES, cube).solved_within(len(line) - 1)


@pytest.mark.second_ring
@pytest.mark.parametrize(("text", "fewest"), OPTIMAL.items())
def test_published_cubes_are_solved_in_twenty_moves_and_no_fewer_than_possible(
    text: str, fewest: int, search: CubeSearcher
):
    cube = facelets(text)
    line, how = search.some_line(RULES, cube, 20.0)
    assert how == "two phases"
    assert fewest <= len(line) <= 20
    assert leads_home(cube, line)
    with pytest.raises(UnfinishedSearch) as stopped:
        search.begin(RULES, cube, Budget(nodes=100_000)).shortest()
    assert stopped.value.bound <= fewest


@pytest.mark.parametrize("text", ["", "U", "R2", "F B2 L'", "U D2 R2 L2 F2 B2 U'"])
def test_nearly_solved_cube_gets_a_solution_at_once(text: str, search: CubeSearcher):
    cube = read_position(RULES, text) if text else HOME
    line, _ = search.some_line(RULES, cube, 0.0)
    assert leads_home(cube, line)


def test_random_cubes_are_solved_at_once(search: CubeSearcher):
    rng = random.Random(6)
    for _ in range(10):
        cube = random_cube(rng)
        line, _ = search.some_line(RULES, cube, 0.0)
        assert leads_home(cube, line)
        assert len(line) <= 30


def test_cubes_near_home_are_exact_twisted_ones_lost_and_far_ones_unproved(tmp_path: Path):
    manager = PuzzleManager(tmp_path)
    assert manager.result(RULES, RULES.start()).remoteness == 8
    children = manager.direct(RULES).probe_children(RULES, RULES.start(), RULES.children(RULES.start()))
    assert sorted({child.remoteness for child in children}) == [7, 8, 9]
    twisted = bytearray(HOME)
    twisted[18], twisted[15], twisted[2] = HOME[15], HOME[2], HOME[18]
    assert manager.result(RULES, RULES.parse(twisted.decode())) == LOST
    far = best_lines(manager, RULES, facelets(next(iter(OPTIMAL))), LineLimits(Budget(seconds=1.0)))
    assert (far.value, far.remoteness, far.method, far.complete) == (Value.WIN, None, "two phases", False)
    assert far.message.startswith("Not proved to be shortest")
    assert leads_home(facelets(next(iter(OPTIMAL))), far.lines[0])
