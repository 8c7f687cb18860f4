"""The digest of the rules changes when the rules do, and only then."""

from __future__ import annotations

import ast
import importlib.util
import sys

import pytest

from puzzles import registry
from puzzles._template import Template
from puzzles.base import Variant
from solvers.tables import digest
from solvers.tables.digest import rules_digest, statements_of
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
    return digest.code_of(source, statements_of(source))


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
        ("    def area", "    def heuristic(self, position):\n        return f'{1}' if 2 else 3\n\n    def area"),
        (
            "    def area",
            "    opens = '3'\n    also_called = (\n        'Disk',\n        'Ring',\n    )\n\n    def area",
        ),
        ("radius**2\n", f"radius**2\n\n    def heuristic(self, position):\n{8 * ' '}if 1:\n{12 * ' '}return 2\n"),
    ],
)
def test_what_does_not_count(old: str, new: str):
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
def test_what_counts(old: str, new: str):
    assert old in SOURCE
    assert code_of(SOURCE.replace(old, new)) != code_of(SOURCE)


@pytest.mark.parametrize("name", ["base.py", "closed_form.py", "one_player/npuzzle.py", "two_player/nim.py"])
def test_what_is_left_of_a_real_module(name: str):
    source = (ROOT / "puzzles" / name).read_text(encoding="utf-8")
    left = code_of(source)
    assert 0.2 * len(source) < len(left) < len(source)
    counted = source.count("    def ") + source.count("\ndef ")
    counted -= sum(source.count(f"def {name}(") for name in ("cost", "heuristic", "hopeless", "least_cost", "orders"))
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
def test_strings_count_as_they_are(old: str, new: str):
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


def test_options_count():
    def made(id: str, *options: object) -> str:
        return rules_digest(Template(Variant(id, "n stones", options)))

    assert made("5", 5) == made("5", 5)
    assert made("5", 5) != made("5", 6)
    assert made("5", 5) != made("five", 5)
    assert made("5", 5) != made("5", 5, "more")
    same = Template(Variant("5", "another name", (5,), aliases=("x",), presolve=False, testing=True, positions=9))
    assert rules_digest(same) == made("5", 5), "what is only shown or planned does not count"


PLUGIN = '''"""A planted plug-in."""
from puzzles._template import Template
{imports}

class Planted(Template):
    """It hops."""

    id = "planted"
    name = "Planted"

    def moves(self, position):
        return [hop for hop in {hops} if 0 <= position + hop < self.stones]
'''
HELPER = '''"""What planted plug-ins use."""
from puzzles.planted_below import BELOW

FAR = {far}
HOPS = ({far}, -1)

class Hops:
    every = HOPS

def hops():
    return HOPS
'''


def forget():
    """Let the digest look at all modules anew."""
    digest._module.cache_clear()
    digest._modules_of.cache_clear()


@pytest.fixture
def digest_of(monkeypatch, tmp_path):
    """A function: the digest of a planted plug-in with these imports and hops, using a helper module."""

    def plant(name: str, source: str):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.py"
        path.write_text(source)
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    def digest_of(imports: str = "", hops: str = "(2, -1)", far: int = 2, comment: str = "It hops.") -> str:
        plant("puzzles.planted_below", "class BELOW:\n    pass\n")
        plant("puzzles.planted_helper", HELPER.format(far=far))
        source = PLUGIN.format(imports=imports, hops=hops).replace("It hops.", comment)
        module = plant("puzzles.planted", source)
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
        ("from puzzles import planted_helper", "planted_helper.HOPS"),
        ("import puzzles.planted_helper as helper", "helper.HOPS"),
        ("from puzzles.planted_helper import hops", "hops()"),
        ("from puzzles.planted_helper import Hops", "Hops.every"),
        pytest.param("from puzzles.planted_helper import HOPS", "HOPS"),
        pytest.param("from puzzles.planted_helper import FAR", "(FAR, -1)"),
    ],
)
def test_code_of_what_the_plugin_uses_counts(digest_of, imports: str, hops: str):
    assert digest_of(imports, hops, far=2) == digest_of(imports, hops, far=2)
    assert digest_of(imports, hops, far=3) != digest_of(imports, hops, far=2)


def test_code_that_the_plugin_does_not_use_does_not_count(digest_of):
    assert digest_of(far=3) == digest_of(far=2)


def test_code_of_base_classes_counts(monkeypatch):
    """A game with a closed form is made of its own module and that of its base class."""
    real = digest._module
    for full_id, module in (("nim/3_3_3", "puzzles.closed_form"), ("nim/3_3_3", "puzzles.two_player.nim")):
        before = rules_digest(load(full_id))
        code, imported = real(module)
        changed = (f"{code} changed", imported)
        monkeypatch.setattr(digest, "_module", lambda name, m=module, c=changed: c if name == m else real(name))
        rules_digest.cache_clear()
        assert rules_digest(load(full_id)) != before
        monkeypatch.undo()
        rules_digest.cache_clear()
        assert rules_digest(load(full_id)) == before


def test_engine_counts(monkeypatch):
    rules = load("npuzzle/2")
    before = rules_digest(rules)
    monkeypatch.setattr(digest, "ENGINE", "another")
    rules_digest.cache_clear()
    assert rules_digest(rules) != before
    monkeypatch.undo()
    rules_digest.cache_clear()
    assert rules_digest(rules) == before
