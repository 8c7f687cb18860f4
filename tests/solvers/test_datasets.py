"""Data sets: every row is what a question about its position answers, and every file has the same rows."""

from __future__ import annotations

import csv
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perfect_play
from perfect_play.puzzles.base import RulesError
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.datasets import exported_files
from perfect_play.solvers.datasets import rows as rows_module
from perfect_play.solvers.datasets.kept_batches import kept_batches, kept_beside
from perfect_play.solvers.datasets.rows import COLUMNS, NAMES, Batch, BlockRange, DataSet, Entries, records
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.publish import sole_writer
from tests.helpers import exhaustive, late, load
from tests.kept_tables import solve_kept

ENDED = {"lose": 91 + 44, "tie": 3}
"""The essentially different ends of Tic-Tac-Toe, as others have counted them: the crosses win, the noughts, neither."""


def data_of(full_id: str, **options) -> DataSet:
    rules = load(full_id)
    return DataSet.of(solve_kept([rules]), rules, **options)


def rows_of(data: DataSet) -> list[dict]:
    return [record for batch in data.batches() for record in records(batch)]


def test_tic_tac_toe_has_the_classes_that_others_counted():
    rows = rows_of(data_of("tictactoe/regular"))
    assert len(rows) == 765
    ended = [row["value"] for row in rows if row["remoteness"] == 0]
    assert {value: ended.count(value) for value in set(ended)} == ENDED
    assert [row["class"] for row in rows] == sorted(row["class"] for row in rows)


@pytest.mark.parametrize(
    "full_id",
    [
        "tictactoe/regular",  # dense
        "nqueens/5",  # sorted
        late("connect4/4x4"),
        "3spot/4points",  # by text
        "dotsandboxes/1x2",  # margins
        "notakto/regular",  # nimbers in the table
        "achi/regular",  # draws
        "pegsolitaire/star",  # positions that cannot be solved
        "towersofhanoi/3_4",
    ],
)
def test_every_row_is_what_its_position_answers(full_id: str):
    data = data_of(full_id)
    rows = rows_of(data)
    assert data.rows == len(rows)
    game = perfect_play.open(*full_id.split("/"), data_dir=data.manager.data_dir)
    assert [row["position"] for row in rows] == [position.text for position in game]
    for row in rows[:: max(1, len(rows) // 200)]:
        position = game.position(row["position"])
        assert (row["value"], row["remoteness"], row["turn"]) == (position.value, position.remoteness, position.turn)
        assert row.get("margin") == position.margin
        assert row.get("nimber") == position.nimber


@pytest.mark.parametrize("full_id", ["tictactoe/regular", "dotsandboxes/1x2", "towersofhanoi/3_4"])
def test_moves_are_those_of_the_position(full_id: str):
    data = data_of(full_id, columns=["position", "best_moves", "moves"], sample=40)
    game = perfect_play.open(*full_id.split("/"), data_dir=data.manager.data_dir)
    rows = rows_of(data)
    assert len(rows) == min(40, data.rows)
    for row in rows:
        moves = game.position(row["position"]).moves
        assert [(move["position"], move["value"], move["remoteness"]) for move in row["moves"]] == [
            (move.position.text, move.value, move.remoteness) for move in moves
        ]
        assert row["best_moves"] == sum((move.value, move.delta) == (moves[0].value, moves[0].delta) for move in moves)


@pytest.mark.parametrize("full_id", ["dotsandboxes/1x2", "achi/regular", "pegsolitaire/star", "3spot/4points"])
def test_lines_of_a_table_and_of_a_sample_are_those_of_the_position(full_id: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rows_module, "FEW", 0)
    data = data_of(full_id, columns=["position", "lines"])
    game = perfect_play.open(*full_id.split("/"), data_dir=data.manager.data_dir)
    rows = rows_of(data)[::50]
    rows += rows_of(data_of(full_id, columns=["position", "lines"], sample=max(1, data.rows // rows_module.APART)))
    for row in rows:
        assert row["lines"] == game.position(row["position"]).count_best_lines()
    assert {row["lines"] for row in rows} > {1}


def test_lines_of_large_tables_are_counted_for_samples_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rows_module, "FEW", 0)
    monkeypatch.setattr(rows_module, "MOST_COUNTED", 700)
    with pytest.raises(RulesError, match=r"up to 700 rows, and tictactoe/regular has 765\. Ask .* fewer than 7 rows"):
        data_of("tictactoe/regular", columns=["lines"])
    assert len(rows_of(data_of("tictactoe/regular", columns=["lines"], sample=6))) == 6


def test_samples_unpack_each_block_once(monkeypatch: pytest.MonkeyPatch):
    unpacked: list[int] = []
    block = DataSet._block
    monkeypatch.setattr(DataSet, "_block", lambda data, number: unpacked.append(number) or block(data, number))
    data = data_of("achi/regular", sample=100)
    assert len(rows_of(data)) == 100
    assert unpacked == list(range(data.manager.store.meta(data.rules).blocks))


@pytest.mark.parametrize("full_id", ["pegsolitaire/star", "towersofhanoi/3_4", "topspin/6_2"])
def test_images_are_in_the_same_part(full_id: str):
    """These have several ranks for a class of symmetric positions."""
    data = data_of(full_id)
    rows = rows_of(data)
    rules, parts = data.rules, {row["position"]: (row["class"], row["split"]) for row in rows}
    classes = {row["class"] for row in rows}
    assert len(classes) < len(rows)
    for text, part in parts.items():
        assert {parts.get(rules.format(image), part) for image in rules.images(rules.parse(text))} == {part}


@pytest.mark.second_ring
def test_the_parts_are_eight_to_one_to_one():
    splits = np.concatenate([batch["split"] for batch in data_of("connect4/4x4").batches()])
    assert np.bincount(splits, minlength=3) / len(splits) == pytest.approx([0.8, 0.1, 0.1], abs=0.005)


def test_two_bits_a_rank_are_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    expected = rows_of(data_of("npuzzle/2x3"))
    monkeypatch.setattr(table_layout, "VERY_LARGE", 1)
    assert main(["--data-dir", str(tmp_path), "solve", "npuzzle", "2x3"]) == 0
    rules = load("npuzzle/2x3")
    manager = PuzzleManager(tmp_path)
    assert manager.store.meta(rules).layout == "modulo3"
    assert rows_of(DataSet.of(manager, rules)) == expected
    assert len(expected) == 360


def test_a_sample_is_the_same_each_time_and_of_all_rows():
    texts = [row["position"] for row in rows_of(data_of("tictactoe/regular"))]
    drawn = [[row["position"] for row in rows_of(data_of("tictactoe/regular", sample=50, seed=s))] for s in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert drawn[0] == [text for text in texts if text in drawn[0]]
    assert len(set(drawn[0])) == 50
    assert data_of("tictactoe/regular", sample=10_000).rows == 765


@pytest.fixture
def export(tmp_path: Path):
    manager = solve_kept([load("tictactoe/regular"), load("connect4/4x4")])

    def run(name: str, *arguments: str) -> Path:
        path = tmp_path / name
        assert main(["--data-dir", str(manager.data_dir), "export", *arguments, "-o", str(path)]) == 0
        return path

    return run


EVERYTHING = (
    "tictactoe",
    "regular",
    "--columns",
    "class,position,board,turn,value,remoteness,best_moves,lines,moves,split",
)


def test_files_without_pyarrow_have_the_same_rows(export):
    jsonl = export("a.jsonl", *EVERYTHING, "--format", "jsonl")
    rows = [json.loads(line) for line in jsonl.read_text().splitlines()]
    assert len(rows) == 765
    assert rows[0]["board"] == [45] * 9
    assert rows[0]["best_moves"] == 9  # every first move ties, and lasts to the end
    with export("a.csv", *EVERYTHING, "--format", "csv").open(newline="") as file:
        for row, line in zip(rows, csv.DictReader(file), strict=True):
            assert list(line) == list(row)
            texts = {name: json.dumps(value) if isinstance(value, list) else str(value) for name, value in row.items()}
            assert line == texts
    arrays = np.load(export("a.npz", *EVERYTHING, "--format", "npz"))
    assert set(arrays) == set(rows[0]) - {"position", "moves"}
    assert arrays["board"].tolist() == [row["board"] for row in rows]
    assert [NAMES["value"][value] for value in arrays["value"]] == [row["value"] for row in rows]


@pytest.mark.parametrize("format_", ["parquet", "csv", "jsonl", "npz"])
def test_the_bytes_are_the_same_each_time(export, format_: str):
    if format_ == "parquet":
        pytest.importorskip("pyarrow")
    first, second = (export(f"{name}.{format_}", *EVERYTHING, "--format", format_) for name in "ab")
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.second_ring
def test_the_bytes_are_the_same_on_several_processes(export):
    options = ("connect4", "4x4", "--format", "csv", "--processes")
    assert export("a.csv", *options, "1").read_bytes() == export("b.csv", *options, "2").read_bytes()


KEPT = ("tictactoe", "regular", "--columns", "class,position,board,turn,value,remoteness,lines,moves,split")


@pytest.mark.second_ring
@pytest.mark.parametrize(
    ("format_", "spoiled"),
    [
        *(("csv", b""), ("npz", None), ("parquet", b"")),
        *(exhaustive(*one) for one in (("csv", None), ("npz", b""), ("parquet", None))),
        *(exhaustive("jsonl", one) for one in (b"", None)),
    ],
)
def test_interrupted_export_of_a_large_table_goes_on_to_the_same_bytes(
    export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_: str, spoiled: bytes | None
):
    """After two batches, of which the last may not have reached the disk."""
    if format_ == "parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.setattr(exported_files, "BATCH", 100)
    monkeypatch.setattr(DataSet, "_parts", parts_of_a_hundred)
    name, options = f"a.{format_}", (*KEPT, "--format", format_)
    expected = export(f"b.{format_}", *options).read_bytes()
    read, count = DataSet.read, 0

    def interrupted(*arguments: Any, **named: Any) -> Batch:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt
        return read(*arguments, **named)

    monkeypatch.setattr(DataSet, "read", interrupted)
    with pytest.raises(AssertionError):
        export(name, *options)
    folder = tmp_path / f".{name}.partial"
    assert sorted(path.name for path in folder.iterdir()) == ["0", "1", "source"]
    assert not (tmp_path / name).exists()
    if spoiled is not None:
        (folder / "1").write_bytes(spoiled)
    assert export(name, *options).read_bytes() == expected
    assert count == (3 + 6 if spoiled is None else 3 + 7)
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_batches_of_another_export_are_not_used(export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exported_files, "BATCH", 100)
    expected = export("a.csv", "tictactoe", "--format", "csv", "--sample", "300").read_bytes()
    data = data_of("tictactoe/regular", sample=300, seed=1)
    with suppress(KeyboardInterrupt), kept_beside(tmp_path / "a.csv", data) as folder:
        assert sum(len(batch["value"]) for batch in kept_batches(folder, data, 1)) == 300
        raise KeyboardInterrupt
    assert (tmp_path / ".a.csv.partial" / "0").is_file()
    assert export("a.csv", "tictactoe", "--format", "csv", "--sample", "300").read_bytes() == expected


def parts_of_a_hundred(data: DataSet) -> Iterator[Entries]:
    entries = data._entries(BlockRange(0, data.manager.store.meta(data.rules).blocks))
    for first in range(0, len(entries.keys), 100):
        yield Entries(*(column[first : first + 100] for column in entries))


def test_parquet_opens_in_arrow_and_pandas(export):
    parquet = parquet_of_everything(export)
    rows = rows_of(data_of("tictactoe/regular", columns=EVERYTHING[3].split(",")))
    game = perfect_play.open("tictactoe", data_dir=solve_kept([load("tictactoe/regular")]).data_dir)
    assert game.to_arrow(EVERYTHING[3].split(",")).to_pylist() == rows
    ties = sum(row["value"] == "tie" for row in rows)
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(parquet)
    assert (len(frame), (frame["value"] == "tie").sum()) == (765, ties)
    assert game.to_pandas().equals(frame[["class", "position", "turn", "value", "remoteness", "split"]])


def test_parquet_opens_in_polars(export):
    polars = pytest.importorskip("polars")
    ties = [row for row in rows_of(data_of("tictactoe/regular")) if row["value"] == "tie"]
    frame = polars.read_parquet(parquet_of_everything(export))
    assert frame.filter(polars.col("value") == "tie").height == len(ties)


def test_parquet_opens_in_duckdb(export):
    duckdb = pytest.importorskip("duckdb")
    rows = rows_of(data_of("tictactoe/regular", columns=["value", "moves"]))
    moves = [len(row["moves"]) for row in rows if row["value"] == "tie"]
    query = f"select count(*), sum(len(moves)) from '{parquet_of_everything(export)}' where value = 'tie'"
    assert duckdb.sql(query).fetchall() == [(len(moves), sum(moves))]


def parquet_of_everything(export) -> Path:
    pytest.importorskip("pyarrow")
    return export("a.parquet", *EVERYTHING)


def test_arrays_in_python():
    game = perfect_play.open("achi", data_dir=solve_kept([load("achi/regular")]).data_dir)
    arrays = game.to_numpy(["value", "remoteness"], sample=500, seed=3)
    assert list(arrays) == ["value", "remoteness"]
    assert len(arrays["value"]) == 500
    draws = arrays["value"] == NAMES["value"].index("draw")
    assert 0 < draws.sum() < 500
    assert (arrays["remoteness"][draws] == -1).all()
    assert sum(len(batch["value"]) for batch in game.batches(["value"], sample=500, seed=3)) == 500


def test_the_card_says_what_the_file_is(export):
    path = export("a.csv", "tictactoe", "regular", "--format", "csv")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    readme = path.with_name("a.csv.README.md").read_text()
    for text in (digest, "765 rows", "MIT", perfect_play.__version__, "solvers verify tictactoe regular"):
        assert text in readme
    croissant = json.loads(path.with_name("a.csv.croissant.json").read_text())
    assert croissant["distribution"][0]["sha256"] == digest
    fields = [field["name"] for field in croissant["recordSet"][0]["field"]]
    assert fields == path.read_text().splitlines()[0].split(",")


def test_failed_exports_leave_nothing_behind(export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(*_, **__):
        raise NoAnswer("The disk has gone.")

    monkeypatch.setattr(DataSet, "read", broken)
    with pytest.raises(AssertionError):
        export("a.npz", "tictactoe", "regular", "--format", "npz")
    assert list(tmp_path.iterdir()) == []


def test_format_of_an_export_is_that_of_the_name_of_its_file(export):
    assert export("a.jsonl", "tictactoe", "--columns", "value, split").read_text().count('"split":') == 765


@pytest.mark.parametrize("large", [False, True])
def test_exports_into_one_file_at_a_time(
    export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, large: bool
):
    if large:
        monkeypatch.setattr(exported_files, "BATCH", 100)
    with sole_writer(tmp_path / "a.csv"), pytest.raises(AssertionError):
        export("a.csv", "tictactoe")
    assert "Another process is writing" in capsys.readouterr().err
    assert export("a.csv", "tictactoe").read_text().count("\n") == 766


def test_leftovers_of_a_killed_export_are_removed_by_the_next(export, tmp_path: Path):
    folder = tmp_path / ".a.npz.partial"
    (folder / "tmp123").mkdir(parents=True)
    (folder / ".a.npz.123456789.tmp").write_bytes(b"half")
    (tmp_path / ".a.npz.lock").touch()
    export("a.npz", "tictactoe")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        (
            "a.xyz",
            (),
            "a.xyz: expected a name that ends in .parquet, .csv, .jsonl or .npz, or one of these as --format",
        ),
        ("a", (), "expected a name that ends in"),
        ("a.csv.gz", (), "expected a name that ends in"),
        ("a.parquet", ("--format", "csv"), "is not a name of --format csv: expected one that ends in .csv"),
    ],
)
def test_export_into_a_file_of_an_unknown_ending_or_another_format_is_refused(
    tmp_path: Path, capsys: Any, name: str, options: tuple[str, ...], sentence: str
):
    data_dir = str(solve_kept([load("tictactoe/regular")]).data_dir)
    assert main(["--data-dir", data_dir, "export", "tictactoe", "-o", str(tmp_path / name), *options]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_format_that_is_named_may_be_written_under_an_ending_that_says_nothing(export):
    assert export("a.txt", "tictactoe", "--format", "jsonl").read_bytes().startswith(b'{"class":')
    assert export("a.CSV", "tictactoe").read_bytes().startswith(b"class,")


def test_export_that_would_hold_nothing_or_replace_what_is_no_file_is_refused(tmp_path: Path, capsys: Any):
    data_dir = str(solve_kept([load("tictactoe/regular")]).data_dir)
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "real").touch()
    (tmp_path / "link.csv").symlink_to("real")
    for name, columns, sentence in (
        ("a.npz", "position", "holds no texts"),
        ("pipe.csv", "value", "is not a file"),
        ("link.csv", "value", "is not a file"),
    ):
        options = ("-o", str(tmp_path / name), "--columns", columns)
        assert main(["--data-dir", data_dir, "export", "tictactoe", *options]) == 2
        assert sentence in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", "pipe.csv", "real"]
    assert (tmp_path / "pipe.csv").is_fifo()
    assert (tmp_path / "link.csv").is_symlink()


def test_missing_columns_and_tables_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    with pytest.raises(RulesError, match=r"no column 'remotenes'\. Did you mean 'remoteness'"):
        data_of("tictactoe/regular", columns=["remotenes"])
    with pytest.raises(RulesError, match="tictactoe/regular has no nimber"):
        data_of("tictactoe/regular", columns=["nimber"])
    with pytest.raises(NoAnswer, match="has no table"):
        DataSet.of(PuzzleManager(tmp_path), load("nim/3_3_3"))
    assert main(["--data-dir", str(tmp_path), "export", "tictactoe", "regular", "--format", "csv"]) == 1
    assert "solvers solve tictactoe regular" in capsys.readouterr().err
    assert set(NAMES) < set(COLUMNS)
