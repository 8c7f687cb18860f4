"""Sealed files: whole or absent, and refused if a byte is another, if they are cut, or belong to something else."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfect_play.solvers.tables import sealed_file
from perfect_play.solvers.tables.sealed_file import (
    BLOCK,
    FIRST,
    MAGIC,
    START,
    BadFile,
    CurrentFile,
    SealedFile,
    write_sealed,
)
from tests.helpers import ROOT

EXPECTED = {"kind": "test", "format": 1, "variant": "towersofhanoi/3_3", "rules": "0123"}
PARTS = {"letters": b"abcdefgh", "none": b"", "long": random.Random(1).randbytes(2 * BLOCK + 5)}
SMALL = {"letters": b"abcdefgh", "numbers": b"12345"}


def write_example(path: Path, parts: dict[str, bytes] = PARTS, **facts: Any) -> Path:
    write_sealed(path, {**EXPECTED, **facts}, parts.items())
    return path


def read_all(path: Path) -> dict[str, bytes]:
    """All parts, read in both ways."""
    file = SealedFile(path, EXPECTED, "make it")
    file.check_all()
    parts = {name: bytes(file.read(name)) for name in file.parts}
    assert parts == {name: file.data[part.first : part.first + part.length] for name, part in file.parts.items()}
    return parts


def test_file_is_read_as_it_was_written(tmp_path: Path):
    path = write_example(tmp_path / "a.test", color="red")
    assert read_all(path) == PARTS
    assert SealedFile(path, EXPECTED).description == {**EXPECTED, "color": "red"}
    target = bytearray(len(PARTS["long"]))
    SealedFile(path, EXPECTED).read("long", target)
    assert target == PARTS["long"]
    assert os.listdir(tmp_path) == ["a.test"]


def test_description_may_change_while_parts_are_made(tmp_path: Path):
    description = dict(EXPECTED)

    def parts() -> Iterator[tuple[str, bytes]]:
        yield "letters", b"abc"
        description["seconds"] = "3"

    write_sealed(tmp_path / "a.test", description, parts())
    assert SealedFile(tmp_path / "a.test", EXPECTED).description["seconds"] == "3"


def test_missing_file_is_missing(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        SealedFile(tmp_path / "a.test", EXPECTED)


def test_every_damaged_byte_is_refused(tmp_path: Path):
    path = write_example(tmp_path / "a.test", SMALL)
    original, rng = path.read_bytes(), random.Random(3)
    for place in range(len(original)):
        damaged = bytearray(original)
        damaged[place] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(BadFile, match=r"^a\.test is not used: .*\. To build it again: make it$"):
            read_all(path)


def test_every_cut_or_longer_file_is_refused(tmp_path: Path):
    path = write_example(tmp_path / "a.test", SMALL)
    original = path.read_bytes()
    for length in range(len(original)):
        path.write_bytes(original[:length])
        with pytest.raises(BadFile):
            read_all(path)
    path.write_bytes(original + b"\0")
    with pytest.raises(BadFile):
        read_all(path)


def test_damaged_block_is_refused_when_it_is_looked_at(tmp_path: Path):
    path = write_example(tmp_path / "a.test")
    place = SealedFile(path, EXPECTED).parts["long"].first + BLOCK + 7
    raw = bytearray(path.read_bytes())
    raw[place] ^= 1
    path.write_bytes(raw)
    file = SealedFile(path, EXPECTED)
    first = file.parts["long"].block
    file.check(first)
    assert bytes(file.read_block(first)) == PARTS["long"][:BLOCK]
    for look in (file.check, file.read_block):
        with pytest.raises(BadFile, match=rf"it is damaged \(the checksum of block {first + 1} is wrong\)"):
            look(first + 1)
    assert list(file.checked[first : first + 2]) == [1, 0]
    with pytest.raises(BadFile):
        file.read("long")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("kind", "book", "its kind is 'book', not 'test'"),
        ("format", 2, "its format is 2, not 1"),
        ("format", "1", "its format is '1', not 1"),
        ("variant", "nqueens/8", "its variant is 'nqueens/8', not 'towersofhanoi/3_3'"),
        ("rules", "4567", "it was made by other rules than today's"),
    ],
)
def test_file_of_something_else_is_refused(name: str, value: object, reason: str, tmp_path: Path):
    path = write_example(tmp_path / "a.test", **{name: value})
    with pytest.raises(BadFile, match=f"a.test is not used: {reason}"):
        SealedFile(path, EXPECTED)


def test_another_version_of_the_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sealed_file, "VERSION", 2)
    path = write_example(tmp_path / "a.test")
    monkeypatch.undo()
    with pytest.raises(BadFile, match="its version is 2, not 1"):
        SealedFile(path, EXPECTED)


@pytest.mark.parametrize("begin", [b"patterns", b"endgames", b'{"format": 1, "variant"', b"SQLite format 3\0"])
def test_formats_before_this_one_are_refused(begin: bytes, tmp_path: Path):
    """Those of pattern databases, endgames, books and nimbers."""
    (tmp_path / "a.test").write_bytes(begin + bytes(10_000))
    with pytest.raises(BadFile, match="it is damaged, or of an older version"):
        SealedFile(tmp_path / "a.test", EXPECTED)


def test_folder_in_place_of_a_file_is_refused(tmp_path: Path):
    (tmp_path / "a.test").mkdir()
    with pytest.raises(BadFile, match=r"a\.test is not used: it cannot be read \(Is a directory\)"):
        SealedFile(tmp_path / "a.test", EXPECTED)


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["letters", "numbers"]), inner),
    max_leaves=6,
)


@pytest.mark.second_ring
def test_forged_description_is_refused(tmp_path: Path):
    """Even with a valid checksum its contents are checked, and no other error is raised."""
    path = write_example(tmp_path / "a.test", SMALL)
    raw = path.read_bytes()
    _, version, length, place = START.unpack(raw[: START.size])
    honest, sums = json.loads(raw[place : place + length]), raw[place + length :]

    @settings(deadline=None, database=None, derandomize=True, max_examples=100)
    @given(st.sampled_from([*honest, "everything"]), JSONS, st.binary(max_size=8), st.integers(-1, 4))
    def read(name: str, value: object, garbage: bytes, cut: int) -> None:
        forged = value if name == "everything" else {**honest, name: value}
        text = json.dumps(forged).encode()[: None if cut < 0 else cut * 10]
        start, end = START.pack(MAGIC, version, len(text), place), text + sums + garbage
        path.write_bytes(start + sealed_file._sum(start + end) + raw[FIRST:place] + end)
        try:
            assert read_all(path) == SMALL
        except BadFile:
            return

    read()


# --- writing --------------------------------------------------------------------------------------


def test_writing_that_ends_early_changes_nothing(tmp_path: Path):
    def half() -> Iterator[tuple[str, bytes]]:
        yield "letters", b"abc"
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.test"
    with pytest.raises(OSError, match="No space left"):
        write_sealed(path, EXPECTED, half())
    assert os.listdir(tmp_path) == []
    before = write_example(path).read_bytes()
    with pytest.raises(OSError, match="No space left"):
        write_sealed(path, EXPECTED, half())
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


@pytest.mark.parametrize("limit", [0, 30, FIRST, BLOCK, 2 * BLOCK + 100])
def test_full_disk_changes_nothing(limit: int, tmp_path: Path):
    """Files are limited to a few kilobytes here, so there is no room."""
    path = write_example(tmp_path / "a.test", SMALL)
    before, limits = path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limits[1]))
        with pytest.raises(OSError, match="File too large"):
            write_example(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


def test_read_only_folder_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = write_example(tmp_path / "a.test", SMALL)

    def refused(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(OSError, match="Read-only"):
        write_example(path)
    monkeypatch.undo()
    assert read_all(path) == SMALL


KILLED = """
import os, signal, sys
from pathlib import Path
from perfect_play.solvers.tables.sealed_file import write_sealed
def killed():
    yield "letters", b"abc"
    os.kill(os.getpid(), signal.SIGKILL)
write_sealed(Path(sys.argv[1], "a.one.test"), {"kind": "test"}, killed())
"""


def test_killed_writer_leaves_nothing_that_is_read(tmp_path: Path):
    path = tmp_path / "a.one.test"
    for before in (None, SMALL):
        if before:
            write_example(path, before)
        ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, check=False)
        assert ended.returncode == -signal.SIGKILL
        assert [name for name in os.listdir(tmp_path) if name.endswith(".tmp")]
        if before:
            assert read_all(path) == before
        else:
            assert not path.exists()
    write_example(path)
    assert os.listdir(tmp_path) == ["a.one.test"], "what was left is swept up"


def test_content_is_read_again_once_the_file_has_changed(tmp_path: Path):
    path = tmp_path / "a.test"
    current = CurrentFile(path, lambda: [path.read_text() if path.exists() else "none"])
    contents = [current.content()]
    path.write_text("first")
    contents.append(current.content())
    with path.open("r+") as file:  # in place
        file.write("FIRST")
    contents.append(current.content())
    (tmp_path / "b.test").write_text("other")
    os.replace(tmp_path / "b.test", path)
    contents.append(current.content())
    assert current.content() is contents[-1]
    current.replace(["instead"])
    assert current.content() == ["instead"]
    path.unlink()
    contents.append(current.content())
    assert contents == [["none"], ["first"], ["FIRST"], ["other"], ["none"]]
