"""What the base classes provide to a plug-in that defines only a newcomer's six methods."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import (
    BadCustomVariant,
    CustomVariant,
    Game,
    MalformedPosition,
    Puzzle,
    Rules,
    UnknownVariant,
    Value,
    Variant,
    check_rows,
    check_text,
)
from perfect_play.puzzles.checks import applies, check
from perfect_play.puzzles.mixins import Impartial, nimber_of
from perfect_play.puzzles.view import Add, Board, Move


class Path(Puzzle):
    """A walker on four stones, moving right only; a position is the number of the stone."""

    id = "path"
    name = "Path"
    description = "Walk to the last stone."
    instructions = "Walk."
    author = "Nobody"
    date_created = "2026"
    variants = (Variant("4", "4 stones", aliases=("four",), testing=True), Variant("5", "5 stones"))

    def start(self):
        return 0

    def moves(self, position):
        return [1] if position < 3 else []

    def do_move(self, position, move):
        return position + move

    def primitive(self, position):
        return Value.WIN if position == 3 else None

    def format(self, position):
        return "-" * position + "w" + "-" * (3 - position)

    def parse(self, text):
        if len(text) != 4 or text.count("w") != 1 or text.count("-") != 3:
            raise MalformedPosition(f"{text!r}: expected 'w' and three '-'.")
        return text.index("w")


class Turns(Path, Game):
    """The same, with two players moving in turn."""

    def turn(self, position):
        return 1 + position % 2


@pytest.fixture
def path() -> Path:
    return Path(Path.variants[0])


def test_six_methods_are_a_puzzle(path):
    assert check(path) == []
    assert not path.reversible
    assert not path.backward
    assert not path.symmetric
    assert path.size is None
    assert path.turn(0) == 1
    assert path.full_id == "path/4"
    assert path.custom is None
    assert path.solutions() is None
    assert path.children(0) == [1]
    assert path.format_move(0, 1) == "1"
    assert path.canonical(2) == 2
    assert list(path.images(2)) == [2]


def test_laws_of_missing_methods_do_not_apply(path):
    assert not any(applies(law, path) for law in ("parents", "symmetry", "rank"))
    assert all(applies(law, path) for law in ("text", "bad_text", "view", "ending"))


def test_missing_methods_name_the_class(path):
    for ask in (path.parents, path.rank, path.unrank):
        with pytest.raises(NotImplementedError, match="Path "):
            ask(0)


def test_default_view_is_the_text_in_a_row(path):
    assert path.board(1) == Board(1, 4, "-w--")
    assert path.from_board("--w-", 1) == 2
    assert path.button(0, 1) == Move(0, 1)
    with pytest.raises(MalformedPosition):
        path.from_board("--ww", 1)


def test_a_game_is_not_impartial_unless_it_says_so():
    rules = Turns(Turns.variants[0])
    assert not isinstance(rules, Impartial)
    assert nimber_of(rules, 0) is None
    assert rules.turn(1) == 2


class Both(Path):
    """Reversible, so that children are parents."""

    reversible = True

    def solutions(self):
        return [3]


class OwnParents(Path):
    def solutions(self):
        return [3]

    def parents(self, position):
        return [position - 1] if position else []


class OwnCanonical(Path):
    def canonical(self, position):
        return position


def test_puzzle_with_solutions_and_parents_is_solvable_backward(path):
    assert Both(Path.variants[0]).backward
    assert list(Both(Path.variants[0]).parents(0)) == [1]
    assert OwnParents(Path.variants[0]).backward
    assert not type("OnlySolutions", (Path,), {"solutions": Both.solutions})(Path.variants[0]).backward
    assert not type("OnlyReversible", (Path,), {"reversible": True})(Path.variants[0]).backward


def test_plugin_with_canonical_or_images_is_symmetric():
    assert OwnCanonical(Path.variants[0]).symmetric
    assert type("Images", (Path,), {"images": lambda self, p: (p,)})(Path.variants[0]).symmetric


def test_abstract_classes_cannot_be_made():
    for cls in (Rules, Puzzle, Game):
        with pytest.raises(TypeError, match="abstract"):
            cls(Path.variants[0])


# --- variants -----------------------------------------------------------------------------------


def test_variant_is_found_by_id_and_alias():
    assert Path.find_variant("4") is Path.find_variant("four") is Path.variants[0]
    with pytest.raises(UnknownVariant, match=r"path has no variant 'fore'\. Its variants: 4, 5\."):
        Path.find_variant("fore")


def stones(text: str) -> tuple[int]:
    if int(text) > 20:
        raise ValueError("That is too far.")
    return (int(text),)


class AnyLength(Path):
    custom = CustomVariant(r"\d+", stones, "Type the number of stones, up to 20.", "7", max_length=3)


def test_custom_variant_is_read_from_its_text_unless_it_is_listed():
    found = AnyLength.find_variant("12")
    assert (found.id, found.options, found.custom, found.presolve, found.testing) == ("12", (12,), True, False, False)
    assert AnyLength.find_variant("4") is Path.variants[0], "what is listed comes first"
    assert AnyLength.find_variant("012").options == (12,)


@pytest.mark.parametrize("text", ["0012", "", "1 2", "\u0661", "1\n2", "x"])
def test_custom_text_must_match_whole_in_ascii_and_not_be_too_long(text):
    with pytest.raises(BadCustomVariant, match=r"is not a start of path\. Type the number of stones"):
        AnyLength.find_variant(text)


def test_custom_limit_gives_the_reason():
    with pytest.raises(BadCustomVariant) as caught:
        AnyLength.find_variant("21")
    expected = "'21' is not a start of path. That is too far. Type the number of stones, up to 20. Example: 7."
    assert str(caught.value) == expected


def test_many_variants_are_not_all_listed():
    many = type("Many", (Path,), {"variants": tuple(Variant(f"v{i}", "x") for i in range(80))})
    with pytest.raises(UnknownVariant) as caught:
        many.find_variant("w")
    assert ", v59, ..." in str(caught.value)
    assert "v60" not in str(caught.value)


def test_drawing_a_move_that_fills_a_cell():
    class Mark(Path):
        def format(self, position):
            return "w" * (position + 1) + "-" * (3 - position)

    assert Mark(Path.variants[0]).button(1, 1) == Add("w", 2)


# --- what need not be said ------------------------------------------------------------------------


class Long(Path):
    """A path of any length, whose text is shown in rows."""

    name = "Long Path"
    instructions = """Walk on,
        and **never** turn back.

        Nobody knows why."""
    variants = (Variant("2x2", "2 x 2", (2, 2)), Variant("4x3", "4 x 3", (4, 3)))

    def prepare(self, rows: int, cols: int) -> None:
        self.stones, self.cols = rows * cols, cols

    def format(self, position):
        return ("-" * position + "w").ljust(self.stones, "-")


def test_the_id_is_the_name_of_the_file_unless_it_is_given():
    assert Long.id == "test_base"
    assert Path.id == Turns.id == "path", "only a class with a name is a plug-in, and may have an id of its own"


def test_instructions_are_running_text():
    assert Long.instructions == "Walk on, and **never** turn back.\n\nNobody knows why."
    assert Turns.instructions == "Walk."


def test_the_options_are_the_arguments_of_prepare(path):
    assert [Long(variant).stones for variant in Long.variants] == [4, 12]
    assert path.variant.options == ()


def test_a_text_is_shown_in_rows_of_cols_cells(path):
    assert Long(Long.variants[1]).board(4) == Board(4, 3, "----w-------")
    assert path.board(2) == Board(1, 4, "--w-")


def test_the_player_to_move_is_the_first_part_of_a_position():
    assert Game.turn(Turns(Path.variants[0]), (2, "-xo")) == 2


def test_texts_and_boards_are_checked():
    check_text("x-x", 3, "x-", "3 crosses")
    check_rows("------", 2, 3)
    with pytest.raises(MalformedPosition, match=r"^'x-': expected 3 crosses\.$"):
        check_text("x-", 3, "x-", "3 crosses")
    with pytest.raises(MalformedPosition, match=r"^'x-o': expected 3 crosses\.$"):
        check_text("x-o", 3, "x-", "3 crosses")
    with pytest.raises(MalformedPosition, match=r"^'-----': expected 2 rows of 3 cells\.$"):
        check_rows("-----", 2, 3)
