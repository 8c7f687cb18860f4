"""`python .ci/quick.py`: lint, types and the tests of what has changed, in about a minute.

Changed files are those that differ from the last commit, untracked ones included; if there are none, those of the last
commit itself. Changed tests are run, and in addition, for

- a plug-in (its rules, pictures, translations, golden data): its own tests, and its cases of the tests that have one
  for each variant, the laws first among them;
- another module: the tests named after it, and those of its package that import it; for one of `puzzles/`, all laws;
- a helper of tests: the tests that import it;
- any other file: the tests that mention it, and for a document, the test of documents.

Left out, unless they have changed themselves: tests that start services, clusters, compilers or browsers, and the tests
that import a module if they are too many. Before submitting a change, run `make`.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOR_EACH_VARIANT = (
    "tests/puzzles/test_laws.py",
    "tests/solvers/test_golden.py",
    "tests/solvers/test_verify.py",
    "tests/native/test_every_variant.py",
)
"""Tests with one case for each variant, named `[<id>-<variant>...]` or `[<id>/<variant>...]`."""

LAWS = FOR_EACH_VARIANT[0]

SLOW = (
    *("tests/browser/", "tests/cluster/", "tests/faults/", "tests/test_ctrl_c.py"),
    *(f"tests/native/test_{name}.py" for name in ("process", "compile_server", "kernel_cache")),
)
SERVICES = "tests.server.live"
"""Tests that import this start services."""
MANY = 20
"""If more test files than this import a module, they take too long and are left out."""

PLUGIN = re.compile(
    r"puzzles/(?:one|two)_player/(?:pictures/|translations/\w+/)?_?(?P<id>[a-z0-9]+)(?:_\w+)?\.(?:py|md)"
    r"|tests/golden/(?P<golden>[a-z0-9]+)\.json"
)
FOLDERS = {
    "puzzles": ("tests/puzzles/",),
    "server": ("tests/server/",),
    "solvers": ("tests/solvers/", "tests/native/"),
    "tests": ("tests/",),
}
"""The test directories of each package."""


def changed() -> list[str]:
    """The files that differ from the last commit; if none does, those of the last commit."""
    found = [*_git("diff", "--name-only", "HEAD"), *_git("ls-files", "--others", "--exclude-standard")]
    return found or _git("show", "--name-only", "--format=", "--first-parent", "-m", "HEAD")


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@cache
def sources() -> dict[str, str]:
    """The source of each test module, by path."""
    paths = sorted((ROOT / "tests").rglob("*.py"))
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


@cache
def imports(path: str) -> frozenset[str]:
    """The dotted names that a test module imports: modules, and names in them."""
    found = set()
    for node in ast.walk(ast.parse(sources()[path])):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def is_test(path: str) -> bool:
    """Whether pytest collects this file."""
    return re.fullmatch(r"tests/(.*/)?test_\w+\.py", path) is not None


def is_slow(path: str) -> bool:
    """Whether these tests are too slow to be run by default."""
    return path.startswith(SLOW) or SERVICES in imports(path)


def selected(files: Iterable[str]) -> tuple[set[str], set[str]]:
    """(files of tests to run whole, ids of plug-ins whose cases are run) for these changed files."""
    whole: set[str] = set()
    plugins: set[str] = set()
    for file in files:
        if is_test(file):
            whole |= {file} & set(sources())
        elif found := PLUGIN.fullmatch(file):
            plugins.add(found["id"] or found["golden"])
        else:
            whole |= {path for path in _of(file) if not is_slow(path)}
    own = {path for path in sources() for name in plugins if Path(path).name == f"test_{name}.py"}
    return whole | {path for path in own if not is_slow(path)}, plugins


def _of(file: str) -> Iterator[str]:
    """The tests for one file that is neither a test nor part of a plug-in."""
    package, path = file.partition("/")[0], Path(file)
    tests = list(filter(is_test, sources()))
    if path.suffix == ".py" and package in FOLDERS:
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        importing = [test for test in tests if test.startswith(FOLDERS[package]) and module in imports(test)]
        yield from importing if len(importing) <= MANY else ()
        yield from (test for test in tests if package != "tests" and Path(test).name == f"test_{path.stem}.py")
        yield from [LAWS] if package == "puzzles" else ()
    else:
        name = re.compile(rf"(?<![\w.]){re.escape(path.name)}(?!\w)")
        yield from (test for test in tests if name.search(sources()[test]))
        yield from ["tests/docs/test_documents.py"] if path.suffix == ".md" else ()


def arguments(whole: Collection[str], plugins: Collection[str]) -> list[str]:
    """The arguments with which pytest runs these; none if there is nothing to run."""
    each = [path for path in FOR_EACH_VARIANT if path not in whole] if plugins else []
    names = [*(Path(path).name for path in whole), *(f"[{name}{end}" for name in plugins for end in "-/")]
    chosen = ["-k", " or ".join(sorted(names))] if each else []
    return [*sorted(whole), *each, *chosen]


def main() -> int:
    """Run lint, types and tests. Returns 0 if all pass."""
    parser = argparse.ArgumentParser(
        prog=".ci/quick.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", help="take these files as changed instead of asking git")
    parser.add_argument("--list", action="store_true", help="only say what pytest would be given")
    options = parser.parse_args()
    files = options.files or changed()
    given = arguments(*selected(files))
    print(f"{len(files)} files have changed; pytest {' '.join(given) or 'has nothing to run'}", flush=True)
    if options.list:
        return 0
    begun = time.monotonic()
    python = [sys.executable, "-m"]
    types = subprocess.Popen([*python, "mypy"], cwd=ROOT)
    done = [subprocess.run([*python, "ruff", "check"], cwd=ROOT).returncode]
    done.append(subprocess.run([*python, "ruff", "format", "--check"], cwd=ROOT).returncode)
    if given:
        pytest = [*python, "pytest", "-n", "auto", "--dist", "worksteal", *given]
        done.append(subprocess.run(pytest, cwd=ROOT).returncode % 5)  # 5: no tests collected
    done.append(types.wait())
    print(f"{'Something is wrong' if any(done) else 'All is well'}, after {time.monotonic() - begun:.0f} s.")
    return int(any(done))


if __name__ == "__main__":
    sys.exit(main())
