"""Files in the style of the GamesCrafters: plug-ins as they are, right ones and wrong ones."""

from __future__ import annotations

import os
import sys

import pytest

import perfect_play
from perfect_play.puzzles import outside, registry, watch
from perfect_play.puzzles.base import PRIMITIVES, Game, IllegalPosition, Puzzle, RulesError
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.gamescrafters import adapting
from perfect_play.puzzles.gamescrafters.adapting import Adapter
from perfect_play.puzzles.values import Value
from perfect_play.solvers import builder
from perfect_play.solvers.native import launch
from perfect_play.solvers.retrograde import solve

TAKEAWAY = """
from models import Game, Value, StringMode
from typing import Optional

class TakeAway(Game):
    id = "takeaway"
    variants = ["7", "20"]
    n_players = 2
    cyclic = False

    def __init__(self, variant_id: str):
        self.stones = int(variant_id)
        self.amounts = [1, 2]

    def start(self) -> int:
        return self.stones

    def generate_moves(self, position: int) -> list[int]:
        return [amount for amount in self.amounts if amount <= position]

    def do_move(self, position: int, move: int) -> int:
        return position - move

    def primitive(self, position: int) -> Optional[Value]:
        return Value.Loss if position == 0 else None

    def to_string(self, position: int, mode: StringMode) -> str:
        return str(position)

    def from_string(self, text: str) -> int:
        return int(text)

    def move_to_string(self, move: int, mode: StringMode) -> str:
        return f"A_-_{move}_x" if mode == StringMode.AUTOGUI else f"take {move}"
"""

LIGHTS = """
from models import Game, Value, StringMode

class Switches(Game):
    id = "switches"
    variants = ["3", "16"]
    n_players = 1

    def __init__(self, variant_id):
        self.size = int(variant_id)

    def start(self):
        return 0

    def generate_moves(self, position):
        return list(range(self.size))

    def do_move(self, position, move):
        lights = self.unhash(position)
        lights[move:move + 1] = [1 - light for light in lights[move:move + 1]]
        return self.hash(lights)

    def primitive(self, position):
        if all(light == 1 for light in self.unhash(position)):
            return Value.Win
        return None

    def to_string(self, position, mode):
        text = "".join(map(str, self.unhash(position)))
        return "1_" + text if mode == StringMode.AUTOGUI else text

    def from_string(self, text):
        return self.hash([int(letter) for letter in text])

    def move_to_string(self, move, mode):
        return f"A_x_{move}_x" if mode == StringMode.AUTOGUI else str(move)

    def hash(self, lights):
        number = 0
        for light in lights:
            number = 2 * number + light
        return number

    def unhash(self, position):
        lights = []
        for place in range(self.size):
            lights.append((position >> place) & 1)
        return [light for light in reversed(lights)]
"""

TOKENS = """
from models import Game, Value, StringMode

class Tokens(Game):
    id = "tokens"
    variants = ["odd", "even"]
    n_players = 1

    def __init__(self, variant_id):
        self.kind = variant_id

    def start(self):
        return 0

    def generate_moves(self, position):
        return [place for place, token in enumerate(self.unhash(position)) if token == "-"]

    def do_move(self, position, move):
        text = self.unhash(position)
        tokens = list(text)
        tokens[move] = "x" if self.kind == "odd" or text[-1] == "x" else "o"
        return self.hash("".join(tokens)[:move] + "".join(tokens[move:move + 1]) + text[move + 1:])

    def primitive(self, position):
        text = self.unhash(position)
        assert len(text) == 4, "four tokens"
        return Value.Win if text.count("x") == 4 else Value.Loss if "-" not in text else None

    def to_string(self, position, mode):
        return "1_" * (mode == StringMode.AUTOGUI) + self.unhash(position)

    def from_string(self, text):
        return self.hash(text)

    def move_to_string(self, move, mode):
        return f"A_x_{move}_x" if mode == StringMode.AUTOGUI else str(move)

    def hash(self, text):
        number = 0
        for token in text:
            number = 3 * number + ("-xo".index(token))
        return number

    def unhash(self, position):
        tokens = []
        for _ in range(4):
            tokens.append("-" if position % 3 == 0 else "x" if position % 3 == 1 else "o")
            position //= 3
        return "".join(reversed(tokens))
"""

BRIDGES = """
from models import Game, Value, StringMode

islands = {"ring": {"edges": [((0, 0), (2, 0)), ((2, 0), (2, 2)), ((2, 2), (0, 2)), ((0, 2), (0, 0))], "most": 4},
           "line": {"edges": [((0, 0), (2, 0)), ((2, 0), (4, 0))], "most": 2}}

class Bridges(Game):
    id = "bridges"
    variants = ["ring", "line"]
    n_players = 1

    def __init__(self, variant_id):
        self.kind = variant_id
        self.edges = islands[variant_id]["edges"]

    def start(self):
        return 0

    def generate_moves(self, position):
        return [i for i in range(len(self.edges)) if position // 2 ** i % 2 == 0]

    def do_move(self, position, move):
        return position + 2 ** move

    def primitive(self, position):
        counts = {place[0]: 0 for place in self.edges}
        visited = set()
        queue = [(islands[self.kind]["edges"][0][0][0], 0)]
        while queue:
            x, y = queue.pop()
            visited.add((x, y))
            for i in range(len(self.edges)):
                (x1, y1), (x2, y2) = self.edges[i]
                following = None
                if position // 2 ** i % 2 == 1:
                    if (x, y) == (x1, y1):
                        following = (x2, y2)
                    elif (x, y) == (x2, y2):
                        following = (x1, y1)
                if following is None:
                    counts[(0, 0)] += 0
                if following and following not in visited:
                    queue.append(following)
        return Value.Win if len(visited) > islands[self.kind]["most"] - (self.kind == "ring") else None

    def to_string(self, position, mode):
        return "1_" * (mode == StringMode.AUTOGUI) + "".join(str(position // 2 ** i % 2) for i in range(4))

    def from_string(self, text):
        return sum(2 ** i for i in range(4) if text[i] == "1")

    def move_to_string(self, move, mode):
        return f"A_x_{move}_x" if mode == StringMode.AUTOGUI else str(move)
"""

TOWERS = """
from models import Game, Value, StringMode

class Towers(Game):
    id = "towers"
    variants = ["3", "4"]
    n_players = 2

    def __init__(self, variant_id):
        self.size = int(variant_id)

    def start(self):
        return 2 * (self.size ** 2 - 1)

    def places(self, position):
        return divmod(position // 2, self.size ** 2)

    def generate_moves(self, position):
        row, col = divmod(self.places(position)[position % 2], self.size)
        around = (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)
        return [row * self.size + col for row, col in around if 0 <= row < self.size and 0 <= col < self.size]

    def do_move(self, position, move):
        first, second = self.places(position)
        if position % 2 == 0:
            return 2 * (move * self.size ** 2 + second) + 1
        return 2 * (first * self.size ** 2 + move)

    def primitive(self, position):
        first, second = self.places(position)
        return Value.Loss if first == second else None

    def to_string(self, position, mode):
        first, second = self.places(position)
        cells = ["-"] * self.size ** 2
        cells[first], cells[second] = "A", "B"
        if first == second:
            cells[first] = "#*"[position % 2]
        return "12"[position % 2] + "_" + "".join(cells)

    def from_string(self, text):
        places = [max(text.find(letter) - 2 for letter in name + "#*") for name in "AB"]
        return 2 * (places[0] * self.size ** 2 + places[1]) + int(text[0]) - 1

    def move_to_string(self, move, mode):
        return f"A_-_{move}_x" if mode == StringMode.AUTOGUI else "abcd"[move % self.size] + str(move // self.size + 1)
"""

TIMES = TAKEAWAY.replace('"7", "20"', '"9", "14"').replace("takeaway", "times")
for old, new in {
    "self.stones = int(variant_id)": "self.most = 10 ** int(variant_id)",
    "[1, 2]": "[2, 3, 7]",
    "return self.stones": "return 1",
    " if amount <= position": "",
    "position - move": "position * move",
    "position == 0": "position >= self.most",
}.items():
    TIMES = TIMES.replace(old, new)

RUNNER = """
from . import ServerPuzzle
from ..util import *
from ..solvers import GeneralSolver

class Runner(ServerPuzzle):
    id = "runner"
    variants = ["5", "9"]
    startRandomized = False

    def __init__(self, variant, place=0):
        self.variant_id, self.place = variant, place

    @property
    def variant(self):
        return self.variant_id

    @classmethod
    def generateStartPosition(cls, variantid):
        return cls(variantid)

    @classmethod
    def fromString(cls, variant_id, position_str):
        if not 0 <= int(position_str) <= int(variant_id):
            raise PuzzleException("off the road")
        return cls(variant_id, int(position_str))

    def toString(self, mode):
        return ("1_" if mode == StringMode.AUTOGUI else "") + str(self.place)

    def __hash__(self):
        return self.place

    def primitive(self):
        return PuzzleValue.SOLVABLE if self.place == int(self.variant_id) else PuzzleValue.UNDECIDED

    def generateMoves(self, movetype="all"):
        moves = set()
        if movetype in ("legal", "for", "all"):
            moves |= {step for step in (1, 2) if self.place + step <= int(self.variant_id)}
        if movetype in ("undo", "back", "all"):
            moves |= {-step for step in (1, 2) if self.place >= step}
        return moves

    def doMove(self, move):
        return Runner(self.variant_id, self.place + move)

    def generateSolutions(self):
        return [Runner(self.variant_id, int(self.variant_id))]
"""

DRAWN_BY_LETTERS = RUNNER.replace(
    'return ("1_" if mode == StringMode.AUTOGUI else "") + str(self.place)',
    'return "1_" + "zabcdefghi"[self.place] if mode == StringMode.AUTOGUI else str(self.place)',
)


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    """Files of a test are forgotten after it."""
    monkeypatch.setenv(outside.SETTING, "")
    before, path = set(sys.modules), list(outside.__path__)
    yield
    outside.__path__[:] = path
    for name in set(sys.modules) - before:
        if name.startswith("perfect_play.puzzles.outside."):
            del sys.modules[name]
            vars(outside).pop(name.rpartition(".")[2], None)
    for asked in (registry._by_name, registry._by_players, registry._loaded):
        asked.cache_clear()


@pytest.fixture
def write(tmp_path):
    """Writes a file of rules, and returns its path."""

    def written(source, name="theirs.py"):
        path = tmp_path / name
        path.write_text(source)
        return path

    return written


def rules_of(path, variant=None):
    return perfect_play.open(path, variant, data_dir=path.parent / "data", solve=False)._source.rules


# --- games of GamesmanPy --------------------------------------------------------------------------


def test_a_game_of_theirs_is_an_ordinary_plug_in(write):
    rules = rules_of(write(TAKEAWAY))
    assert isinstance(rules, Game)
    assert registry.find("takeaway") is type(rules)
    assert rules.name == "Take Away (GamesmanPy)"
    assert [variant.id for variant in rules.variants] == ["7", "20"]
    assert check(rules) == []
    results = solve(rules).results
    assert all((result.value is Value.LOSE) == (stones % 3 == 0) for (_, stones), result in results.items())
    assert results[1, 7].remoteness == 5
    assert rules.format_move((1, 7), 2) == "take 2"
    assert "models" not in sys.modules, "what stands in for their package is no module of that name"


@pytest.mark.parametrize("variant", ["3", "4"])
@pytest.mark.parametrize("plays", [0, adapting.PLAYS])
def test_letters_that_come_late_are_read(write, monkeypatch, variant, plays):
    monkeypatch.setattr(adapting, "PLAYS", plays)
    rules = rules_of(write(TOWERS), variant)
    assert check(rules) == []
    assert list(rules.faults()) == []
    positions = list(solve(rules).results)
    assert all(rules.from_board(rules.board(key).cells, rules.turn(key)) == key for key in positions)
    assert rules.board(rules.start()).cells.rstrip("*") == "A" + "-" * (int(variant) ** 2 - 2) + "B"
    assert len({len(rules.board(position).cells) for position in positions}) == 1


@pytest.mark.parametrize("variant", ["9", "14"])
def test_boards_that_grow_with_play_are_read(write, variant):
    rules = rules_of(write(TIMES), variant)
    assert check(rules) == []
    late = 2, 7 ** int(variant)
    assert len(rules.board(late).cells) >= len(str(late[1]))
    assert rules.from_board(rules.board(late).cells, 2) == late


def test_boards_have_one_size(write):
    rules = rules_of(write(TAKEAWAY))
    assert check(rules) == []
    for stones in (7, 10**6, 10**15):
        position = rules.parse(f"1_{stones}")
        assert len(rules.board(position).cells) == len(rules.board(rules.start()).cells)
        assert rules.button(position, rules.moves(position)[0]) is not None


def test_a_class_that_raises_an_error_once_play_has_ended_is_solved(write):
    raising = TAKEAWAY.replace(
        "        return [amount for", "        assert position, 'it is over'\n        return [amount for"
    )
    rules = rules_of(write(raising))
    assert check(rules) == []
    assert rules.parse(rules.format((1, 0))) == (1, 0)
    assert solve(rules).results[1, 7].remoteness == 5


def test_methods_of_old_files_belong_to_the_class(write):
    start = TAKEAWAY.index("    def __init__"), TAKEAWAY.index("    def start")
    old = TAKEAWAY[: start[0]] + TAKEAWAY[start[1] :]
    old = (
        old.replace("self.stones", "7")
        .replace("self.amounts", "[1, 2]")
        .replace("(self, ", "(")
        .replace("(self)", "()")
    )
    rules = rules_of(write(old))
    assert check(rules) == []
    assert solve(rules).results[1, 7].remoteness == 5


def test_texts_name_the_player_only_if_drawings_do_not(write):
    rules = rules_of(write(TAKEAWAY))
    assert rules.format((2, 6)) == "2_6"
    assert rules.parse("2_6") == (2, 6)
    drawn = TAKEAWAY.replace("return str(position)", "return ('12'[position % 2 == 0] + '_') + str(position)")
    drawn = drawn.replace("int(text)", "int(text[2:])").replace("[1, 2]", "[1]")
    other = rules_of(write(drawn.replace("takeaway", "takeaway2"), "drawn.py"))
    assert other.format((2, 6)) == "2_6"
    assert list(other.faults()) == []
    assert any("the player to move" in fault for fault in rules.faults())


def test_a_puzzle_of_theirs_has_a_kernel_that_obeys_the_law(write):
    rules = rules_of(write(LIGHTS))
    assert isinstance(rules, Puzzle)
    assert rules.kernel() is not None
    assert check(rules) == []
    assert check(rules_of(write(TAKEAWAY, "takeaway.py"))) == []
    assert max(result.remoteness for result in solve(rules).results.values()) == 3
    assert rules.board(5).cells == "101"


@pytest.mark.parametrize(
    ("source", "variant"), [(TOKENS, "odd"), (TOKENS, "even"), (BRIDGES, "ring"), (BRIDGES, "line")]
)
def test_a_kernel_says_of_every_position_what_the_rules_say(write, source, variant):
    path = write(source)
    rules = perfect_play.open(path, variant, data_dir=path.parent, solve=False)._source.rules
    kernel = rules.kernel()
    assert kernel is not None
    for position in solve(rules).results:
        out = [0] * kernel.most
        ended = kernel.primitive(position, [0])
        assert ended == PRIMITIVES[rules.primitive(position)]
        if not ended:
            assert out[: kernel.children(position, out, [0])] == rules.children(position)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3 * number", "int('3') * number"),
        ('text.count("x")', 'text.count("xx")'),
        ('"-" not in text', '"--" not in text'),
        ('== "-"]', '== f"{45:c}"]'),
    ],
)
def test_texts_read_otherwise_than_by_letters_have_no_kernel(write, old, new):
    assert old in TOKENS
    assert rules_of(write(TOKENS.replace(old, new))).kernel() is None


def test_lists_that_moves_change_are_copied(write):
    switched = "lights[move:move + 1] = [1 - light for light in lights[move:move + 1]]"
    source = LIGHTS.replace(switched, "lights[move] ^= 1")
    tried = "[move for move in range(self.size) if self.do_move(position, move) != position]"
    rules = rules_of(write(source.replace("list(range(self.size))", tried)))
    kernel, out = rules.kernel(), [0] * 3
    assert kernel is not None
    assert kernel.children(0, out, [0]) == 3
    assert sorted(out) == [1, 2, 4]


APPENDED = """moves = []
        for move in range(self.size):
            if position >> move & 1 == 0:
                moves.append(move)
        return moves"""
COMPREHENDED = "return [2 * high + low for high in (0, 1) for low in (0, 1) if low < 2 if 2 * high + low < self.size]"


@pytest.mark.parametrize(
    ("body", "is_written"),
    [
        (APPENDED, True),
        (APPENDED.replace("moves = []", "moves = []\n        if position == 7:\n            return []"), True),
        (COMPREHENDED, True),
        (APPENDED.replace("return moves", "return moves[::-1]"), False),
        (APPENDED.replace("& 1 == 0:", "& 1 == 0 and move not in moves:"), False),
        (APPENDED.replace("append(move)", "append((move, 0)[0])"), True),
    ],
)
def test_moves_that_are_integers_are_written_without_a_list(write, body, is_written):
    rules = rules_of(write(LIGHTS.replace("return list(range(self.size))", body)))
    kernel = rules.kernel()
    assert ("write_moves" in kernel.children.__code__.co_names) == is_written
    for position in range(8):
        out = [0] * kernel.most
        assert out[: kernel.children(position, out, [0])] == rules.children(position)
        short = [0] * 2
        count = len(rules.children(position))
        assert kernel.children(position, short, [0]) == min(count, 3)
        assert len(short) == 2


@pytest.mark.second_ring
@pytest.mark.parametrize("body", [APPENDED, COMPREHENDED])
def test_written_moves_compile(write, tmp_path, monkeypatch, refused, body):
    monkeypatch.setattr(launch, "MIN_LISTED_POSITIONS", 5)
    path = write(LIGHTS.replace("return list(range(self.size))", body))
    game = perfect_play.open(path, "3", data_dir=tmp_path, solve=False)
    game.solve()
    assert refused == []
    results = solve(game._source.rules).results
    assert {key: result.remoteness for key, result in game._source.everything()} == {
        key: result.remoteness for key, result in results.items()
    }


@pytest.fixture
def refused(monkeypatch):
    """The ids of rules whose kernel is not compiled."""
    ids = []
    reference = builder.build_by_reference

    def by_reference(store, rules, tell, bound, *solver):
        if bound.native_from is None:
            ids.append(rules.id)
        return reference(store, rules, tell, bound, *solver)

    monkeypatch.setattr(builder, "build_by_reference", by_reference)
    return ids


@pytest.mark.second_ring
def test_constants_patterns_and_absent_tuples_compile(write, tmp_path, monkeypatch, refused):
    monkeypatch.setattr(launch, "MIN_LISTED_POSITIONS", 5)
    game = perfect_play.open(write(BRIDGES, "bridges.py"), "ring", data_dir=tmp_path, solve=False)
    game.solve()
    assert refused == []
    results = solve(game._source.rules).results
    solved = {key: (result.value, result.remoteness) for key, result in game._source.everything()}
    assert solved == {key: (result.value, result.remoteness) for key, result in results.items()}


@pytest.mark.exhaustive
@pytest.mark.parametrize("compiles", [True, False])
def test_a_large_variant_is_solved_natively_if_it_compiles(write, tmp_path, monkeypatch, refused, compiles):
    monkeypatch.setattr(launch, "MIN_LISTED_POSITIONS", 40_000)
    source = LIGHTS if compiles else LIGHTS.replace("lights = []", "lights = [] + []", 1)
    game = perfect_play.open(write(source), "16", data_dir=tmp_path, solve=False)
    assert game._source.rules.kernel() is not None
    game.solve()
    assert refused == ([] if compiles else ["switches"])
    assert len(game.start.best_line()) == 16
    assert sum(1 for _ in game) == 1 << 16


def test_rules_without_numbers_have_no_kernel(write):
    stateful = LIGHTS.replace("return list(range(self.size))", "self.last = position; return [self.last % 3]")
    assert rules_of(write(stateful)).kernel() is None
    tabled = LIGHTS.replace("self.size = int(variant_id)", "self.size = int(variant_id); self.seen = {1}").replace(
        "return list(range(self.size))", "return [0, 1] if position in self.seen else [2]"
    )
    assert rules_of(write(tabled.replace("switches", "tabled"), "tabled.py")).kernel() is None


def test_a_random_start_is_the_same_in_every_process(write):
    source = "import random\n" + LIGHTS.replace("return 0\n", "return random.randrange(6)\n")
    rules = rules_of(write(source))
    assert rules.random_start
    assert rules.start() == type(rules)(rules.variant).start()


def test_positions_with_one_hash_are_one_position(write):
    source = LIGHTS + "\n    def hash_ext(self, position):\n        return self.unhash(position).count(1)\n"
    rules = rules_of(write(source))
    assert sorted(solve(rules).results) == [0, 1, 2, 3]
    assert rules.format(rules.start()) == "=0"
    assert rules.parse("=2") == 2
    with pytest.raises(IllegalPosition, match="no play from the start"):
        rules.parse("=9")


# --- puzzles of GamesmanPuzzles -------------------------------------------------------------------


def test_a_puzzle_of_gamesmanpuzzles_is_solved_backward(write):
    rules = rules_of(write(RUNNER))
    assert rules.backward
    assert list(rules.faults()) == []
    assert check(rules) == []
    assert solve(rules).results["0"].remoteness == 3
    assert rules.moves("4") == [1]
    with pytest.raises(IllegalPosition, match="no play from the start"):
        rules.parse("12")


def test_puzzles_with_wrong_undo_moves_are_solved_forward(write):
    rules = rules_of(write(RUNNER.replace("{-step for step in (1, 2)", "{-step for step in (1,)")))
    assert not rules.backward
    assert any("`undo`" in fault for fault in rules.faults())
    assert check(rules) == []
    assert solve(rules).results["0"].remoteness == 3


def test_positions_that_are_not_read_are_met_by_play(write):
    rules = rules_of(write(RUNNER.replace('raise PuzzleException("off', 'raise KeyError("off').replace("0 <=", "7 <=")))
    assert rules.parse("3") == "3"
    assert any("does not read its own text" in fault for fault in rules.faults())
    with pytest.raises(IllegalPosition):
        rules.parse("6")


def test_an_object_that_play_has_made_is_kept(write):
    source = RUNNER.replace("return cls(variant_id, int(position_str))", "return cls(None, int(position_str))")
    rules = rules_of(write(source))
    assert not any("does not read" in fault for fault in rules.faults())
    assert check(rules, laws=("purity", "text", "view", "ending")) == []


def test_a_variant_of_another_name_is_told(write):
    rules = rules_of(write(RUNNER.replace("return self.variant_id", "return self.variant_id + 1")))
    assert "Runner gives None as `variant`, which should be '5': not used" in list(rules.faults())
    rules = rules_of(write(RUNNER.replace("return self.variant_id", "return '7'").replace("runner", "two"), "two.py"))
    assert "Runner gives '7' as `variant`, which should be '5': not used" in list(rules.faults())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("moves = set()", "while self.place > 0: pass\n        moves = set()"),
        ("return [Runner", "while True: pass\n        return [Runner"),
    ],
)
def test_a_loop_without_an_end_is_found_before_there_are_rules(write, monkeypatch, old, new):
    monkeypatch.setattr(watch, "SECONDS", 0.5)
    with pytest.raises(RulesError, match=r"trying Runner.* \(line \d+ of theirs.py\) has not returned after"):
        rules_of(write(RUNNER.replace(old, new)))


def test_a_file_whose_cells_are_no_text_is_opened_without_playing(write, monkeypatch):
    monkeypatch.setattr(Adapter, "explore_until", lambda *_: pytest.fail("play was searched"))
    rules = rules_of(write(DRAWN_BY_LETTERS))
    assert rules.board("3").cells.startswith("c")
    assert rules.from_board(rules.board("3").cells, 1) == "3"


# --- wrong ones -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (TAKEAWAY.replace("def do_move", "def domove"), "TakeAway lacks do_move, which every game of GamesmanPy has"),
        (RUNNER.replace("def doMove", "def domove"), "Runner lacks doMove, which every puzzle of GamesmanPuzzles has"),
        (TAKEAWAY.replace('variants = ["7", "20"]', "variants = []"), "there is no variant"),
        (TAKEAWAY.replace("Value.Loss if position == 0", "7 if position"), "gives 7, which is no Value"),
        (RUNNER.replace("PuzzleValue.UNDECIDED", "'maybe'"), "gives 'maybe', which is no PuzzleValue"),
        (TAKEAWAY.replace("return self.stones", "return 1 / 0"), "ZeroDivisionError"),
        (TAKEAWAY.replace('id = "takeaway"', 'id = "take/away"'), "'take/away' does not fit in a URL"),
        (TAKEAWAY + "raise KeyboardInterrupt", "it cannot be imported: KeyboardInterrupt"),
        ("raise KeyboardInterrupt('mine')", "line 1: it cannot be imported: KeyboardInterrupt: mine"),
        ("class Mine(BaseException): pass\nraise Mine", "line 2: it cannot be imported: Mine"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(write, source, sentence):
    with pytest.raises(RulesError) as raised:
        rules_of(write(source))
    assert sentence in str(raised.value)


def test_moves_of_one_name_are_numbered_and_named(write):
    rules = rules_of(write(TAKEAWAY.replace('f"take {move}"', '"take"')))
    assert [rules.format_move((1, 7), move) for move in rules.moves((1, 7))] == ["take", "take (2)"]
    assert any("calls two moves of" in fault for fault in rules.faults())


def test_games_without_an_end_break_a_law(write):
    rules = rules_of(write(TAKEAWAY.replace("Value.Loss if position == 0 else None", "None")))
    assert any("has no moves, yet primitive is None" in sentence for sentence in check(rules))


def test_an_id_of_ours_gets_an_ending(write):
    assert rules_of(write(TAKEAWAY.replace('"takeaway"', '"nim"'))).id == "nim-gamesman"


# --- opening --------------------------------------------------------------------------------------


def test_a_file_is_opened_by_its_path(write, tmp_path):
    game = perfect_play.open(str(write(TAKEAWAY)), 7, data_dir=tmp_path / "data")
    assert (game.start.value, game.start.remoteness) == (Value.WIN, 5)
    assert game.start.best_line()[0].move == "take 1"


def test_files_that_cannot_be_opened_are_named(write):
    with pytest.raises(RulesError, match="There is no file"):
        perfect_play.open("nowhere/theirs.py")
    with pytest.raises(RulesError, match="expected a file whose name ends with"):
        perfect_play.open(write("", "theirs.xyz"))


def test_a_refused_file_is_not_read_again_for_the_next_one(write):
    with pytest.raises(RulesError, match="cannot be imported"):
        perfect_play.open(write("import nothing_of_this_name", "refused.py"))
    assert os.environ[outside.SETTING] == ""
    rules = rules_of(write(TAKEAWAY))
    assert (rules.id, registry.left_out()) == ("takeaway", [])
