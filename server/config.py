"""The settings of the service, from the environment: which there are, what they may be, where each comes from."""

from __future__ import annotations

import difflib
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from puzzles import outside
from solvers.settings import KERNEL_DIR, LOCK_FD, PRESOLVE, PRESOLVE_LIMIT, BadSetting, default_data_dir

PREFIX = "UWAPI_"


@dataclass(frozen=True)
class Config:
    """One field a setting; `UWAPI_<FIELD>` in the environment sets it.

    data_dir: where tables are kept, under `tables/`. cache_bytes: memory for decoded blocks, per
    process. build: whether missing tables are solved in the background. presolve: which variants are, `all`, `none`,
    or ids and `id/variant` with commas between them. presolve_limit: those of more positions, unless they are
    named in full, are left to `python -m solvers solve` (default: none, or 300,000 where Numba is not installed).
    max_position: longest position text answered, in characters. cors_origins: web pages of which origins may read
    answers; `*` alone is any. log_requests: whether a line is written for every request. at_root: whether today's
    protocol is served at `/` as well.
    """

    data_dir: Path
    cache_bytes: int = 64 << 20
    build: bool = True
    presolve: str = "all"
    presolve_limit: int | None = None
    max_position: int = 2000
    cors_origins: tuple[str, ...] = ("*",)
    log_requests: bool = False
    at_root: bool = False

    @classmethod
    def read(cls, given: Mapping[str, Any] | None = None) -> Config:
        """The settings: `given` before the environment before the defaults. Raises BadSetting."""
        values: dict[str, Any] = {"data_dir": default_data_dir()}
        for field in fields(cls):
            setting = SETTINGS[f"{PREFIX}{field.name.upper()}"]
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


def _presolve(text: str) -> str:
    if text in ("all", "none"):
        return text
    from puzzles import registry  # only for this: the launcher reads its settings without any plug-in
    from solvers.building.presolve import presolve_names
    from solvers.manager import has_table

    for name in presolve_names(text) or ():
        if "/" in name and not has_table(registry.load(*name.split("/"))):
            raise ValueError(f"{name} is answered without a table of its own, so there is nothing to solve.")
    return text


_ORIGIN = re.compile(r"https?://([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,4})?", re.ASCII)


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(dict.fromkeys(text.lower().replace(",", " ").split()))
    if origins == ("*",):
        return origins
    for origin in origins or ("",):
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(
                f"{origin!r} is no origin. Expected * for any web page, or origins as browsers send them, without "
                "a path, with commas between them: https://play.example.org,http://localhost:3000"
            )
    return origins


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("UWAPI_HOST", "127.0.0.1", str, ("GMP_HOST",)),
        Setting("UWAPI_PORT", "8000", _number(1, 65535), ("GMP_PORT",)),
        Setting("UWAPI_WORKERS", "one a core", _number(1, 256)),
        Setting("UWAPI_DATA_DIR", str(default_data_dir({})), Path),
        Setting(KERNEL_DIR, "cache/kernels below UWAPI_DATA_DIR", Path),
        Setting("UWAPI_CACHE_BYTES", str(Config.cache_bytes), _number()),
        Setting("UWAPI_BUILD", str(int(Config.build)), _flag),
        Setting(PRESOLVE, Config.presolve, _presolve),
        Setting(PRESOLVE_LIMIT, "none", _number()),
        Setting("UWAPI_MAX_POSITION", str(Config.max_position), _number()),
        Setting("UWAPI_CORS_ORIGINS", ",".join(Config.cors_origins), _origins),
        Setting("UWAPI_LOG_REQUESTS", str(int(Config.log_requests)), _flag),
        Setting("UWAPI_AT_ROOT", str(int(Config.at_root)), _flag),
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


def unknown() -> list[str]:
    """A sentence for each variable that looks like one of ours and is none, which may be a slip of the pen."""
    sentences = []
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in SETTINGS and name != LOCK_FD:
            ours = {known.removeprefix(PREFIX): known for known in SETTINGS}
            near = difflib.get_close_matches(name.removeprefix(PREFIX), ours, 1)
            sentences.append(f"{name}: there is no such setting.{f' Is {ours[near[0]]} meant?' if near else ''}")
    return sentences


def fit_to_serve() -> bool:
    """Whether a service can start with what the environment says; what makes no sense is told on standard error.

    A folder of plug-ins that is not there is no hindrance: what it would hold is left out.
    """
    _, faults = told({})
    for sentence in (*unknown(), *faults):
        print(sentence, file=sys.stderr)
    return all(fault.startswith(outside.SETTING) for fault in faults)
