"""The settings of the service, from the environment: which there are, what they may be, where each comes from."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from puzzles import outside
from solvers.settings import BadSetting, default_data_dir


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
            setting = SETTINGS[f"UWAPI_{field.name.upper()}"]
            if setting.variable() is not None:
                values[field.name] = setting.value()
        unknown = set(given or ()) - {field.name for field in fields(cls)}
        if unknown:
            raise BadSetting(f"There is no setting {sorted(unknown)}.")
        values.update(given or {})
        values["data_dir"] = Path(values["data_dir"])  # a text will do
        return cls(**values)


# --- each setting -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """One setting.

    name: its variable. default: as text, for people. read: its value of a text; raises ValueError with a sentence.
    also: other variables that are accepted, after its own.
    """

    name: str
    default: str
    read: Callable[[str], Any]
    also: tuple[str, ...] = ()

    def variable(self) -> str | None:
        """The variable that sets it; None where none does. An empty one is as good as none."""
        return next((name for name in (self.name, *self.also) if os.environ.get(name)), None)

    def value(self) -> Any:
        """What the environment says; None where it says nothing. Raises BadSetting."""
        variable = self.variable()
        if variable is None:
            return None
        try:
            return self.read(os.environ[variable])
        except ValueError as error:
            said = "" if isinstance(error, outside.BadFolder) else f"{variable}={os.environ[variable]!r}: "
            raise BadSetting(f"{said}{error}") from None


def _number(least: int = 0, most: int | None = None) -> Callable[[str], int]:
    limits = "" if most is None else f" from {least} to {most}"

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20) or not least <= int(text) <= (most or int(text)):
            raise ValueError(f"expected a whole number{limits}.")
        return int(text)

    return read


def _flag(text: str) -> bool:
    if text.lower() not in ("0", "1", "true", "false", "yes", "no"):
        raise ValueError("expected 1 or 0.")
    return text.lower() in ("1", "true", "yes")


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("UWAPI_HOST", "127.0.0.1", str, ("GMP_HOST",)),
        Setting("UWAPI_PORT", "8000", _number(1, 65535), ("GMP_PORT",)),
        Setting("UWAPI_WORKERS", "one a core", _number(1, 256)),
        Setting("UWAPI_DATA_DIR", str(default_data_dir({})), Path),
        Setting("UWAPI_CACHE_BYTES", str(Config.cache_bytes), _number()),
        Setting("UWAPI_BUILD", str(int(Config.build)), _flag),
        Setting("UWAPI_PRESOLVE_LIMIT", "none", _number()),
        Setting("UWAPI_MAX_POSITION", str(Config.max_position), _number()),
        Setting("UWAPI_LOG_REQUESTS", str(int(Config.log_requests)), _flag),
        Setting(outside.SETTING, "none", outside.folders),
    )
}
"""Every setting, by its variable."""


def told(options: Mapping[str, str]) -> tuple[list[tuple[str, str, str, str]], list[str]]:
    """((variable, value, default, where it comes from) of every setting, a sentence for each that makes no sense).

    options: those that an option of the command line has set, with the option.
    """
    rows, faults = [], []
    for setting in SETTINGS.values():
        variable = setting.variable()
        try:
            setting.value()
        except BadSetting as error:
            faults.append(str(error))
        value = setting.default if variable is None else os.environ[variable]
        rows.append((setting.name, value, setting.default, options.get(setting.name) or variable or "default"))
    return rows, faults
