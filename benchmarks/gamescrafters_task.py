"""One task of `benchmarks.gamescrafters`, in a process of its own: the variants of a file, ours or their solution."""

from __future__ import annotations

import importlib
import json
import resource
import sys
import tempfile
import time
import types
from pathlib import Path

import perfect_play
from perfect_play.puzzles.gamescrafters import models

THEIRS = {0: "lose", 1: "draw", 2: "tie", 3: "win"}
UNUSED = ("progressbar", "sqlitedict", "networkx", "duckdb", "pandas", "indexed_gzip")


def seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def variants_of(path: Path):
    rules = perfect_play.open(path, data_dir=tempfile.gettempdir(), solve=False)._source.rules
    return [variant.id for variant in rules.variants]


def solve_ours(path: Path, variant: str):
    with tempfile.TemporaryDirectory() as folder:
        game = perfect_play.open(path, variant, data_dir=folder, solve=False)
        rules = game._source.rules
        begun, wall = seconds(), time.monotonic()
        game.solve()
        spent, wall = seconds() - begun, time.monotonic() - wall
        results, count = {}, 0
        for key, result in game._source.everything():
            count += 1
            results[number_of(rules, key)] = (str(result.value), result.remoteness)
    return {"count": count, "seconds": spent, "wall": wall, "results": results}


def number_of(rules, key) -> str:
    """The number under which their solver keeps a position."""
    if hasattr(rules, "object_of"):
        return str(hash(rules.object_of(key)))
    raw = rules.raw_of(key[1] if isinstance(rules, perfect_play.puzzles.Game) else key)
    return str(rules.game.hash_ext(raw))


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
    theirs = next(cls for cls in vars(module).values() if isinstance(cls, type) and issubclass(cls, base) and cls is not base)
    solver = solver_class(theirs)
    begun = seconds()
    solver.game = theirs(variant)
    solver.discover()
    solver.propagate()
    solver.resolve_draws()
    spent = seconds() - begun
    return {"seconds": spent, "results": {str(n): (THEIRS[int(value)], rem) for n, (rem, value) in solver.solution.items()}}


def solve_their_puzzle(path: Path, variant: str):
    sys.path.insert(0, str(path.parents[2]))
    for name in UNUSED:
        try:
            importlib.import_module(name)
        except ImportError:
            stub(name, ProgressBar=None, SqliteDict=None)
    puzzles = importlib.import_module("puzzlesolver.puzzles")
    module = importlib.import_module(f"puzzlesolver.puzzles.{path.stem}")
    theirs = next(
        cls for cls in vars(module).values() if isinstance(cls, type) and cls.__module__ == module.__name__ and issubclass(cls, puzzles.Puzzle)
    )
    solver_class = puzzles.PuzzleManager.getSolverClass(theirs.id, variant)
    with tempfile.TemporaryDirectory() as folder:
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
    task, path, variant, answer = sys.argv[1], Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
    if task == "variants":
        answered = variants_of(path)
    else:
        answered = (solve_ours if task == "ours" else solve_theirs)(path, variant)
    answer.write_text(json.dumps(answered))
