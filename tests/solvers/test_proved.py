"""The search that proves values of games too large for a table, checked against tables and other programs."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfect_play.puzzles.base import Game, Value
from perfect_play.puzzles.values import CHILD
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.proving import score_loops
from perfect_play.solvers.proving.opening_book import (
    Book,
    ends_within_a_move,
    opening_positions,
    own_path,
    path_of,
    read_book,
    write_book,
)
from perfect_play.solvers.proving.prover import Prover
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.status import State
from perfect_play.solvers.tables.sealed_file import BadFile
from perfect_play.solvers.untabled.proving_search import ProvingSearch
from tests.helpers import BEYOND_BOOKS, ROOT, exhaustive, late, load
from tests.kept_tables import kept, solve_kept
from tests.solvers.searching import with_seconds

TRUTHS: dict[str, dict[str, list[str | None]]] = json.loads(
    (ROOT / "tests" / "puzzles" / "truths" / "connect4.json").read_text()
)
"""By variant and position: value and remoteness after a disc in each column, for the player then to move."""

PLENTY = 600.0


def game(full_id: str) -> Game:
    rules = load(full_id)
    assert isinstance(rules, Game)
    return rules


@pytest.mark.second_ring
@pytest.mark.parametrize("full_id", [exhaustive(one) if one != "connect4/6x7" else one for one in TRUTHS])
@pytest.mark.parametrize("left", [range(28), exhaustive(range(24, 35))], ids=str)
def test_every_move_is_as_another_program_says(full_id: str, left: range):
    """left: numbers of empty cells."""
    rules, searched = game(full_id), with_seconds(ProvingSearch(kept()), PLENTY)
    known = {text: moves for text, moves in TRUTHS[full_id].items() if text.count("-") in left}
    assert known
    for text, moves in known.items():
        position = rules.parse(text)
        found = searched.probe_children(rules, position, rules.children(position))
        assert [f"{one.value} {one.remoteness}" for one in found] == [move for move in moves if move], text


@pytest.mark.second_ring
def test_proving_search_equals_a_table():
    rules, rng = game("connect4/4x4"), random.Random(1)
    manager, searched = solve_kept([rules]), with_seconds(ProvingSearch(kept()), PLENTY)
    for _ in range(60):
        position = searched.draw(rules, rng)
        for one in (position, *rules.children(position)):
            assert searched.probe(rules, one) == manager.result(rules, one), rules.format(one)
    assert searched.probe(rules, rules.start()) == manager.result(rules, rules.start()) == Result(Value.TIE, 16)


@pytest.mark.second_ring
@pytest.mark.parametrize(
    "full_id",
    ["connect4/4x4", *(exhaustive(one) for one in ("connect4/5x4", "connect4/4x5"))],
)
def test_strategies_known_without_a_search_agree_with_a_table(full_id: str):
    """The score lies within the bounds that `expand` and `weigh` give, whatever the window."""
    rules, rng, told = game(full_id), random.Random(2), Counter[str]()
    kernel, manager, searched = rules.search_kernel(), solve_kept([rules]), with_seconds(ProvingSearch(kept()), PLENTY)
    for _ in range(4000):
        position = searched.draw(rules, rng)
        if ends_within_a_move(rules, position):
            continue
        first, second, made = kernel.words(position)
        out = [-kernel.last, kernel.last] + [0] * (CHILD * kernel.most)
        moves = kernel.survey(first, second, *kernel.constants)
        kernel.expand(first, second, moves, out, *kernel.constants)
        low, high = out[:2]
        known = manager.result(rules, position)
        ends = kernel.last + 1 - made - (known.remoteness or 0)
        score = {Value.WIN: ends, Value.TIE: 0, Value.LOSE: -ends}[known.value]
        assert low <= score <= high, rules.format(position)
        for most in range(max(low, -6) + 1, high + 1):
            out[:2] = low, most
            count = kernel.expand(first, second, moves, out, *kernel.constants)
            kernel.weigh(first, second, count, out, *kernel.constants)
            assert out[0] <= score, rules.format(position)
            assert out[1] == most or score <= out[1], rules.format(position)
            told["a win in two discs"] += out[0] == high > 0
            told["none"] += out[1] < most
            told["a win by strategy"] += 0 < out[0] < high
            told["no loss by strategy"] += out[0] == 0 > low
    assert min(told.values()) > 20, told


@pytest.mark.parametrize(
    ("full_id", "value", "remoteness"),
    [
        late("connect4/4x6", Value.LOSE, 24),
        exhaustive("connect4/5x4", Value.TIE, 20),
        exhaustive("connect4/5x5", Value.TIE, 25),
    ],
)
def test_start_of_boards_is_proved_with_the_known_result(full_id: str, value: Value, remoteness: int):
    rules = game(full_id)
    assert with_seconds(ProvingSearch(kept()), PLENTY).probe(rules, rules.start()) == result(value, remoteness)


@pytest.mark.second_ring
def test_bounds_proved_in_time_are_in_the_refusal():
    rules = game("connect4/6x7")
    with pytest.raises(SearchTooLong, match="Proved so far: no win in fewer than 3 moves"):
        with_seconds(ProvingSearch(kept()), 0.0).probe(rules, BEYOND_BOOKS)


@pytest.mark.second_ring
def test_results_are_remembered():
    rules, searched = game("connect4/6x7"), with_seconds(ProvingSearch(kept()), PLENTY)
    position = rules.parse(next(iter(reversed(TRUTHS["connect4/6x7"]))))
    found = searched.probe(rules, position)
    searched.seconds = 0.0
    assert searched.probe(rules, position) == found


def test_a_variant_without_a_table_is_answered(tmp_path: Path):
    manager, rules = PuzzleManager(tmp_path), game("connect4/6x7")
    assert manager.status(rules).state is State.AVAILABLE
    assert manager.solver_name(rules) == "proving search"
    position = manager.random_position(rules, random.Random(3), None)
    assert manager.result(rules, position).remoteness is not None
    assert not list((tmp_path / "tables").glob("*"))


@pytest.mark.parametrize(
    "entries", [0, score_loops.MIN_ENTRIES // 2, score_loops.MIN_ENTRIES + 1, 3 * score_loops.MIN_ENTRIES]
)
def test_a_transposition_table_has_a_power_of_2_of_entries(entries: int):
    with pytest.raises(ValueError, match=f"{entries:,} entries: expected a power of 2"):
        Prover(game("connect4/4x4"), kept(), entries)


def test_mixed_keys_differ_and_what_is_stored_is_found():
    """A bucket keeps two entries: the costliest and the latest."""
    rng, room = random.Random(4), np.zeros(score_loops.MIN_ENTRIES, np.int64)
    keys = rng.sample(range(1 << 49), 20_000)
    numbers = [score_loops.mixed(key) for key in keys]
    assert len(set(numbers)) == len(keys)
    assert all(0 <= number < 1 << 62 for number in numbers)
    for code, number in enumerate(numbers):
        score_loops.store(room, number, rng.randrange(1 << 40), code % 255 + 1)
        assert score_loops.find(room, number) == code % 255 + 1
    assert all(score_loops.find(room, number) in (0, code % 255 + 1) for code, number in enumerate(numbers))
    one, other, third = (5 | high << 20 for high in range(3))
    room[:] = 0
    for number, work, code in [(one, 1000, 7), (other, 10, 8), (third, 20, 9)]:
        score_loops.store(room, number, work, code)
    assert [score_loops.find(room, number) for number in (one, other, third)] == [7, 0, 9]


@pytest.mark.second_ring
def test_a_stopped_search_is_continued(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.solvers.proving.prover.SLICE", 1000)
    rules = game("connect4/5x5")
    once, often = Prover(rules, kept()), Prover(rules, kept())
    found = once.bounds(rules.start(), lambda: True)
    seen = []
    while not seen or seen[-1][0] < seen[-1][1]:
        slices = iter([True, False])
        seen.append(often.bounds(rules.start(), lambda: next(slices)))  # noqa: B023 - called at once
    assert len(seen) > 20
    assert all(low <= found[0] <= high for low, high in seen)
    assert seen[-1] == found
    assert often.loop.positions == once.loop.positions


@pytest.mark.second_ring
@pytest.mark.parametrize(("full_id", "discs"), [("connect4/5x5", 6), ("connect4/6x6", 18)])
def test_the_best_reply_to_a_won_position_is_remembered(full_id: str, discs: int):
    rules, searched, rng = game(full_id), with_seconds(ProvingSearch(kept()), PLENTY), random.Random(3)
    again, wins, remembered = with_seconds(ProvingSearch(kept()), PLENTY), 0, 0
    for _ in range(60):
        position = rules.start()
        for _ in range(discs):
            position = rng.choice([child for child in rules.children(position) if rules.primitive(child) is None])
        answer = searched.probe(rules, position)
        if answer.value is not Value.WIN or answer.remoteness in (1, 3):
            continue
        wins += 1
        replies = {child: m.result for child in rules.children(position) if (m := searched.memory.get(rules, child))}
        assert all(again.probe(rules, child) == reply for child, reply in replies.items())
        remembered += result(Value.LOSE, answer.remoteness - 1) in replies.values()
    assert remembered == wins >= 8


@pytest.mark.second_ring
def test_a_reply_is_found_first_where_the_book_ends(monkeypatch: pytest.MonkeyPatch):
    """Even if no time is left for the other moves: the book has said what the position is worth."""
    rules, rng = game("connect4/6x7"), random.Random(9)
    book = read_book(path_of(rules, kept()), rules)
    searched, again, kept_promises = (
        with_seconds(ProvingSearch(kept()), PLENTY),
        with_seconds(ProvingSearch(kept()), PLENTY),
        0,
    )

    def too_long(self: ProvingSearch, *_: object) -> Result:
        raise SearchTooLong("There is no time left.")

    while kept_promises < 5:
        position = rules.start()
        for _ in range(book.moves):
            position = rng.choice([child for child in rules.children(position) if rules.primitive(child) is None])
        said = searched._at_once(rules, position)
        if said is None or said.value is Value.LOSE or said.remoteness in (1, 3, 5):
            continue
        children = rules.children(position)
        if None not in [searched._at_once(rules, child) for child in children]:
            continue
        with monkeypatch.context() as patch, suppress(SearchTooLong):
            patch.setattr(ProvingSearch, "_search", too_long)
            searched.probe_children(rules, position, children)
        replies = {child: m.result for child in children if (m := searched.memory.get(rules, child))}
        opposite = Value.TIE if said.value is Value.TIE else Value.LOSE
        assert set(replies.values()) == {result(opposite, (said.remoteness or 0) - 1)}
        assert all(again.probe(rules, child) == reply for child, reply in replies.items())
        kept_promises += 1


# --- books --------------------------------------------------------------------------------------


def small_book(rules: Game, path: Path) -> dict[int, int]:
    prover = Prover(rules, kept(), score_loops.MIN_ENTRIES)
    scores = {}
    for key, position in opening_positions(rules, 2).items():
        low, high = prover.bounds(position, lambda: True)
        assert low == high
        scores[key] = low
    write_book(path, rules, Book.of(2, True, scores))
    return scores


@pytest.mark.second_ring
def test_a_book_is_read_as_it_was_written_and_believed(tmp_path: Path):
    rules = game("connect4/4x4")
    path = own_path(rules, tmp_path)
    assert path_of(rules, tmp_path) == path
    scores = small_book(rules, path)
    book = read_book(path, rules)
    assert (book.moves, book.complete, book.by_key()) == (2, True, scores)
    assert Prover(rules, kept(), book=book).bounds(rules.start(), lambda: True) == (0, 0)
    write_book(path, rules, Book.of(2, True, dict.fromkeys(scores, -3)))
    lying = Prover(rules, kept(), book=read_book(path, rules))
    assert lying.bounds(rules.start(), lambda: True) == (-3, -3)


@pytest.mark.second_ring
def test_book_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "books").write_text("no folder")
    assert main(["--data-dir", str(tmp_path), "book", "connect4", "4x4", "--moves", "1"]) == 1
    assert "connect4/4x4: the book was not written: " in capsys.readouterr().err


def test_continued_book_searches_only_new_positions_deepest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rules = game("connect4/4x4")
    command = ["--data-dir", str(tmp_path), "book", "connect4", "4x4", "--moves"]
    path = own_path(rules, tmp_path)
    assert main([*command, "2"]) == 0
    first = read_book(path, rules).by_key()
    searched: list[int] = []
    bounds = Prover.bounds

    def seen(self: Prover, position: str, *arguments: Any) -> tuple[int, int]:
        searched.append(len(position) - position.count("-"))
        return bounds(self, position, *arguments)

    monkeypatch.setattr(Prover, "bounds", seen)
    assert main([*command, "4"]) == 0
    book = read_book(path, rules)
    assert (book.moves, book.complete) == (4, True)
    assert searched == sorted(searched, reverse=True)
    assert set(searched) == {3, 4}
    prover = Prover(rules, kept(), score_loops.MIN_ENTRIES)
    positions = opening_positions(rules, 4)
    scores = {key: bounds(prover, position, lambda: True)[0] for key, position in positions.items()}
    assert book.by_key() == scores
    assert first.items() <= scores.items()


def test_interrupted_book_is_completed_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    rules = game("connect4/4x4")
    command = ["--data-dir", str(tmp_path), "book", "connect4", "4x4", "--moves", "3"]
    bounds, searched = Prover.bounds, 0

    def interrupted(self: Prover, position: str, go_on: Callable[[], bool]) -> tuple[int, int]:
        nonlocal searched
        searched += 1
        if searched == 20:
            raise KeyboardInterrupt
        return bounds(self, position, go_on)

    monkeypatch.setattr(Prover, "bounds", interrupted)
    assert main(command) == 130
    assert capsys.readouterr().err == "Stopped. What has been computed is kept; the same command goes on from there.\n"
    book = read_book(own_path(rules, tmp_path), rules)
    assert len(book.keys) > 10
    assert not book.complete
    assert main(command) == 0
    assert read_book(own_path(rules, tmp_path), rules).complete


def test_damaged_book_is_refused(tmp_path: Path):
    rules, rng = game("connect4/4x4"), random.Random(2)
    path = own_path(rules, tmp_path)
    small_book(rules, path)
    sound = path.read_bytes()
    for place in rng.sample(range(len(sound)), 40):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1 << rng.randrange(8)]) + sound[place + 1 :])
        with pytest.raises(BadFile, match=r"connect4\.4x4\.book is not used"):
            read_book(path, rules)
    path.write_bytes(sound[:-5])
    with pytest.raises(BadFile):
        read_book(path, rules)
    path.write_bytes(sound)
    with pytest.raises(BadFile):
        read_book(path, game("connect4/4x5"))
    assert with_seconds(ProvingSearch(tmp_path), PLENTY).probe(rules, rules.start()) == Result(Value.TIE, 16)


def test_a_damaged_book_is_computed_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rules = game("connect4/4x4")
    path, command = own_path(rules, tmp_path), ["--data-dir", str(tmp_path), "book", "connect4", "4x4", "--moves", "1"]
    path.parent.mkdir()
    path.write_bytes(b'{"format": 1, "variant": "connect4/4x4", "moves": 2}\n')  # as older versions wrote them
    assert main([*command, "--check"]) == 1
    assert "older version. To build it again: python -m solvers book connect4 4x4" in capsys.readouterr().err
    assert main(command) == 0
    assert read_book(path, rules).complete


def test_position_of_a_book_needs_no_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.solvers.untabled.proving_search.ProvingSearch.search", None)
    rules, searched = game("connect4/6x6"), with_seconds(ProvingSearch(tmp_path), 0.0)
    assert searched.is_immediate(rules, rules.start())
    assert searched.probe(rules, rules.start()) == Result(Value.LOSE, 36)
    assert not searched.is_immediate(rules, BEYOND_BOOKS)


def test_a_book_that_cannot_be_read_is_not_used(tmp_path: Path):
    rules = game("connect4/4x4")
    own_path(rules, tmp_path).mkdir(parents=True)
    with pytest.raises(BadFile, match=r"connect4\.4x4\.book is not used: it cannot be read \(Is a directory\)"):
        read_book(own_path(rules, tmp_path), rules)
    assert with_seconds(ProvingSearch(tmp_path), PLENTY).probe(rules, rules.start()) == Result(Value.TIE, 16)


@pytest.mark.second_ring
def test_a_damaged_book_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (damaged := tmp_path / "connect4.6x7.book").write_bytes(b"{}")
    monkeypatch.setattr("perfect_play.solvers.untabled.proving_search.path_of", lambda *_: damaged)
    rules = game("connect4/6x7")
    with pytest.raises(SearchTooLong, match=r"connect4\.6x7\.book is not used: it is damaged, or of an older version"):
        with_seconds(ProvingSearch(kept()), 0.0).probe(rules, rules.start())


def test_positions_of_a_book_do_not_end_within_a_move():
    rules = game("connect4/4x4")
    positions = opening_positions(rules, 7)
    children = [child for position in positions.values() for child in rules.children(position)]
    assert any(ends_within_a_move(rules, child) for child in children)
    assert not any(ends_within_a_move(rules, position) for position in positions.values())
    assert len(opening_positions(game("connect4/6x7"), 4)) == 1 + 4 + 25 + 121 + 568


BOOKS = {"5x6": (8, 0), "5x7": (8, 0), "6x5": (8, 0), "6x6": (8, -1), "6x7": (9, 1)}
"""By variant: the moves that its book covers, and the winner, 1 for the first player, -1 for the second, 0 for a tie.
Winners: J. Tromp, "John's Connect Four Playground"."""


def test_the_books_of_the_repository_hold_the_published_values():
    assert {path.name for path in (ROOT / "data" / "books").iterdir()} == {f"connect4.{size}.book" for size in BOOKS}
    for size, (moves, winner) in BOOKS.items():
        rules = game(f"connect4/{size}")
        book = read_book(path_of(rules, kept()), rules)
        scores = book.by_key()
        assert (book.moves, book.complete) == (moves, True)
        assert opening_positions(rules, 4).keys() <= scores.keys()
        (start,) = opening_positions(rules, 0)
        assert np.sign(scores[start]) == winner


@pytest.mark.second_ring
def test_a_position_of_a_book_is_scored_as_without_it():
    rules, rng = game("connect4/6x5"), random.Random(8)
    positions = list(opening_positions(rules, 8).items())
    scores = read_book(path_of(rules, kept()), rules).by_key()
    prover = Prover(rules, kept(), score_loops.MIN_ENTRIES)
    for key, position in rng.sample(positions[: len(positions) // 2], 6):
        assert prover.bounds(position, lambda: True) == (scores[key], scores[key])
