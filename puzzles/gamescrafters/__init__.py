"""Files of the GamesCrafters as plug-ins: games of GamesmanPy and puzzles of GamesmanPuzzles, unmodified.

Such a file is known by what it imports. Its imports are redirected to the modules `models` and `puzzlesolver` of this
package, which stand in for the GamesCrafters' own; then each of its classes gets a plug-in, from `games.py` or
`puzzles.py`.
"""

import ast
import sys
from importlib.util import decode_source, module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from perfect_play.puzzles.gamescrafters import games, models, puzzles, puzzlesolver
from perfect_play.puzzles.sources import KeepingLoader, syntax_of
from perfect_play.puzzles.watch import watched

_STAND_INS = {"models": models.__name__, "puzzlesolver": puzzlesolver.__name__}
_ABOVE = ("util", "puzzles", "solvers", "players")
"""The modules that a puzzle imports relative to the folder above its own."""
_ADAPTERS = {models.Game: games.adapted, puzzlesolver.Puzzle: puzzles.adapted}


def load(name: str, path: Path) -> ModuleType | None:
    """Import such a file as a module of this name; None if it is no such file. Raises whatever its code raises."""
    if name in sys.modules:
        return sys.modules[name]
    try:
        tree = syntax_of(decode_source(path.read_bytes()))
    except (SyntaxError, ValueError):
        return None  # whoever imports it will say where
    if not any(_stand_in(node) for node in ast.walk(tree)):
        return None
    loader = _Loader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None  # noqa: S101
    module = sys.modules[name] = module_from_spec(spec)
    try:
        loader.exec_module(module)
        _add_plugins(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _add_plugins(module: ModuleType) -> None:
    """Give a module a plug-in for each game or puzzle that it defines, unless another derives from it."""
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    rules = [cls for cls in classes if cls.__module__ == module.__name__ and issubclass(cls, tuple(_ADAPTERS))]
    for cls in rules:
        if not any(other is not cls and issubclass(other, cls) for other in rules):
            adapted = next(adapter for base, adapter in _ADAPTERS.items() if issubclass(cls, base))
            with watched(f"trying {cls.__name__}", cls):
                setattr(module, f"plugin_{cls.__name__}", adapted(cls))


def _stand_in(node: ast.AST) -> str | None:
    """The module that stands in for the one that a statement imports from; None if it imports something else."""
    if not isinstance(node, ast.ImportFrom):
        return None
    first = (node.module or "").partition(".")[0]
    if not node.level:
        return _STAND_INS.get(first)
    puzzle = node.level == 1 and not first and all(hasattr(puzzlesolver, alias.name) for alias in node.names)
    return puzzlesolver.__name__ if puzzle or (node.level == 2 and first in _ABOVE) else None


class _Redirection(ast.NodeTransformer):
    """Redirects imports to the modules that stand in for the GamesCrafters'."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        stand_in = _stand_in(node)
        return node if stand_in is None else ast.copy_location(ast.ImportFrom(stand_in, node.names, 0), node)


class _Loader(KeepingLoader):
    """Loads such a file; the source that is kept is the file's own."""

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module, with its imports redirected."""
        self.source = Path(self.path).read_bytes()
        tree: Any = _Redirection().visit(syntax_of(decode_source(self.source)))
        return compile(tree, self.path, "exec", dont_inherit=True)
