"""Certificates are checked by a program of its own, and become tables if they are right."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import Solution, solve
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.certificate import MANIFEST, BadCertificate, accept, certify, digest_of
from perfect_play.solvers.tables.store import Store
from tests.helpers import ROOT, late, load
from tests.kept_tables import solve_kept

CHECKER = ROOT / "docs" / "check_certificate.py"
KINDS = ("npuzzle/2x4", "connect4/4x4", "bishoppuzzle/4x7_4", "kalah/3x2", "towersofhanoi/3_3", "dao/3x3")
"""Dense, sorted, sparse, and with margins; a closure; with pure draws."""


def certificate_of(name: str, folder: Path) -> Path:
    path = folder / "certificate.zip"
    certify(solve_kept([load(name)]).store, load(name), path)
    return path


def changed(path: Path, change: Callable[[dict[str, bytes]], Any]) -> Path:
    """The certificate with other members, of which the manifest has the digests."""
    with ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with ZipFile(path, "w") as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    return path


def restated(members: dict[str, bytes], **fields: Any) -> None:
    """Change the manifest's fields, and its digests to those of the members."""
    manifest = json.loads(members[MANIFEST]) | fields
    manifest["digests"] = {name: digest_of(raw) for name, raw in members.items() if name != MANIFEST}
    members[MANIFEST] = json.dumps(manifest).encode()


def with_wrong_code(members: dict[str, bytes]) -> None:
    """Change the result of one entry, and its digest, as somebody would whose solver is wrong."""
    members["0"] = members["0"][:-1] + bytes([members["0"][-1] ^ 8])
    restated(members)


def check(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a copy of the checker in an empty folder, without this project's packages."""
    alone = path.with_name("alone")
    alone.mkdir(exist_ok=True)
    shutil.copy(CHECKER, alone)
    command = [sys.executable, "-I", "-S", CHECKER.name, str(path), *arguments]
    return subprocess.run(command, cwd=alone, capture_output=True, text=True, timeout=100, check=False)


@pytest.mark.parametrize(("name", "start"), [("npuzzle/3", "('win', 1)"), late("connect4/4x4", "('tie', 16)")])
def test_checker_given_sound_certificate_derives_every_sampled_entry(name, start, tmp_path):
    path = certificate_of(name, tmp_path)
    done = check(path, "--sample", "1000")
    assert done.returncode == 0, done.stderr
    with ZipFile(path) as archive:
        assert f"digest {digest_of(archive.read(MANIFEST))}: all blocks match" in done.stdout
    assert done.stdout.splitlines()[-1] == f"start: {start}; 1,000 entries derived again, 0 wrong"


@pytest.mark.second_ring
def test_checker_given_wrong_entry_names_it(tmp_path):
    done = check(changed(certificate_of("connect4/4x4", tmp_path), with_wrong_code))
    assert done.returncode == 1
    assert "entry 1023, " in done.stdout
    assert "but its moves say" in done.stdout


def test_checker_given_block_of_another_digest_refuses_it(tmp_path):
    path = changed(certificate_of("npuzzle/3", tmp_path), lambda members: members.update({"1": members["0"]}))
    done = check(path, "--sample", "1")
    assert done.returncode == 1
    assert "1: its digest is not that of the manifest" in done.stderr


def test_checker_is_at_most_two_hundred_lines_of_standard_library():
    lines = CHECKER.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 200
    imported = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("name", [late(name) if name == "connect4/4x4" else name for name in KINDS])
def test_accepted_certificate_makes_the_same_table(name, tmp_path):
    rules, kept = load(name), solve_kept([load(name)]).store
    store = Store(tmp_path / "tables")
    meta, digest = accept(store, rules, certificate_of(name, tmp_path), 300)
    original = kept.meta(rules)
    for field in ("entries", "positions", "maximum", "histogram", "layout", "domain", "rules"):
        assert getattr(meta, field) == getattr(original, field)
    assert list(store.raw_parts(rules)) == list(kept.raw_parts(rules))[:: 2 if original.levels else 1]
    assert certify(store, rules, tmp_path / "again.zip") == digest
    assert (tmp_path / "again.zip").read_bytes() == (tmp_path / "certificate.zip").read_bytes()
    assert [path.name for path in store.directory.iterdir()] == [store.path(rules).name]


BAD: dict[str, tuple[Callable[[dict[str, bytes]], Any], str]] = {
    "a wrong entry": (with_wrong_code, "its children say"),
    "another digest": (lambda members: members.update({"0": members["0"] + b"\0"}), "the digest of 0 is not that"),
    "no block": (lambda members: members.pop("0"), "0 cannot be read"),
    "no manifest": (lambda members: members.pop(MANIFEST), "manifest.json cannot be read"),
    "no JSON": (lambda members: members.update({MANIFEST: b"{"}), "its manifest cannot be understood"),
    "deep JSON": (lambda members: members.update({MANIFEST: b"[" * 100_000}), "its manifest cannot be understood"),
    "a list": (lambda members: members.update({MANIFEST: b"[]"}), "its manifest cannot be understood"),
    "another game": (lambda members: restated(members, variant="5x5"), "it is that of connect4/5x5"),
    "another format": (lambda members: restated(members, format=2), "its format is not 1"),
    "another layout": (lambda members: restated(members, layout="dense"), "says what cannot be of connect4/4x4"),
    "a closure": (lambda members: restated(members, domain="closure"), "says what cannot be of connect4/4x4"),
    "many entries": (lambda members: restated(members, entries=1 << 40), "says what cannot be of connect4/4x4"),
    "no bits": (lambda members: restated(members, bits="8"), "says what cannot be of connect4/4x4"),
    "too few entries": (lambda members: restated(members, entries=80_540), "block 78 has "),
    "a huge block": (lambda members: (members.update({"0": bytes(2 << 20)}), restated(members)), "0 has more than"),
    "no block of codes": (lambda members: (members.update({"0": b"\7"}), restated(members)), "block 0 is no block"),
    "blocks out of order": (
        lambda members: (members.update({"0": members["1"], "1": members["0"]}), restated(members)),
        "the keys of block 1 are not in order",
    ),
    "ranks that are too large": (
        lambda members: (members.update({"78": _far(members["78"])}), restated(members)),
        "the keys of block 78 are not in order",
    ),
}


def _far(raw: bytes) -> bytes:
    """The block with differences of ranks so large that the last ones are no ranks of this board."""
    length = raw[4] * int.from_bytes(raw[:4], "little")
    return raw[:5] + b"\xff" * length + raw[5 + length :]


@pytest.mark.second_ring
@pytest.mark.parametrize("case", BAD)
def test_bad_certificate_leaves_no_table(case, tmp_path):
    change, reason = BAD[case]
    rules, store = load("connect4/4x4"), Store(tmp_path / "tables")
    with pytest.raises(BadCertificate, match=reason):
        accept(store, rules, changed(certificate_of(rules.full_id, tmp_path), change), None)
    assert not store.directory.exists() or not list(store.directory.iterdir())


def test_certificate_of_wrong_texts_is_refused(tmp_path):
    rules = load("bishoppuzzle/4x7_4")

    def of_other_texts(members: dict[str, bytes]) -> None:
        members["0"] = members["0"][:-1] + b"\xff"
        restated(members)

    with pytest.raises(BadCertificate, match="an entry is no position"):
        accept(
            Store(tmp_path / "tables"), rules, changed(certificate_of(rules.full_id, tmp_path), of_other_texts), None
        )


def test_certificate_that_misses_positions_is_refused(tmp_path):
    rules, short = load("tictactoe/regular"), Store(tmp_path / "short")
    solution = solve(rules)
    results = {**solution.results}
    del results[rules.start()]
    short.write(rules, Solution(solution.domain, results), 0.0)
    certify(short, rules, tmp_path / "certificate.zip")
    with pytest.raises(BadCertificate, match="the start is not in the table"):
        accept(Store(tmp_path / "tables"), rules, tmp_path / "certificate.zip", None)


def test_certificate_of_wrong_result_is_refused_by_its_sentence(tmp_path):
    rules, wrong = load("tictactoe/regular"), Store(tmp_path / "wrong")
    solution = solve(rules)
    results = {**solution.results, rules.start(): Result(Value.WIN, 5)}
    wrong.write(rules, Solution(solution.domain, results), 0.0)
    certify(wrong, rules, tmp_path / "certificate.zip")
    with pytest.raises(BadCertificate, match="its children say"):
        accept(Store(tmp_path / "tables"), rules, tmp_path / "certificate.zip", None)


def test_table_of_remotenesses_modulo_3_has_no_certificate(tmp_path, monkeypatch):
    rules, store = load("towersofhanoi/4_6"), Store(tmp_path)
    monkeypatch.setattr(table_layout, "VERY_LARGE", rules.size)
    store.write(rules, solve(rules), 0.0)
    with pytest.raises(NoAnswer, match="modulo 3"):
        certify(store, rules, tmp_path / "certificate.zip")
    assert not (tmp_path / "certificate.zip").exists()


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., tuple[int, str]]]:
    def run(*arguments: str) -> tuple[int, str]:
        status = main(["--data-dir", str(tmp_path), *arguments])
        return status, "".join(capsys.readouterr())

    return run


def test_command_writes_certificate_and_accepts_it_where_there_is_no_table(command, tmp_path):
    path = str(tmp_path / "hanoi.zip")
    assert command("certify", "hanoi", "3_3", "-o", path)[0] == 1  # it is not solved yet
    command("solve", "hanoi", "3_3")
    status, printed = command("certify", "hanoi", "3_3", "-o", path)
    assert status == 0
    digest = printed.split()[-1]
    status, printed = command("certify", "hanoi", "3_3", "--accept", path)
    assert (status, printed) == (2, "towersofhanoi/3_3 has a table. To replace it, remove it first: tables rm\n")
    command("tables", "rm", "hanoi", "3_3")
    status, printed = command("certify", "hanoi", "3_3", "--accept", path)
    assert (status, printed) == (0, f"towersofhanoi/3_3: 27 entries accepted, digest {digest}\n")
    assert "no faults" in command("verify", "hanoi", "3_3")[1]
