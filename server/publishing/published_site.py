"""A folder with the page and its answers as files, which any static host can serve, also below a path.

The page asks for the same answers as of a service; `file_of` says in which file each is. Answers about positions are in
shards, or in pieces of a table that Python reads in the browser (`table_pieces.py`). What only a service can do is left
out of the page where `published` says so. The folder is written beside its place and then renamed; answers of an
interrupted run are used again.
"""

import hashlib
import io
import json
import re
import shutil
import sys
import zipfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

from flask import Flask
from markupsafe import escape

from perfect_play.puzzles.base import Rules, RulesError
from perfect_play.server import create_app
from perfect_play.server.api.graphs import FACTS, MOVE_FIELDS, GraphTooLarge, graph_rows
from perfect_play.server.api.images import MOST_PICTURES
from perfect_play.server.page import routes
from perfect_play.server.page.link_preview import game_path
from perfect_play.server.publishing.answer_shards import Answers
from perfect_play.server.publishing.publish_command import MOST
from perfect_play.server.publishing.table_pieces import WRITING_TIME, TableTooLarge, pieces, step_of
from perfect_play.solvers import __version__
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.publish import sole_writer
from perfect_play.solvers.untabled.choice import answerer_kind, table_of

MARK = "published.json"
"""The file that says what the folder is, and what is not in it."""
LOCALES = ("en", "es", "fr")
NAME = re.compile(r"[\w.,=+~-]*\w[\w.,=+~-]*", re.ASCII)
"""Ids of variants that can be names of folders."""
PYTHON = {
    "pyodide.js": "pyodide.mjs",  # under names that every host knows as scripts
    "pyodide.asm.js": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
    "python_stdlib.zip": "python_stdlib.zip",
    "pyodide-lock.json": "pyodide-lock.json",
    "package.json": "package.json",  # names its license and its source
}
"""The files of Python for browsers: their names here, and in the folder that `npm pack pyodide` packs."""
SOURCES = (
    *("*.py", "puzzles/**/*.py", "puzzles/one_player/scripts/*.txt", "data/levels/**/*", "solvers/*.py"),
    *("solvers/reports/*.py", "solvers/tables/*.py", "server/__init__.py", "server/protocols/*.py"),
    "server/publishing/*.py",
)
"""What Python runs there."""
STUB = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<script>location.replace("{address}" + location.search);</script>
<p><a href="{address}">{title}</a></p>
</html>
"""
"""What stands at the address of a view: it leads to the page, which then shows that address."""

Json = dict[str, Any]


def file_of(path: str) -> str:
    """The file that has the answer to a request, below the site's folder; as `addressOf` in prefetch.js."""
    place, _, query = path.partition("?")
    parameters = parse_qs(query)
    return ".".join([place.rstrip("/"), *parameters.get("id", ()), *parameters.get("locale", ()), "json"])


class Site:
    """A site to be written.

    limit: positions of the largest variant with answers in shards. pyodide: the folder with Python for browsers, which
    answer from larger tables then. Raises RulesError: a bad folder.
    """

    def __init__(self, folder: Path, data_dir: Path, limit: int, pyodide: Path | None = None) -> None:
        self.folder = folder.resolve()
        self.limit = limit
        self._pyodide = pyodide
        if pyodide is not None and not all((pyodide / name).is_file() for name in PYTHON.values()):
            raise RulesError(
                f"{pyodide} does not have {', '.join(PYTHON.values())}. Name the folder `package` that "
                "`npm pack pyodide && tar xf pyodide-*.tgz` makes."
            )
        self._place = self.folder.with_name(f".{self.folder.name}.partial")
        self._app: Flask = create_app({"data_dir": data_dir, "build": False})
        self._manager: PuzzleManager = self._app.extensions["manager"]
        self._require_ours()

    def _require_ours(self) -> None:
        """Raise RulesError if something else is where the site is to be."""
        if not self.folder.exists():
            return
        if not self.folder.is_dir():
            raise RulesError(f"{self.folder} is not a folder. Name a new one.")
        if any(self.folder.iterdir()) and not (self.folder / MARK).is_file():
            raise RulesError(f"{self.folder} has files of something else. Name a new folder, or an empty one.")

    @staticmethod
    def fits(rules: Rules) -> bool:
        """Whether a variant is in the catalogue, under an id that can be the name of a folder."""
        return not rules.variant.custom and NAME.fullmatch(rules.variant.id) is not None

    def refusal(self, rules: Rules) -> str | None:
        """Why a variant has no answers on this site, as far as can be said without looking at its positions."""
        kind = answerer_kind(rules)
        table = table_of(rules)
        if rules.variant.positions > self.limit and (self._pyodide is None or table is None):
            return "large"
        if table is None:
            return "searched" if kind is None or kind.searches else None
        return "unsolved" if self._manager.missing(rules) else None

    def write(self, variants: Sequence[Rules]) -> list[int]:
        """Write the site. Returns the number of positions of each variant with answers.

        Raises RulesError if a variant is not a listed one, OSError, NoAnswer.
        """
        for rules in variants:
            if not self.fits(rules):
                raise RulesError(f"{rules.full_id} is not listed, or its id cannot be a file's name. Leave it out.")
        with sole_writer(self.folder):
            self._place.mkdir(parents=True, exist_ok=True)
            with self._app.app_context():
                self._sweep(variants)
                heads = {rules: self._write_variant(rules) for rules in variants}
                self._write_page(heads)
            self._put_in_place()
        return [head["positions"] for head in heads.values() if "positions" in head]

    # --- answers ----------------------------------------------------------------------------------

    def _sweep(self, variants: Iterable[Rules]) -> None:
        """Remove what an interrupted run left, but for answers about these variants."""
        wanted = {f"{rules.id}/{rules.variant.id}" for rules in variants}
        for path in self._place.iterdir():
            if path.name != "api":
                _remove(path)
        for path in self._place.glob("api/*"):
            for variant in [path] if path.is_file() else path.iterdir():
                if variant.is_file() or f"{path.name}/{variant.name}" not in wanted:
                    _remove(variant)

    def _write_variant(self, rules: Rules) -> Json:
        """Write the answers about a variant and its positions; returns the head of the latter."""
        path = f"api/{rules.id}/{quote(rules.variant.id)}"
        self._save(f"{path}/look/")
        self._save(f"{path}/preview/")
        for locale in LOCALES:
            self._save(f"universal/v1/{rules.id}/{quote(rules.variant.id)}/instructions/?locale={locale}")
        head = self._write_answers(rules, self._place / "api" / rules.id / rules.variant.id)
        if "positions" in head:
            self._save(f"{path}/statistics/")
        _write_text(self._place / "g" / rules.id / rules.variant.id / "index.html", _stub(rules, "../../../"))
        return head

    def _write_answers(self, rules: Rules, folder: Path) -> Json:
        """Write the shards of a variant and their head, unless an interrupted run has; returns the head."""
        head_file = folder / "answers.json"
        source = f"{__version__} {rules_digest(rules)} {self.limit} {self._python()[:1]}"
        if head_file.is_file():
            head: Json = json.loads(head_file.read_text("utf-8"))["response"]
            if head.get("source") == source and head.get("refusal") != "unsolved":
                return head
        head = {"source": source}
        refusal = self.refusal(rules)
        _remove(folder / "answers")
        (folder / "answers").mkdir(parents=True)
        if refusal is None:
            try:
                head |= self._write_shards_or_pieces(rules, folder / "answers")
            except GraphTooLarge:
                refusal = "large"
            except TableTooLarge:
                refusal = "huge"
            except NoAnswer:
                refusal = "absent"
        if refusal is None:
            files = head.get("shards") or head["pieces"] + 1
            size = f"{head['positions']:,} positions, {head['bytes'] / 1e3:,.0f} kB in {files} files"
        else:
            _remove(folder / "answers")
            head["refusal"] = refusal
            size = f"not published: {self._reason(rules, refusal)}"
        print(f"{rules.full_id}: {size}", file=sys.stderr, flush=True)
        _write_json(head_file, head)
        return head

    def _write_shards_or_pieces(self, rules: Rules, folder: Path) -> Json:
        """Write what answers are read from; returns what the head says of it. Raises NoAnswer."""
        table = table_of(rules)
        if rules.variant.positions <= self.limit:
            try:
                return self._write_shards(rules, folder)
            except GraphTooLarge:
                if self._pyodide is None or table is None:
                    raise
        assert table is not None
        return self._write_pieces(table, folder)

    def _write_shards(self, rules: Rules, folder: Path) -> Json:
        """Write the answers about all positions; returns what the head says of them. Raises NoAnswer."""
        answers = Answers(graph_rows(rules, self.limit))
        shards = answers.shards()
        for number, shard in enumerate(shards):
            (folder / f"{number}.bin").write_bytes(shard)
        head = {"facts": FACTS, "own": MOVE_FIELDS, "shards": len(shards), "longest": answers.longest}
        return head | {"positions": len(answers.texts), "moves": answers.moves, "bytes": sum(map(len, shards))}

    def _write_pieces(self, table: Rules, folder: Path) -> Json:
        """Write a table in pieces; returns what the head says of them. Raises NoAnswer."""
        meta, sizes = self._manager.store.meta(table), []
        for name, piece in pieces(self._manager.store, table):
            sizes.append((folder / f"{meta.rules}.{name}.bin").write_bytes(piece))
        head = {"rules": meta.rules, "step": step_of(meta.blocks), "pieces": len(sizes) - 1, "python": self._python()}
        return head | {"positions": meta.positions, "bytes": sum(sizes)}

    def _python(self) -> list[str]:
        """The files with which browsers run the rules, those first; none if they do not."""
        if self._pyodide is None:
            return []
        digest = hashlib.blake2b(rules_archive(), digest_size=6).hexdigest()
        return [f"python/rules.{digest}.zip", *(f"python/{name}" for name in PYTHON if name != "package.json")]

    def _write_python(self) -> None:
        """Write the files with which browsers run the rules."""
        assert self._pyodide is not None
        _write_bytes(self._place / self._python()[0], rules_archive())
        for name, original in PYTHON.items():
            shutil.copyfile(self._pyodide / original, self._place / "python" / name)

    def _reason(self, rules: Rules, refusal: str) -> str:
        positions = rules.variant.positions
        count = f"about {positions:,}" if positions > self.limit else f"over {self.limit:,}"
        bound = f"the limit is {self.limit:,} (--limit)"
        if positions > MOST:
            bound = f"files of answers hold up to {MOST:,}; --pyodide has browsers read larger tables"
        return {
            "large": f"{count} positions; {bound}",
            "huge": "its table is too large for files; a service reads it",
            "searched": "its values are found by search",
            "unsolved": f"not solved; perfect-play solve {rules.id} {rules.variant.id}",
        }.get(refusal, "it has no answers about all positions")

    # --- the page ---------------------------------------------------------------------------------

    def _write_page(self, heads: dict[Rules, Json]) -> None:
        """Write the page, its files, and the catalogue of these variants."""
        with self._app.test_request_context("/"):
            _write_text(self._place / "index.html", routes.published_page())
        static = f"static/{routes.version()}"
        for name, file in routes.files().items():
            _write_bytes(self._place / static / name, file.body)
        _write_text(self._place / routes.WORKER, routes.worker(f"./{static}/"))
        _write_text(self._place / "matches" / "index.html", _redirection("Matches", "../", "matches"))
        if any("pieces" in head for head in heads.values()):
            self._write_python()
        by_id: dict[str, dict[str, Json]] = {}
        for rules, head in heads.items():
            by_id.setdefault(rules.id, {})[rules.variant.id] = head
            _write_text(self._place / "g" / rules.id / "index.html", _stub(rules, "../../", is_opening=True))
        for locale in LOCALES:
            listed = self._ask(f"api/catalogue/?locale={locale}")
            entries = [_entry(entry, by_id) for entry in listed if entry["gameId"] in by_id]
            listed = self._ask(f"api/cards/?locale={locale}")
            cards = [_card(card, entries) for card in listed if card["gameId"] in by_id]
            _write_json(self._place / f"api/catalogue.{locale}.json", entries)
            _write_json(self._place / f"api/cards.{locale}.json", cards)
            for entry in entries:
                _write_json(self._place / f"api/catalogue.{entry['gameId']}.{locale}.json", [entry])
        ids = list(by_id)
        pictures: Json = {}
        for first in range(0, len(ids), MOST_PICTURES):
            pictures |= self._ask(f"api/pictures/?ids={','.join(ids[first : first + MOST_PICTURES])}")
        _write_json(self._place / "api/pictures.json", pictures)
        refused = {rules: head["refusal"] for rules, head in heads.items() if "refusal" in head}
        absent = {rules.full_id: self._reason(rules, refusal) for rules, refusal in refused.items()}
        _write_json(self._place / MARK, {"program": "perfect-play", "version": __version__, "notPublished": absent})

    def _get(self, path: str) -> bytes:
        """The service's answer. Raises NoAnswer."""
        response = self._app.test_client().get(f"/{path}")
        if response.status_code != 200:
            raise NoAnswer(f"/{path} was answered {response.status}.")
        content: bytes = response.data
        return content

    def _ask(self, path: str) -> Any:
        """The service's answer without its wrapping. Raises NoAnswer."""
        return json.loads(self._get(path))["response"]

    def _save(self, path: str) -> None:
        """Write the service's answer to its file. Raises NoAnswer."""
        _write_bytes(self._place / file_of(path), self._get(path))

    def _put_in_place(self) -> None:
        """Rename the folder to its place; what was there is removed."""
        self._require_ours()
        old = self.folder.with_name(f".{self.folder.name}.old")
        _remove(old)
        if self.folder.exists():
            self.folder.rename(old)
        self._place.rename(self.folder)
        _remove(old)


@cache
def rules_archive() -> bytes:
    """The sources that browsers run, always the same bytes."""
    root, archive = Path(__file__).parents[2], io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted({path for pattern in SOURCES for path in root.glob(pattern) if path.is_file()}):
            entry = zipfile.ZipInfo(f"perfect_play/{path.relative_to(root)}", WRITING_TIME)
            file.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def _entry(entry: Json, by_id: dict[str, dict[str, Json]]) -> Json:
    """A catalogue's entry with the variants of this site, those with answers as available."""
    heads = by_id[entry["gameId"]]
    variants = [variant for variant in entry["variants"] if variant["variantId"] in heads]
    for variant in variants:
        is_absent = "refusal" in heads[variant["variantId"]]
        variant |= {"status": "unavailable" if is_absent else "available", "solvedAtStart": False}
    available = [each for each in variants if each["status"] == "available"]
    opening = next((each for each in available if each["variantId"] == entry["opens"]), (available or variants)[0])
    return {**entry, "variants": variants, "opens": opening["variantId"], "customStart": None, "example": None}


def _card(card: Json, entries: Sequence[Json]) -> Json:
    """A card with the variants of this site; absent: it has no answers about any of them."""
    entry = next(entry for entry in entries if entry["gameId"] == card["gameId"])
    opening = next(each for each in entry["variants"] if each["variantId"] == entry["opens"])
    return {
        **card,
        "opens": entry["opens"],
        "status": opening["status"],
        "absent": opening["status"] != "available",
        "longest": opening["longest"],
        "variants": list(dict.fromkeys(variant["description"] for variant in entry["variants"])),
    }


def _stub(rules: Rules, root: str, is_opening: bool = False) -> str:
    path = game_path(rules.id, None if is_opening else rules.variant.id).removeprefix("g/")
    return _redirection(rules.name if is_opening else f"{rules.name}, {rules.variant.name}", root, path)


def _redirection(title: str, root: str, path: str) -> str:
    return STUB.format(title=escape(title), address=f"{root}#/{path}")


def _write_json(path: Path, content: Any) -> None:
    """Write an answer as the service wraps it; under another name first, as it says that others are complete."""
    text = json.dumps({"status": "ok", "response": content}, ensure_ascii=False, separators=(",", ":"))
    temporary = path.with_name(f".{path.name}.tmp")
    _write_text(temporary, text)
    temporary.replace(path)


def _write_text(path: Path, text: str) -> None:
    _write_bytes(path, text.encode())


def _write_bytes(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _remove(path: Path) -> None:
    """Remove a file or folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
