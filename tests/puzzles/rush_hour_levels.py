"""Makes boards of Rush Hour, and sorts them and the published ones into variants by how many moves they take.

    python -m tests.puzzles.rush_hour_levels

writes `data/levels/rushhour.json` from `data/levels/rushhour-published.json` and a seed: the same file every time, in a
few minutes. Boards are made by hill climbing: from a random one, vehicles are put in, taken out or moved, and changes
that make the component's hardest position no easier are kept. Every board on the way is a candidate for its variant, at
most one for each variant and climb, so that no two are much alike.

Two of the published boards are left out, because so many positions are connected with them that the first answer takes
seconds; they are still answered like any other board.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from perfect_play.puzzles.one_player import _rushhour_traffic as traffic
from perfect_play.puzzles.one_player._rushhour_traffic import CELLS, COLUMNS, RED_ROW, ROWS, SIDE, TAILS, WALL
from perfect_play.puzzles.one_player.rushhour import EXIT, LEVELS
from perfect_play.solvers.untabled.components import Component, TooManyConnected, explore, finish

PUBLISHED = LEVELS.with_name("rushhour-published.json")
SEED = 2024
GRADES = {"basic": (12, 6), "easy": (18, 8), "medium": (24, 8), "hard": (30, 8), "expert": (99, 6)}
"""For each variant without walls: the most moves of its boards, and the most boards made for each number of moves."""
ENOUGH = 45  # boards of a variant
MIN_MOVES = 4  # moves of a board that is made
PLATEAU = 40  # steps of a climb without getting higher
MOST_CONNECTED = 6000  # positions connected with a board on the way; larger components are skipped
MOST_TO_PLAY = 50_000  # positions connected with a board to start from, which is searched as soon as it is drawn
SHAPES = ("LR", "LmR", "TB", "TMB")

Grid = dict[tuple[int, ...], str]  # vehicles: the cells each is on, and its characters
Name = tuple[traffic.Traffic, int]  # of a component: its family and the least of its numbers


class Candidate(NamedTuple):
    """A board that was met, with the name of its component and how many moves it takes."""

    name: Name
    board: str
    moves: int


class Level(NamedTuple):
    """A board of 36 cells and what it takes: moves, steps, and how many positions are connected with it."""

    board: str
    moves: int
    steps: int
    reachable: int


def component_of(board: str, farthest: int = SIDE, limit: int = 1 << 20) -> Component:
    """The component of a board. Raises TooManyConnected."""
    motion = traffic.motion(traffic.family(board, farthest), EXIT)
    return finish(explore(motion, traffic.number(board)), limit)


def name_of(board: str, component: Component) -> Name:
    """The name that identifies a component."""
    return traffic.family(board, SIDE), next(component.items())[0]


def graded(board: str) -> tuple[Level, Name]:
    """The level of a solvable board, and the name of its component."""
    component = component_of(board)
    moves = _remoteness(component, board)
    steps = _remoteness(component_of(board, farthest=1), board)
    return Level(board, moves, steps, len(component)), name_of(board, component)


def _remoteness(component: Component, board: str) -> int:
    result = component.find(traffic.number(board))
    if result is None or result.remoteness is None:
        raise ValueError(f"{board} cannot be solved")
    return result.remoteness


def grade_of(moves: int) -> str:
    """The variant of a board that takes this many moves."""
    return next(name for name, (limit, _) in GRADES.items() if moves <= limit)


# --- making -----------------------------------------------------------------------------------


def board_of(grid: Grid) -> str:
    """The board with these vehicles."""
    cells = ["-"] * CELLS
    for vehicle, chars in grid.items():
        for cell, char in zip(vehicle, chars, strict=True):
            cells[cell] = char
    return "".join(cells)


def with_one_more(grid: Grid, rng: random.Random) -> Grid:
    """With one more vehicle at a random place, if there is a free one."""
    shape = rng.choice(SHAPES)
    across = shape[0] == "L"
    lines = [range(CELLS)[line] for line in (ROWS if across else COLUMNS)]
    places = [line[i : i + len(shape)] for line in lines for i in range(SIDE - len(shape) + 1)]
    occupied = {cell for cells in grid for cell in cells} | (set(range(CELLS)[ROWS[RED_ROW]]) if across else set())
    free = [tuple(place) for place in places if occupied.isdisjoint(place)]
    return {**grid, rng.choice(free): shape} if free else grid


def with_one_less(grid: Grid, rng: random.Random) -> Grid:
    """Without one of the vehicles; the red car stays."""
    removable = [cells for cells, chars in grid.items() if chars != "12"]
    gone = rng.choice(removable) if removable else None
    return {cells: chars for cells, chars in grid.items() if cells != gone}


def hardest(board: str) -> Candidate | None:
    """The position of a board's component that takes the most moves; None if it is too large or cannot be solved."""
    try:
        component = component_of(board, limit=MOST_CONNECTED)
    except TooManyConnected:
        return None
    if not component.solvable:
        return None
    entries = [(number, result.remoteness or 0) for number, result in component.items()]
    moves_needed = max(moves for _, moves in entries)
    number = next(number for number, moves in entries if moves == moves_needed)
    return Candidate(name_of(board, component), traffic.board(traffic.family(board, SIDE), number), moves_needed)


def first_grid(rng: random.Random, boards: Sequence[str]) -> Grid:
    """Where a climb begins: some random vehicles, or one of these boards with a few taken out."""
    if boards and rng.random() < 0.7:
        board = rng.choice(boards)
        heads = [traffic.vehicle(board, cell) for cell, char in enumerate(board) if char in TAILS]
        grid = {tuple(cells): "".join(board[cell] for cell in cells) for cells in heads}
        for _ in range(3):
            grid = with_one_less(grid, rng)
        return grid
    corner = RED_ROW * SIDE + rng.randrange(3)
    grid = {(corner, corner + 1): "12"}
    for _ in range(rng.randrange(7, 12)):
        grid = with_one_more(grid, rng)
    return grid


def climb(rng: random.Random, grid: Grid) -> Iterator[Candidate]:
    """The boards on one climb, until it goes no higher for some time."""
    height, patience = -1, PLATEAU
    while patience:
        patience -= 1
        neighbor = grid
        for chance in (0.6, 0.2):
            if rng.random() < chance:
                neighbor = with_one_less(neighbor, rng)
        for chance in (0.8, 0.4):
            if rng.random() < chance:
                neighbor = with_one_more(neighbor, rng)
        candidate = hardest(board_of(neighbor)) if neighbor != grid else None
        if candidate is not None and candidate.moves >= height:
            patience = PLATEAU if candidate.moves > height else patience
            grid, height = neighbor, candidate.moves
            yield candidate


def make_boards(seed: int, components: set[Name], counts: Mapping[str, int]) -> dict[str, list[str]]:
    """New boards, as many as each variant still lacks, given its count; none from a known component."""
    rng = random.Random(seed)
    boards: dict[str, list[str]] = {name: [] for name in GRADES}
    taking: Counter[int] = Counter()
    while missing := [name for name, group in boards.items() if len(group) + counts[name] < ENOUGH]:
        used: set[str] = set()
        for candidate in climb(rng, first_grid(rng, [board for group in boards.values() for board in group])):
            grade = grade_of(candidate.moves)
            if grade not in missing or grade in used or candidate.name in components:
                continue
            if candidate.moves >= MIN_MOVES and taking[candidate.moves] < GRADES[grade][1]:
                used.add(grade)
                components.add(candidate.name)
                taking[candidate.moves] += 1
                boards[grade].append(candidate.board)
        print(", ".join(f"{grade} {len(group) + counts[grade]}" for grade, group in boards.items()), flush=True)
    return boards


# --- writing ----------------------------------------------------------------------------------


def all_levels(seed: int) -> dict[str, list[Level]]:
    """Every variant's boards: its nominal start, then all others, the easiest first."""
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    starts: Mapping[str, str] = published["starts"]
    levels: dict[str, list[Level]] = {grade: [] for grade in starts}
    components = set()
    for grade, board in (*starts.items(), *((None, board) for board in published["boards"])):
        level, name = graded(board)
        if level.reachable > MOST_TO_PLAY:
            continue
        components.add(name)
        levels[grade or ("walls" if WALL in board else grade_of(level.moves))].append(level)
    for grade, boards in make_boards(seed, components, {grade: len(group) for grade, group in levels.items()}).items():
        levels[grade] += [graded(board)[0] for board in boards]
    return {
        grade: [first, *sorted(remaining, key=lambda level: (level.moves, level.steps, level.board))]
        for grade, (first, *remaining) in levels.items()
    }


def write(levels: Mapping[str, list[Level]], path: Path) -> None:
    """Write the levels, one line per board."""
    lines = {
        name: ",\n".join(f"  {json.dumps(level._asdict())}" for level in entries) for name, entries in levels.items()
    }
    path.write_text(
        "{\n" + ",\n".join(f' "{name}": [\n{text}\n ]' for name, text in lines.items()) + "\n}\n", encoding="utf-8"
    )


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.puzzles.rush_hour_levels", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the boards that are made ({SEED})")
    parser.add_argument("--to", type=Path, default=LEVELS, metavar="FILE", help="where to write (the project's own)")
    arguments = parser.parse_args()
    write(all_levels(arguments.seed), arguments.to)


if __name__ == "__main__":
    main()
