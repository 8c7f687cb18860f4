"""Modules joined into one: they import each other within it, and outside modules import them from it."""

from __future__ import annotations

import re

from perfect_play.server.page import joining
from perfect_play.server.page.routes import ENTRY, FOLDER

SOURCES = {
    "app.js": 'import { two as both, one } from "./b.js";\nimport * as c from "./c.js";\n  use(both, one, c);\n'
    'import("./late.js");\n',
    "b.js": 'import { three } from "./c.js";\nexport const one = 1;\nexport async function two() {}\n'
    "const own = three; // a comment, too\nconst text = ' // none';\n",
    "c.js": "// A comment,\n/** and\n * another. */\nexport class three {}\n",
    "late.js": 'import { three } from "./c.js";\nimport { x } from "./later.js";\nexport const y = [three, x];\n',
    "later.js": "export const x = 1;\n",
}


def page_scripts() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / "static").glob("*.js")}


def test_joined_modules_follow_their_imports():
    assert joining.import_order(SOURCES, "app.js") == ["c.js", "b.js", "app.js"]
    order = joining.import_order(page_scripts(), ENTRY)
    for place, name in enumerate(order):
        assert {one["name"] for one in joining.IMPORT.finditer(page_scripts()[name])} <= set(order[:place]), name


def test_modules_become_functions_that_return_what_they_export():
    script, others = joining.join_modules(SOURCES, "app.js")
    assert script == (
        "globalThis.joined = {};\njoined.c = await (async () => {\nclass three {}\nreturn { three };\n})();\n\n"
        "joined.b = await (async () => {\nconst { three } = joined.c;\nconst one = 1;\nasync function two() {}\n"
        "const own = three;\nconst text = ' // none';\nreturn { one, two };\n})();\n\n"
        "joined.app = await (async () => {\nconst { two: both, one } = joined.b;\nconst c = joined.c;\n"
        "use(both, one, c);\n"
        'import("./late.js");\nreturn {  };\n})();\n'
    )
    assert sorted(others) == ["late.js", "later.js"]
    assert others["late.js"].startswith('const { three } = joined.c;\nimport { x } from "./later.js";\n')
    assert others["later.js"] == SOURCES["later.js"]


def test_script_for_a_page_elsewhere_imports_by_the_path_of_the_modules():
    script = 'import("./late.js"); new URL(name, import.meta.url);'
    assert joining.placed(script, "/static/1/") == (
        'import("/static/1/late.js"); new URL(name, new URL("/static/1/", document.baseURI));'
    )


def test_script_of_the_page_has_no_text_over_several_lines():
    """Whose indentation joining would remove."""
    for name, text in page_scripts().items():
        for line in joining.LAYOUT.sub("", text).splitlines():
            assert line.replace("|`[^`]+`)", "").count("`") % 2 == 0, f"{name}: {line}"


def test_the_page_has_no_other_imports_and_exports():
    """None that joining would overlook, and no module both alone and inside the joined one."""
    scripts = page_scripts()
    inside = joining.import_order(scripts, ENTRY)
    assert len(inside) > 20
    for name, text in scripts.items():
        assert len(re.findall(r"^import\b", text, re.MULTILINE)) == len(joining.IMPORT.findall(text)), name
        if name in inside:
            assert len(re.findall(r"^export\b", text, re.MULTILINE)) == len(joining.EXPORT.findall(text)), name
        assert not re.search(r"[(=:?] ?`[^`]*\n", text), f"{name}: what begins with // may belong to a text"
        assert not {*re.findall(r'import\("\./([\w.]+)"\)', text)} & {*inside}, f"{name} loads what is there already"
