"""Reads Markdown for tests: fenced blocks, headings, links, console sessions, and JSON with elisions.

A console session is a block of language `console`: lines that begin with `$ ` are commands, each
followed by its output. In output, a line `...` stands for any lines, and in JSON `...` stands for
any value, any further items of a list, or any further keys of an object; a string that ends in
`...` stands for any string that begins so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.helpers import ROOT

FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[a-z]*)[^\n]*\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^(#+) +(.+?) *$", re.M)
SKIPPED = {"translations", ".venv", ".git", ".pytest_cache", "node_modules"}
ANY = "..."


@dataclass(frozen=True)
class Block:
    """A fenced block: its place, language and text."""

    path: Path
    line: int
    language: str
    text: str

    @property
    def where(self) -> str:
        """The block's place, such as `docs/laws.md:12`."""
        return f"{name_of(self.path)}:{self.line}"


@dataclass(frozen=True)
class Command:
    """A command of a console session, without the `$`, and the output shown after it."""

    where: str
    line: str
    shown: str


def name_of(path: Path) -> str:
    """A document's path in the project."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def documents() -> list[Path]:
    """Every Markdown file of the project, except served texts."""
    found = [path for path in ROOT.rglob("*.md") if not SKIPPED & set(path.relative_to(ROOT).parts)]
    return sorted(found)


def blocks(path: Path, language: str | None = None) -> list[Block]:
    """The fenced blocks of a document, of one language or all."""
    text = path.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        if language in (None, match["language"]):
            line = text.count("\n", 0, match.start()) + 1
            indent = len(match["indent"])
            body = "".join(row[indent:] if row.strip() else row for row in match["text"].splitlines(keepends=True))
            found.append(Block(path, line, match["language"], body))
    return found


def block_with(path: Path, needle: str, language: str = "python") -> Block:
    """The one block of a language that contains `needle`."""
    found = [block for block in blocks(path, language) if needle in block.text]
    assert len(found) == 1, f"{path.name}: {len(found)} {language} blocks contain {needle!r}"
    return found[0]


def commands(path: Path) -> list[Command]:
    """The commands of all console sessions of a document, in order."""
    found: list[Command] = []
    for block in blocks(path, "console"):
        session: list[tuple[int, str, list[str]]] = []
        for offset, line in enumerate(block.text.splitlines(), start=block.line + 1):
            if line.startswith("$ "):
                session.append((offset, line[2:], []))
            elif session and session[-1][1].endswith("\\"):
                number, command, _ = session.pop()
                session.append((number, command[:-1].rstrip() + " " + line.strip(), []))
            else:
                assert session, f"{block.where}: a console session begins with '$ '"
                session[-1][2].append(line)
        for number, command, shown in session:
            where = f"{name_of(path)}:{number}"
            found.append(Command(where, command.split("  #")[0].strip(), "\n".join(shown).strip()))
    return found


def without_code(text: str) -> str:
    """A document's text without its fenced blocks and inline code."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))


def links(path: Path) -> list[str]:
    """The targets of all links of a document."""
    return [match["target"] for match in LINK.finditer(without_code(path.read_text(encoding="utf-8")))]


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    found: set[str] = set()
    for _, heading in HEADING.findall(text):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(name)
    return found


# --- comparing with elisions --------------------------------------------------------------------


def load_elided(text: str) -> Any:
    """Parse JSON in which `...` may stand for an omitted value, item or key."""
    written: list[str] = []
    containers: list[str] = []
    before = ""
    for i, part in enumerate(re.split(r'("(?:[^"\\]|\\.)*")', text)):
        if i % 2:
            written.append(part)
            before = '"'
            continue
        for token in re.findall(r"\.\.\.|[{}\[\],:]|[^{}\[\],:.\s]+(?:\.[0-9][^{}\[\],:\s]*)?|\s+|.", part):
            if token == ANY:
                is_key = bool(containers) and containers[-1] == "{" and before in "{,"
                token = f'"{ANY}": "{ANY}"' if is_key else f'"{ANY}"'
            elif token in "{[":
                containers.append(token)
            elif token in "}]":
                containers.pop()
            written.append(token)
            if token.strip():
                before = token[-1]
    return json.loads("".join(written))


def matches(shown: Any, real: Any) -> bool:
    """Whether an answer matches what is shown, up to elisions."""
    if isinstance(shown, str) and shown.endswith(ANY):
        return shown == ANY or (isinstance(real, str) and real.startswith(shown.removesuffix(ANY)))
    if isinstance(shown, dict) and isinstance(real, dict):
        named = {key: value for key, value in shown.items() if key != ANY}
        complete = set(named) <= set(real) if ANY in shown else set(named) == set(real)
        return complete and all(matches(value, real[key]) for key, value in named.items())
    if isinstance(shown, list) and isinstance(real, list):
        return sequences_match(shown, real, matches)
    return type(shown) is type(real) and bool(shown == real)


def sequences_match(shown: Sequence[Any], real: Sequence[Any], same: Callable[[Any, Any], bool]) -> bool:
    """Whether two sequences match, with an item `...` standing for any number of items."""
    if not shown:
        return not real
    if shown[0] == ANY:
        return any(sequences_match(shown[1:], real[i:], same) for i in range(len(real) + 1))
    return bool(real) and same(shown[0], real[0]) and sequences_match(shown[1:], real[1:], same)


def lines_match(shown: str, real: str, plain: Callable[[str], str] = str) -> bool:
    """Whether output matches what is shown, up to omitted lines and what `plain` normalizes."""
    split = [[plain(line) for line in text.strip().splitlines()] for text in (shown, real)]
    return sequences_match(*split, matches)
