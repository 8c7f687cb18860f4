"""The card of a data set: a README for people, and Croissant (JSON-LD) for programs, beside the file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from perfect_play.solvers import __version__
from perfect_play.solvers.datasets.columns import COLUMNS, MEDIA
from perfect_play.solvers.datasets.exported_files import TEXTS
from perfect_play.solvers.datasets.rows import DataSet
from perfect_play.solvers.tables.publish import whole

LICENSE = "https://spdx.org/licenses/MIT.html"
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    **{name: f"cr:{name}" for name in ("column", "extract", "field", "fileObject", "recordSet", "source")},
}
SOLVED = (
    "The table was computed by exhaustive search from the rules: no value is estimated. Before it was published, an "
    "audit compared what the rules declare (symmetries, ranks, endings) with how they play, and derived sampled "
    "results again from their children."
)


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_card(path: Path, format_: str, data: DataSet) -> list[Path]:
    """Write the card of a file beside it; returns the files. Raises OSError."""
    digest = digest_of(path)
    columns = [name for name in data.columns if format_ != "npz" or name not in TEXTS]
    croissant = json.dumps(_croissant(path, format_, data, columns, digest), indent=2, ensure_ascii=False) + "\n"
    written = []
    for ending, text in (("README.md", _readme(path, format_, data, columns, digest)), ("croissant.json", croissant)):
        card = path.with_name(f"{path.name}.{ending}")
        with whole(card) as temporary:
            temporary.write_text(text, encoding="utf-8")
        written.append(card)
    return written


def _about(data: DataSet) -> str:
    rules = data.rules
    drawn = "" if data.sample is None else f" A random sample: {data.rows:,} rows, seed {data.seed}."
    return (
        f"Perfect play of {rules.name}, {rules.variant.name}: a row for each class of symmetric positions in the "
        f"solved table, in order of rank.{drawn} {rules.description}"
    ).strip()


def _readme(path: Path, format_: str, data: DataSet, columns: list[str], digest: str) -> str:
    rules, meta = data.rules, data.manager.store.meta(data.rules)
    rows = [f"| `{name}` | {COLUMNS[name]} |" for name in columns]
    parts = [
        f"# {rules.name}, {rules.variant.name}",
        _about(data),
        "\n".join(["| column | what it holds |", "|---|---|", *rows]),
        "In arrays of NumPy, a value is 0 win, 1 lose, 2 tie or 3 draw, a split 0 train, 1 validation or 2 test, and "
        "no remoteness is -1."
        if format_ == "npz"
        else "",
        f"## Rules\n\n{rules.instructions}",
        f"## How it was solved and verified\n\n{SOLVED} The greatest remoteness is {meta.maximum}. To derive every "
        f"result again: `python -m solvers verify {rules.id} {rules.variant.id}`.",
        f"## Version\n\nPerfect Play {__version__}, MIT license. Rules `{meta.rules}`. File `{path.name}`, "
        f"{data.rows:,} rows, SHA-256 `{digest}`.",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _croissant(path: Path, format_: str, data: DataSet, columns: list[str], digest: str) -> dict[str, Any]:
    rules = data.rules
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"perfect-play-{rules.id}-{rules.variant.id}",
        "description": f"{_about(data)} {SOLVED}",
        "license": LICENSE,
        "url": path.name,
        "version": __version__,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": path.name,
                "name": path.name,
                "contentUrl": path.name,
                "encodingFormat": MEDIA[format_],
                "sha256": digest,
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "positions",
                "name": "positions",
                "field": [_field(name, path) for name in columns],
            }
        ],
    }


def _field(name: str, path: Path) -> dict[str, Any]:
    kind = "sc:Text" if name in (*TEXTS, "value", "split") else "sc:Integer"
    return {
        "@type": "cr:Field",
        "@id": f"positions/{name}",
        "name": name,
        "description": COLUMNS[name],
        "dataType": kind,
        "source": {"fileObject": {"@id": path.name}, "extract": {"column": name}},
    }
