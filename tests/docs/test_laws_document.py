"""`docs/laws.md`: a section for every law, whose broken plug-in yields exactly the sentence shown."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from perfect_play.puzzles import checks
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.checks import LAWS
from perfect_play.puzzles.laws.sample import LawBroken, Sample
from tests.docs.loading import load_source
from tests.docs.markdown import blocks
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "laws.md"
NUMBERS = itertools.count()


def sections() -> dict[str, str]:
    """The text of each section, by its heading."""
    _, *parts = re.split(r"^## (.+)$", DOCUMENT.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def example(law: str) -> tuple[str, str]:
    """(the broken plug-in's code, the sentence it yields) of a section."""
    code = re.search(r"```python\n(.*?)```", sections()[law], re.S)
    sentence = re.search(r"```text\n(.*?)```", sections()[law], re.S)
    assert code, f"the section on {law!r} has no code"
    assert sentence, f"the section on {law!r} has no sentence"
    return code[1], sentence[1].strip()


def broken_rules(code: str, folder: Path) -> Rules:
    imports = blocks(DOCUMENT, "python")[0].text
    module = load_source(f"broken{next(NUMBERS)}", imports + code, folder)
    cls = vars(module)["Broken"]
    variants = [*cls.variants, *([cls.find_variant(cls.custom.example)] if cls.custom else [])]
    rules: Rules = cls(variants[0])
    return rules


def test_every_law_has_its_section():
    assert [name for name in sections() if name in LAWS] == list(LAWS)
    assert f"held to {['twelve', 'thirteen', 'fourteen', 'fifteen'][len(LAWS) - 12]} laws" in DOCUMENT.read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("law", LAWS)
def test_the_example_breaks_its_law_as_shown(law: str, tmp_path: Path):
    code, sentence = example(law)
    rules = broken_rules(code, tmp_path)
    assert checks.applies(law, rules)
    with pytest.raises(LawBroken) as broken:
        LAWS[law](rules, Sample.of(rules))
    assert str(broken.value) == sentence


def test_check_reports_the_broken_law_of_parents(tmp_path: Path):
    rules = broken_rules(example("parents")[0], tmp_path)
    assert [line for line in checks.check(rules) if "law 'parents'" in line] == [
        f"{rules.full_id}: law 'parents': {example('parents')[1]}"
    ]
