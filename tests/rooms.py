"""The rooms of the project and what they import from each other, read from the source files without importing them.

`python -m tests.rooms` writes the diagram of `docs/architecture.md`; a test compares it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "architecture.md"
PACKAGES = ("puzzles", "solvers", "perfect_play", "server")
ENTRIES = ("solvers.manager", "solvers.builder", "server.application")
"""Modules directly in a package that import its rooms; the rooms share the others."""

LAYERS = (
    ("puzzles",),
    ("solvers",),
    ("solvers.tables",),
    ("solvers.pathfinding",),
    ("solvers.native",),
    ("solvers.pattern_databases", "solvers.proving", "solvers.theory", "solvers.cluster"),
    ("solvers.untabled",),
    ("solvers.building",),
    ("solvers.manager",),
    ("solvers.reports",),
    ("solvers.builder",),
    ("solvers.datasets",),
    ("solvers.cli",),
    ("perfect_play",),
    ("perfect_play.adapters",),
    ("server",),
    ("server.api_docs",),
    ("server.middleware",),
    ("server.operations",),
    ("server.protocols",),
    ("server.api",),
    ("server.page",),
    ("server.application",),
    ("server.publishing",),
)
"""Every room, from the lowest: a module imports from its own room and from lower layers only."""

LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}


def module_name(path: Path) -> str:
    """The dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    """The room of a module: `puzzles`, a folder of another package, an entry, or the modules directly in a package."""
    package, *rest = module.split(".")
    if module in ENTRIES:
        return module
    inside = package != "puzzles" and rest and (ROOT / package / rest[0]).is_dir()
    return f"{package}.{rest[0]}" if inside else package


def within_project(name: str) -> str:
    """A module by the folder its file is in: `solvers.result` for `perfect_play.solvers.result`."""
    inside = name.removeprefix("perfect_play.")
    return inside if inside.partition(".")[0] in PACKAGES else name


@cache
def files() -> tuple[Path, ...]:
    """All source files of the packages except the launchers, which may import anything."""
    found = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    launchers = ("__main__.py", "gunicorn.conf.py")
    return tuple(path for path in found if path.name not in launchers and path != ROOT / "server" / "__init__.py")


@cache
def modules() -> frozenset[str]:
    """The dotted names of these files."""
    return frozenset(map(module_name, files()))


@cache
def imports(path: Path) -> tuple[tuple[str, int], ...]:
    """(module, line) for each project module that a file imports, anywhere in the file."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [within_project(alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = within_project(node.module)
            members = [within_project(f"{node.module}.{alias.name}") for alias in node.names]
            names = [name if name in modules() else module for name in members]
        yield from ((name, node.lineno) for name in dict.fromkeys(names) if name in modules())


@cache
def edges() -> dict[str, set[str]]:
    """Which rooms each room imports from."""
    found: dict[str, set[str]] = {room: set() for room in LEVEL}
    for path in files():
        room = room_of(module_name(path))
        found[room] |= {room_of(name) for name, _ in imports(path)} - {room}
    return found


def leads_up(module: str, imported: str) -> bool:
    """Whether an import leaves the module's room without leading to a lower layer."""
    room, other = room_of(module), room_of(imported)
    return room != other and LEVEL[other] >= LEVEL[room]


def upward() -> list[str]:
    """Every import that leads to the same or a higher layer."""
    return [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in files()
        for name, line in imports(path)
        if leads_up(module_name(path), name)
    ]


def reduced() -> dict[str, set[str]]:
    """The arrows not implied by others (transitive reduction)."""
    above: dict[str, set[str]] = {}
    kept = {}
    for room in TopologicalSorter(edges()).static_order():
        direct = edges()[room]
        indirect = set().union(*(above[other] for other in direct))
        above[room] = direct | indirect
        kept[room] = direct - indirect
    return kept


def diagram() -> str:
    """The rooms as a Mermaid diagram: an arrow points to what a room imports."""
    lines = ["```mermaid", "flowchart TD"]
    for package in PACKAGES:
        rooms = [room for room in LEVEL if room.split(".")[0] == package]
        if rooms == [package]:
            lines.append(f'  {package}["{package}"]')
            continue
        lines.append(f"  subgraph {package}_[{package}]")
        for room in rooms:
            label = "shared modules" if room == package else room.partition(".")[2]
            lines.append(f'    {room.replace(".", "_")}["{label}"]')
        lines.append("  end")
    for room, others in sorted(reduced().items(), key=lambda item: (-LEVEL[item[0]], item[0])):
        for other in sorted(others, key=lambda other: (-LEVEL[other], other)):
            lines.append(f"  {room.replace('.', '_')} --> {other.replace('.', '_')}")
    return "\n".join([*lines, "```"])


def written(text: str) -> str:
    """The document with the diagram regenerated."""
    marked = f"<!-- made: diagram -->\n{diagram()}\n<!-- end -->"
    return re.sub(r"<!-- made: diagram -->\n.*?<!-- end -->", lambda _: marked, text, flags=re.DOTALL)


def path_in_text(room: str) -> str:
    """How the document names a room: a folder with a slash at its end, or a module."""
    path = room.replace(".", "/")
    return f"`{path}/`" if (ROOT / path).is_dir() else f"`{path}.py`"


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
