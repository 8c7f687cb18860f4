"""Loads code from a document as a separate module."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def load_source(name: str, source: str, folder: Path) -> ModuleType:
    """The module of this source, from a file written to `folder` so that its code can be inspected."""
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"example_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # looked up there by dataclasses and the digest of the rules
    spec.loader.exec_module(module)
    return module
