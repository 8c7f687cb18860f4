"""Names say what they hold or do: few are bare participles, adverbs or empty nouns."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.helpers import ROOT
from tests.naming import (
    EMPTY,
    PARTICIPLES,
    WITHOUT_SUBJECT,
    classes_of,
    is_participle,
    names_of_tests,
    parameter_counts,
    plain,
    product_modules,
    scripts,
    shares,
)
from tests.script_names import bound_names

SCRIPT = """
// const comment = 1;
const text = "let quoted", pattern = /`(let)`/;
let [first, { key: second, third = other(1), ...rest }] = `let ${template}`;
export async function load(path, options = {}) {}
class Shape extends Base {
  get size() { return this.items.map((item) => item.size); }
  async draw(scale = this.scale) {
    try { for (const side of this.sides) await side.draw(scale); } catch (error) { report(error); }
    return this.items.find(({ id }, i) => id === i);
  }
}
"""


MOST_PARAMETERS = 8
LONG_SIGNATURES = {
    # kernels, in which the variant's constants follow `number, out, scratch`: their code is part of the digest of the
    # rules, so that with a bundle, which is as fast, the tables of cubes, Pyraminx and Kalah would be built again
    ("puzzles/one_player/pyraminx.py", "_children_with_tips"),
    ("puzzles/sowing.py", "_children"),
    ("puzzles/twisty/stickers.py", "children_of_parts"),
}
MIXINS_NAMED_BY_PARTICIPLES = {"Evaluated", "Scored"}  # plug-ins outside and the digests of tables have these names


@pytest.mark.second_ring
def test_product_names_are_seldom_empty_words():
    participles, bare, counts = shares(product_modules())
    assert participles <= 0.002, counts.most_common(10)
    assert bare <= 0.015, counts.most_common(10)


def test_script_names_are_seldom_empty_words():
    participles, bare, counts = shares(scripts())
    assert participles <= 0.002, counts.most_common(10)
    assert bare <= 0.015, counts.most_common(10)


def test_script_file_names_are_no_empty_words():
    assert not [path.name for path in scripts() if plain(path.name.split(".")[0]) in PARTICIPLES | EMPTY]


def test_product_modules_have_names_of_their_own():
    """But for a plug-in's picture and its form in the back ends, which are found by the plug-in's name."""
    names = [path.name for path in product_modules() if path.parent.name not in ("pictures", "classic")]
    repeated = {name for name, count in Counter(names).items() if count > 1}
    assert repeated == {"__init__.py", "__main__.py"}


@pytest.mark.second_ring
def test_product_classes_are_named_by_nouns():
    names = {name for path in product_modules() for name in classes_of(path)}
    assert {name for name in names if is_participle(name)} == MIXINS_NAMED_BY_PARTICIPLES


@pytest.mark.parametrize(
    ("name", "expected"), [("Packed", True), ("_Known", True), ("PackedTable", False), ("Net", False)]
)
def test_a_participle_alone_is_told_from_a_noun(name: str, expected: bool):
    assert is_participle(name) is expected


@pytest.mark.second_ring
def test_product_functions_have_few_parameters_but_for_those_listed():
    counts = {(str(path.relative_to(ROOT)), *each) for path in product_modules() for each in parameter_counts(path)}
    assert {(path, name) for path, name, count in counts if count > MOST_PARAMETERS} <= LONG_SIGNATURES


def test_names_bound_by_a_script_are_all_found():
    names = "Shape draw error first i id item load options path rest scale second side size text third"
    assert " ".join(sorted(bound_names(SCRIPT))) == names


@pytest.mark.second_ring
def test_test_names_begin_with_their_subject():
    """A name says subject, circumstance and outcome, such as `test_reload_with_open_connections_refuses_nobody`."""
    names = names_of_tests()
    assert len(names) > 2000
    assert not [name for name in names if name.split("::test_")[1].split("_")[0] in WITHOUT_SUBJECT]
