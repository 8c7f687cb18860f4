"""The digest of the rules changes when the rules do, and only then."""

from __future__ import annotations

import ast
import importlib.util
import sys

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Variant
from perfect_play.solvers.tables import digest
from perfect_play.solvers.tables.digest import docstrings_of, rules_digest
from tests.helpers import ROOT, load

SOURCE = '''"""A module."""

from math import pi  # a circle


class Circle:
    """Something round."""

    name = "# not a comment"

    def area(self, radius):
        """How large it is."""
        # pi r squared
        return pi * radius**2
'''


def code_of(source: str) -> str:
    return digest.code_of(source, docstrings_of(ast.parse(source)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A module."""', '"""A module.\n\nWith more to say.\n"""'),
        ('"""A module."""\n', ""),
        ('    """Something round."""\n', ""),
        ('"""How large it is."""', "'''How large.'''"),
        ("# pi r squared", "# the area"),
        ("        # pi r squared\n", ""),
        ("  # a circle", ""),
        ("\n\n\nclass", "\n\n\n\n\nclass"),
        ("radius**2\n", "radius**2  # done\n\n\n"),
        ("pi  # a circle", "pi   "),
    ],
)
def test_comments_docstrings_and_formatting_do_not_change_the_digest(old: str, new: str):
    assert old in SOURCE
    assert code_of(SOURCE.replace(old, new)) == code_of(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("radius**2", "radius**3"),
        ("from math import pi", "from numpy import pi"),
        ("area", "size"),
        ("    def area", "    opened = '3'\n\n    def area"),
        ("from math", "opens = 3\nfrom math"),
        ('"# not a comment"', '"# another"'),
        ("        return", "        if radius:\n            return"),
        ("class Circle:", "class Circle(object):"),
    ],
)
def test_change_of_code_changes_the_digest(old: str, new: str):
    assert old in SOURCE
    assert code_of(SOURCE.replace(old, new)) != code_of(SOURCE)


@pytest.mark.parametrize("name", ["base.py", "closed_form.py", "one_player/npuzzle.py", "two_player/nim.py"])
def test_code_of_a_real_module_keeps_its_functions(name: str):
    source = (ROOT / "puzzles" / name).read_text(encoding="utf-8")
    left = code_of(source)
    assert 0.2 * len(source) < len(left) < len(source)
    counted = source.count("    def ") + source.count("\ndef ")
    assert left.count("def ") == counted
    assert ast.get_docstring(ast.parse(source)) not in left


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param('LEVEL = """\n#\n\n#\n"""', 'LEVEL = """\n#\n#\n"""', id="blank line"),
        pytest.param('LEVEL = """\n# \n"""', 'LEVEL = """\n#\n"""', id="blank at a line's end"),
        pytest.param('def f(): "f"; return 1', 'def f(): "f"; return 2', id="on one line"),
        ('LEVEL = """\n# #\n"""', 'LEVEL = """\n#  #\n"""'),
        ('NAME = "a#b"', 'NAME = "a#c"'),
    ],
)
def test_changed_string_changes_the_code(old: str, new: str):
    assert ast.dump(ast.parse(old)) != ast.dump(ast.parse(new))
    assert code_of(old) != code_of(new)


# --- of rules -----------------------------------------------------------------------------------


def test_digest_has_32_digits_and_differs_for_every_variant():
    digests = [rules_digest(rules) for rules in registry.listed()]
    assert len(set(digests)) == len(digests)
    assert all(len(text) == 32 and int(text, 16) >= 0 for text in digests)


def test_digest_does_not_depend_on_the_object():
    cls = registry.find("npuzzle")
    one, two = cls(cls.find_variant("3")), cls(cls.find_variant("3x3"))
    assert one is not two
    assert rules_digest(one) == rules_digest(two) == rules_digest(load("npuzzle/3"))


class MoreOptions(Template):
    """A template that takes further options."""

    def prepare(self, stones: int, *more: object) -> None:
        super().prepare(stones)


def test_options_and_id_change_the_digest_and_what_is_only_shown_does_not():
    def made(id: str, *options: object) -> str:
        return rules_digest(MoreOptions(Variant(id, "n stones", options)))

    assert made("5", 5) == made("5", 5)
    assert made("5", 5) != made("5", 6)
    assert made("5", 5) != made("five", 5)
    assert made("5", 5) != made("5", 5, "more")
    same = MoreOptions(Variant("5", "another name", (5,), aliases=("x",), presolve=False, testing=True, positions=9))
    assert rules_digest(same) == made("5", 5), "what is only shown or planned does not count"


PLUGIN = '''"""A planted plug-in."""
from perfect_play.puzzles._template import Template
{imports}

class Planted(Template):
    """It hops."""

    id = "planted"
    name = "Planted"

    def moves(self, position):
        return [hop for hop in {hops} if 0 <= position + hop < self.stones]
'''
HELPER = '''"""What planted plug-ins use."""
from perfect_play.puzzles.planted_below import BELOW

FAR = {far}
HOPS = ({far}, -1)

class Hops:
    every = HOPS

def hops():
    return HOPS
'''


def forget():
    """Make the digest re-examine all modules."""
    for kept in (digest._read, digest._modules_of, digest._code):
        kept.cache_clear()


@pytest.fixture
def digest_of(monkeypatch, tmp_path):
    """A function that returns the digest of a planted plug-in with these imports and hops, using a helper module."""

    def plant(name: str, source: str):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.py"
        path.write_text(source)
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    def digest_of(imports: str = "", hops: str = "(2, -1)", far: int = 2, comment: str = "It hops.") -> str:
        plant("perfect_play.puzzles.planted_below", "class BELOW:\n    pass\n")
        plant("perfect_play.puzzles.planted_helper", HELPER.format(far=far))
        source = PLUGIN.format(imports=imports, hops=hops).replace("It hops.", comment)
        module = plant("perfect_play.puzzles.planted", source)
        forget()
        return rules_digest(module.Planted(Variant("5", "5 stones", (5,))))

    yield digest_of
    forget()


def test_code_of_the_plugin_counts(digest_of):
    assert digest_of() == digest_of()
    assert digest_of(comment="It hops, and how!") == digest_of()
    assert digest_of(hops="(3, -1)") != digest_of()


@pytest.mark.parametrize(
    ("imports", "hops"),
    [
        ("from perfect_play.puzzles import planted_helper", "planted_helper.HOPS"),
        ("import perfect_play.puzzles.planted_helper as helper", "helper.HOPS"),
        ("from perfect_play.puzzles.planted_helper import hops", "hops()"),
        ("from perfect_play.puzzles.planted_helper import Hops", "Hops.every"),
        pytest.param("from perfect_play.puzzles.planted_helper import HOPS", "HOPS"),
        pytest.param("from perfect_play.puzzles.planted_helper import FAR", "(FAR, -1)"),
    ],
)
def test_code_of_what_the_plugin_uses_counts(digest_of, imports: str, hops: str):
    assert digest_of(imports, hops, far=2) == digest_of(imports, hops, far=2)
    assert digest_of(imports, hops, far=3) != digest_of(imports, hops, far=2)


def test_code_that_the_plugin_does_not_use_does_not_count(digest_of):
    assert digest_of(far=3) == digest_of(far=2)


def test_code_of_base_classes_counts():
    """A game with a closed form consists of its own module and its base class's."""
    modules = digest._modules_of("perfect_play.puzzles.two_player.nim", "puzzles")
    assert {"perfect_play.puzzles.closed_form", "perfect_play.puzzles.two_player.nim"} <= modules
    assert not {"perfect_play.puzzles.base", "perfect_play.puzzles.view", "perfect_play.puzzles.mixins"} & modules


def test_code_that_comes_by_way_of_a_package_counts():
    """Plug-ins import from `perfect_play.puzzles` and its `boards`, which define little themselves."""
    modules = digest._modules_of("perfect_play.puzzles.two_player.dao", "puzzles")
    assert {
        "perfect_play.puzzles.grid",
        "perfect_play.puzzles.boards.actions",
        "perfect_play.puzzles.boards.game",
        "perfect_play.puzzles.boards.shapes",
    } <= modules


HOPPER = '''"""A plug-in with a variant of its own making."""
from functools import cache
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Variant

LONG = {"long": 9}
NOTED = []


def note(value):
    NOTED.append(value)
    return value


def boards():
    return tuple(Variant(name, name, (stones,)) for name, stones in LONG.items())


def far(hop):
    return hop + STEP


STEP = 1


@cache
def near(hop):
    return hop - STEP


class Hopper(Template):
    """It hops."""

    id = "hopper"
    name = "Hopper"
    variants = (*Template.variants, *boards())

    def moves(self, position):
        return [hop for hop in (far(1), near(0)) if 0 <= position + hop < self.stones]

    def heuristic(self, position):
        return 0
'''


@pytest.fixture
def hopper_digest(monkeypatch, tmp_path):
    """A function that returns the digest of a variant of the hopper, with its source changed."""

    def hopper_digest(old: str = "", new: str = "", options: tuple[int, ...] = (5,)) -> str:
        assert old in HOPPER
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.py"
        path.write_text(HOPPER.replace(old, new) if old else HOPPER)
        spec = importlib.util.spec_from_file_location("perfect_play.puzzles.hopper", path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "perfect_play.puzzles.hopper", module)
        spec.loader.exec_module(module)
        forget()
        return rules_digest(module.Hopper(Variant("5", "5 stones", options)))

    yield hopper_digest
    forget()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"long": 9', '"long": 9, "longer": 10'),
        ("*boards())", "*boards(), Variant('seven', 'Seven', (7,)))"),
        ("STEP = 1\n", "STEP = 1\nMORE = boards()\n"),
        ("in LONG.items())", "in sorted(LONG.items()))"),
        ("import Variant", "import CustomVariant, Variant"),
        (
            '    name = "Hopper"',
            '    name = "Hoppers"\n    opens = "long"\n    side_names = ("a", "b")\n'
            '    also_called = (\n        "Frog",\n    )',
        ),
        ("        return 0", "        return 1"),
        ('    """It hops."""\n', ""),
    ],
)
def test_code_for_lists_and_searches_does_not_change_the_digest(hopper_digest, old: str, new: str):
    assert hopper_digest(old, new) == hopper_digest()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hop + STEP", "hop + STEP + 0"),
        ("hop - STEP", "STEP - hop"),
        ("STEP = 1", "STEP = 2"),
        ("(far(1), near(0))", "(far(1), near(1))"),
        ("STEP = 1\n", "STEP = 1\nfar.__defaults__ = (1,)\n"),
        ("STEP = 1\n", "STEP = 1\nnote(2)\n"),
        ("@cache\n", "@note\n"),
        ("from functools import cache", "from functools import lru_cache as cache"),
        ("    def heuristic", "    dense = False\n\n    def heuristic"),
    ],
)
def test_change_of_the_rules_changes_the_digest(hopper_digest, old: str, new: str):
    assert hopper_digest(old, new) != hopper_digest()


def test_lists_that_the_rules_use_change_the_digest(hopper_digest):
    looking = "if 0 <= position + hop < len(self.variants)"
    before = hopper_digest("if 0 <= position + hop < self.stones", looking)
    source = HOPPER.replace("if 0 <= position + hop < self.stones", looking)
    assert before != hopper_digest(HOPPER, source.replace('"long": 9', '"long": 9, "longer": 10'))
    assert hopper_digest("        return [hop", "        least = self.heuristic(position)\n        return [hop") != (
        hopper_digest(
            HOPPER,
            HOPPER.replace(
                "        return [hop", "        least = self.heuristic(position)\n        return [hop"
            ).replace("return 0", "return 1"),
        )
    )


def test_options_of_a_variant_count(hopper_digest):
    assert hopper_digest(options=(6,)) != hopper_digest()


def test_engine_version_changes_the_digest(monkeypatch):
    rules = load("npuzzle/2")
    before = rules_digest(rules)
    monkeypatch.setattr(digest, "ENGINE", "another")
    rules_digest.cache_clear()
    assert rules_digest(rules) != before
    monkeypatch.undo()
    rules_digest.cache_clear()
    assert rules_digest(rules) == before
