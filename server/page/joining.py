"""Joins the modules of the first view into one script, which stands inside the page and so comes along with it.

The sources stay plain modules that browsers could load as they are. Each becomes a function of its own, which keeps its
names apart, and returns what it exports. That is also kept in `globalThis.joined`, where modules that are loaded later
find it, so that none runs twice. Comments, a sixth of what would be sent, stay with the sources.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import (?:\* as (?P<all>\w+)|(?P<names>\{[^}]*\})) from "\./(?P<name>[\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function\*?|class) (\w+))", re.MULTILINE)

COMMENT = re.compile(r"^ *(?://.*|/\*\*[\s\S]*?\*/)\n", re.MULTILINE)
"""A comment on lines of its own."""


def reached(sources: Mapping[str, str], entry: str) -> list[str]:
    """The modules that one imports, directly or not, each after those that it imports itself; last the module."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in found:
            for one in IMPORT.finditer(sources[name]):
                visit(one["name"])
            found[name] = None

    visit(entry)
    return list(found)


def joined(sources: Mapping[str, str], entry: str) -> tuple[str, dict[str, str]]:
    """The script of `entry` and all that it needs; and the other modules by name, which take what is joined from it."""
    sources = {name: COMMENT.sub("", text) for name, text in sources.items()}
    inside = reached(sources, entry)
    parts = ["globalThis.joined = {};", *(_as_function(name, sources[name], inside) for name in inside)]
    return "\n".join(parts), {name: _rewritten(text, inside) for name, text in sources.items() if name not in inside}


def placed(script: str, folder: str) -> str:
    """A joined script as it stands in a page elsewhere; folder: the path of the other modules, `/` at its end."""
    return re.sub(r'import\((["`])\./', rf"import(\1{folder}", script).replace(
        "import.meta.url", f'new URL("{folder}", location)'
    )


def _variable(name: str) -> str:
    """Where the exports of a joined module are: those of `words.es.js` in `joined.words_es`."""
    return "joined." + name.removesuffix(".js").replace(".", "_")


def _as_function(name: str, text: str, inside: list[str]) -> str:
    """A module as a function that is called at once and returns its exports. It may wait for something."""
    body, exports = EXPORT.sub("", _rewritten(text, inside)), ", ".join(EXPORT.findall(text))
    return f"{_variable(name)} = await (async () => {{\n{body}return {{ {exports} }};\n}})();\n"


def _rewritten(text: str, inside: list[str]) -> str:
    """A module that takes what it imports of those `inside` from `joined`."""

    def taken(one: re.Match[str]) -> str:
        if one["name"] not in inside:
            return one[0]
        return f"const {one['all'] or one['names'].replace(' as ', ': ')} = {_variable(one['name'])};"

    return IMPORT.sub(taken, text)
