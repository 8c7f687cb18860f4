"""The installed package: built without a network, complete, and used and served from outside the project."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

import perfect_play
from perfect_play.solvers.settings import KERNEL_DIR, default_data_dir
from tests.docs.markdown import Command, blocks, commands
from tests.docs.replaying import curl_fault, is_curl, path_of
from tests.helpers import ROOT
from tests.kept_tables import shared
from tests.server.live import free_port

ROOMS = ("perfect_play", "puzzles", "solvers", "server")
EXTRAS = ("browser", "cluster", "completion", "data", "dev", "environments", "granian", "mcp", "notebook", "test")
FILES = ("pyproject.toml", "MANIFEST.in", "requirements.txt", "README.md", "LICENSE", "tests/test_names.py")
DATA = ("books", "levels", "nimbers")
BUILT = ("tables", "cache", "work", "*.sqlite", "__pycache__")  # left in the project by a data directory and Python


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, built from a writable copy."""
    copy = tmp_path_factory.mktemp("project")

    def build(folder: Path) -> None:
        for name in (*ROOMS, "data"):
            ignore = shutil.ignore_patterns(*BUILT) if name == "data" else None
            shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=ignore)
        for name in FILES:
            (copy / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
        sdist = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
        done = subprocess.run(
            [sys.executable, "-c", sdist, str(folder)], cwd=copy, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr[-2000:]

    (path,) = shared(tmp_path_factory, "source", build).iterdir()
    return path


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built through a source distribution as `python -m build` does."""

    def build(folder: Path) -> None:
        pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "wheel", "--wheel-dir"]
        command = [*pip, str(folder), "--no-deps", "--no-build-isolation", "--no-index", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"pip install -e '.[dev,test]' has what this takes. {done.stderr[-2000:]}"

    (path,) = shared(tmp_path_factory, "wheel", build).iterdir()
    return path


def required(name: str) -> set[str]:
    """The names of a distribution and everything it requires, without extras."""
    found, waiting = {name}, [name]
    while waiting:
        for line in metadata.requires(waiting.pop()) or ():
            need = Requirement(line)
            if need.name not in found and (need.marker is None or need.marker.evaluate({"extra": ""})):
                found.add(need.name)
                waiting.append(need.name)
    return found


def link(name: str, folder: Path) -> None:
    """Link the files of an installed distribution into a folder."""
    top = {path.parts[0] for path in metadata.files(name) or () if path.parts[0] not in ("..", "__pycache__")}
    for part in top - {path.name for path in folder.iterdir()}:
        (folder / part).symlink_to(metadata.distribution(name).locate_file(part))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """A new environment with the wheel and its requirements, its command, a home directory, and variables."""
    home = tmp_path_factory.mktemp("home")

    def install(folder: Path) -> None:
        venv.create(folder, symlinks=True)
        pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "--python"]
        command = [*pip, str(folder / "bin" / "python"), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
        subprocess.run(command, check=True, timeout=120)
        (target,) = folder.glob("lib/python*/site-packages")
        assert [path.name for path in target.iterdir() if path.suffix != ".dist-info"] == ["perfect_play"]
        lines = (ROOT / "requirements.txt").read_text().splitlines()
        for name in set().union(*(required(Requirement(line).name) for line in lines if line[0] != "#")):
            link(name, target)

    folder = shared(tmp_path_factory, "environment", install)
    (target,) = folder.glob("lib/python*/site-packages")
    env = {"PATH": os.environ["PATH"], "HOME": str(home), KERNEL_DIR: os.environ[KERNEL_DIR]}
    env["UWAPI_PRESOLVE"] = "tictactoe/regular,npuzzle/3,towersofhanoi/3_3"
    command = str(folder / "bin" / "perfect-play")
    return SimpleNamespace(target=target, home=home, env=env, command=command, python=str(folder / "bin" / "python"))


def told(installed: SimpleNamespace, *arguments: str, status: int = 0, given: str = "") -> str:
    done = subprocess.run(
        arguments, cwd=installed.home, env=installed.env, input=given, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def test_every_file_of_the_rooms_is_inside_and_nothing_else_is(wheel: Path):
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()}
    paths = {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts}
    ours = {f"perfect_play/{path.removeprefix('perfect_play/')}" for path in paths}
    assert {name for name in inside if not name.startswith("perfect_play/data/")} == ours
    data = {path for kind in DATA for path in (ROOT / "data" / kind).rglob("*") if path.is_file()}
    assert {f"perfect_play/{path.relative_to(ROOT)}" for path in data} <= inside
    assert {name.split("/")[0] for name in inside} == {"perfect_play"}
    assert not [name for name in inside if name.endswith((".sqlite", ".pyc"))]


def test_source_distribution_holds_no_tests(source: Path):
    with tarfile.open(source) as archive:
        folders = {name.split("/")[1] for name in archive.getnames() if name.count("/") > 1}
    assert folders == {"perfect_play", "perfect_play.egg-info"}


def test_metadata_has_version_license_and_all_requirements(wheel: Path):
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    lines = archive.read(name).decode().splitlines()
    assert f"Version: {perfect_play.__version__}" in lines
    assert "License-Expression: MIT" in lines
    needed = {line for line in (ROOT / "requirements.txt").read_text().splitlines() if line[:1].isalpha()}
    required = {line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")}
    assert {line.rpartition("extra == ")[2].strip("\"'") for line in required if "extra ==" in line} == set(EXTRAS)
    required = {line for line in required if "extra ==" not in line}
    assert {line.split(">")[0].split("<")[0] for line in required} == {line.split(">")[0] for line in needed}


def test_package_answers_outside_the_project_and_stores_tables_in_the_home_folder(installed: SimpleNamespace):
    assert "win in 3, nimber 3" in told(installed, installed.command, "probe", "nim", "1_2")
    assert "12 positions" in told(installed, installed.command, "solve", "npuzzle", "2")
    assert (installed.home / ".local/share/perfect-play/tables/npuzzle.2.sqlite").is_file()
    assert "14 moves" in told(installed, installed.command, "path", "gridnavigation", "zigzag")
    assert "mistake" in told(installed, installed.command, "judge", "nim", "1_2", "-", given="1 from pile 1")
    assert "Name a --folder" in told(installed, installed.command, "new", "rivercrossing", status=2)


def test_package_exports_tables_and_makes_and_scores_benchmarks(installed: SimpleNamespace):
    told(installed, installed.command, "solve", "tictactoe")
    assert "765 rows" in told(installed, installed.command, "export", "tictactoe", "--format", "jsonl")
    assert len((installed.home / "tictactoe.regular.jsonl").read_text().splitlines()) == 765
    make = ("make", "-o", "questions", "--games", "tictactoe", "--positions", "5")
    assert "8 questions about 1 games" in told(installed, installed.command, "benchmark", *make)
    told(installed, installed.command, "benchmark", "run", "questions", "answers", "--agent", "perfect")
    assert "100.0%" in told(installed, installed.command, "benchmark", "score", "questions", "answers")


def test_package_is_imported_from_its_own_folder(installed: SimpleNamespace):
    lines = "import perfect_play\ngame = perfect_play.open('rushhour')\nprint(perfect_play.__file__, game.start.value)"
    where, value = told(installed, installed.python, "-c", lines).split()
    assert (Path(where).parent, value) == (installed.target / "perfect_play", "win")


def test_types_are_known_outside_the_project(installed: SimpleNamespace):
    """As seen by a type checker that knows only the installed package."""
    lines = ["import perfect_play", "start = perfect_play.open('nim').start", "reveal_type(start.value)"]
    lines += ["reveal_type(start.moves)", "reveal_type(start.game.values([start]))"]
    (installed.home / "typed.py").write_text("\n".join(lines))
    checker = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", installed.python]
    text = told(installed, *checker, "typed.py")
    for type_ in (
        "perfect_play.puzzles.values.Value",
        "tuple[perfect_play.objects.Move, ...]",
        "list[perfect_play.solvers.result.Result]",
    ):
        assert type_ in text


def test_package_help_names_serving_options_and_all_commands(installed: SimpleNamespace):
    for arguments in ((installed.command, "--help"), (installed.python, "-m", "perfect_play", "--help")):
        text = told(installed, *arguments)
        assert "usage: perfect-play" in text
        assert "--port" in text
        assert "list | solve | tables" in text
    assert told(installed, installed.command, "play", "--help").startswith("usage: perfect-play play")
    assert "no command 'prob'. Did you mean 'probe'" in told(installed, installed.command, "prob", status=2)


@pytest.fixture(scope="module")
def url(installed: SimpleNamespace) -> Iterator[str]:
    """The address of the service started by the bare command."""
    port = free_port()
    service = subprocess.Popen(
        [installed.command, "--port", str(port), "--workers", "1"], cwd=installed.home, env=installed.env
    )
    address = f"http://127.0.0.1:{port}"
    end = time.monotonic() + 60
    while True:
        try:
            read(f"{address}/health")
            break
        except OSError:
            assert service.poll() is None, "the service has ended"
            assert time.monotonic() < end, "the service does not answer"
            time.sleep(0.1)
    yield address
    service.send_signal(signal.SIGTERM)
    assert service.wait(30) == 0


def read(address: str) -> str:
    with urlopen(address, timeout=20) as answer:
        text: str = answer.read().decode()
        return text


def test_package_serves_its_api_and_solves(installed: SimpleNamespace, url: str):
    assert json.loads(read(f"{url}/"))["version"] == perfect_play.__version__
    assert "<html" in read(f"{url}/api/")
    assert "En tu turno" in json.loads(read(f"{url}/universal/v1/nim/3_3_3/instructions/?locale=es"))["instructions"]
    assert json.loads(read(f"{url}/api/nimber/0.137/1000000"))["response"]["period"] == 34
    assert json.loads(read(f"{url}/api/rushhour/hard/"))["response"]["status"] == "available"
    game = perfect_play.connect(url).open("tictactoe")
    end = time.monotonic() + 60
    while True:
        try:
            assert game.start.value == "tie"
            break
        except perfect_play.NoAnswer:  # until the service has solved it
            assert time.monotonic() < end
            time.sleep(0.2)
    assert (installed.home / ".local/share/perfect-play/tables/tictactoe.regular.sqlite").is_file()


QUESTIONS = [command for command in commands(ROOT / "README.md") if is_curl(command)]


@pytest.mark.parametrize("command", QUESTIONS, ids=lambda command: command.where)
def test_package_answers_the_questions_of_the_readme(url: str, command: Command):
    """As soon as it has solved what they need."""
    end = time.monotonic() + 60
    while fault := fault_now(url, command):
        assert time.monotonic() < end, fault
        time.sleep(0.2)


def fault_now(url: str, command: Command) -> str:
    """What is wrong with the answer to a question of the README; "" if nothing."""
    try:
        answer = urlopen(url + path_of(command)[0], timeout=20)
    except HTTPError as error:
        answer = error
    with answer:
        return curl_fault(command, f"{answer.status} {answer.reason}", {}, answer.read().decode())


def test_package_session_answers_as_in_the_readme(installed: SimpleNamespace, url: str):
    (session,) = blocks(ROOT / "README.md", "pycon")
    (installed.home / "session.txt").write_text(session.text)
    assert told(installed, installed.python, "-m", "doctest", "session.txt") == ""


# --- where data is kept -------------------------------------------------------------------------


def test_data_directory_is_the_projects_or_in_the_users_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    assert default_data_dir({}) == ROOT / "data"
    monkeypatch.setattr("perfect_play.solvers.settings.INSTALLED", True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert default_data_dir({}) in {
        tmp_path / ".local" / "share" / "perfect-play",
        tmp_path / "Library" / "Application Support" / "perfect-play",
    }
    monkeypatch.setenv("XDG_DATA_HOME", "/kept")
    assert default_data_dir({}) == Path("/kept/perfect-play")
    assert default_data_dir({"UWAPI_DATA_DIR": "/chosen"}) == Path("/chosen")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, appauthor: Path("~") / name)
    assert default_data_dir({}).is_absolute()
