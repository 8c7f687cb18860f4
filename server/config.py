"""The settings of the service, from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from solvers.manager import BadSetting, default_data_dir


@dataclass(frozen=True)
class Config:
    """One field a setting; `UWAPI_<FIELD>` in the environment sets it.

    data_dir: where tables are kept, under `tables/`. cache_bytes: memory for decoded blocks, per
    process. build: whether missing tables are solved in the background. presolve_limit: start-up
    variants of more positions are left to `python -m solvers solve` (default: none, or 300,000 where
    Numba is not installed). max_position: longest position text answered, in characters. log_requests: whether
    a line is written for every request.
    """

    data_dir: Path
    cache_bytes: int = 64 << 20
    build: bool = True
    presolve_limit: int | None = None
    max_position: int = 2000
    log_requests: bool = False

    @classmethod
    def read(cls, given: Mapping[str, Any] | None = None) -> Config:
        """The settings: `given` before the environment before the defaults. Raises BadSetting."""
        values: dict[str, Any] = {"data_dir": default_data_dir()}
        for field in fields(cls):
            name = f"UWAPI_{field.name.upper()}"
            if os.environ.get(name):
                values[field.name] = _read(name, os.environ[name], field.name)
        unknown = set(given or ()) - {field.name for field in fields(cls)}
        if unknown:
            raise BadSetting(f"There is no setting {sorted(unknown)}.")
        values.update(given or {})
        values["data_dir"] = Path(values["data_dir"])  # a text will do
        return cls(**values)


def _read(name: str, text: str, field: str) -> Any:
    if field == "data_dir":
        return Path(text)
    if field in ("build", "log_requests"):
        if text.lower() not in ("0", "1", "true", "false", "yes", "no"):
            raise BadSetting(f"{name}={text!r}: expected 1 or 0.")
        return text.lower() in ("1", "true", "yes")
    if not (text.isascii() and text.isdigit()):
        raise BadSetting(f"{name}={text!r}: expected a whole number.")
    return int(text)
