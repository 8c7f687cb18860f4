"""The settings of the service, read from environment variables: names, defaults and permitted values."""

import contextlib
import difflib
import ipaddress
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from perfect_play.puzzles import outside
from perfect_play.solvers.native.kernel_cache import warn_of_kernels
from perfect_play.solvers.settings import (
    DATA_DIR,
    KERNEL_DIR,
    LOCK_FD,
    PRESOLVE,
    PRESOLVE_LIMIT,
    BadSetting,
    default_data_dir,
    read_folder,
)

PREFIX = "UWAPI_"
PROXIES = "FORWARDED_ALLOW_IPS"  # gunicorn's name for the addresses of proxies that are believed
PATH = "SCRIPT_NAME"  # gunicorn's name for the path below which the service is


@dataclass(frozen=True)
class Config:
    """The settings; the environment variable `UWAPI_<FIELD>` sets each field.

    data_dir: the directory whose `tables/` holds the tables. cache_bytes: memory for decoded blocks, per process.
    build: whether missing tables are solved in the background. presolve: the variants to solve, `all`, `none`, or
    a comma-separated list of `id` and `id/variant`. presolve_limit: variants with more positions than this are left
    to `python -m solvers solve` unless `presolve` names them in full (default: no limit; 300,000 where Numba is not
    installed). max_position: the longest position text accepted, in characters. cors_origins: the origins of web
    pages that may read answers; `*` alone means any. log_requests: whether to log every request. at_root: whether to
    serve the current protocol at `/` as well. public_url: the service's own address, without a final slash, for
    links in answers; None: as each client names it. security_contact: where to report a vulnerability, as a URI.
    uploads: whether texts of visitors are stored; None: only those of this machine, asked for by a loopback address.
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
    public_url: str | None = None
    security_contact: str | None = None
    uploads: bool | None = None

    @classmethod
    def read(cls, overrides: Mapping[str, Any] | None = None) -> "Config":
        """The settings; `overrides` overrides the environment, which overrides the defaults. Raises BadSetting."""
        values: dict[str, Any] = {"data_dir": default_data_dir()}
        for field in fields(cls):
            setting = SETTINGS[f"{PREFIX}{field.name.upper()}"]
            if setting.variable() is not None:
                values[field.name] = setting.value()
        unknown = set(overrides or ()) - {field.name for field in fields(cls)}
        if unknown:
            raise BadSetting(f"There is no setting {sorted(unknown)}.")
        values.update(overrides or {})
        values["data_dir"] = Path(values["data_dir"])  # may be given as a string
        return cls(**values)


# --- each setting -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """An environment variable with its default and its parser.

    name: the variable. default: the default as displayed to people. read: parses the text of the variable; raises
    ValueError with a sentence. also: variables that are read where `name` is not set.
    """

    name: str
    default: str
    read: Callable[[str], Any]
    also: tuple[str, ...] = ()

    def variable(self) -> str | None:
        """The variable that sets it; None if none does. An empty variable counts as unset."""
        return next((name for name in (self.name, *self.also) if os.environ.get(name)), None)

    def value(self) -> Any:
        """The value from the environment; None if it is not set. Raises BadSetting."""
        variable = self.variable()
        if variable is None:
            return None
        try:
            return self.read(os.environ[variable])
        except ValueError as error:
            prefix = "" if isinstance(error, outside.BadFolder) else f"{variable}={os.environ[variable]!r}: "
            raise BadSetting(f"{prefix}{error}") from None


def _number(minimum: int = 0, maximum: int | None = None) -> Callable[[str], int]:
    limits = "" if maximum is None else f" from {minimum} to {maximum}"

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20) or not minimum <= int(text) <= (
            maximum or int(text)
        ):
            raise ValueError(f"expected a whole number{limits}.")
        return int(text)

    return read


def _flag(text: str) -> bool:
    if text.lower() not in ("0", "1", "true", "false", "yes", "no"):
        raise ValueError("expected 1 or 0.")
    return text.lower() in ("1", "true", "yes")


_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?", re.ASCII)


def _host(text: str) -> str:
    host = text.removeprefix("[").removesuffix("]")
    if ":" in host:
        with contextlib.suppress(ValueError):
            ipaddress.IPv6Address(host)
            return host
    elif _NAME.fullmatch(text):
        return text
    raise ValueError("expected a host name or an IP address alone, such as 127.0.0.1, 0.0.0.0, localhost or ::1.")


def _presolve(text: str) -> str:
    if text in ("all", "none"):
        return text
    from perfect_play.puzzles import (
        registry,  # not at the top: the launcher reads most settings without loading plug-ins
    )
    from perfect_play.solvers.building.presolve import presolve_names
    from perfect_play.solvers.untabled.choice import has_table

    for name in presolve_names(text) or ():
        if "/" in name and not has_table(registry.load(*name.split("/"))):
            raise ValueError(f"{name} has no table of its own, so there is nothing to solve.")
    return text


_PORT = r"(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
ORIGIN = re.compile(rf"https?://([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:{_PORT})?", re.ASCII)
"""Scheme, host and port, in lower case."""
BELOW = re.compile(r"(/[\w.~-]+)+", re.ASCII)
"""The path below which the service is, without a final slash."""


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(dict.fromkeys(text.lower().replace(",", " ").split()))
    if origins == ("*",):
        return origins
    for origin in origins or ("",):
        if not ORIGIN.fullmatch(origin):
            raise ValueError(
                f"{origin!r} is not an origin. Expected * for any web page, or a comma-separated list of origins "
                "without paths, as browsers send them: https://play.example.org,http://localhost:3000"
            )
    return origins


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def _networks(text: str) -> tuple[Network, ...]:
    if text.strip() == "*":
        text = "0.0.0.0/0,::/0"
    try:
        return tuple(map(ipaddress.ip_network, text.replace(",", " ").split()))
    except ValueError as error:
        raise ValueError(f"{error}. Expected addresses or networks of proxies, separated by commas, or *.") from None


def _path(text: str) -> str:
    if not BELOW.fullmatch(text):
        raise ValueError("expected a path without a final slash: /play")
    return text


def _public_url(text: str) -> str:
    url = text.lower().removesuffix("/")
    if not ORIGIN.fullmatch(url):
        raise ValueError("expected the service's address, without a path: https://play.example.org")
    return url


_CONTACT = re.compile(r"mailto:[!-?A-~]+@[!-?A-~]+|https://[!-~]+|tel:\+[0-9-]+", re.ASCII)


def _contact(text: str) -> str:
    if not _CONTACT.fullmatch(text):
        raise ValueError("expected mailto:name@example.org, https://... or tel:+...")
    return text


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("UWAPI_HOST", "127.0.0.1", _host, ("GMP_HOST",)),
        Setting("UWAPI_PORT", "8000", _number(1, 65535), ("GMP_PORT",)),
        Setting("UWAPI_WORKERS", "one per core", _number(1, 256)),
        Setting(DATA_DIR, str(default_data_dir({})), read_folder),
        Setting(KERNEL_DIR, "cache/kernels below UWAPI_DATA_DIR", read_folder),
        Setting("UWAPI_CACHE_BYTES", str(Config.cache_bytes), _number()),
        Setting("UWAPI_BUILD", str(int(Config.build)), _flag),
        Setting(PRESOLVE, Config.presolve, _presolve),
        Setting(PRESOLVE_LIMIT, "none", _number()),
        Setting("UWAPI_MAX_POSITION", str(Config.max_position), _number()),
        Setting("UWAPI_CORS_ORIGINS", ",".join(Config.cors_origins), _origins),
        Setting("UWAPI_LOG_REQUESTS", str(int(Config.log_requests)), _flag),
        Setting("UWAPI_AT_ROOT", str(int(Config.at_root)), _flag),
        Setting("UWAPI_PUBLIC_URL", "none", _public_url),
        Setting(PATH, "none", _path),
        Setting(PROXIES, "none", _networks),
        Setting("UWAPI_SECURITY_CONTACT", "none", _contact),
        Setting("UWAPI_UPLOADS", "1 on a loopback address", _flag),
        Setting(outside.SETTING, "none", outside.folders),
    )
}
"""Every setting, by variable."""

ENDED = {"UWAPI_UPSTREAM": "A proxy passes on games that are not here: see docs/deploy.md."}
"""By variable that was a setting once: what to do instead."""


def describe_settings(options: Mapping[str, str]) -> tuple[list[tuple[str, str, str, str]], list[str]]:
    """(a row (variable, value, default, origin) for every setting, a sentence for every invalid value).

    options: the command-line option that set each variable, for those that were set by one.
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


def unknown_settings() -> list[str]:
    """A sentence for each variable with our prefix that is not a setting and may be a typo."""
    sentences = []
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in SETTINGS and name != LOCK_FD:
            ours = {setting.removeprefix(PREFIX): setting for setting in SETTINGS}
            similar = difflib.get_close_matches(name.removeprefix(PREFIX), ours, 1)
            hint = ENDED.get(name) or (f"Did you mean {ours[similar[0]]}?" if similar else "")
            sentences.append(f"{name}: there is no such setting. {hint}".rstrip())
    return sentences


def fit_to_serve() -> bool:
    """Whether the service can start with this environment; faults are reported on standard error.

    A missing folder of external plug-ins does not prevent it from starting: those plug-ins are left out.
    """
    _, faults = describe_settings({})
    warn = partial(print, file=sys.stderr)
    for sentence in (*unknown_settings(), *faults):
        warn(sentence)
    with contextlib.suppress(BadSetting):
        warn_of_kernels(default_data_dir(), warn)
    return all(fault.startswith(outside.SETTING) for fault in faults)
