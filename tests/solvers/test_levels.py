"""New levels: the hardest known board of Rush Hour, the boards of two vehicles, and levels that are minimal."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import RulesError
from perfect_play.puzzles.levels import LevelMaker
from perfect_play.puzzles.one_player.rushhour import VEHICLES
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle, script_class
from perfect_play.puzzles.puzzlescript.varied_levels import level_maker
from perfect_play.solvers.cli.generate import SIZED
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.pathfinding.best_first import breadth_first
from perfect_play.solvers.untabled.new_levels import GradedLevel, graded, hardest, made_minimal, takes
from tests.helpers import late

ANY = range(1, 1000)
MAKERS = {
    "klotski": ["--moves", "5..20"],
    "lightsout": ["--size", "3x4"],
    "lunarlockout": ["--pieces", "4", "--moves", "2..9"],
    "pegsolitaire": ["--size", "4x4", "--pieces", "6"],
    "rushhour": ["--size", "6x6", "--pieces", "4", "--moves", "2..9"],
    "sokoban": ["--size", "6x6", "--moves", "3..30"],
}


def leveled(id: str, text: str) -> LevelMaker:
    cls = registry.find(id)
    assert issubclass(cls, LevelMaker)
    return cls(cls.find_variant(text))


def grades(rules: LevelMaker) -> GradedLevel:
    level = graded(rules)
    assert level is not None
    return level


@pytest.mark.parametrize(
    ("board", "moves", "positions"),
    [
        late("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 60, 2332),
        late("BCDDEoBCFoEGBoFAAGHHHIoGooJIKKLLJMMo", 51, 4780),
    ],
)
def test_hardest_known_boards_of_rush_hour_are_the_hardest_connected_and_minimal(
    board: str, moves: int, positions: int
):
    """Moves and positions as M. Fogleman has them, with a wall and without."""
    rules = leveled("rushhour", board)
    level = grades(rules)
    assert (level.moves, level.positions, level.dead_ends) == (moves, positions, 0)
    assert grades(leveled("rushhour", hardest(rules) or "")).moves == moves
    assert not any(takes(leveled("rushhour", simpler), moves) for simpler in rules.with_one_less(rules.start()))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("vehicles", "count"), [*enumerate([1, 8, 48, 288, 1084, 4407, 15061, 38592, 74072], 1)])
def test_minimal_boards_are_as_many_as_foglemans_program_finds(vehicles: int, count: int):
    """Up to six vehicles his program finds as many; larger numbers are only known from this one."""
    from tests.solvers.minimal_boards import minimal_boards  # imports Numba, which the first ring does without

    boards = list(minimal_boards(vehicles))
    assert len(boards) == len(set(boards)) == count


@pytest.mark.exhaustive
def test_minimal_boards_are_the_hardest_connected_and_minimal():
    from tests.solvers.minimal_boards import minimal_boards

    for board in minimal_boards(3):
        rules = leveled("rushhour", board)
        moves = grades(rules).moves
        assert grades(leveled("rushhour", hardest(rules) or "")).moves == moves
        assert not any(takes(leveled("rushhour", simpler), moves) for simpler in rules.with_one_less(rules.start()))


def test_eight_minimal_levels_have_two_vehicles():
    """By hand: a car or a truck upright in one of the four columns that can be in front of the red car; two moves."""
    cls, levels = registry.find("rushhour"), set[tuple[int, str]]()
    assert issubclass(cls, LevelMaker)
    for cells, _ in VEHICLES:
        if not {12, 13} & set(cells):
            board = ["A" if cell in (12, 13) else "B" if cell in cells else "o" for cell in range(36)]
            level = made_minimal(cls, "".join(board), ANY, set())
            assert level is not None
            levels.add((level.moves, level.text))
    assert sorted(moves for moves, _ in levels) == [1, *[2] * 8]


@pytest.mark.parametrize("id", [late(id) if id in ("klotski", "sokoban") else id for id in MAKERS])
def test_generated_level_is_minimal_and_graded_as_searches_find(id: str, capsys: pytest.CaptureFixture[str]):
    command = ["generate", id, *MAKERS[id], "--count", "1", "--seed", "3"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out == printed
    row = printed.splitlines()[1].split()
    moves, text = int(row[0]), row[-1].partition("/")[2]
    rules = leveled(id, text)
    if id != "lightsout":
        solution = breadth_first(rules, rules.start()).line
        assert solution is not None
        assert len(solution) == moves
    for simpler in rules.with_one_less(rules.start()):
        assert not takes(leveled(id, simpler), moves)


def test_grades_of_a_corridor_are_those_counted_by_hand():
    """Two pushes to the right; the box can be pushed once too far, where it stays."""
    level = grades(leveled("sokoban", "WWWWWWW_WpbtGtW_WWWWWWW"))
    assert level == GradedLevel("WWWWWWW_WpbtGtW_WWWWWWW", 2, 1, 4, 1, 1.0, 0)


def test_grades_by_algebra_are_those_of_all_positions():
    """On 3 x 3 each pattern has one solution (K. Sutner, 1989); two presses can be made in either order."""
    assert grades(leveled("lightsout", "110_100_000")) == GradedLevel("110_100_000", 1, 1, 512, 0, 9.0, 0)
    assert grades(leveled("lightsout", "110_101_011"))[1:5] == (2, 1, 512, 0)


def test_lamps_that_are_typed_are_the_start():
    rules = leveled("lightsout", "01_10_11")
    assert rules.format(rules.start()) == "011011"
    assert not rules.random_start


def script(id: str) -> type[ScriptPuzzle]:
    cls = registry.find(id)
    assert issubclass(cls, ScriptPuzzle)
    return cls


def test_new_level_of_a_script_is_minimal_and_can_be_pasted_into_it(capsys: pytest.CaptureFixture[str]):
    assert main(["generate", "tugrope", "2", "--moves", "5..20", "--count", "1", "--seed", "3"]) == 0
    table, _, drawn = capsys.readouterr().out.partition("\n\nmessage Level 1\n\n")
    drawn, moves, cls = drawn.strip(), int(table.splitlines()[1].split()[0]), script("tugrope")
    pasted = script_class(f"{cls.variants[0].options[0].rstrip()}\n\n{drawn}\n", "tugrope", "")
    rules = pasted(pasted.variants[-1])
    solution = breadth_first(rules, rules.start()).line
    assert solution is not None
    assert len(solution) == moves
    maker = level_maker(cls, "2")
    level = maker(maker.find_variant(drawn))
    fewer = list(level.with_one_less(level.start()))
    assert len(fewer) >= 2
    assert not any(takes(maker(maker.find_variant(simpler)), moves) for simpler in fewer)
    walls = [place for place, char in enumerate(drawn) if char == "#"]
    assert walls == [
        place for place, char in enumerate("#######\n#.P..##\n#.#T..#\n#.....#\n#...#C#\n#######") if char == "#"
    ]


def test_script_of_a_visitor_is_to_be_saved_first():
    visitors = type("Visitors", (script("tugrope"),), {"fleeting": True, "id": "script-0"})
    with pytest.raises(RulesError, match="Save its text as a file"):
        level_maker(visitors, "1")


@pytest.mark.parametrize(("id", "steps"), [("tugrope", 3), ("doorkeeper", 6), ("icehouse", 4), ("rockfall", 2)])
def test_apparent_distance_of_a_first_level_is_that_counted_by_hand(id: str, steps: int):
    """Crate to target, player to exit, goal to block; gems that are left."""
    maker = level_maker(script(id), "1")
    drawn = maker.drawn(maker.model.layout)
    assert drawn is not None
    level = maker(maker.find_variant(drawn))
    assert level.format(level.start()) == script(id)(script(id).find_variant("1")).start()
    assert level.apparent_distance(level.start()) == steps


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["towersofhanoi"], "towersofhanoi makes no new levels. Those that do: klotski, lightsout"),
        (["rushhour", "--pieces", "999"], "--pieces 999: rushhour takes 2 to 15 vehicles at first."),
        (["rushhour", "--size", "7x7"], "--size 7x7: boards of rushhour are 6x6. It can be chosen for"),
        (["klotski", "--size", "4x5"], "--size 4x5: boards of klotski are 5x4."),
        (["lunarlockout", "--size", "6x6"], "--size 6x6: boards of lunarlockout are 5x5."),
        (["doorkeeper", "--size", "6x6"], "--size 6x6: boards of doorkeeper are as large as the level."),
        (["sokoban", "2"], "'2': sokoban is no PuzzleScript"),
        (["doorkeeper", "--place", "crate,key"], "doorkeeper has no objects called 'key'. It has background, button"),
        (["doorkeeper", "9"], "doorkeeper has no variant '9'"),
        (["doorkeeper", "--place", "Crate", "--pieces", "1"], "doorkeeper takes 3 objects at first."),
        (["sokoban", "--size", "3x99"], "--size 3x99: expected 4 to 12 rows"),
    ],
)
def test_command_that_cannot_make_such_levels_says_which_it_can(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["generate", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_boards_of_other_sizes_are_for_the_puzzles_named():
    makers = [cls for cls in registry.all_rules() if issubclass(cls, LevelMaker)]
    assert sorted(cls.id for cls in makers if cls.level_sizes.sides) == SIZED.replace(" and", ",").split(", ")


@pytest.mark.parametrize(
    "option", [("--moves", "5"), ("--moves", "9..1"), ("--moves", "0..4"), ("--seconds", "nan"), ("--size", "7")]
)
def test_option_that_makes_no_sense_is_refused(option: tuple[str, str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["generate", "rushhour", *option])
    assert ended.value.code == 2
    assert option[0] in capsys.readouterr().err
