"""Joins the modules and style sheets of the first view into one file each, so that they arrive in one round trip.

The sources stay plain modules that browsers could load as they are. Each becomes a function of its own, which keeps its
names apart, and returns what it exports; other modules import the joined ones from there, so that none runs twice.
Comments, a sixth of what would be sent, stay with the sources.
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


def joined(sources: Mapping[str, str], entry: str) -> dict[str, str]:
    """The modules by name after those that `entry` needs have been put into it; the others import them from there."""
    sources = {name: COMMENT.sub("", text) for name, text in sources.items()}
    inside = reached(sources, entry)
    parts = [_as_function(name, sources[name], inside) for name in inside]
    parts.append(f"export {{ {', '.join(map(_variable, inside))} }};\n")
    others = {name: _rewritten(text, inside, entry) for name, text in sources.items() if name not in inside}
    return {entry: "\n".join(parts), **others}


def _variable(name: str) -> str:
    """What the exports of a module are called in the joined one: `words.es.js` is `$words_es`."""
    return "$" + name.removesuffix(".js").replace(".", "_")


def _as_function(name: str, text: str, inside: list[str]) -> str:
    """A module as a function that is called at once and returns its exports. It may wait for something."""
    body, exports = EXPORT.sub("", _rewritten(text, inside)), ", ".join(EXPORT.findall(text))
    return f"const {_variable(name)} = await (async () => {{\n{body}return {{ {exports} }};\n}})();\n"


def _rewritten(text: str, inside: list[str], entry: str = "") -> str:
    """A module that takes what it imports from variables; entry: the module that exports them, if not this one."""

    def taken(one: re.Match[str]) -> str:
        if one["name"] not in inside:
            return one[0]
        variable = _variable(one["name"])
        what = one["all"] or one["names"].replace(" as ", ": ")
        return (f'import {{ {variable} }} from "./{entry}"; ' if entry else "") + f"const {what} = {variable};"

    return IMPORT.sub(taken, text)
