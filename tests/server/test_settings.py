"""`python -m server config`: every setting, what it is, and where it comes from; what makes no sense is named."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys

import pytest

from server.config import SETTINGS, Config
from solvers.settings import BadSetting
from tests.helpers import ROOT

NAMES = {name for setting in SETTINGS.values() for name in (setting.name, *setting.also)}


def config(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command with nothing of ours in the environment but this."""
    env = {name: value for name, value in os.environ.items() if name not in NAMES} | environment
    command = [sys.executable, "-m", "server", "config", *options]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def rows(printed: str) -> dict[str, list[str]]:
    """By variable: value, default, where it comes from."""
    return {line.split()[0]: [cell.strip() for cell in line.split("  ")[1:] if cell] for line in printed.splitlines()}


def test_each_setting_with_its_value_its_default_and_where_it_comes_from(tmp_path):
    done = config("--port", "8123", UWAPI_PORT="1", GMP_HOST="0.0.0.0", UWAPI_BUILD="no", UWAPI_PLUGINS=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    found = rows(done.stdout)
    assert set(found) == {"setting", *SETTINGS}
    assert found["UWAPI_PORT"] == ["8123", "8000", "--port"]
    assert found["UWAPI_HOST"] == ["0.0.0.0", "127.0.0.1", "GMP_HOST"]
    assert found["UWAPI_BUILD"] == ["no", "1", "UWAPI_BUILD"]
    assert found["UWAPI_PLUGINS"] == [str(tmp_path), "none", "UWAPI_PLUGINS"]
    assert found["UWAPI_CACHE_BYTES"] == ["67108864", "67108864", "default"]


def test_all_that_makes_no_sense_is_named_at_once():
    done = config(
        UWAPI_WORKERS="0", UWAPI_CACHE_BYTES="much", UWAPI_BUILD="perhaps", UWAPI_PLUGINS="here", GMP_PORT="x"
    )
    assert done.returncode == 2
    for sentence in (
        "UWAPI_WORKERS='0': expected a whole number from 1 to 256.",
        "UWAPI_CACHE_BYTES='much': expected a whole number.",
        "UWAPI_BUILD='perhaps': expected 1 or 0.",
        "UWAPI_PLUGINS: 'here' is no absolute path.",
        "GMP_PORT='x': expected a whole number from 1 to 65535.",
    ):
        assert sentence in done.stderr


def test_our_own_variable_comes_first(monkeypatch):
    monkeypatch.setenv("UWAPI_PORT", "8001")
    monkeypatch.setenv("GMP_PORT", "8082")
    assert SETTINGS["UWAPI_PORT"].value() == 8001
    monkeypatch.setenv("UWAPI_PORT", "")
    assert SETTINGS["UWAPI_PORT"].value() == 8082


@pytest.mark.parametrize(
    ("environment", "bind"),
    [
        ({}, "127.0.0.1:8000"),
        ({"GMP_HOST": "0.0.0.0", "GMP_PORT": "8082"}, "0.0.0.0:8082"),
        ({"GMP_PORT": "8082", "UWAPI_PORT": "8001"}, "127.0.0.1:8001"),
    ],
)
def test_gunicorn_listens_where_they_say(monkeypatch, environment, bind):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert runpy.run_path(str(ROOT / "gunicorn.conf.py"))["bind"] == bind


def test_every_field_of_the_configuration_is_a_setting(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    assert str(Config.read().data_dir) == SETTINGS["UWAPI_DATA_DIR"].default
    monkeypatch.setenv("UWAPI_MAX_POSITION", "9" * 5000)
    with pytest.raises(BadSetting, match="expected a whole number"):
        Config.read()
