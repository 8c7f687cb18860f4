"""One task of `benchmarks.gamescrafters`, in a process of its own: the variants of a file, ours or their solution."""

from __future__ import annotations

import importlib
import json
import resource
import sys
import tempfile
import types
from pathlib import Path

import perfect_play
from perfect_play.puzzles.gamescrafters.adapting import seeded
from perfect_play.solvers.bound import Bound, ReferenceOutgrown
from perfect_play.solvers.native.launch import native_from
from perfect_play.solvers.retrograde import solve

THEIRS = {0: "lose", 1: "draw", 2: "tie", 3: "win"}
UNUSED = ("progressbar", "networkx", "duckdb", "pandas", "indexed_gzip")


def seconds() -> float:
    used = [resource.getrusage(processes) for processes in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class OpenDict(dict):
    """Stands in for their data base, which would be closed before its results are read."""

    def __init__(self, path: str) -> None:
        super().__init__()

    def __enter__(self) -> OpenDict:
        return self

    def __exit__(self, *error: object) -> None: ...

    def commit(self) -> None: ...


def variants_of(path: Path, variant: str):
    rules = perfect_play.open(path, data_dir=tempfile.gettempdir(), solve=False)._source.rules
    return [variant.id for variant in rules.variants]


def solve_ours(path: Path, variant: str):
    """By the reference solver, or by a native engine, with a table, where that is what a build does."""
    with tempfile.TemporaryDirectory() as folder:
        game = perfect_play.open(path, variant, data_dir=folder, solve=False)
        rules, begun = game._source.rules, seconds()
        try:
            entries = solve(rules, bound=Bound(rules, native_from=native_from(rules))).results.items()
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


def build_table(path: Path, variant: str):
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


def solve_theirs(path: Path, variant: str):
    if "puzzlesolver" in path.parts:
        return solve_their_puzzle(path, variant)
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
    begun = seconds()
    solver.game = theirs(variant)
    solver.discover()
    solver.propagate()
    solver.resolve_draws()
    spent = seconds() - begun
    return {
        "seconds": spent,
        "results": {str(n): (THEIRS[int(value)], rem) for n, (rem, value) in solver.solution.items()},
    }


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
        begun = seconds()
        solver.solve()
        spent = seconds() - begun
    return {"seconds": spent, "results": {str(n): ("win", rem) for n, rem in solver._remoteness.items()}}


def stub(name: str, **members):
    module = sys.modules[name] = types.ModuleType(name)
    vars(module).update(members)
    return module


if __name__ == "__main__":
    task, path, variant, answer, limit = (
        sys.argv[1],
        Path(sys.argv[2]),
        sys.argv[3],
        Path(sys.argv[4]),
        int(sys.argv[5]),
    )
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    tasks = {"variants": variants_of, "ours": solve_ours, "theirs": solve_theirs, "table": build_table}
    answer.write_text(json.dumps(tasks[task](path, variant)))
