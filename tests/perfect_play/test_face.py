"""Games, positions and moves: correct, the same in this process and from a service, and errors."""

from __future__ import annotations

import copy
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import perfect_play
from perfect_play import Game, NoAnswer, Result, RulesError, Value
from perfect_play.puzzles.base import Puzzle
from perfect_play.solvers.manager import PuzzleManager
from tests.helpers import load, result_of, solved
from tests.kept_tables import copy_kept, solve_kept
from tests.perfect_play.serving import serving

TABLES = ("tictactoe/regular", "npuzzle/2x3", "dotsandboxes/1x2", "towersofhanoi/3_3", "othello/4x4", "npuzzle/3")
ASKED = (*TABLES[:5], "nim/3_4_5", "lightsout/3", "kayles/5")

Open = Callable[[str], Game]


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wanted = list(map(load, TABLES))
    solve_kept(wanted)
    return copy_kept(tmp_path_factory.mktemp("face"), wanted).data_dir


@pytest.fixture(scope="module")
def url(data_dir: Path) -> Iterator[str]:
    with serving(data_dir) as address:
        yield address


@pytest.fixture(scope="module", params=["local", "remote"])
def ask(request: pytest.FixtureRequest, data_dir: Path, url: str) -> Open:
    """Opens a game in this process, or from a service."""
    if request.param == "local":
        return lambda full_id: perfect_play.open(*full_id.split("/"), data_dir=data_dir, solve=False)
    return lambda full_id: perfect_play.connect(url).open(*full_id.split("/"))


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_games_positions_and_moves_can_be_copied(ask: Open, again: Callable[[Any], Any]):
    """Also where the game's own objects cannot, such as connections to tables."""
    game = ask("tictactoe/regular")
    position = game.position("xo-------")
    move = position.moves[0]
    for one in (game, position, move, position.best_line()[0]):
        assert again(one) == one
    assert again(position).result == Result(Value.WIN, 5)
    assert again(move).position.moves == move.position.moves


def some_texts(full_id: str) -> list[str]:
    """The start, and the positions of a few random plays."""
    rules, rng = load(full_id), random.Random(full_id)
    texts = [rules.format(rules.start())]
    for _ in range(4):
        position = rules.start()
        while rules.primitive(position) is None and len(texts) < 40:
            moves = list(rules.moves(position))
            position = rules.do_move(position, rng.choice(moves))
            texts.append(rules.format(position))
    return list(dict.fromkeys(texts))


# --- the truth ----------------------------------------------------------------------------------


@pytest.mark.parametrize("full_id", ["tictactoe/regular", "npuzzle/2x3", "dotsandboxes/1x2", "towersofhanoi/3_3"])
def test_values_are_those_of_the_reference_solver(full_id: str, ask: Open):
    game, rules = ask(full_id), load(full_id)
    results = [result_of(full_id, rules.parse(text)) for text in some_texts(full_id)]
    assert [game.position(text).result for text in some_texts(full_id)] == results
    assert game.values(some_texts(full_id)) == results
    assert game.values(map(game.position, some_texts(full_id))) == results


def test_moves_are_best_first_and_lead_where_play_leads(ask: Open):
    position = ask("tictactoe/regular").position("xo-------")
    assert [(move.name, move.value, move.remoteness) for move in position.moves[:4]] == [
        ("a2", "win", 4),
        ("b2", "win", 4),
        ("a1", "win", 4),
        ("c3", "tie", 6),
    ]
    for move in position.moves:
        assert move.position == position.play(move.name) == position.play(move)
        assert move.position.result == position.play(move).result
    assert (str(position.moves[0]), position.turn, position.play("a2").turn) == ("a2", 1, 2)
    assert sorted(position.legal) == sorted(move.name for move in position.moves)
    assert ask("tictactoe/regular").position("xxxoo----").legal == ()


@pytest.mark.parametrize("full_id", ["tictactoe/regular", "npuzzle/2x3", "nim/3_4_5", "lightsout/3"])
def test_a_best_line_takes_as_many_moves_as_the_remoteness(full_id: str, ask: Open):
    game = ask(full_id)
    for text in some_texts(full_id)[:6]:
        position = game.position(text)
        line = position.best_line()
        if position.remoteness is None:
            assert line == []
            assert position.count_best_lines() == 0
            continue
        assert len(line) == position.remoteness
        assert position.count_best_lines() > 0
        for step in line:
            assert step.position == position.play(step.move)
            position = step.position
        assert position.remoteness == 0
        assert position.best_line() == []
        assert position.moves == ()


def test_judged_play_tells_the_kind_of_each_move(ask: Open):
    start = ask("tictactoe/regular").start
    judged = start.judge(["b2", start.play("b2").moves[-1], "a1"])
    assert [(one.kind, one.lost, one.only) for one in judged] == [
        ("best", 0, False),
        ("mistake", 0.5, False),
        ("best", 0, False),
    ]
    assert [one.value for one in judged] == ["tie", "lose", "win"]
    assert judged[-1].position == start.play("b2").play(judged[1].move).play("a1")
    assert judged[1].best == "a3"
    assert start.judge([]) == []
    assert start.judge(["1. b2 a3 2. a1"]) == start.judge(["b2", "a3", "a1"])
    assert {one.points for one in ask("othello/4x4").start.judge(["b1"])} == {0}
    with pytest.raises(RulesError, match="Move 2, 'b2'"):
        start.judge(["b2", "b2"])


def test_opponents_choose_moves_according_to_their_strength(ask: Open):
    """One that sees a move ahead takes an immediate win; one that is never right does not; a seed repeats a choice."""
    position = ask("tictactoe/regular").position("xx-oo----")
    (winning,) = [move.name for move in position.moves if move.remoteness == 0]
    assert {position.choose(strength, seed).move for strength in ("perfect", "100", "ahead-1") for seed in (1, 2)} == {
        winning
    }
    step = position.choose()
    assert (step.move, step.position) == (winning, position.play(winning))
    missed = [position.choose("0", seed).move for seed in range(8)]
    assert winning not in missed
    assert len(set(missed)) > 1
    assert missed == [position.choose("0", str(seed)).move for seed in range(8)]
    with pytest.raises(RulesError, match="expected perfect"):
        position.choose("good")
    with pytest.raises(perfect_play.BadMove, match="Play has ended"):
        position.play(winning).choose()


def test_opponents_choose_alike_by_a_service(data_dir: Path, url: str):
    here = perfect_play.open("tictactoe", data_dir=data_dir, solve=False)
    there = perfect_play.connect(url).open("tictactoe")
    for text in some_texts("tictactoe/regular"):
        if here.position(text).legal:
            for strength in ("perfect", "50", "ahead-2"):
                mine, theirs = (game.position(text).choose(strength, seed=7).move for game in (here, there))
                assert mine == theirs


def test_positions_tell_their_nimbers_and_margins(ask: Open):
    start = ask("kayles/5").start
    assert (start.nimber, start.margin) == (4, None)
    start = ask("othello/4x4").start
    assert (start.nimber, start.margin) == (None, -8)
    assert {move.position.margin for move in start.moves} == {8}


# --- the same from both -------------------------------------------------------------------------


def facts(position: perfect_play.Position) -> tuple[object, ...]:
    return position.text, position.result, position.turn, position.nimber, position.margin


@pytest.mark.parametrize("full_id", ASKED)
def test_a_service_tells_the_same_as_this_process(full_id: str, data_dir: Path, url: str):
    here = perfect_play.open(*full_id.split("/"), data_dir=data_dir, solve=False)
    there = perfect_play.connect(url).open(*full_id.split("/"))
    assert (here.id, here.variant, here.name, here.description) == (
        there.id,
        there.variant,
        there.name,
        there.description,
    )
    assert here.start.text == there.start.text
    assert here != there
    for text in some_texts(full_id)[:8]:
        ours, theirs = here.position(text), there.position(text)
        assert facts(ours) == facts(theirs)
        assert ours.svg() == theirs.svg()
        assert ours._repr_html_() == theirs._repr_html_()
        assert [(m.name, m.value, m.delta, *facts(m.position)) for m in ours.moves] == [
            (m.name, m.value, m.delta, *facts(m.position)) for m in theirs.moves
        ]
        assert [(step.move, step.position.text) for step in ours.best_line()] == [
            (step.move, step.position.text) for step in theirs.best_line()
        ]


def test_usual_variant_and_aliases_are_alike_locally_and_by_a_service(data_dir: Path, url: str):
    service = perfect_play.connect(url)
    for name in ("tictactoe", "hanoi", "kayles", "npuzzle"):
        here = perfect_play.open(name, data_dir=data_dir, solve=False)
        there = service.open(name)
        assert (here.id, here.variant) == (there.id, there.variant)


def test_games_to_open_are_the_same_here_and_by_service(url: str):
    here = perfect_play.games()
    assert sorted(perfect_play.connect(url).games().items()) == sorted(here.items())
    assert here["tictactoe"] == ("regular", "misere")
    assert perfect_play.open("kayles").id in here


def test_numbers_stand_for_their_texts(ask: Open, data_dir: Path, url: str):
    """A number may name a variant, a move or a strength; one that names nothing is refused with a sentence."""
    for opened in (perfect_play.open("npuzzle", 3, data_dir=data_dir), perfect_play.connect(url).open("npuzzle", 3)):
        assert opened.variant == "3"
        assert opened.start.play(8) == opened.start.play("8")
    game = ask("tictactoe/regular")
    assert game.start.choose(100, seed=1) == game.start.choose("100", seed=1)
    with pytest.raises(perfect_play.BadMove, match="'3': there is no such move"):
        game.start.play(3)
    for wrong in (lambda: game.position(5), lambda: game.values([5])):
        with pytest.raises(RulesError, match="expected 9 cells"):
            wrong()


# --- objects ------------------------------------------------------------------------------------


def test_equal_positions_are_one_key(ask: Open):
    game, same = ask("tictactoe/regular"), ask("tictactoe/regular")
    assert game == same
    assert len({game.start, same.start, game.position("---------")}) == 1
    assert game.start.play("a1").play("b2").play("c3") == game.start.play("c3").play("b2").play("a1")
    assert game.start != game.start.play("a1")
    assert game.start != ask("npuzzle/2x3").start
    assert repr(game.start) == "<Position '---------' of tictactoe/regular>"
    assert "tictactoe/regular at " in repr(game)


def test_position_draws_itself_in_a_notebook(ask: Open):
    game = ask("tictactoe/regular")
    position = game.position("xo-------")
    assert ElementTree.fromstring(position._repr_svg_()).tag.endswith("svg")
    page = ElementTree.fromstring(f"<div>{position._repr_html_()}</div>")
    assert [cell.text for cell in page.iter("td")][:2] == ["a2", "win, 4"]
    assert "xo-------: win, 5" in [caption.text for caption in page.iter("figcaption")]
    assert "<figcaption>Tic-Tac-Toe" in game._repr_html_()


def test_iterating_gives_each_entry_of_the_table(ask: Open):
    """Even through a service, from which the table is downloaded."""
    rules, every = load("tictactoe/regular"), list(ask("tictactoe/regular"))
    assert len(every) == len(set(every)) == 765
    assert all(position.result == result_of(rules.full_id, rules.parse(position.text)) for position in every)
    assert Counter(position.value for position in every) == Counter(
        found.value for found in solved(rules.full_id).results.values()
    )


def test_tables_of_a_service_that_cannot_be_read(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One of another variant, one whose rules are unknown here, and a truncated one; none is left behind."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    game = perfect_play.connect(url).open("tictactoe")
    with monkeypatch.context() as patched:
        patched.setattr(game._source, "variant", "misere")
        with pytest.raises(NoAnswer, match=r"cannot be read here\. The table of tictactoe/misere"):
            next(iter(game))
    with monkeypatch.context() as patched:
        patched.setattr(game._source, "id", "nosuch")
        with pytest.raises(NoAnswer, match=r"needed here\. No puzzle"):
            next(iter(game))
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "copyfileobj", lambda source, copy: copy.write(source.read(100)))
        with pytest.raises(ConnectionError, match="bytes too early"):
            next(iter(game))
    assert next(iter(game)).text
    assert list(tmp_path.iterdir()) == []


# --- errors -------------------------------------------------------------------------------------


def test_wrong_names_positions_and_moves_are_refused(ask: Open):
    with pytest.raises(RulesError, match="nosuch"):
        ask("nosuch/regular")
    with pytest.raises(RulesError, match="no variant '77'"):
        ask("tictactoe/77")
    game = ask("tictactoe/regular")
    for text in ("zz", "xxxxxxxxx", ""):
        with pytest.raises(RulesError):
            game.position(text)
        with pytest.raises(RulesError):
            game.values(["---------", text])
    with pytest.raises(RulesError, match="'a9': there is no such move in '---------'"):
        game.start.play("a9")
    with pytest.raises(RulesError, match="play has ended"):
        game.position("xxxoo----").play("c1")
    with pytest.raises(TypeError, match="a list of positions, not the text"):
        game.values("---------")


def test_player_to_move_is_told_without_a_report(ask: Open, monkeypatch: pytest.MonkeyPatch):
    game = ask("quarto/regular")
    monkeypatch.setattr(type(game._source), "report", lambda *arguments: pytest.fail("a report was asked for"))
    assert game.start.turn == 1
    assert ask("tictactoe/regular").position("x--------").turn == 2


def test_unsolved_position_raises_no_answer(ask: Open):
    game = ask("quarto/regular")
    assert len(game.start.moves) == 16
    assert {move.value for move in game.start.moves} == {None}
    assert "not known" in game.start._repr_html_()
    for asking in (
        lambda: game.start.value,
        lambda: game.start.moves[0].remoteness,
        lambda: game.values([game.start]),
        game.start.best_line,
        lambda: next(iter(game)),
    ):
        with pytest.raises(NoAnswer, match="quarto/regular"):
            asking()


def test_a_puzzle_that_cannot_be_solved(ask: Open):
    position = ask("npuzzle/2x3").position("2134-5")
    assert (position.value, position.remoteness, position.best_line()) == (Value.LOSE, None, [])


def test_malformed_addresses_and_absent_services_raise_errors_with_reasons(url: str):
    for address in ("", "127.0.0.1:8000", "file:///etc/passwd", "http://"):
        with pytest.raises(ValueError, match="expected an address"):
            perfect_play.connect(address)
    with pytest.raises(ConnectionError, match="does not answer"):
        perfect_play.connect("http://127.0.0.1:1").open("tictactoe")
    with pytest.raises(ConnectionError, match="as no Perfect Play would"):
        perfect_play.connect(f"{url}/games/nosuch").open("tictactoe", "regular")
    service = perfect_play.connect(url + "/")
    with pytest.raises(RulesError, match="nosuch"):
        service.open("nosuch")
    with pytest.raises(NoAnswer, match="decides itself"):
        service.open("quarto").solve()
    service.open("tictactoe").solve()


# --- solving ------------------------------------------------------------------------------------


def test_opening_solves_what_takes_seconds_and_nothing_else(tmp_path: Path):
    game = perfect_play.open("npuzzle", "2", data_dir=tmp_path)
    assert game.start.remoteness == 1
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["npuzzle.2.sqlite"]
    perfect_play.open("chomp", data_dir=tmp_path, solve=False)
    perfect_play.open("connect4", "5x5", data_dir=tmp_path)
    perfect_play.open("nim", "3_4_5", data_dir=tmp_path)
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["npuzzle.2.sqlite"]
    late = perfect_play.open("tictactoe", data_dir=tmp_path, solve=False)
    with pytest.raises(NoAnswer, match="python -m solvers solve tictactoe regular"):
        _ = late.start.value
    late.solve()
    assert late.start.value == "tie"
    late.solve()


def test_three_lines_from_the_import_to_an_answer(tmp_path: Path):
    lines = "import perfect_play\ngame = perfect_play.open('tictactoe')\nprint(game.start.value)"
    told = subprocess.run(
        [sys.executable, "-c", lines],
        env={"UWAPI_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (told.stdout, told.stderr) == ("tie\n", "")


def test_a_client_of_a_service_loads_no_solver():
    lines = "import sys, perfect_play.remote; print({'numba', 'numpy', 'sqlite3', 'flask'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", lines], text=True) == "set()\n"


# --- speed --------------------------------------------------------------------------------------


def test_a_batch_is_looked_up_many_times_faster_than_one_by_one(data_dir: Path):
    game, rules = perfect_play.open("npuzzle", "3", data_dir=data_dir), load("npuzzle/3")
    assert isinstance(rules, Puzzle)
    positions = [game.position(rules.format(rules.unrank(rank))) for rank in range(0, 181_440, 18)]
    begun = time.process_time()
    batch = game.values(positions)
    middle = time.process_time()
    alone = [position.result for position in positions[:500]]
    end = time.process_time()
    assert batch[:500] == alone
    assert (middle - begun) / len(batch) * 10 < (end - middle) / len(alone)


def test_a_batch_equals_single_probes_in_every_layout(tmp_path: Path, data_dir: Path):
    for full_id in ("tictactoe/regular", "npuzzle/2x3", "othello/4x4", "towersofhanoi/3_3"):
        rules, store = load(full_id), PuzzleManager(data_dir).store
        positions = [rules.parse(text) for text in some_texts(full_id)]
        batch: list[Result] = store.probe_each(rules, positions)
        assert batch == [store.probe(rules, position) for position in positions]
