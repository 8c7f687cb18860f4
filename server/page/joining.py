"""Bundles the modules of the first view into one script, which is inlined in the page and arrives with it.

The sources stay plain modules that browsers could load as they are. Each becomes a function, which isolates its names
and returns its exports. These are also kept in `globalThis.joined` for modules that are loaded later, so that none runs
twice. Comments and indentation, a quarter of the text, are removed; so no text may go over several lines.
"""

import re
from collections.abc import Iterable, Mapping

IMPORT = re.compile(r'^import (?:\* as (?P<all>\w+)|(?P<names>\{[^}]*\})) from "\./(?P<name>[\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function\*?|class) (\w+))", re.MULTILINE)

LAYOUT = re.compile(r"""^ *(?://.*|/\*\*[\s\S]*?\*/)\n|(?<=\S) +// [^"'`\n]*$|^ +""", re.MULTILINE)
"""Indentation, and comments that occupy whole lines or have no quotation mark, so that they are no part of a text."""

LAYOUT_OF_SHEETS = re.compile(r"/\*[\s\S]*?\*/|^\s+", re.MULTILINE)
"""The same of style sheets."""


def import_order(sources: Mapping[str, str], entry: str) -> list[str]:
    """The modules that `entry` imports, directly or not, each after its own imports; `entry` itself is last."""
    order: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in order:
            for match in IMPORT.finditer(sources[name]):
                visit(match["name"])
            order[name] = None

    visit(entry)
    return list(order)


def join_modules(sources: Mapping[str, str], entry: str) -> tuple[str, dict[str, str]]:
    """The script of `entry` with all its imports; and the other modules by name, which import from that script."""
    sources = {name: LAYOUT.sub("", text) for name, text in sources.items()}
    inside = import_order(sources, entry)
    parts = ["globalThis.joined = {};", *(_as_function(name, sources[name], inside) for name in inside)]
    return "\n".join(parts), {name: _rewritten(text, inside) for name, text in sources.items() if name not in inside}


def joined_sheets(sheets: Iterable[str]) -> str:
    """The style sheet that consists of these."""
    return LAYOUT_OF_SHEETS.sub("", "\n".join(sheets))


def placed(script: str, folder: str) -> str:
    """A joined script, adapted for a page elsewhere; folder: the path of the other modules, with a slash at its end."""
    return script.replace('import("./', f'import("{folder}').replace(
        "import.meta.url", f'new URL("{folder}", document.baseURI)'
    )


def _variable(name: str) -> str:
    """The variable with the exports of a joined module: `joined.language` for `language.js`."""
    return "joined." + name.removesuffix(".js")


def _as_function(name: str, text: str, inside: list[str]) -> str:
    """A module as an immediately called async function that returns its exports."""
    body, exports = EXPORT.sub("", _rewritten(text, inside)), ", ".join(EXPORT.findall(text))
    return f"{_variable(name)} = await (async () => {{\n{body}return {{ {exports} }};\n}})();\n"


def _rewritten(text: str, inside: list[str]) -> str:
    """A module with its imports from the modules of `inside` taken from `joined`."""

    def replacement(match: re.Match[str]) -> str:
        if match["name"] not in inside:
            return match[0]
        return f"const {match['all'] or match['names'].replace(' as ', ': ')} = {_variable(match['name'])};"

    return IMPORT.sub(replacement, text)
