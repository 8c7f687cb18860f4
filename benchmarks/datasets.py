"""Data sets and benchmarks of perfect play: rows a second and bytes a row of an export, and answers scored a second."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import orjson

from benchmarks.figures import Figure, Target, seconds_of
from benchmarks.workshop import SEED, Workshop, find_variant
from perfect_play.solvers.datasets import benchmark_questions
from perfect_play.solvers.datasets.exported_files import write
from perfect_play.solvers.datasets.rows import DataSet
from perfect_play.solvers.datasets.score import score
from perfect_play.solvers.machine import cores

GAMES = ("tictactoe/regular", "dotsandboxes/2x2", "kalah/3x2")
ANSWERS = 100_000


def measure_datasets(workshop: Workshop) -> Iterator[Figure]:
    """The usual columns of Connect 4 as Parquet on all cores, and the score of answers to repeated questions."""
    rules = find_variant("connect4/4x4" if workshop.quick else "connect4/5x5")
    asked = [find_variant(name) for name in GAMES]
    workshop.solve(rules, *asked)
    with tempfile.TemporaryDirectory(prefix="datasets-") as directory:
        path, data = Path(directory) / "rows.parquet", DataSet.of(workshop.manager, rules)
        seconds = seconds_of(lambda: write(path, "parquet", data, cores()))
        where = f"of {rules.full_id}, {data.rows:,} rows"
        yield Figure.of(f"export {where}", [seconds], "s", target=Target("below", 600))
        yield Figure.of("its speed", [data.rows / seconds], "rows/s")
        yield Figure.of("its size", [path.stat().st_size / data.rows], "bytes/row", target=Target("below", 4))
        folder, answers = Path(directory), Path(directory) / "answers.jsonl"
        benchmark_questions.make(folder, workshop.manager, asked, SEED, 1000)
        count = repeat(folder, answers, 1_000 if workshop.quick else ANSWERS)
        seconds = seconds_of(lambda: score(folder, answers))
        yield Figure.of(f"scoring {count:,} answers", [seconds], "s", target=Target("below", 10))


def repeat(folder: Path, answers: Path, least: int) -> int:
    """Repeat the questions of a benchmark under new numbers, answered by first moves; returns how many there are."""
    head, *lines = (folder / benchmark_questions.KEY).read_bytes().splitlines(keepends=True)
    keys, count = [orjson.loads(line) for line in lines], 0
    with (folder / benchmark_questions.KEY).open("wb") as file, answers.open("wb") as answered:
        file.write(head)
        while count < least:
            for key in keys:
                id_ = key["id"].replace(":", f":{count}.", 1)
                file.write(orjson.dumps(key | {"id": id_}) + b"\n")
                answered.write(orjson.dumps({"id": id_, "move": next(iter(key["moves"]))}) + b"\n")
            count += len(keys)
    return count
