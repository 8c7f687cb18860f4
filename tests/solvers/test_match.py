"""`python -m solvers play`: matches with commands from a pipe, and the match without it."""

from __future__ import annotations

import io
import random
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.cli.match import Match
from perfect_play.solvers.cli.play import Session, plain
from perfect_play.solvers.cli.terminal import Screen, text_of
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.space import Budget
from perfect_play.solvers.reports.opponent import Strength


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("play")


@pytest.fixture
def play(data_dir, monkeypatch, capsys):
    """Play with these lines as input, `;` between them: (exit status, output, errors)."""

    def play_(lines: str, *arguments: str):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines.split(";") if lines)))
        code = main(["--data-dir", str(data_dir), "play", *arguments])
        return code, *capsys.readouterr()

    return play_


BOTH = frozenset({1, 2})


def match_of(data_dir: Path, full_id: str, **given) -> Match:
    rules = registry.load(*full_id.split("/"))
    main(["--data-dir", str(data_dir), "solve", *full_id.split("/")])
    return Match(PuzzleManager(data_dir), rules, rules.start(), **given)


def finish(match: Match) -> None:
    while match.outcome is None:
        match.make(match.computer_choice())


# --- matches from a pipe ------------------------------------------------------------------------


def test_a_puzzle_is_solved_by_names_and_numbers(play):
    code, out, err = play("1-2;1 → 3;#1;2-3", "hanoi", "3_2")
    assert (code, err) == (0, "")
    assert "There is no table yet; it is solved now." in out
    assert "towersofhanoi/3_2: 9 positions" in out
    assert "Solved in 3 at best." in out
    assert "'2-3' is no move here." in out, "the third move went astray: the small disk is on the first peg"
    assert out.count("Solved in 1 at best.") == 2
    code, out, _ = play("1-2;1-3;2-3", "hanoi", "3_2")
    assert "solved now" not in out, "the table is kept"
    assert "Solved in 3 moves." in out
    assert [line.split()[-1] for line in out.splitlines() if re.match(r" +[1-3]  ", line)] == ["###", "##", "#"]


def test_typed_number_is_a_name_where_moves_are_named_by_numbers(play):
    _, out, _ = play("3;1;9;#1", "npuzzle", "2", "--position=-312")
    assert "> 3" in out
    assert "'9' is no move here. Type a name, such as" in out


def test_records_and_brackets_are_typed_in_one_line(play):
    code, output, _ = play("dlUrrrdLullddrUluRuulDrddrruLdlUU", "sokoban", "microban_1", "--no-solve")
    assert (code, "Solved" in output or "solved" in output) == (0, True)
    _, output, _ = play("dlUl;quit", "sokoban", "microban_1_moves", "--no-solve")
    assert "Move 4, 'l': there is no such move" in output
    _, output, _ = play("(R U);[R, Q];quit", "rubikscube", "2x2x2", "--no-solve", "--no-hints")
    assert "Q] is no turn" in output.replace("'", "")


def test_two_moves_in_a_row_belong_to_the_player_who_completes_a_box(play):
    code, out, _ = play("1;1;1;1", "dotsandboxes", "1x1", "--computer", "none")
    assert code == 0
    turns = re.findall(r"^(Player \d) to move", out, re.M)
    assert turns == ["Player 1", "Player 2", "Player 1", "Player 2"]
    assert "Player 2 wins after 4 moves by 1." in out
    assert "Player 2 wins in 4 by 1." in out


def test_a_computer_that_completes_a_box_moves_again(play, data_dir):
    again = 0
    for seed in range(20):
        match = match_of(data_dir, "dotsandboxes/1x2", computers=BOTH, strength=Strength(50), rng=random.Random(seed))
        finish(match)
        again += sum(a.turn == b.turn for a, b in pairwise(match.steps))
        assert len(match.steps) == 7, "the lines there are"
    assert again > 0


def test_two_computers_draw_where_nobody_can_force_an_end(play):
    code, out, _ = play("", "ponghauki", "--computer", "both", "--seed", "1")
    assert code == 0
    assert "The same position for the third time: a draw." in out
    history = out.split("How the value went:\n")[1].splitlines()
    assert len(history) >= 5
    assert all(line.endswith(" draw") for line in history)
    assert "With best play nobody can force an end: a draw." in play("best", "ponghauki")[1]


def test_two_computers_tie_at_tic_tac_toe(play):
    for seed in "123":
        code, out, _ = play("", "tictactoe", "--computer", "both", "--seed", seed)
        assert code == 0
        assert "A tie after 9 moves." in out
    assert out == play("", "tictactoe", "--computer", "both", "--seed", "3")[1]


def test_the_position_is_written_as_a_picture(play, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, out, _ = play("1-3;picture", "hanoi", "3_3")
    assert "Written: towersofhanoi-3_3-1.svg" in out
    drawn = (tmp_path / "towersofhanoi-3_3-1.svg").read_text()
    assert drawn.startswith("<svg ")
    assert "---B--C-A" in drawn
    (tmp_path / "towersofhanoi-3_3-0.svg").mkdir()
    assert "towersofhanoi-3_3-0.svg cannot be written: Is a directory." in play("picture", "hanoi", "3_3")[1]


def test_undo_redo_and_restart_say_how_many_moves_they_take_back(play):
    _, out, _ = play("5;undo;undo;redo;restart;redo;redo", "tictactoe", "--seed", "1")
    said = [line for line in out.splitlines() if line.endswith(("back.", "again.")) and not line.startswith(">")]
    assert said == [
        "2 moves taken back.",
        "There is no move of yours to take back.",
        "2 moves made again.",
        "2 moves taken back.",
        "2 moves made again.",
        "There is no move to make again.",
    ]


def test_hints_show_the_best_line_and_values_unless_hidden(play):
    _, out, _ = play("hint;best;values", "nim", "1_2")
    assert "Best:\n" in out
    assert out.count("1 from pile 2  win in 3") == 2, "in the list and in the hint"
    assert re.search(r"^1\. P1 1 from pile 2 +2\. P2 1 from pile [12] +3\. P1 1 from pile [12]$", out, re.M)
    _, out, _ = play("moves", "nim", "1_2")
    assert "Values are hidden." in out
    hidden = out.split("Values are hidden.")[1]
    assert "win" not in hidden
    assert "1 from pile 2" in hidden
    assert "win" not in play("", "nim", "1_2", "--no-hints")[1]


def test_random_start_has_the_remoteness_or_difficulty_asked_for(play):
    assert "Solved in 6 at best." in play("", "npuzzle", "2", "--remoteness", "6")[1]
    assert re.search(r"Solved in [56] at best\.", play("", "npuzzle", "2", "--difficulty", "hard")[1])
    same = [play("", "npuzzle", "2", "--random", "--seed", "x")[1] for _ in range(2)]
    assert same[0] == same[1]
    code, _, err = play("", "npuzzle", "2", "--remoteness", "7")
    assert (code, err) == (1, "npuzzle/2 has no position of such a remoteness; they go from 0 to 6.\n")


def test_a_puzzle_the_computer_solves(play):
    code, out, _ = play("", "hanoi", "3_3", "--computer", "1")
    assert code == 0
    assert out.count("The computer plays") == 7
    assert "Solved in 7 moves." in out


def walked_boards(out: str) -> list[str]:
    """The cells of each board of a walk, including the first."""
    shown = out.split("without values.\n")[-1]
    found = [re.findall(r"^   ((?:\S )+\S)$", part, re.M) for part in re.split(r"^\d+\. .*$", shown, flags=re.M)]
    return ["".join(rows).replace(" ", "") for rows in found]


@pytest.mark.parametrize(("variant", "moves"), [("settingsun", 112), ("settingsun_moves", 79)])
def test_walk_through_the_solution_shows_every_board(play, variant: str, moves: int):
    """Every board is one move from the one before it, the first is the start, and the last is solved."""
    code, out, err = play("", "klotski", variant, "--solution", "--no-solve")
    assert (code, err) == (0, "")
    assert re.findall(r"^(\d+)\. ", out, re.M) == [str(number) for number in range(1, moves + 1)]
    rules = registry.load("klotski", variant)
    positions = [rules.parse(text.replace(".", "-")) for text in walked_boards(out)]
    assert positions[0] == rules.start()
    assert rules.primitive(positions[-1]) is Value.WIN
    assert all(after in rules.children(before) for before, after in pairwise(positions))


def test_a_walk_in_a_match_goes_on_from_where_it_stands(play):
    _, out, _ = play("EL;walk;best", "klotski", "settingsun_moves", "--no-solve")
    assert len(re.findall(r"^\d+\. [A-J][UDLR]+$", out, re.M)) == 78
    assert "\n79. " in out
    assert "   I J J H\n   I J J H\n   E E . .\n" in out, "blocks are drawn with the letters that moves are named by"


def test_walk_without_a_line_says_why(play):
    assert "The match is over." in play("", "npuzzle", "2", "--solution", "--position=123-")[1]
    assert "It cannot be solved from here." in play("", "npuzzle", "2", "--solution", "--position=213-")[1]
    code, out, _ = play("", "npuzzle", "2x3", "--solution", "--no-solve", "--position=21345-")
    assert (code, out.count("It cannot be solved from here. That can be seen")) == (0, 1)
    assert "Nothing is known of this position." in play("", "kalah", "3x6", "--solution")[1]


def test_search_for_a_line_that_ends_early_prints_what_is_proved(play, monkeypatch):
    monkeypatch.setattr("perfect_play.solvers.cli.match.LINE_BUDGET", Budget(nodes=1000))
    assert "proved that fewer than" in play("", "klotski", "--solution", "--no-solve")[1]


@pytest.mark.second_ring
def test_large_variant_is_played_without_values(play, data_dir):
    _, out, _ = play("1;hint;best;values", "npuzzle", "3x4")
    assert "npuzzle/3x4 is not solved yet. To solve it: python -m solvers solve npuzzle 3x4" in out
    assert "played without values" in out
    assert "> hint\nA search says:\n  b)" in out
    assert out.count("> best\n1. b\n") == 1, "a search tells what there is no table of"
    assert not list(Path(data_dir).glob("tables/npuzzle.3x4*"))


@pytest.mark.exhaustive
def test_hint_about_a_large_game_is_that_of_a_search_or_none(play):
    assert "A search says:" in play("hint", "kalah", "3x6", "--computer", "none")[1]
    assert "Nothing is known of these moves." in play("hint", "teeko", "standard", "--computer", "none")[1]


def test_option_no_solve_plays_without_solving(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    assert main(["--data-dir", str(tmp_path), "play", "tictactoe", "--no-solve", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "It is played without values" not in out
    assert "Until then it is played without values." in out
    assert "The computer plays" in out
    assert not list(tmp_path.glob("tables/*.sqlite"))


def test_a_match_begins_at_a_position_that_is_named(play):
    _, out, _ = play("rules", "tictactoe", "--position", "xo-------")
    assert "Player 1 wins in 5." in out, "beside the corner, O has lost"
    assert max(map(len, out.splitlines())) <= 80, "the rules are wrapped, too"


def test_mistakes_are_answered_with_a_sentence(play):
    assert play("", "hanoy")[::2] == (
        2,
        "No puzzle or game is called 'hanoy'. Did you mean 'hanoi' or 'change' or 'jan'?\n",
    )
    assert play("", "hanoi", "3_2", "--computer", "2")[0] == 2
    code, _, err = play("", "npuzzle", "2", "--position", "zzzz")
    assert (code, err.count("\n")) == (2, 1)
    out = play("zz;0;99;;help", "tictactoe")[1]
    assert out.count("is no move here. Type a number from 1 to 9, such as 1, or help.") == 3
    assert "take back your last move" in out
    for options in (["--strength", "101"], ["--strength", "x"], ["--random", "--remoteness", "3"]):
        with pytest.raises(SystemExit) as stopped:
            play("", "tictactoe", *options)
        assert stopped.value.code == 2


def test_output_in_a_pipe_has_no_colors(play):
    assert "\x1b" not in play("5;best;values;rules", "tictactoe")[1]


# --- the match itself ---------------------------------------------------------------------------


def test_the_computer_wins_where_it_can_and_soonest(data_dir):
    match = match_of(data_dir, "nim/1_2", computers=frozenset({1}))
    choice = match.computer_choice()
    assert choice.name == "1 from pile 2"
    for seed in range(5):
        match = match_of(data_dir, "nim/2_3_5", computers=frozenset({1}), rng=random.Random(seed))
        while match.outcome is None:
            mine = match.turn == 1
            match.make(match.computer_choice() if mine else random.Random(seed).choice(match.choices()))
        assert (match.outcome, match.turn) == (Value.LOSE, 2), "2, 3 and 5 is a win: 2 ^ 3 ^ 5 is not 0"


def test_strength_0_avoids_what_is_best(data_dir):
    weak = match_of(data_dir, "nim/1_2", strength=Strength(0), rng=random.Random(1))
    names = {weak.computer_choice().name for _ in range(40)}
    assert names == {"1 from pile 1", "2 from pile 2"}
    half = match_of(data_dir, "nim/1_2", strength=Strength(50), rng=random.Random(1))
    best = sum(half.computer_choice().name == "1 from pile 2" for _ in range(400))
    assert 140 < best < 260


def test_numbers_follow_the_rules_and_the_list_the_values(data_dir):
    match = match_of(data_dir, "hanoi/3_2")
    assert [(choice.number, choice.name) for choice in match.choices()] == [(1, "1 → 2"), (2, "1 → 3")]
    match.make(match.choices()[1])
    assert [choice.worth.child.remoteness for choice in match.choices()] == [2, 3, 3]
    assert [choice.number for choice in match.choices()] == [3, 1, 2]
    assert [step.name for step in match.best_line()] == ["3 → 2", "1 → 3", "2 → 3"]


def small_one_of_each() -> list[Rules]:
    """A small variant of every plug-in, or its example of a custom start."""
    found = []
    for cls in registry.all_rules():
        names = [variant.id for variant in cls.variants if variant.testing] or [cls.custom.example]
        found.append(registry.load(cls.id, names[0]))
    return found


def opened(rules: Rules) -> Any:
    """A test parameter; of the second ring for scripts, whose interpreter is compiled, and the L-game."""
    slow = isinstance(rules, ScriptPuzzle) or rules.id == "lgame"
    return pytest.param(rules, id=rules.id, marks=pytest.mark.second_ring if slow else ())


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", list(map(opened, small_one_of_each())))
def test_every_plugin_is_drawn_and_its_moves_can_be_typed(rules: Rules, tmp_path):
    match = Match(PuzzleManager(tmp_path), rules, rules.start())
    session = Session(match, Screen(io.StringIO()))
    rng = random.Random(rules.full_id)
    for _ in range(6):
        board, choices = rules.board(match.position), match.choices()
        rows = [text_of(row) for row in session.words.board(match.position, choices, True)]
        assert (len(rows), len({len(row) for row in rows})) == (board.rows, 1)
        assert rules.format(match.position) in text_of(session.words.state(True))
        if not choices:
            assert match.outcome is not None
            break
        assert sorted(choice.number for choice in choices) == list(range(1, len(choices) + 1))
        for choice in rng.sample(choices, min(20, len(choices))):
            names = [choice.name, f"#{choice.number}", session.words.label(choice, choices)]
            assert [session._meant(name) for name in names] == [choice] * 3
            assert choice.name.casefold() not in {*session._commands, "quit", "exit"}, "it could not be typed"
            if [plain(other.name) for other in choices].count(plain(choice.name)) == 1:
                assert session._meant(plain(choice.name)) == choice or plain(choice.name).isdecimal()
        match.make(rng.choice(choices))


def test_columns_fit_the_screen_and_what_cannot_be_written_is_a_question_mark():
    screen = Screen(io.StringIO())
    screen.columns([[f"{number:>3} ", ("abcdef", "red")] for number in range(20)])
    lines = screen.stream.getvalue().splitlines()
    assert [len(line.split()) // 2 for line in lines] == [6, 6, 6, 2]
    assert max(map(len, lines)) <= screen.width == 80
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="\n")
    Screen(ascii_only).say("1 → 2")
    assert ascii_only.buffer.getvalue() == b"1 ? 2\n"
