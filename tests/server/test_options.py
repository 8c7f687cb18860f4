"""What the service is told: settings from the environment, and the arguments of its command."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from perfect_play.server import __main__ as command
from perfect_play.server import create_app
from perfect_play.server.config import BadSetting, Config
from tests.helpers import ROOT

# --- settings ---------------------------------------------------------------------------------


def test_unknown_setting_is_refused_by_name():
    with pytest.raises(BadSetting, match="data_dri"):
        create_app({"data_dri": "/tmp"})


def test_settings_are_read_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_DATA_DIR", str(tmp_path / "there"))
    monkeypatch.setenv("UWAPI_CACHE_BYTES", "1000000")
    monkeypatch.setenv("UWAPI_MAX_POSITION", "50")
    monkeypatch.setenv("UWAPI_BUILD", "0")
    monkeypatch.setenv("UWAPI_PRESOLVE_LIMIT", "400")
    told = Config(tmp_path / "there", cache_bytes=1_000_000, build=False, presolve_limit=400, max_position=50)
    assert Config.read() == told
    assert Config.read({"build": True, "max_position": 60}).max_position == 60, "what is given comes first"
    assert Config.read({"data_dir": "/srv/tables"}).data_dir == Path("/srv/tables"), "a text will do"
    app = create_app()
    assert app.extensions["manager"].data_dir == tmp_path / "there"
    solved = {rules.full_id for rules in app.extensions["manager"].presolved()}
    assert {"towersofhanoi/3_6", "npuzzle/2x3"} <= solved
    assert not {"towersofhanoi/3_7", "npuzzle/2x4"} & solved
    response = app.test_client().get("/puzzles/hanoi/3_3/" + 51 * "A")
    assert "at most 50 characters" in response.get_json()["error"]


def test_settings_have_defaults():
    settings = Config.read()
    assert settings.data_dir == ROOT / "data"
    assert settings.build
    assert settings.max_position >= 1000
    assert settings.cache_bytes >= 1 << 20


@pytest.mark.parametrize("text", ["1", "true", "True", "yes", "YES"])
def test_setting_to_build_is_on_for_these_texts(monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("UWAPI_BUILD", text)
    assert Config.read().build


@pytest.mark.parametrize("text", ["0", "false", "no", "No"])
def test_setting_to_build_is_off_for_these_texts(monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("UWAPI_BUILD", text)
    assert not Config.read().build


def test_an_empty_setting_is_none(monkeypatch: pytest.MonkeyPatch):
    for name in ("UWAPI_BUILD", "UWAPI_CACHE_BYTES", "UWAPI_DATA_DIR", "UWAPI_PRESOLVE_LIMIT"):
        monkeypatch.setenv(name, "")
    assert Config.read() == Config(ROOT / "data")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("UWAPI_BUILD", "maybe"),
        ("UWAPI_BUILD", "2"),
        ("UWAPI_CACHE_BYTES", "64MB"),
        ("UWAPI_CACHE_BYTES", "-1"),
        ("UWAPI_CACHE_BYTES", "1e6"),
        ("UWAPI_CACHE_BYTES", "٣"),
        ("UWAPI_MAX_POSITION", "long"),
        ("UWAPI_MAX_POSITION", "1.5"),
        ("UWAPI_PRESOLVE_LIMIT", "all"),
        ("UWAPI_PRESOLVE_LIMIT", "-1"),
        ("UWAPI_PRESOLVE_LIMIT", "3e5"),
    ],
)
def test_bad_setting_is_refused_with_its_name_and_what_was_expected(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
):
    monkeypatch.setenv(name, text)
    with pytest.raises(BadSetting, match=name) as caught:
        create_app()
    assert repr(text) in str(caught.value)
    assert "expected" in str(caught.value)


# --- python -m server -------------------------------------------------------------------------


class ProcessReplacement(Exception):
    """Raised where the process would become gunicorn."""


def run_command(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    """The command that `python -m server` would become."""
    for name in ("UWAPI_HOST", "UWAPI_PORT", "UWAPI_WORKERS", "UWAPI_DATA_DIR", "UWAPI_PLUGINS"):
        monkeypatch.setenv(name, os.environ.get(name, ""))  # so that it is restored
        if not os.environ[name]:
            del os.environ[name]
    replaced: list[str] = []

    def exec_(path: str, argv: list[str]) -> None:
        replaced.extend(argv)
        raise ProcessReplacement

    monkeypatch.setattr(os, "execv", exec_)
    monkeypatch.setattr(signal, "pthread_sigmask", lambda how, mask: None)
    monkeypatch.setattr(command, "_cannot_listen", lambda host, port: None)
    monkeypatch.setattr(sys, "argv", ["server", *arguments])
    monkeypatch.chdir(ROOT)
    with pytest.raises(ProcessReplacement):
        command.main()
    return replaced


def test_command_passes_its_options_to_gunicorn_as_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    arguments = ["--host", "127.0.0.2", "--port", "8123", "--workers", "3", "--data-dir", str(tmp_path)]
    argv = run_command(monkeypatch, *arguments)
    assert argv[0] == sys.executable
    assert argv[1:] == [
        "-m",
        "gunicorn",
        "-c",
        "perfect_play/server/gunicorn.conf.py",
        "perfect_play.server:create_app()",
    ]
    told = {name: os.environ[f"UWAPI_{name}"] for name in ("HOST", "PORT", "WORKERS", "DATA_DIR")}
    assert told == {"HOST": "127.0.0.2", "PORT": "8123", "WORKERS": "3", "DATA_DIR": str(tmp_path)}
    assert "http://127.0.0.2:8123/" in capsys.readouterr().out


def test_command_takes_its_port_from_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_PORT", "8124")
    run_command(monkeypatch)
    assert os.environ["UWAPI_PORT"] == "8124"
    assert os.environ["UWAPI_HOST"] == "127.0.0.1"


@pytest.mark.parametrize("arguments", [["--port", "0"], ["--port", "65536"], ["--port", "x"], ["--nothing"]])
def test_bad_arguments_of_the_command_are_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
):
    with pytest.raises(SystemExit) as ended:
        run_command(monkeypatch, *arguments)
    assert ended.value.code == 2
    assert arguments[0] in capsys.readouterr().err


def test_option_of_no_workers_is_refused(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(SystemExit):
        run_command(monkeypatch, "--workers", "0")


def test_bad_port_in_the_environment_ends_the_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_PORT", "abc")
    with pytest.raises(SystemExit):
        run_command(monkeypatch)
