"""Names say what they hold or do: few are bare participles, adverbs or empty nouns."""

from __future__ import annotations

from tests.naming import (
    EMPTY,
    PARTICIPLES,
    WITHOUT_SUBJECT,
    names_of_tests,
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


def test_names_bound_by_a_script_are_all_found():
    names = "Shape draw error first i id item load options path rest scale second side size text third"
    assert " ".join(sorted(bound_names(SCRIPT))) == names


def test_test_names_begin_with_their_subject():
    """A name says subject, circumstance and outcome, such as `test_reload_with_open_connections_refuses_nobody`."""
    names = names_of_tests()
    assert len(names) > 2000
    assert not [name for name in names if name.split("::test_")[1].split("_")[0] in WITHOUT_SUBJECT]
