"""Names say what they hold or do: few are bare participles, adverbs or empty nouns."""

from __future__ import annotations

from tests.naming import product_modules, shares


def test_few_names_say_nothing():
    participles, bare, counts = shares(product_modules())
    assert participles <= 0.002, counts.most_common(10)
    assert bare <= 0.015, counts.most_common(10)
