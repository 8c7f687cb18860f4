"""Nimbers of octal games: three ways to compute them, proofs of their periods, and stored results."""

from __future__ import annotations

import json
from array import array
from functools import cache
from pathlib import Path

import pytest

import perfect_play.solvers.theory.lookup
from perfect_play.puzzles.octal_codes import Octal, nimbers
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.theory.lookup import (
    BadHeap,
    Nimbers,
    NimbersMissing,
    NimberTable,
    NimberUnknown,
    known_periods,
    live_heaps,
    path_of,
    publish_nimbers,
)
from perfect_play.solvers.theory.nimber_process import NimberEngine
from perfect_play.solvers.theory.period import Period, find_period, heaps_needed
from perfect_play.solvers.theory.sparse_space import sparse_nimbers
from tests.helpers import exhaustive, late

PUBLISHED = {
    "0.77": (71, 12),
    "0.137": (52, 34),
    "0.07": (53, 34),
    "0.15": (1, 10),
    "0.17": (33, 34),
    "0.44": (143, 24),
    "0.055": (259, 148),
    "0.165": (5181, 1550),
    "0.156": (3479, 349),
    "0.356": (7315, 142),
    "0.644": (3256, 442),
    "0.16": (105351, 149459),
    "0.56": (326640, 144),
    "0.127": (46578, 4),
    "0.376": (2268248, 4),
    "0.354": (10061916, 1180),
    "0.454": (160949019, 60620715),
}
EARLY = ("0.77", "0.137", "0.165", "0.16", "0.454")
OTHERS = ("4.3", "4.07", "0.007", "0.6", "0.333", "0.05", "0.0000077")
CODES = [
    *EARLY,
    *OTHERS,
    *(exhaustive(code) for code in PUBLISHED if code not in EARLY),
]


@cache
def defined(code: str) -> array[int]:
    """The first nimbers by definition: enough to prove the period, and as many as the tests below use."""
    period = known_periods()[code]
    return nimbers(Octal.parse(code), max(period.checked, period.end + 500))


def test_the_proved_periods_are_those_published():
    assert {code: (found.pre_period, found.period) for code, found in known_periods().items()} == PUBLISHED
    for code, found in known_periods().items():
        assert found.checked == heaps_needed(Octal.parse(code), found.pre_period, found.period)
        assert found.exceptions <= found.pre_period


def by_recursion(octal: Octal, count: int) -> list[int]:
    """The mex of the nimbers the moves lead to, written plainly; for codes whose digits are at most 7."""
    found = [0]
    for heap in range(1, count):
        seen = set()
        for taken, digit in enumerate(octal.digits[: heap + 1]):
            left = heap - taken
            if digit & 1 and left == 0:
                seen.add(0)
            if digit & 2 and left > 0 and taken:
                seen.add(found[left])
            if digit & 4:
                seen |= {found[one] ^ found[left - one] for one in range(1, left // 2 + 1)}
        found.append(next(nimber for nimber in range(len(seen) + 1) if nimber not in seen))
    return found


@pytest.mark.parametrize("code", CODES)
def test_the_first_2000_heaps_are_the_mex_of_their_moves(code: str):
    octal = Octal.parse(code)
    assert nimbers(octal, 2000).tolist() == by_recursion(octal, 2000)


@pytest.mark.parametrize("code", ["0.77", "0.137", "0.07", "0.15", "0.17", "0.44", "0.055"])
def test_the_mex_is_periodic_as_published(code: str):
    """It begins no earlier, with no shorter period."""
    first, period = PUBLISHED[code]
    values = by_recursion(Octal.parse(code), 2000)
    assert values[first:-period] == values[first + period :]
    assert values[first - 1] != values[first - 1 + period]
    assert all(values[first:-shorter] != values[first + shorter :] for shorter in range(1, period))


@pytest.mark.parametrize("code", CODES)
def test_the_sparse_space_method_agrees_with_the_definition(code: str):
    octal = Octal.parse(code)
    assert sparse_nimbers(octal, 2000) == nimbers(octal, 2000)


@pytest.mark.parametrize(
    "code",
    [
        exhaustive(code) if begin + period > 4_000 else code
        for code, (begin, period) in PUBLISHED.items()
        if begin + period < 10_000
    ],
)
def test_short_periods_are_proved_anew(code: str):
    octal, period = Octal.parse(code), known_periods()[code]
    values = memoryview(defined(code))[: period.checked]
    assert find_period(values, octal) == period
    assert find_period(values[:-1], octal) is None, "with one heap less it is no proof"


def test_a_period_is_proved_of_games_that_never_break():
    octal = Octal.parse("0.333")
    assert find_period(memoryview(nimbers(octal, 40)), octal) == Period(0, 4, 0, 3, 7)


def test_seemingly_periodic_nimbers_prove_no_period():
    octal = Octal.parse("0.77")
    values = array("H", [n % 3 for n in range(100)] + [n % 5 for n in range(100)])
    assert find_period(memoryview(values), octal) is None
    assert find_period(memoryview(nimbers(Octal.parse("0.007"), 3000)), Octal.parse("0.007")) is None


# --- native -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nimbers")


@pytest.mark.second_ring
@pytest.mark.parametrize(
    "code",
    ["4.07", "0.165", "0.137", "0.156", "0.127", "0.16", "0.454", "0.376"],
)
def test_the_native_engine_agrees_with_the_definition(code: str, data_dir: Path):
    """Masks of 16 bits, 32 bits and two words; 0.137 and 0.127 alternate; 0.376 has many rare heaps."""
    octal, count = Octal.parse(code), 2000
    engine = NimberEngine(octal)
    engine.until(count)
    assert engine.values[:count].tolist() == nimbers(octal, count).tolist()


@pytest.mark.parametrize(
    "code",
    [
        late("0.16"),
        *(exhaustive(one) for one in ("0.127", "0.56", "0.376", "0.354")),
    ],
)
def test_long_periods_begin_where_published_and_are_no_shorter(code: str, data_dir: Path):
    """Not the whole proof: the last heap before the period, one period, and some heaps of the next."""
    first, period = PUBLISHED[code]
    count = first + 2 * period + 1000
    engine = NimberEngine(Octal.parse(code))
    engine.until(count)
    values = engine.values[first - 1 : count].tolist()
    assert values[0] != values[period], "the period begins no earlier"
    once = values[1:]
    assert once[:-period] == once[period:]
    for shorter in (period // factor for factor in range(2, period + 1) if period % factor == 0):
        assert once[:-shorter] != once[shorter:], f"the period is not {shorter}"


@pytest.mark.exhaustive
def test_a_long_period_is_proved_kept_and_looked_up(data_dir: Path, capsys: pytest.CaptureFixture[str]):
    asked = Nimbers(data_dir)
    with pytest.raises(NimbersMissing, match=r"To compute them: python -m solvers nimbers 0\.127$"):
        asked.look_up("0.127", "1000000000000")
    assert not (data_dir / "nimbers").exists(), "asking writes nothing"
    assert main(["--data-dir", str(data_dir), "nimbers", "0.127"]) == 0
    told = capsys.readouterr().out
    assert "pre-period 46,578, period 4, 15,622 exceptions, largest nimber 56, proved by 93,167 heaps" in told
    assert "Kept: 46,582 nimbers." in told
    first = nimbers(Octal.parse("0.127"), 12_000)
    for heap in (0, 1, 9999, 11_999):
        assert asked.look_up("0.127", str(heap)).nimber == first[heap]
    far = [asked.look_up("0.127", str(heap)).nimber for heap in range(46_578, 46_586)]
    assert far[:4] == far[4:]
    assert asked.look_up("0.127", str(10**12 + 2)).nimber == far[0], "10**12 + 2 is 46,578 and some fours"


@pytest.mark.second_ring
def test_a_period_that_is_kept_is_told_with_every_heap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """For a code whose period is not published: the first heaps are computed, the far ones looked up."""
    monkeypatch.setattr(perfect_play.solvers.theory.lookup, "known_periods", dict)
    monkeypatch.setattr(perfect_play.solvers.theory.lookup, "LIVE_COST", 1_000_000)  # too little to prove the period
    octal, values = Octal.parse("0.156"), memoryview(nimbers(Octal.parse("0.156"), 8000))
    asked = Nimbers(tmp_path)
    assert asked.look_up("0.156", "6").period is None
    period = find_period(values, octal)
    assert period is not None
    publish_nimbers(tmp_path, octal, values[: period.end], period)
    assert {asked.look_up("0.156", heap).period for heap in ("6", "3000", "20000")} == {period}


@pytest.mark.second_ring
def test_damaged_nimbers_are_never_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(perfect_play.solvers.theory.lookup, "LIVE_COST", 1_000_000)  # so that the file is read
    octal = Octal.parse("0.127")
    publish_nimbers(tmp_path, octal, memoryview(nimbers(octal, 8000)), None)
    path = path_of(tmp_path, octal)
    raw = path.read_bytes()
    right = Nimbers(tmp_path).look_up("0.127", "7999")
    refused = 0
    for place in range(0, len(raw), len(raw) // 7):
        path.write_bytes(raw[:place] + bytes(512) + raw[place + 512 :])
        try:
            assert Nimbers(tmp_path).look_up("0.127", "7999") == right
        except NimbersMissing:
            refused += 1
    assert refused > 0
    path.write_bytes(raw[:5000])
    with pytest.raises(
        NimbersMissing, match=r"0\.127\.nimbers is not used: .* To make it again: python -m solvers nimbers 0\.127$"
    ):
        Nimbers(tmp_path).look_up("0.127", "7999")


# --- looking up ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "heap", "nimber"),
    [("0.77", 10**12, 1), ("0.77", 11, 6), ("0.137", 34, 0), ("0.77", 10**18, 1), ("0.333", 10**18, 0), ("0.8", 12, 3)],
)
def test_any_heap_is_answered_at_once(code: str, heap: int, nimber: int, tmp_path: Path):
    assert Nimbers(tmp_path / "none").look_up(code, str(heap)).nimber == nimber
    assert not (tmp_path / "none").exists()


@pytest.mark.second_ring
def test_nimbers_of_far_heaps_follow_from_the_period(tmp_path: Path):
    asked = Nimbers(tmp_path)
    for code, period in known_periods().items():
        if period.end < 4_000:
            values = defined(code)
            for heap in range(period.end, period.end + 500, 7):
                assert asked.look_up(code, str(heap)).nimber == values[heap]


def test_heap_beyond_a_proof_is_refused(tmp_path: Path):
    asked = Nimbers(tmp_path)
    octal = Octal.parse("0.8")
    assert asked.look_up("0.8", str(live_heaps(octal) - 1)).period is None
    with pytest.raises(NimberUnknown, match=r"No period of 0\.8 is proved"):
        asked.look_up("0.8", str(live_heaps(octal)))


@pytest.mark.parametrize("text", ["", "-1", "01", "1.0", "1e3", " 1", "1_0", "\u0661", str(10**18 + 1), "9" * 5000])
def test_text_that_is_no_heap_is_refused(text: str, tmp_path: Path):
    with pytest.raises(BadHeap, match="a whole number from 0 to"):
        Nimbers(tmp_path).look_up("0.77", text)


def test_the_command_lists_and_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    start = ["--data-dir", str(tmp_path), "nimbers"]
    assert main(start) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(PUBLISHED)
    assert main([*start, "1.7"]) == 2
    assert "is not the code of a game" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main([*start, "0.77", "--heaps", "-1"])
    assert main([*start, "0.8"]) == 1
    assert main([*start, "0.333"]) == 0
    assert "period 4" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_fewer_heaps_do_not_replace_a_table(tmp_path: Path):
    octal, values = Octal.parse("0.127"), memoryview(bytes(20))
    publish_nimbers(tmp_path, octal, values, None)
    publish_nimbers(tmp_path, octal, values[:10], None)
    assert NimberTable(tmp_path, octal).heaps == 20
    publish_nimbers(tmp_path, octal, memoryview(bytes(30)), None)
    assert NimberTable(tmp_path, octal).heaps == 30
    path_of(tmp_path, octal).write_bytes(b"damaged")
    publish_nimbers(tmp_path, octal, values[:10], None)
    assert NimberTable(tmp_path, octal).heaps == 10


@pytest.mark.second_ring
def test_few_heaps_are_computed_by_the_native_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """It has nothing to report on its way then."""
    pytest.importorskip("numba")
    assert main(["--data-dir", str(tmp_path), "nimbers", "0.127", "--heaps", "1000"]) == 0
    assert capsys.readouterr().out.startswith("0.127: ")


def test_damaged_leftover_of_a_game_without_a_table_can_be_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "nimbers").mkdir()
    (tmp_path / "nimbers" / "0.3.nimbers").write_text("damaged")
    assert main(["--data-dir", str(tmp_path), "nimbers", "0.3"]) == 0
    assert (
        "Nothing needs to be kept: they are computed when asked for. 0.3.nimbers is not used: it is damaged, or of "
        "an older version. It can be deleted." in capsys.readouterr().out
    )


def test_the_file_of_periods_is_plain():
    told = json.loads((Path(__file__).parents[2] / "data" / "nimbers" / "periods.json").read_text(encoding="utf-8"))
    assert list(told) == list(PUBLISHED)
