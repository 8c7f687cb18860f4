"""Writes a new plug-in and its test from the templates, so that both pass at once."""

import argparse
import keyword
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from perfect_play.puzzles import INSTALLED, outside, registry
from perfect_play.puzzles.base import RESERVED, UnknownPuzzle, short
from perfect_play.solvers.cli.chosen import BadArguments, add_parser, failing_as
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import ROOT

ID = re.compile(r"[a-z][a-z0-9]{1,30}")
Kind = Literal["puzzle", "game", "board"]


_TEST = '''"""{name}: the laws, the solver, and a number from elsewhere."""

from __future__ import annotations

{path}import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Value
from perfect_play.puzzles.checks import check
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve

{name} = {found}


@pytest.mark.parametrize("variant", {name}.variants, ids=lambda variant: variant.id)
def test_the_laws_hold(variant):
    assert check({name}(variant)) == []


@pytest.mark.parametrize(("variant_id", "moves"), {known})
def test_the_start_is_won_in_as_many_moves_as_by_hand(variant_id, moves):
    rules = {name}({name}.find_variant(variant_id))
    assert solve(rules).result(rules, rules.start()) == Result(Value.WIN, moves)
'''
_BY_THEORY = '''

@pytest.mark.parametrize("variant", {name}.variants, ids=lambda variant: variant.id)
def test_lost_positions_are_those_of_theory(variant):
    """Whoever may take 1 or 2 from a heap has lost if 3 divides the heap (Winning Ways, 1982)."""
    for (_, stones), found in solve({name}(variant)).results.items():
        between = stones.index("o") - stones.index("x") - 1
        assert (found.value is Value.LOSE) == (between % 3 == 0)
'''


@dataclass(frozen=True)
class PlugInTemplate:
    """A template: its file below `puzzles/` and its class; starts that are won, with the moves it takes; and the tests
    that only it has."""

    file: str
    cls: str
    facts: str
    more_tests: str = ""


TEMPLATES: dict[Kind, PlugInTemplate] = {
    "puzzle": PlugInTemplate("_template.py", "PlugInTemplate", '[("5", 2), ("8", 5)]'),
    "game": PlugInTemplate("_template_game.py", "TemplateGame", '[("6", 3), ("9", 5)]', _BY_THEORY),
    "board": PlugInTemplate("boards/_board_template.py", "TemplateBoard", '[("3x3", 9)]'),
}


@dataclass(frozen=True)
class NewFiles:
    """The files that were written: the plug-in and its test."""

    plugin: Path
    test: Path


def write(puzzle_id: str, kind: Kind = "puzzle", folder: Path | None = None) -> NewFiles:
    """Write a plug-in of this id and its test, in the repository or in a folder for plug-ins outside.

    Raises BadArguments, and writes nothing then; OSError when the folder cannot be written.
    """
    _refuse_bad(puzzle_id)
    if folder is None:
        if INSTALLED:
            raise BadArguments("Perfect Play is installed as a package, to which nothing is added. Name a --folder.")
        package = "one_player" if kind == "puzzle" else "two_player"
        plugin = ROOT / "puzzles" / package / f"{puzzle_id}.py"
        test = ROOT / "tests" / "puzzles" / f"test_{puzzle_id}.py"
    else:
        folder = folder.expanduser().absolute()
        plugin, test = folder / f"{puzzle_id}.py", folder / "tests" / f"test_{puzzle_id}.py"
    for path in (plugin, test):
        if path.exists():
            raise BadArguments(f"{shell_path(path)} exists already. Choose another id, or remove the file.")
    texts = {plugin: _plugin(puzzle_id, kind), test: _test(puzzle_id, kind, folder is not None)}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    return NewFiles(plugin, test)


def _refuse_bad(puzzle_id: str) -> None:
    if not ID.fullmatch(puzzle_id):
        raise BadArguments(
            f"{short(puzzle_id)} is no id. Write 2 to 31 lower-case letters and digits, a letter first, such as "
            "'rivercrossing'."
        )
    if puzzle_id in RESERVED or keyword.iskeyword(puzzle_id) or puzzle_id.startswith("test"):
        raise BadArguments(f"{puzzle_id!r} is a reserved word. Choose another id.")
    try:
        existing = registry.find(puzzle_id)
    except UnknownPuzzle:
        return
    raise BadArguments(
        f"{puzzle_id!r} is already taken by {existing.name} in {registry.path_of(existing)}. Choose another id."
    )


def _plugin(puzzle_id: str, kind: Kind) -> str:
    template = TEMPLATES[kind]
    source = (ROOT / "perfect_play" / "puzzles" / template.file).read_text(encoding="utf-8")
    source = re.sub(r"^    id = .*\n", "", source, count=1, flags=re.MULTILINE)  # the name of the file says it
    return source.replace(template.cls, class_name(puzzle_id))


def _test(puzzle_id: str, kind: Kind, is_outside: bool) -> str:
    name = class_name(puzzle_id)
    load = f'registry.load_file(Path(__file__).parent.parent / "{puzzle_id}.py")'
    template = TEMPLATES[kind]
    return (_TEST + template.more_tests).format(
        name=name,
        path="from pathlib import Path\n\n" if is_outside else "",
        found=load if is_outside else f'registry.find("{puzzle_id}")',
        known=template.facts,
    )


def class_name(puzzle_id: str) -> str:
    """The class name of a plug-in with this id."""
    return puzzle_id.capitalize()


def shell_path(path: Path) -> str:
    """A path in a form for people: relative to the project or to the home directory."""
    if path.is_relative_to(ROOT):
        return str(path.relative_to(ROOT))
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def is_found(folder: Path) -> bool:
    """Whether the setting already names this folder."""
    try:
        return folder.expanduser().resolve() in [path.resolve() for path in outside.folders()]
    except outside.BadFolder:
        return False


def add_command(commands: Any) -> None:
    added = add_parser(commands, "new", _new, "write a plug-in and its test from the template")
    added.epilog = "Both pass at once: change them step by step."
    added.add_argument("id", help="its id: lower-case letters and digits, a letter first")
    kinds = added.add_mutually_exclusive_group()
    kinds.add_argument("--board", action="store_const", const="board", dest="kind", help="a game of pieces on a board")
    kinds.add_argument("--game", action="store_const", const="game", dest="kind", help="another game for two")
    about = f"a folder for plug-ins outside the repository (see {outside.SETTING}; default: in the repository)"
    added.add_argument("--folder", type=Path, metavar="DIR", help=about)
    added.set_defaults(kind="puzzle")


def _new(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    with failing_as(f"{arguments.folder or 'The repository'} cannot be written"):
        files = write(arguments.id, arguments.kind, arguments.folder)
    print(f"Wrote {shell_path(files.plugin)} and {shell_path(files.test)}. Both pass; now change them. Try:")
    if arguments.folder is not None and not is_found(arguments.folder):
        print(f"  export {outside.SETTING}={shell_path(files.plugin.parent)}")
    print(f"  python -m solvers check {arguments.id}")
    print(f"  python -m pytest {shell_path(files.test)}")
    return 0
