"""`python -m server config`: every setting, its value and origin; invalid ones are named."""

from __future__ import annotations

import contextlib
import errno
import os
import runpy
import subprocess
import sys
import tempfile
import urllib.request
from types import SimpleNamespace

import pytest

from perfect_play.server import create_app
from perfect_play.server.config import SETTINGS, Config
from perfect_play.server.operations import shared_files
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.kernel_cache import kernel_directory
from perfect_play.solvers.settings import BadSetting
from tests.helpers import ROOT
from tests.server.live import free_port, wait

NAMES = {name for setting in SETTINGS.values() for name in (setting.name, *setting.also)}
GUNICORN_SETTINGS = ROOT / "server" / "gunicorn.conf.py"


def config(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command with only these of our variables in the environment."""
    env = {name: value for name, value in os.environ.items() if name not in NAMES} | environment
    command = [sys.executable, "-m", "server", "config", *options]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def rows(printed: str) -> dict[str, list[str]]:
    """Value, default and origin, by variable."""
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


def test_invalid_settings_are_all_named_at_once():
    done = config(
        UWAPI_WORKERS="0", UWAPI_CACHE_BYTES="much", UWAPI_BUILD="perhaps", UWAPI_PLUGINS="here", GMP_PORT="x"
    )
    assert done.returncode == 2
    for sentence in (
        "UWAPI_WORKERS='0': expected a whole number from 1 to 256.",
        "UWAPI_CACHE_BYTES='much': expected a whole number.",
        "UWAPI_BUILD='perhaps': expected 1 or 0.",
        "UWAPI_PLUGINS: 'here' is not an absolute path.",
        "GMP_PORT='x': expected a whole number from 1 to 65535.",
    ):
        assert sentence in done.stderr


@pytest.mark.parametrize("host", ["http://0.0.0.0", "localhost:8000", "[::1]:8000", "::1::", "a b", "a/b", "'::1'"])
def test_a_host_with_more_than_a_name_or_an_address_is_refused(monkeypatch, host):
    monkeypatch.setenv("UWAPI_HOST", host)
    with pytest.raises(BadSetting, match="expected a host name or an IP address alone"):
        SETTINGS["UWAPI_HOST"].value()


@pytest.mark.parametrize("host", ["::1", "::", "[::1]", "0.0.0.0", "localhost", "play.example.org"])
def test_a_host_is_a_name_or_an_address(monkeypatch, host):
    monkeypatch.setenv("UWAPI_HOST", host)
    assert SETTINGS["UWAPI_HOST"].value() == host.strip("[]")


@pytest.mark.parametrize("name", ["UWAPI_DATA_DIR", "UWAPI_KERNEL_DIR"])
def test_a_folder_in_quotation_marks_or_below_a_file_is_refused(monkeypatch, tmp_path, name):
    (tmp_path / "file").touch()
    for text, why in (
        (f'"{tmp_path}"', "expected a path without quotation marks."),
        (f"'{tmp_path}'", "expected a path without quotation marks."),
        (str(tmp_path / "file"), f"{tmp_path / 'file'} is not a folder."),
        (str(tmp_path / "file" / "data"), f"{tmp_path / 'file'} is not a folder."),
        ("~nobody-of-this-name/data", "the home folder of this user is not known"),
    ):
        monkeypatch.setenv(name, text)
        with pytest.raises(BadSetting) as refused:
            SETTINGS[name].value()
        assert str(refused.value).startswith(f"{name}={text!r}: {why}")


def test_a_tilde_is_the_home_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("UWAPI_DATA_DIR", "~/data")
    monkeypatch.setenv("UWAPI_KERNEL_DIR", "~/kernels")
    assert Config.read().data_dir == PuzzleManager().data_dir == tmp_path / "data"
    assert kernel_directory(tmp_path) == tmp_path / "kernels"


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
        ({"UWAPI_HOST": "::1"}, "[::1]:8000"),
        ({"UWAPI_HOST": "[::]"}, "[::]:8000"),
    ],
)
def test_gunicorn_listens_where_they_say(monkeypatch, environment, bind):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert runpy.run_path(str(GUNICORN_SETTINGS))["bind"] == bind


def test_every_field_of_the_configuration_is_a_setting(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    assert str(Config.read().data_dir) == SETTINGS["UWAPI_DATA_DIR"].default
    monkeypatch.setenv("UWAPI_MAX_POSITION", "9" * 5000)
    with pytest.raises(BadSetting, match="expected a whole number"):
        Config.read()


# --- origins --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        ("*", ("*",)),
        ("https://play.example.org", ("https://play.example.org",)),
        ("https://a.org, http://localhost:3000", ("https://a.org", "http://localhost:3000")),
        ("HTTPS://A.org https://a.org", ("https://a.org",)),
        ("http://[::1]:8080", ("http://[::1]:8080",)),
    ],
)
def test_origins_are_read_in_lower_case_and_only_once(monkeypatch, text, origins):
    monkeypatch.setenv("UWAPI_CORS_ORIGINS", text)
    assert Config.read().cors_origins == origins


@pytest.mark.parametrize(
    "text",
    [
        *("*,https://a.org", "https://*.a.org", "https://a.org/", "https://a.org/page", "a.org", "null", ","),
        *("ftp://a.org", "https://a.org:0", "https://user@a.org", "https://a.org?x", "https://a.org\r\nX-Evil: 1"),
    ],
)
def test_invalid_origins_are_refused(monkeypatch, text):
    monkeypatch.setenv("UWAPI_CORS_ORIGINS", text)
    with pytest.raises(BadSetting, match=r"UWAPI_CORS_ORIGINS=.* is not an origin. Expected \* for any web page, or"):
        Config.read()


# --- what is solved at start-up -------------------------------------------------------------------


def presolved(monkeypatch, text: str, limit: int = 10_000) -> set[str]:
    monkeypatch.setenv("UWAPI_PRESOLVE", text)
    return {rules.full_id for rules in PuzzleManager(presolve_limit=limit).presolved()}


def test_presolve_setting_selects_variants(monkeypatch):
    every = presolved(monkeypatch, "all")
    assert every == presolved(monkeypatch, "")
    assert len(every) > 100
    assert presolved(monkeypatch, "none") == set()
    assert presolved(monkeypatch, "rubiks,lights") == {
        name for name in every if name.startswith(("rubikscube/", "lightsout/"))
    }
    assert presolved(monkeypatch, "hanoi/3_2, towersofhanoi/3_3") == {"towersofhanoi/3_2", "towersofhanoi/3_3"}
    assert presolved(monkeypatch, "npuzzle/3x4") == {"npuzzle/3x4"}, "one that is named is solved whatever its size"
    assert "npuzzle/3x4" not in every


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("npuzle", "Did you mean 'npuzzle'"),
        ("pancakes/77", "pancakes has no variant '77'"),
        ("npuzzle,,nim", "No puzzle or game is called ''"),
        ("all,npuzzle", "No puzzle or game is called 'all'"),
        ("nim/3_3_3", "nim/3_3_3 has no table of its own"),
        ("nim/7_7_7", "nim/7_7_7 is not listed"),
        ("nim/x", "is not a start of nim"),
        ("../../etc", "No puzzle or game is called '..'"),
    ],
)
def test_variants_to_presolve_that_do_not_exist_are_refused(monkeypatch, text, sentence):
    monkeypatch.setenv("UWAPI_PRESOLVE", text)
    with pytest.raises(BadSetting) as caught:
        Config.read()
    assert str(caught.value).startswith(f"UWAPI_PRESOLVE={text!r}: ")
    assert sentence in str(caught.value)


def test_builder_gets_the_settings_of_the_service(monkeypatch, tmp_path):
    """Arguments override the environment, for the builder too."""
    told = {}
    started = "perfect_play.solvers.building.builder_process.subprocess.Popen"
    monkeypatch.setattr(started, lambda *_, env, **__: told.update(env) or _Process())
    monkeypatch.setenv("UWAPI_PRESOLVE", "npuzzle")
    create_app({"data_dir": tmp_path, "presolve": "nqueens", "presolve_limit": 77}).test_client().get("/health")
    assert (told["UWAPI_PRESOLVE"], told["UWAPI_PRESOLVE_LIMIT"]) == ("nqueens", "77")


class _Process:
    def wait(self) -> None: ...


# --- misspelled settings, and the start of the service -----------------------------------------------


def test_variables_that_are_no_settings_are_told():
    wrong = {"UWAPI_CORS_ORIGIN": "*", "UWAPI_UPSTREAM": "https://a.org/", "UWAPI_WORKER": "3", "UWAPI_XYZZY": "1"}
    done = config(**wrong, UWAPI_BUILDER_LOCK_FD="3", GMP_NAME="x")
    assert done.returncode == 0, "the service can do without them"
    assert done.stderr.splitlines() == [
        "UWAPI_CORS_ORIGIN: there is no such setting. Did you mean UWAPI_CORS_ORIGINS?",
        "UWAPI_UPSTREAM: there is no such setting. A proxy passes on games that are not here: see docs/deploy.md.",
        "UWAPI_WORKER: there is no such setting. Did you mean UWAPI_WORKERS?",
        "UWAPI_XYZZY: there is no such setting.",
    ]


@pytest.mark.parametrize(
    ("environment", "sentences"),
    [
        ({"UWAPI_CACHE_BYTES": "much"}, ["UWAPI_CACHE_BYTES='much': expected a whole number."]),
        ({"UWAPI_PORT": "0"}, ["UWAPI_PORT='0': expected a whole number from 1 to 65535."]),
        (
            {"UWAPI_CORS_ORIGINS": "a.org", "UWAPI_PRESOLVE": "x", "UWAPI_BULID": "0"},
            [
                "UWAPI_CORS_ORIGINS='a.org'",
                "UWAPI_PRESOLVE='x'",
                "UWAPI_BULID: there is no such setting",
            ],
        ),
    ],
)
def test_gunicorn_does_not_start_with_what_makes_no_sense(environment, sentences):
    env = {name: value for name, value in os.environ.items() if name not in NAMES} | environment
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:app"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "Booting worker" not in done.stderr
    for sentence in sentences:
        assert sentence in done.stderr


OTHER = """
def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"answered by {environ['SERVER_PORT']}".encode()]
"""


def test_gunicorn_serves_another_application_from_our_folder_as_it_would_elsewhere(tmp_path):
    (tmp_path / "other.py").write_text(OTHER)
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-w", "2", "--bind", f"127.0.0.1:{port}"]
    command += ["--pythonpath", str(tmp_path), "other:app"]

    def answer():
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as response:
            return response.read().decode()

    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        try:
            answered = wait("it answers", lambda: answer() or (process.poll() is not None and "ended"))
        finally:
            process.terminate()
            said = process.stderr.read()
    assert answered == f"answered by {port}"
    assert "Using worker: sync" in said
    assert "Traceback" not in said


def test_service_without_a_temporary_folder_does_not_start(monkeypatch, capsys):
    why = "No usable temporary directory found in ['/tmp', '/var/tmp']"

    def refuse():
        raise FileNotFoundError(errno.ENOENT, why)

    monkeypatch.setenv("TMPDIR", "/nowhere")
    settings = runpy.run_path(str(GUNICORN_SETTINGS))
    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "gettempdir", refuse)
        with pytest.raises(SystemExit) as ended:
            settings["on_starting"](SimpleNamespace())
    assert ended.value.code == 2
    (sentence,) = [line for line in capsys.readouterr().err.splitlines() if why in line]
    assert sentence.startswith("There is no place for the service's temporary files: ")
    assert "Set TMPDIR, now '/nowhere', to a folder" in sentence


@pytest.mark.parametrize(("folder", "result"), [("/t" * 36, "/t" * 36), ("/t" * 37, "/tmp"), ("/ü" * 25, "/tmp")])
def test_sockets_are_where_their_addresses_fit(monkeypatch, folder, result):
    monkeypatch.setattr(tempfile, "gettempdir", lambda: folder)
    assert shared_files.temporary_folder() == result


def test_option_of_too_few_workers_is_refused_with_a_sentence():
    env = {name: value for name, value in os.environ.items() if name not in NAMES} | {"UWAPI_WORKERS": "2"}
    command = [sys.executable, "-m", "gunicorn", "-w", "1", "-c", "gunicorn.conf.py", "wsgi:app"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 2
    assert "gunicorn's -w 1: the first 1 of them would only search. Set UWAPI_WORKERS." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.second_ring
def test_gunicorn_starts_from_another_directory(tmp_path):
    command = [sys.executable, "-m", "gunicorn", "--chdir", ROOT, "-c", ROOT / "gunicorn.conf.py", "--check-config"]
    done = subprocess.run([*command, "wsgi:app"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_number_of_workers_follows_the_cores_up_to_a_limit(monkeypatch):
    monkeypatch.delenv("UWAPI_WORKERS", raising=False)
    for cores, workers in (3, 3), (1024, 256):
        monkeypatch.setattr("perfect_play.solvers.machine.cores", lambda cores=cores: cores)
        assert runpy.run_path(str(GUNICORN_SETTINGS))["workers"] == workers + (workers + 1) // 2
