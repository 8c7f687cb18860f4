"""The names that a script of the page binds, read by regular expressions: these files are formatted evenly."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TEXT = re.compile(
    r"""//[^\n]*|/\*[\s\S]*?\*/|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`"""
    r"""|(?<=[( ])/(?![ /*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n\[])+/"""
)
"""A comment, text, regular expression or template; functions inside `${...}` are lost with it."""
_VARIABLE = re.compile(r"\b(?:const|let|var)\s+(?:(\w+)|(?=[\[{]))")
_FUNCTION = re.compile(r"\bfunction\*?\s*(\w*)\s*(?=\()")
_METHOD = re.compile(
    r"^\s+(?:(?:static|async|get|set) )*(?!(?:if|for|while|switch|catch)\b)(\w+)(?=\(.*\) \{)", re.MULTILINE
)
_ARROW = re.compile(r"(?:\b(\w+)|\))\s*=>")
_OTHER = re.compile(r"\bclass (\w+)|\bcatch \((\w+)\)")
_DEFAULT = re.compile(r" = (?:[^,()\[\]{}]|\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\})*")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?![\w$]|\s*:)")


def _pattern(code: str, start: int, step: int = 1) -> str:
    """The brackets from the one at `start` to its partner, and what is inside; step -1: it is the closing one."""
    depth, end = 0, start
    while depth or end == start:
        depth += (code[end] in "([{") - (code[end] in ")]}")
        end += step
    return code[start:end] if step == 1 else code[end + 1 : start + 1]


def _names(pattern: str) -> list[str]:
    """The names that a pattern binds: neither keys before a colon nor what default values mention."""
    return _NAME.findall(_DEFAULT.sub("", pattern))


def bound_names(script: str) -> Iterator[str]:
    """The names of variables, parameters, functions, methods and classes, as often as the script binds them."""
    code = _TEXT.sub('""', script)
    for match in _VARIABLE.finditer(code):
        yield from [match[1]] if match[1] else _names(_pattern(code, match.end()))
    for expression in (_FUNCTION, _METHOD):
        for match in expression.finditer(code):
            yield from [match[1]] if match[1] else []
            yield from _names(_pattern(code, match.end()))
    for match in _ARROW.finditer(code):
        yield from [match[1]] if match[1] else _names(_pattern(code, match.start(), -1))
    for match in _OTHER.finditer(code):
        yield match[1] or match[2]
