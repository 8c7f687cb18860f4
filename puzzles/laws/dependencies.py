"""What rules depend on besides their code: files, the environment, the clock, chance; and options without stable texts.

The digest of the rules, to which tables are tied, sees code, options and the files that `reads` names, nothing else.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any

from perfect_play.puzzles.sources import syntax_of

_FILE = "reads a file, which the digest does not cover: name it in `reads`; or write `reads = ()` if options hold all"
_SETTING = "depends on the machine or its settings, which the digest does not cover: pass such values as options"
_MODULE = "loads code by name, which the digest does not cover: import the module by a statement"
_CLOCK = "reads the clock: rules must be the same at any time"
_CHANCE = "draws random numbers: rules must be the same in every process"
_COUNT = "counts the calls of a function: rules must be the same however often they are asked"

_CALLS = {
    **dict.fromkeys(("open", "read_text", "read_bytes", "loadtxt", "genfromtxt", "fromfile", "memmap"), _FILE),
    **dict.fromkeys(("getenv", "getcwd", "gethostname", "cpu_count"), _SETTING),
    **dict.fromkeys(
        ("import_module", "__import__", "exec", "eval", "spec_from_file_location", "run_path", "globals"), _MODULE
    ),
    **dict.fromkeys(("urandom", "default_rng"), _CHANCE),
}
"""What it means that rules call a function or method of this name."""
_BUILTINS = {"id": _CHANCE, "hash": _CHANCE}
_ATTRIBUTES = {"environ": _SETTING, "argv": _SETTING}
_MODULES = {
    **dict.fromkeys(("sqlite3", "importlib.resources", "pkgutil", "shelve", "mmap"), _FILE),
    **dict.fromkeys(("socket", "platform", "subprocess", "urllib.request", "locale", "getpass"), _SETTING),
    **dict.fromkeys(("runpy", "imp"), _MODULE),
    **dict.fromkeys(("time", "datetime"), _CLOCK),
    **dict.fromkeys(("random", "secrets", "uuid", "numpy.random"), _CHANCE),
}
_TELL_TIME = {
    *(f"time.{name}" for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time")),
    *(f"time.{name}_ns" for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time")),
    *("time.localtime", "time.gmtime", "time.ctime", "time.strftime", "datetime.date.today"),
    *(f"datetime.datetime.{name}" for name in ("now", "utcnow", "today")),
}
_BY_CHANCE = {"os.urandom", "os.getrandom", "os.getpid", "uuid.uuid1", "uuid.uuid4"}
_SEEDED = {"random.Random", "numpy.random.default_rng"}
"""What draws random numbers that a seed makes the same in every process."""
_ATOMS = (str, bytes, int, float, complex, type(None), type(Ellipsis), range, type)


def dependencies(source: str, declared: bool) -> Iterator[tuple[int, str]]:
    """Lines of a module on which rules may depend on what the digest does not see, each with a clause that says why.

    declared: whether its files are named in `reads`.
    """
    for node in _nodes(syntax_of(source)):
        for name, reason in _uses(node):
            if not (declared and reason is _FILE):
                yield getattr(node, "lineno", 0), f"`{name}` {reason}"


def _uses(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        names += [alias.name for alias in node.names if alias.name in _CALLS or alias.name in _ATTRIBUTES]
    else:
        names = []
    yield from (
        (name, reason) for name in names if (reason := _MODULES.get(name) or _CALLS.get(name) or _ATTRIBUTES.get(name))
    )
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        table = {**_CALLS, **_BUILTINS} if isinstance(node.func, ast.Name) else _CALLS
        if name in table:
            yield name, table[name]
    elif isinstance(node, ast.Attribute):
        if ast.unparse(node) == "sys.path":
            yield "sys.path", _MODULE
        elif node.attr in _ATTRIBUTES:
            yield node.attr, _ATTRIBUTES[node.attr]
        elif node.attr in ("random", "load") and getattr(node.value, "id", "") in ("np", "numpy"):
            yield f"{ast.unparse(node)}", _CHANCE if node.attr == "random" else _FILE


def never_the_same(source: str) -> str | None:
    """A sentence on the first place in a module that reads the clock, draws by chance or counts calls, or None.

    A function matters wherever it is mentioned, since it may be called by another name. What runs only in
    `if __name__ == "__main__":` or in `__hash__` does not matter, nor does `random.Random(seed)`.
    """
    tree = syntax_of(source)
    tree.body = [node for node in tree.body if not (isinstance(node, ast.If) and "__name__" in ast.unparse(node.test))]
    names = _imported_names(tree)
    for method in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        if method.name != "prepare" and not method.name.startswith("_") and (counter := _counter(method)):
            return f"line {counter.lineno} changes `{ast.unparse(counter.target)}`, which {_COUNT}"
    for node in _nodes(tree):
        if isinstance(node, ast.Call):
            function = _dotted(node.func, names)
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            if function in _SEEDED and (not given or getattr(given[0], "value", "") is None):
                return f"line {node.lineno} calls `{function}` without a seed, which {_CHANCE}"
            if isinstance(node.func, ast.Name) and node.func.id in _BUILTINS:
                return f"line {node.lineno} calls `{node.func.id}`, whose answer is another in every process"
        elif isinstance(node, ast.Name | ast.Attribute):
            function = _dotted(node, names)
            if function in _TELL_TIME:
                return f"line {node.lineno} uses `{function}`, which {_CLOCK}"
            if _draws(function):
                return f"line {node.lineno} uses `{function}`, which {_CHANCE}"
    return None


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those inside a `__hash__` method, whose result may differ from process to process."""
    waiting = [tree]
    for node in waiting:  # grows during the loop
        yield node
        waiting += (
            child
            for child in ast.iter_child_nodes(node)
            if not (isinstance(child, ast.FunctionDef) and child.name == "__hash__")
        )


def _counter(function: ast.FunctionDef) -> ast.AugAssign | None:
    """The first statement like `self.calls += 1` or `CALLS[0] += 1`, whose object outlives the call."""
    nodes = list(ast.walk(function))
    local = {node.arg for node in nodes if isinstance(node, ast.arg)} - {"self", "cls"}
    local |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    local -= {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    for node in nodes:
        if isinstance(node, ast.AugAssign):
            root: ast.AST = node.target
            while isinstance(root, ast.Attribute | ast.Subscript):
                root = root.value
            if isinstance(root, ast.Name) and root.id not in local:
                return node
    return None


def _dotted(node: ast.AST, names: dict[str, str]) -> str:
    """What an expression such as `datetime.now` names, imports resolved; "" if it names nothing imported."""
    if isinstance(node, ast.Attribute):
        return f"{owner}.{node.attr}" if (owner := _dotted(node.value, names)) else ""
    return names.get(node.id, "") if isinstance(node, ast.Name) else ""


def _imported_names(tree: ast.Module) -> dict[str, str]:
    """What the names that a module imports stand for."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.asname or alias.name.partition(".")[0]: alias.name for alias in node.names if alias.asname}
            names |= {(root := alias.name.partition(".")[0]): root for alias in node.names if not alias.asname}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _draws(function: str) -> bool:
    """Whether a function draws random numbers, whatever its arguments are."""
    if function in _SEEDED:
        return False
    return function.startswith(("random.", "secrets.", "numpy.random.")) or function in _BY_CHANCE


def unstable_option(options: Iterable[Any]) -> str | None:
    """A sentence on the first option whose text may be another in every process; None if there is none."""
    return next((sentence for option in options if (sentence := _unstable(option))), None)


def _unstable(value: Any) -> str | None:
    if isinstance(value, _ATOMS):
        return None
    if isinstance(value, dict):
        return unstable_option([*value.keys(), *value.values()])
    if isinstance(value, tuple | list):
        return unstable_option(value)
    if isinstance(value, set | frozenset):
        if len(value) < 2 or all(isinstance(item, int) for item in value):
            return None
        return f"the option {_excerpt(value)} is a set, whose order is another in every process: write a sorted tuple"
    if re.search(r"\bat 0x[0-9a-f]+", repr(value)) or hex(id(value))[2:] in repr(value):
        return (
            f"the option {_excerpt(value)} has no stable text, but an address that is another in every process: "
            "use numbers, texts and tuples, or give its class a `__repr__` of what it holds"
        )
    return unstable_option(vars(value).values() if hasattr(value, "__dict__") else ())


def _excerpt(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
