"""One task of `benchmarks.gamescrafters`, in a process of its own: the variants of a file, ours or their solution.

A variant may be cut down to what a later start leads to (`smaller_start`). If their solver of a puzzle is not done in
time, the answer is a sample of what it has solved, which is final, as it works backward from the solutions.
"""

import importlib
import json
import queue
import random
import resource
import signal
import sys
import tempfile
import types
from pathlib import Path

import perfect_play
from perfect_play.puzzles.gamescrafters.adapting import in_order, seeded
from perfect_play.solvers.bound import Bound, ReferenceOutgrown
from perfect_play.solvers.native.launch import native_from
from perfect_play.solvers.pathfinding.best_first import bidirectional, breadth_first
from perfect_play.solvers.retrograde import solve

THEIRS = {0: "lose", 1: "draw", 2: "tie", 3: "win"}
UNUSED = ("progressbar", "networkx", "duckdb", "pandas", "indexed_gzip")
SAMPLES, EVERY = 40, 97
"""Positions of a sample, and how far they lie apart among those that their solver has found."""
BOXES = 2
"""Boxes that a cut-down level of Sokoban keeps."""


def seconds() -> float:
    used = [resource.getrusage(processes) for processes in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class OpenDict(dict):
    """Stands in for their data base, which would be closed before its results are read."""

    def __init__(self, path: str) -> None:
        super().__init__()

    def __enter__(self) -> "OpenDict":
        return self

    def __exit__(self, *error: object) -> None: ...

    def commit(self) -> None: ...


class OutOfTime(Exception): ...


class Sample(queue.Queue):
    """Their queue, which also notes every so many of the positions put into it."""

    def __init__(self) -> None:
        super().__init__()
        self.count, self.noted = 0, []

    def put(self, puzzle) -> None:
        if self.count % EVERY == 0:
            self.noted.append(puzzle)
        self.count += 1
        super().put(puzzle)


def smaller_start(theirs, moves: int):
    """The start after so many moves of a random play; of a level of Sokoban, its start with two boxes left."""
    with seeded(moves):
        position = theirs.start()
        if moves and theirs.id == "sokobanlarge":
            return position.replace("$", " ", position.count("$") + position.count("*") - BOXES)
        for _ in range(moves):
            following = [theirs.do_move(position, move) for move in in_order(theirs.generate_moves(position))]
            following = [child for child in following if theirs.primitive(child) is None]
            position = random.choice(following) if following else position
    return position


def cut_down(rules, moves: int):
    """The rules of a game of GamesmanPy, beginning at the smaller start."""
    start = smaller_start(rules.game, moves)
    rules.original.start = staticmethod(lambda: start)
    return type(rules)(rules.variant)


def variants_of(path: Path, variant: str, moves: int):
    rules = perfect_play.open(path, data_dir=tempfile.gettempdir(), solve=False)._source.rules
    return [variant.id for variant in rules.variants]


def solve_ours(path: Path, variant: str, moves: int):
    """By the reference solver, or by a native engine, with a table, where that is what a build does."""
    with tempfile.TemporaryDirectory() as folder:
        game = perfect_play.open(path, variant, data_dir=folder, solve=False)
        rules = game._source.rules
        bound = Bound(rules, native_from=native_from(rules))
        if moves:
            rules, bound = cut_down(rules, moves), Bound(rules)
        begun = seconds()
        try:
            entries = solve(rules, bound=bound).results.items()
            spent = seconds() - begun
        except ReferenceOutgrown:
            begun = seconds()
            game.solve()
            spent = seconds() - begun
            entries = game._source.everything()
        listed = [(number_of(rules, key), (str(result.value), result.remoteness)) for key, result in entries]
        results = dict(listed)
        ambiguous = len({number for number, result in listed if results[number] != result})
    return {"count": len(results), "ambiguous": ambiguous, "seconds": spent, "results": results}


def search_ours(path: Path, sample: str, moves: int):
    """The remoteness of each position of a sample, as texts, by a search of ours; -1 if it cannot be solved."""
    variant, texts = json.loads(Path(sample).read_text())
    rules = perfect_play.open(path, variant, data_dir=tempfile.gettempdir(), solve=False)._source.rules
    search = bidirectional if rules.backward else breadth_first
    lines = [search(rules, rules.parse(text)).line for text in texts]
    return [-1 if line is None else len(line) for line in lines]


def build_table(path: Path, variant: str, moves: int):
    """Solve, audit and publish, as for any plug-in; the faults that are named."""
    with tempfile.TemporaryDirectory() as folder:
        game = perfect_play.open(path, variant, data_dir=folder, solve=False)
        game.solve()
        return list(game._source.rules.faults())


def number_of(rules, key) -> str:
    """The number under which their solver keeps a position."""
    if hasattr(rules, "object_of"):
        return str(hash(rules.object_of(key)))
    return str(rules.game.hash_ext(rules.raw_of(key)))


def their_solver(path: Path, variant: str, moves: int):
    """Their solver of a game, before it has begun."""
    root = path.parents[3]
    sys.path[:0] = [str(root / "models/src"), str(root / "solver/src")]
    stub("games").__path__ = [str(path.parent)]
    stub("database", DuckDB=None, SqliteDB=None)
    solver_class = importlib.import_module("solver.solver").Solver
    base = importlib.import_module("models").Game
    module = importlib.import_module(f"games.{path.stem}")
    theirs = next(
        cls for cls in vars(module).values() if isinstance(cls, type) and issubclass(cls, base) and cls is not base
    )
    solver = solver_class(theirs)
    if "__init__" in vars(theirs):
        solver.game = theirs(variant)
    else:  # older files have static methods, as if the class were the game
        theirs.hash_ext = staticmethod(int)
        solver.game = theirs
    start = smaller_start(solver.game, moves)
    solver.game.start = lambda: start
    return solver


def solve_theirs(path: Path, variant: str, moves: int):
    if "puzzlesolver" in path.parts:
        return solve_their_puzzle(path, variant)
    solver = their_solver(path, variant, moves)
    begun = seconds()
    solver.discover()
    solver.propagate()
    solver.resolve_draws()
    spent = seconds() - begun
    return {
        "seconds": spent,
        "results": {str(n): (THEIRS[int(value)], rem) for n, (rem, value) in solver.solution.items()},
    }


def call_methods(path: Path, variant: str, moves: int):
    """The time of a game's own methods, each called once for each position and move: no solver in Python is faster."""
    theirs = their_solver(path, variant, moves).game
    waiting = [theirs.start()]
    numbers = {theirs.hash_ext(waiting[0])}
    for position in waiting:  # grows meanwhile
        for move in theirs.generate_moves(position) if theirs.primitive(position) is None else ():
            child = theirs.do_move(position, move)
            if theirs.hash_ext(child) not in numbers:
                numbers.add(theirs.hash_ext(child))
                waiting.append(child)
    spent = []
    for _ in range(3):
        begun = seconds()
        for position in waiting:
            if theirs.primitive(position) is None:
                for move in theirs.generate_moves(position):
                    theirs.do_move(position, move)
        spent.append(seconds() - begun)
    return {"seconds": min(spent)}


def solve_their_puzzle(path: Path, variant: str):
    sys.path.insert(0, str(path.parents[2]))
    for name in UNUSED:
        try:
            importlib.import_module(name)
        except ImportError:
            stub(name, ProgressBar=None)
    stub("sqlitedict", SqliteDict=OpenDict)
    puzzles = importlib.import_module("puzzlesolver.puzzles")
    module = importlib.import_module(f"puzzlesolver.puzzles.{path.stem}")
    theirs = next(
        cls
        for cls in vars(module).values()
        if isinstance(cls, type) and cls.__module__ == module.__name__ and issubclass(cls, puzzles.Puzzle)
    )
    solver_class = puzzles.PuzzleManager.getSolverClass(theirs.id, variant)
    with tempfile.TemporaryDirectory() as folder:
        with seeded():
            solver = solver_class(theirs.generateStartPosition(variant), dir_path=folder)
        begun, noted = seconds(), Sample()
        if isinstance(solver._queue, queue.Queue):
            solver._queue = noted
        signal.signal(signal.SIGXCPU, out_of_time)
        try:
            solver.solve()
        except OutOfTime:
            sample = random.Random(0).sample(noted.noted, min(SAMPLES, len(noted.noted)))
            mode = sys.modules["puzzlesolver.util"].StringMode.HUMAN_READABLE
            return {"sample": [(str(each.toString(mode)), solver._remoteness[hash(each)]) for each in sample]}
        spent = seconds() - begun
    return {"seconds": spent, "results": {str(n): ("win", rem) for n, rem in solver._remoteness.items()}}


def out_of_time(*_) -> None:
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)  # it comes every second
    raise OutOfTime


def stub(name: str, **members):
    module = sys.modules[name] = types.ModuleType(name)
    vars(module).update(members)
    return module


if __name__ == "__main__":
    task, file, variant, answer, limit, moves = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 20))
    tasks = {
        "variants": variants_of,
        "ours": solve_ours,
        "theirs": solve_theirs,
        "methods": call_methods,
        "table": build_table,
        "search": search_ours,
    }
    Path(answer).write_text(json.dumps(tasks[task](Path(file), variant, int(moves))))
