"""PuzzleScripts: every feature of the language as its own engine plays it, errors, hostile texts, and plug-ins."""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from benchmarks.puzzlescript import Sitting, agreement, text_of
from perfect_play.puzzles import outside, registry
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, RulesError, Value
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.puzzlescript.script_program import INPUTS, PLAIN, Level, Program
from perfect_play.puzzles.puzzlescript.script_puzzle import WON, ScriptPuzzle, script_class
from perfect_play.puzzles.puzzlescript.script_text import ScriptError
from perfect_play.puzzles.rule_files import id_of
from perfect_play.solvers.budget import within
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.native.level_search import LevelSearch, compiled_machine, solve_script
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.untabled.script_search import ScriptSearch
from tests.helpers import ROOT, exhaustive

DATA = json.loads((ROOT / "tests" / "puzzles" / "puzzlescript_sessions.json").read_text(encoding="utf-8"))
"""Sessions of our own scripts, with the results of PuzzleScript's engine (of 2025)."""
SOURCES = {
    **DATA["sources"],
    **{path.name: path.read_text(encoding="utf-8") for path in registry.scripts().glob("*.txt")},
}
SESSIONS = [{**session, "source": SOURCES[session["source"]]} for session in DATA["sessions"]]
SECONDS = 2
"""Of the processor, in which any text is read or refused."""

HEAD = """title Crates
OBJECTS

Background .
black

Wall #
gray

Player P
white

Crate C
orange

Target T
blue

LEGEND
X = Crate and Target
Thing = Crate or Player

SOUNDS

COLLISIONLAYERS
Background
Target
Player, Wall, Crate
"""
PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"
LEVEL = "######\n#P...#\n#.CT.#\n#....#\n######"


def script(rules: str = PUSH, level: str = LEVEL, conditions: str = "All Target on Crate", head: str = HEAD) -> str:
    """The text of a script with this head, these rules and so on."""
    return f"{head}\nRULES\n{rules}\n\nWINCONDITIONS\n{conditions}\n\nLEVELS\n\n{level}\n"


def puzzle(*parts: str, level: str = "1") -> ScriptPuzzle:
    """A level of such a script."""
    cls = script_class(script(*parts), "crates", "")
    return cls(cls.find_variant(level))


# --- the language ---------------------------------------------------------------------------------


def test_sessions_end_as_in_the_engine_of_puzzlescript():
    assert agreement(SESSIONS, PLAIN) == (len(SESSIONS), [])
    assert len(SESSIONS) > 80


@pytest.mark.exhaustive
def test_sessions_end_alike_at_native_speed():
    assert agreement(SESSIONS, compiled_machine()) == (len(SESSIONS), [])


def test_restart_is_ignored_while_a_level_begins():
    rules = f"{PUSH}\nlate [ Crate no Target ] -> [ Crate Target ]\nlate [ Player | Wall ] -> restart"
    program = Program(script(rules, "#####\n#P.C#\n#...#\n#####", "", f"run_rules_on_level_start\n{HEAD}"))
    level = program.levels[0]
    both = program.names.masks["crate"] | program.names.masks["target"]
    assert [cell & both == both for cell in level.start].count(True) == 1
    assert level.play(level.start, INPUTS["right"]).cells == level.start, "restarted, and begun as the first time"


@pytest.mark.parametrize(
    "rules",
    [
        "[ Crate ] -> [ Target Crate ]\n+ [ Target Crate ] -> [ Crate ]",
        "startloop\n[ Crate no Target ] -> [ Crate Target ]\n[ Crate Target ] -> [ Crate ]\nendloop",
    ],
)
def test_rules_that_are_applied_without_end_are_refused(rules: str):
    level = Program(script(rules)).levels[0]
    with pytest.raises(ScriptError, match="applied without end"):
        level.play(level.start, INPUTS["right"])


def test_message_in_a_rule_may_hold_anything():
    program = Program(script("[ > Player | Crate ] -> [ > Player | > Crate ] message Oh [no] :( (really\n" + PUSH))
    assert len(program.levels) == 1


def test_player_goes_on_to_the_next_level_and_may_undo():
    sitting = Sitting(Program(script(level=f"#####\n#PCT#\n#####\n\nmessage Well done\n\n{LEVEL}")), 0)
    for action in (2, "undo", 3):
        sitting.play(action)
    assert sitting.number == 1  # the message
    assert text_of(sitting).startswith("background wall:0")


@pytest.mark.parametrize(
    ("parts", "line", "words"),
    [
        (("[ > Playr ] -> [ > Player ]",), 31, "PLAYR is neither an object nor a movement"),
        (("[ > Player ] [ > Player ]",), 31, "A rule has an arrow"),
        (("[ > Player -> [ > Player ]",), 31, "bracket is not closed"),
        (("[ > Player | ] -> [ > Player ]",), 31, "the same rows of cells"),
        (("[ Player ] -> [ random Crate ]",), 31, "a matter of chance"),
        (("random [ Player ] -> [ ]",), 31, "at random"),
        (("startloop\n" + PUSH,), 31, "no ENDLOOP"),
        (("startloop\nstartloop\nendloop",), 32, "loops cannot be nested"),
        (("[ Player ] -> [ Player Crate ]",), 31, "cannot be in one cell"),
        (("[ Thing ] -> [ Player | ]",), 31, "the same rows of cells"),
        (("[ ] -> [ Thing ]",), 31, "does not follow from the left side"),
        (("late [ > Player | Crate ] -> [ Player | Crate ]",), 31, "Movements cannot appear in LATE rules"),
        (("late [ Player | Crate ] -> [ Player | up Crate ]",), 31, "Movements cannot appear in LATE rules"),
        (("late rigid [ Player ] -> [ Player ]",), 31, "cannot be both LATE and RIGID"),
        (("[ Player Crate ] -> [ Player ]",), 31, "PLAYER and CRATE are on one layer"),
        (("[ moving no X ] -> [ ]",), 31, "one movement, not MOVING and NO"),
        (("[ ... | Player ] -> [ ... | Player ]",), 31, "An ellipsis stands alone"),
        ((PUSH, "#?#"), 38, "'?', which the legend does not explain"),
        ((PUSH, "#Z#"), 38, "'Z', which the legend does not explain"),
        ((PUSH, LEVEL, "Each Target on Crate"), 34, "A condition reads like"),
        ((PUSH, LEVEL, "All Target on Creta"), 34, "CRETA is no object"),
        ((PUSH, LEVEL, "", HEAD.replace("X = ", "X + ")), 20, "The legend is made of lines"),
        ((PUSH, LEVEL, "", HEAD.replace("Crate and", "Create and")), 20, "CREATE, which is not defined"),
        ((PUSH, LEVEL, "", HEAD.replace("Crate or", "Crate and Target or")), 21, "joined by AND or by OR"),
        ((PUSH, LEVEL, "", HEAD.replace(", Crate\n", "\n")), 13, "CRATE is in no collision layer"),
        ((PUSH, LEVEL, "", HEAD.replace("Wall #\n", "Player\n")), 10, "PLAYER is defined twice"),
        ((PUSH, LEVEL, "", "realtime_interval 0.5\n" + HEAD), 1, "With realtime_interval, time passes by itself"),
        ((PUSH, LEVEL, "", "level_select\n" + HEAD), 1, "LEVEL_SELECT is no setting"),
        ((PUSH, LEVEL, "", "a\x01\x1b[31m b"), 1, r"A\x01\x1b[31M is no setting"),
        ((PUSH, LEVEL, "", HEAD.replace("Wall #\n", "Wall #\nPurpel ")), 8, "PURPEL is no color"),
        ((PUSH, LEVEL, "", HEAD.replace("gray", "#12345")), 8, "Expected the colors of an object"),
        ((PUSH, LEVEL, "", HEAD.replace("Crate and Target", "Crate and Wall")), 20, "CRATE and WALL are on one layer"),
        ((PUSH, ""), 0, "There are no levels"),
        (("late [ Player ] -> checkpoint\nlate [ Crate ] -> restart",), 0, "With both CHECKPOINT and RESTART"),
    ],
)
def test_error_names_its_line(parts: tuple[str, ...], line: int, words: str):
    with pytest.raises(ScriptError, match=r"^line \d+: |^\w") as raised:
        script_class(script(*parts), "bad", "")
    assert words in raised.value.sentence
    assert raised.value.line == line


# --- hostile texts --------------------------------------------------------------------------------

_MANY = "\n\n".join(f"o{number}\nred" for number in range(400))
_OR = HEAD.replace("LEGEND\n", f"{_MANY}\n\nLEGEND\nMany = " + " or ".join(f"o{i}" for i in range(400)) + "\n")
_ON_LAYERS = _OR + "\n".join(", ".join(f"o{i}" for i in range(first, 400, 3)) for first in range(3)) + "\n"
BIG = "\n".join(["PC#" * 33] * 99)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("(" * 199_000, id="comments in comments"),
        pytest.param(script("[" * 150_000 + " -> ["), id="brackets in brackets"),
        pytest.param(script("\n".join([PUSH] * 1_000_000)), id="a million rules"),
        pytest.param(script("\n".join([PUSH] * 4_000)), id="thousands of rules"),
        pytest.param(
            script("[" + "| moving Crate" * 9 + "] -> [" + "| moving Crate" * 9 + "]"),
            id="all directions",
            marks=pytest.mark.second_ring,
        ),
        pytest.param(script("[ Many | Many ] -> [ Many | Many ]", head=_ON_LAYERS), id="all objects"),
        pytest.param(script("[" + "Crate |" * 9_000 + "] -> [" + "Crate |" * 9_000 + "]"), id="a long rule"),
        pytest.param(script("->" * 90_000), id="arrows"),
        pytest.param(
            HEAD.replace("LEGEND", "LEGEND\n" + "\n".join(f"a{i} = a{i + 1}" for i in range(9_000))),
            id="names of names",
        ),
        pytest.param(script(level="\n".join(["." * 400] * 400)), id="a huge level"),
        pytest.param(script(level="\n\n".join([LEVEL] * 2_000)), id="thousands of levels"),
        pytest.param(script("startloop\n" * 9_000), id="loops in loops"),
        pytest.param("\0" * 100_000, id="no text"),
    ],
)
def test_hostile_text_is_refused_soon(text: str):
    begun = time.process_time()
    with pytest.raises(ScriptError) as raised:
        script_class(text, "hostile", "")
    assert len(str(raised.value)) < 300
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        ("startloop\n[ > Player ] -> [ > Player Target ]\n[ > Player Target ] -> [ > Player ]\nendloop", LEVEL),
        ("[ Crate no Target ] -> [ Crate Target ]\n+ [ Crate Target ] -> [ Crate ]", LEVEL),
        ("[ Crate no Target ] -> [ Crate Target ] again\n[ Crate Target ] -> [ Crate ] again", LEVEL),
        ("[ Player ] [ Crate ] [ Crate ] [ Crate ] -> [ Target ] [ ] [ ] [ ]", BIG),
        ("[ > Player | ... | Crate | ... | Wall ] -> [ | ... | Crate | ... | ]", BIG),
    ],
)
def test_endless_move_ends_soon(rules: str, rows: str):
    """It ends as the engine ends it, or with a sentence that names the level."""
    begun = time.process_time()
    try:
        level = puzzle(rules, rows)
        level.moves(level.start())
    except RulesError as error:
        assert str(error).startswith("line ")  # noqa: PT017 - it may not be raised
    assert time.process_time() - begun < SECONDS


def objects(number: int, legend: str = "") -> str:
    """The head of a script with as many objects more, each on a layer of its own. `Many` is any of them."""
    names = [f"o{index}" for index in range(number)]
    defined = "".join(f"{name}\nred\n\n" for name in names)
    legend = f"Many = {' or '.join(names)}\n{legend}"
    return HEAD.replace("LEGEND\n", f"{defined}LEGEND\n{legend}") + "\n".join(names) + "\n"


def with_legend(*lines: str) -> str:
    """The head of a script with more lines in its legend."""
    return HEAD.replace("LEGEND\n", "\n".join(("LEGEND", *lines, "")))


def calls_of(function: Callable[[], object]) -> int:
    """How many functions are called until it returns or raises ScriptError."""
    calls = itertools.count()
    sys.setprofile(lambda frame, event, argument: next(calls) if event == "call" else None)
    try:
        with suppress(ScriptError):
            function()
    finally:
        sys.setprofile(None)
    return next(calls)


ABSENT = "[ moving P no Many no Many | moving P no Many | moving P no Many | ] -> [ moving P | moving P | moving P | ]"
LONG_ORS = [f"b{number} = {' or '.join(['Many'] * 3 + [f'b{number - 1}'] * (number > 0))}" for number in range(1_500)]
COSTLY = {
    "synonyms of synonyms": (script(head=with_legend(*(f"a{i} = a{i + 1}" for i in range(1_990)), "a1990 = P")), ""),
    "names in a circle": (
        script(head=with_legend(*(f"a{i} = a{(i + 1) % 1_990}" for i in range(1_990)))),
        "defined by",
    ),
    "joined names of joined names": (script(head=objects(400, "\n".join(LONG_ORS) + "\n")), ""),
    "absence of many": (script("\n".join([ABSENT] * 3), head=objects(400)), "at most 10,000 concrete ones"),
    "one of many": (
        script("\n".join(["[ > P | Many ] -> [ > P | > Many ]"] * 2), head=objects(400)),
        "too much memory",
    ),
    "a name after a name": (script(f"[ {'no Crate ' * 9_000} ] -> [ ]"), "at most 1,000"),
    "directions": (script("up " * 30_000 + PUSH), ""),
    "no direction": (script("moving " * 9_000 + PUSH), "not 'moving'"),
    "a wide and long level": (script(level="." * 5_000 + "\n." * 45_000), "more than 10,000 cells"),
    "conditions": (script(conditions="All Crate on Target\n" * 4_500), "more than 100 conditions"),
    "layers": (script(head=HEAD + "Player\n" * 14_000), "more than 500 collision layers"),
    "a long word": (script("[ P ] -> [ P ] " + "smessage" * 11_000), "not 'smessage"),
    "objects from objects": (
        script(
            "\n".join(f"[ o{i} ] -> [ o{i + 1} ]" for i in reversed(range(199))),
            "\n\n".join("P~" + "." * number for number in range(1, 140)),
            head=objects(200, "~ = o0\n"),
        ),
        "",
    ),
}
CALLS = 3_000_000
"""The most functions that are called for any text: about a second."""


@pytest.mark.second_ring
@pytest.mark.parametrize("name", COSTLY)
def test_costly_text_is_read_or_refused_with_few_calls(name: str):
    text, words = COSTLY[name]

    def read() -> None:
        if words:
            with pytest.raises(ScriptError, match=words) as raised:
                script_class(text, "costly", "")
            assert len(str(raised.value)) < 300
        else:
            assert script_class(text, "costly", "").variants

    assert calls_of(read) < CALLS


ROW_OF_CRATES = "#" * 44 + ("\nP" + "C" * 42 + ".") * 42
PUSH_ALL = "[ > Player ] [ Crate ] -> [ > Player ] [ right Crate ]"
TOGGLE = "startloop\n[ Crate no Target ] -> [ Crate Target ]\n[ Crate Target ] -> [ Crate ]\n"


@pytest.mark.second_ring
@pytest.mark.parametrize(
    ("rules", "head"),
    [
        (PUSH_ALL, HEAD),
        (PUSH_ALL, objects(400)),
        ("\n".join(f"rigid {PUSH_ALL} sfx{number % 10}" for number in range(30)), HEAD),
        (TOGGLE + "\n".join(f"[ X | Many ] -> [ X | Many ] sfx{i % 10}" for i in range(9)) + "\nendloop", objects(40)),
        ("[ | ... | | ... | ] -> [ | ... | | ... | ]", HEAD),
    ],
    ids=["many move", "on many layers", "rigidly", "in vain", "ellipses"],
)
def test_work_of_a_move_is_all_counted(rules: str, head: str):
    """What is done beyond the bound, before it is seen, is little."""
    work = 100_000
    level = Program(script(rules, ROW_OF_CRATES, head=head), work=work).levels[0]
    assert isinstance(level, Level)
    calls = calls_of(lambda: level.play(level.layout, 8))
    assert level.board.work[0] < 1.5 * work
    assert calls < 3 * work
    with pytest.raises(ScriptError, match="A move of this level takes too long"):
        level.play(level.layout, 8)


# --- plug-ins -------------------------------------------------------------------------------------


def test_level_is_a_puzzle():
    rules = puzzle()
    assert rules.start() == "wwwwwwwp---ww-ct-ww----wwwwwww"
    assert rules.moves(rules.start()) == ["down", "right"]
    down = rules.do_move(rules.start(), "down")
    won = rules.do_move(down, "right")
    assert won == "wwwwwww----ww-pC-ww----wwwwwww"
    assert (rules.primitive(down), rules.primitive(won)) == (None, Value.WIN)
    assert not check(rules)


@pytest.mark.parametrize("text", ["", "w", "wwwwwwwp---ww-ct-ww----wwwwwwww", "WWWWWWWP---WW-CT-WW----WWWWWWW"])
def test_malformed_position_is_refused(text: str):
    with pytest.raises(MalformedPosition, match="30 letters"):
        puzzle().parse(text)


def test_impossible_position_is_refused():
    """There is no wall in the middle, and the level is not won by a rule."""
    rules = puzzle()
    with pytest.raises(IllegalPosition, match="no w in row 2, column 3"):
        rules.parse("wwwwwwwpw--ww-ct-ww----wwwwwww")
    with pytest.raises(MalformedPosition):
        rules.parse(rules.start() + WON)


def test_position_won_by_a_rule_is_marked_as_won():
    rules = puzzle("late [ Player | Crate ] -> win", LEVEL, "")
    down = rules.do_move(rules.start(), "down")
    assert down.endswith(WON)
    assert (rules.moves(down), rules.primitive(down)) == ([], Value.WIN)
    assert rules.from_board(rules.board(down).cells, 1) == down
    assert not check(rules)


def test_many_kinds_of_cells_are_written_in_planes():
    """Seven objects that come and go by themselves make 128 kinds, more than there are letters."""
    names = [f"Mark{number}" for number in range(7)]
    objects = "\n\n".join(f"{name}\n#00{number}" for number, name in enumerate(names))
    head = HEAD.replace("LEGEND\n", f"{objects}\n\nLEGEND\n") + "\n".join(names) + "\n"
    rules = "\n".join(f"[ > Player no {name} | ] -> [ > Player {name} | ]" for name in names)
    cls = script_class(script(rules, "#####\n#P..#\n#####", "Some Mark6 on Player", head), "planes", "")
    level = cls(cls.variants[0])
    assert len(level.planes) == 2
    assert len(level.start()) == 30
    assert not check(level)
    look = picture_of(level).look
    board = level.board(level.start())
    assert look.fragment(board, 0) != look.fragment(board, 15)
    assert look.centers[0] == look.centers[15]


def test_sprites_are_drawn_in_their_colors():
    head = HEAD.replace("Crate C\norange\n", "Crate C\norange #123456\n0...0\n.....\n..1..\n.....\n0...0\n")
    rules = puzzle(PUSH, LEVEL, "", head)
    piece = picture_of(rules).look.pieces["c"]
    assert '<rect x="-4" y="-4" width="8" height="8" fill="#123456" shape-rendering="crispEdges"/>' in piece


# --- solving --------------------------------------------------------------------------------------

FEWEST = {
    "doorkeeper": (6, 11, 15),
    "icehouse": (6, 18, 26),
    "rockfall": (8, 11, 9),
    "tugrope": (7, 20, 30),
    "twinsteps": (5, 32, 37),
}


def levels_of(name: str) -> Iterator[tuple[ScriptPuzzle, int]]:
    """The levels of one of the project's own scripts, and the fewest moves that solve each."""
    cls = registry.find(name)
    for number, fewest in enumerate(FEWEST[name], 1):
        level = cls(cls.find_variant(str(number)))
        assert isinstance(level, ScriptPuzzle)
        yield level, fewest


@pytest.mark.parametrize(("name", "number"), {"doorkeeper": 1, "icehouse": 2, "rockfall": 2, "tugrope": 2}.items())
def test_levels_of_our_own_take_the_fewest_moves(name: str, number: int):
    level, fewest = list(levels_of(name))[number - 1]
    assert solve(level).results[level.start()] == Result(Value.WIN, fewest)


@pytest.mark.second_ring
@pytest.mark.parametrize("name", [one if one == "twinsteps" else exhaustive(one) for one in FEWEST])
def test_compiled_search_agrees_with_the_reference_solver(name: str):
    for level, fewest in levels_of(name):
        by_search = solve_script(level, lambda states: None).results
        assert by_search[level.start()] == Result(Value.WIN, fewest)
        assert solve(level).results == by_search


@pytest.mark.second_ring
def test_search_finds_dead_ends_and_counts_little_memory():
    rules = puzzle()
    search = LevelSearch(rules, rules.start())
    search.run(lambda states: None)
    results = solve_script(rules, lambda states: None).results
    assert search.states == len(results) == 111
    assert results[rules.do_move(rules.start(), "down")].remoteness == 1
    assert LOST in results.values()


@pytest.mark.second_ring
def test_search_refuses_what_the_rules_refuse():
    """Compiled code, too, refuses a level whose moves take too long."""
    rules = puzzle(
        "startloop\n[ Player | no Player ] -> [ | Player ]\nendloop", "########\n#P.....#\n#.....T#\n########"
    )
    with pytest.raises(ScriptError, match="too long"):
        rules.moves(rules.start())
    with pytest.raises(ScriptError, match="too long"):
        LevelSearch(rules, rules.start()).run(lambda states: None)


@pytest.mark.second_ring
def test_level_without_a_table_is_searched(tmp_path):
    """The fewest moves, the proof that there is no solution, and a sentence when time is up."""
    solver = ScriptSearch(tmp_path)
    solver.search(puzzle(PUSH, "######\n#PC.T#\n######"))  # so that nothing is explored in Python
    for name in ("twinsteps", "icehouse"):
        for level, fewest in levels_of(name):
            assert solver.probe(level, level.start()) == Result(Value.WIN, fewest)
            position = level.start()
            for move in solver.shortest(level, position).line or ():
                position = level.do_move(position, move)
            assert level.primitive(position) is Value.WIN
    lost = puzzle(PUSH, "######\n#PC..#\n#..T.#\n######")
    assert solver.probe(lost, lost.start()) == LOST
    large = puzzle(PUSH, "\n".join(["#P" + "#" * 12, *["#.C........T.#", "#............#"] * 4, "#" * 14]))
    with within(0.2), pytest.raises(SearchTooLong, match="was not proved in the time"):
        solver.probe(large, large.start())


# --- files ----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of plug-ins; the registry forgets it after the test."""
    monkeypatch.setenv(outside.SETTING, str(tmp_path))
    yield tmp_path
    for cached in (registry._by_name, registry._by_players, registry._loaded):
        cached.cache_clear()


def test_text_in_the_folder_of_plug_ins_is_loaded_as_a_plug_in(folder):
    (folder / "mine.txt").write_text(script())
    (folder / "broken.txt").write_text(script("[ Playr ] -> [ ]"))
    (folder / "2. My Crates!.txt").write_text(script())
    plug_ins = registry._by_name.__wrapped__()
    assert plug_ins.ids["mine"].name == plug_ins.ids["2-my-crates"].name == "Crates"
    (unused,) = plug_ins.left_out
    assert unused.name.endswith("broken.txt")
    assert "line 31: PLAYR is neither" in unused.reason


def test_name_of_ours_gets_an_ending(folder):
    (folder / "nim.txt").write_text(script())
    plug_ins = registry._by_name.__wrapped__()
    assert plug_ins.left_out == []
    assert plug_ins.ids["nim-script"].name == "Crates"
    assert plug_ins.ids["nim"].name != "Crates"


@pytest.mark.second_ring  # compiles the interpreter
def test_file_is_opened_by_its_path(folder, tmp_path):
    import perfect_play

    other = tmp_path / "elsewhere"
    other.mkdir()
    path = other / "opened.txt"
    path.write_text(script())
    game = perfect_play.open(path, data_dir=tmp_path)
    assert (game.id, game.start.value, game.start.remoteness) == ("opened", "win", 2)
    assert [str(step) for step in game.start.best_line()] == ["down", "right"]
    assert id_of(str(path)) == "opened"


def test_file_is_listed_and_checked_by_commands(folder, tmp_path, capsys):
    other = tmp_path / "elsewhere"
    other.mkdir()
    path = other / "own.txt"
    path.write_text(f"\ufeff{script()}")
    assert main(["--data-dir", str(tmp_path), "list", str(path)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()][:2] == ["id", "own"]
    assert main(["--data-dir", str(tmp_path), "check", str(path), "1"]) == 0
    assert capsys.readouterr().out.endswith("1 variant, all lawful.\n")
    assert registry.find("own").name == "Crates", "the mark before the title is not part of it"


def test_check_tells_which_level_is_unlisted_and_why(folder, tmp_path, capsys):
    path = tmp_path / "partly.txt"
    wide = "\n".join(["#" + "." * 48 + "#"] * 40)
    path.write_text(script(level=f"{LEVEL}\n\n{wide}"))
    assert main(["--data-dir", str(tmp_path), "check", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("partly/2 is not listed. line 44: Its positions have 2,000 letters;")
    assert out.endswith("1 variant, all lawful.\n")


def test_missing_or_broken_file_is_a_sentence(folder, tmp_path):
    with pytest.raises(RulesError, match=r"There is no file '/nowhere\.txt'"):
        id_of("/nowhere.txt")
    (tmp_path / "wrong.txt").write_text(script("[ Playr ] -> [ ]"))
    with pytest.raises(RulesError, match="line 31: PLAYR"):
        id_of(tmp_path / "wrong.txt")
