"""`python -m tests.docs.catalogue` writes `docs/catalogue.md`: everything that can be played, by families."""

from __future__ import annotations

import textwrap

from perfect_play.puzzles import registry
from perfect_play.puzzles.families import FAMILIES
from tests.docs import uwapi_list
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "catalogue.md"
HEAD = """# Catalogue

Everything that can be played, by families, the best known first: the name, and the id with its aliases. What each is
about stands on [the page](page.md) and in `/api/catalogue`; `python -m solvers list` shows all variants, their methods
and whether they are solved. [Plug-ins from outside](plug-ins.md#outside-the-repository) come in addition. Written by
`python -m tests.docs.catalogue`; a test compares it with the plug-ins.
"""


def entry(id_: str) -> str:
    """The name of a puzzle or game, with its ids."""
    cls = registry.find(id_)
    return f"{cls.name} ({', '.join(f'`{name}`' for name in (cls.id, *cls.aliases))})"


def document() -> str:
    """The document."""
    families = [f"**{family}**: {', '.join(map(entry, ids.split()))}." for family, ids in FAMILIES.items()]
    paragraphs = [textwrap.fill(text, 120, break_on_hyphens=False) for text in families]
    return "\n\n".join([HEAD.rstrip("\n"), *paragraphs, uwapi_list.section()])


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
