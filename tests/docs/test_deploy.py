"""`docs/deploy.md` and the `Containerfile`: unit, image and proxy have no privileges, and start what exists."""

from __future__ import annotations

import configparser
import contextlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server

from perfect_play.server import create_app
from perfect_play.server.config import SETTINGS
from perfect_play.solvers.cli.main import main
from tests.docs.markdown import blocks
from tests.helpers import ROOT
from tests.server.live import free_port, wait

DOCUMENT = ROOT / "docs" / "deploy.md"
UNIT = blocks(DOCUMENT, "ini")[0].text
SERVING = ["-c", "gunicorn.conf.py", "wsgi:app"]


@pytest.fixture(scope="module")
def service() -> configparser.SectionProxy:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(UNIT)
    assert unit.sections() == ["Unit", "Service", "Install"]
    return unit["Service"]


# --- systemd ------------------------------------------------------------------------------------


def test_unit_starts_existing_files_with_known_settings(service):
    assert service["ExecStart"].split()[1:] == SERVING
    assert all((ROOT / name).exists() for name in ("gunicorn.conf.py", "wsgi.py"))
    set_by = re.findall(r"^Environment=(\w+)=", UNIT, re.M)
    assert set(set_by) <= set(SETTINGS)


def test_the_unit_gives_no_rights_and_one_place_to_write(service):
    assert service["User"] not in ("", "root")
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "RestrictSUIDSGID"):
        assert service[name] == "true", name
    assert service["ReadWritePaths"] == f"/var/lib/{service['StateDirectory']}"
    assert f"Environment=UWAPI_DATA_DIR={service['ReadWritePaths']}" in UNIT
    assert "MemoryDenyWriteExecute" not in service, "the builder compiles"
    graceful = int(
        re.findall(r"^graceful_timeout = (\d+)", (ROOT / "server" / "gunicorn.conf.py").read_text(), re.M)[0]
    )
    assert int(service["TimeoutStopSec"]) > graceful


def test_systemd_understands_the_unit(tmp_path, service):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    path = tmp_path / "perfect-play.service"
    path.write_text(UNIT.replace(service["ExecStart"].split()[0], "/bin/true"))
    done = subprocess.run([analyze, "verify", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# --- container ----------------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, one line each."""
    text = (ROOT / "Containerfile").read_text()
    lines = [line for line in re.sub(r"\\\n\s*", "", text).splitlines() if line and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def the(word: str) -> str:
    (found,) = [rest for name, rest in instructions() if name == word]
    return found


def test_the_image_serves_what_is_there_as_nobody():
    words = [word for word, _ in instructions()]
    assert the("FROM") == "${PYTHON_IMAGE}"
    assert re.fullmatch(r"PYTHON_IMAGE=python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", the("ARG"))
    assert json.loads(the("CMD")) == ["python", "-m", "gunicorn", *SERVING]
    assert int(the("USER")) > 0
    assert words.index("USER") > max(i for i, word in enumerate(words) if word in ("RUN", "COPY"))
    for sources in (rest.split()[:-1] for word, rest in instructions() if word == "COPY"):
        assert all((ROOT / source).exists() for source in sources)
    copied = {source for word, rest in instructions() if word == "COPY" for source in rest.split()[:-1]}
    imported = {path.name for path in (ROOT / "perfect_play").iterdir() if path.is_symlink()}
    assert copied >= {"perfect_play", "gunicorn.conf.py", "wsgi.py", "requirements.lock", *imported}
    installs = [rest for _, rest in instructions() if "pip install" in rest]
    assert len(installs) == 1
    assert all("--require-hashes" in part for part in installs[0].split("&&"))
    assert "--no-build-isolation -r requirements.lock" in installs[0]
    environment = dict(pair.split("=", 1) for pair in the("ENV").split())
    assert environment["UWAPI_DATA_DIR"] == the("VOLUME")
    assert environment["UWAPI_PORT"] == the("EXPOSE")
    assert {name for name in environment if name.startswith("UWAPI_")} <= set(SETTINGS)


def test_the_health_check_tells_well_from_ill():
    command = json.loads(the("HEALTHCHECK").partition("CMD ")[2])
    assert command[0] == "python"

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path in ("/health", "/prefix/health") else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        environment = {**os.environ, "UWAPI_PORT": str(server.server_port), "http_proxy": "http://127.0.0.1:9"}
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def status(**more: str) -> int:
            check = [sys.executable, *command[1:]]
            return subprocess.run(check, env=environment | more, capture_output=True, check=False).returncode

        assert status() == 0, "whatever proxy the environment names"
        assert status(SCRIPT_NAME="/prefix") == 0
        assert status(SCRIPT_NAME="/other") == 1
        server.shutdown()
    assert status() == 1


def test_the_commands_of_the_document_are_those_of_the_file():
    told = re.sub(r"^# ?", "", (ROOT / "Containerfile").read_text().partition("\n#\n")[0], flags=re.M)
    (block,) = [block.text for block in blocks(DOCUMENT, "sh") if "docker build" in block.text]
    assert re.sub(r" +\(or: .*\)", "", told).split() == block.split()


def test_image_leaves_out_tables_and_ignored_data():
    left_out = (ROOT / ".dockerignore").read_text().split()
    ignored = {line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split() if line.startswith("data/")}
    assert ignored <= set(left_out)
    assert {".git", ".venv"} <= set(left_out)


# --- proxy --------------------------------------------------------------------------------------


def test_the_proxy_passes_the_address_on_unchanged():
    assert len(blocks(DOCUMENT, "nginx")) == 2
    for block in blocks(DOCUMENT, "nginx"):
        nginx = block.text
        assert nginx.count("{") == nginx.count("}")
        port = re.findall(r"proxy_pass http://127\.0\.0\.1:(\d+);", nginx)  # without a path, not even a slash
        assert port == [SETTINGS["UWAPI_PORT"].default]
        for line in nginx.splitlines():
            assert re.fullmatch(r"\s*([\w/@ ]+ \{|\}|[^{};]+;|)", line), line


def nginx_configuration(folder: Path, block: str) -> list[str]:
    """The command of an nginx with this server, whose files are in a folder."""
    types = "include /etc/nginx/mime.types;\n" if Path("/etc/nginx/mime.types").is_file() else ""
    user = "user root;\n" if os.geteuid() == 0 else ""  # else its workers could not read files of the test
    text = f"{user}daemon off;\nerror_log {folder}/error.log;\npid {folder}/pid;\nevents {{}}\n"
    text += f"http {{\n{types}access_log off;\n"
    for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"):
        text += f"{name}_temp_path {folder}/{name};\n"
    (folder / "nginx.conf").write_text(f"{text}{block}}}\n")
    return [shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or "", "-c", str(folder / "nginx.conf")]


needs_nginx = pytest.mark.skipif(
    shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") is None, reason="nginx is not installed"
)
NGINX = blocks(DOCUMENT, "nginx")[0].text


@needs_nginx
def test_nginx_understands_the_block(tmp_path):
    port = free_port()
    command = nginx_configuration(tmp_path, NGINX.replace("listen 80;", f"listen 127.0.0.1:{port};"))
    done = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@needs_nginx
@pytest.mark.parametrize("stripped", [True, False])
def test_service_below_a_path_behind_nginx_answers_with_its_own_links(tmp_path, monkeypatch, stripped):
    """With the document's block and its two ways to serve below a path, links are those of the proxy."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.1")
    port = free_port()
    block = NGINX.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("location / {", "location /play/ {")
    with serving(tmp_path / "data", script_name="" if stripped else "/play") as inside:
        block = block.replace("http://127.0.0.1:8000;", f"http://127.0.0.1:{inside}{'/' if stripped else ''};")
        if stripped:
            block = block.replace('X-Forwarded-Prefix "";', "X-Forwarded-Prefix /play;")
        with subprocess.Popen(nginx_configuration(tmp_path, block)) as nginx:
            address = f"http://127.0.0.1:{port}/play"

            def text(path: str) -> str:
                lies = {f"X-Forwarded-{name}": "evil.example" for name in ("Proto", "Host", "Prefix")}
                request = urllib.request.Request(address + path, headers={"Accept": "text/html", **lies})
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return answer.read().decode()

            try:
                wait("it answers", lambda: answers(f"{address}/health"))
                assert f'"{address}/embed/nim/1_3_5/?p=' in text("/embed/nim/1_3_5")
                board = json.loads(text(f"/oembed?url={address}/embed/nim/1_3_5"))
                assert f'src="{address}/embed/nim/1_3_5/"' in board["html"]
                assert board["provider_url"] == f"{address}/"
                assert json.loads(text("/openapi.json"))["servers"] == [{"url": "/play"}]
                page = text("/")
                (icon,) = re.findall('rel="icon" href="([^"]+)"', page)
                assert "<svg" in text(f"/{icon}")
                for path in ("/api", "/api/"):
                    (icon,) = re.findall('rel="icon" href="([^"]+)"', text(path))
                    assert urllib.parse.urljoin(address + path, icon).startswith(f"{address}/static/")
            finally:
                nginx.terminate()


class OtherService(http.server.BaseHTTPRequestHandler):
    """Another service, which answers everything with the address that was asked for."""

    def do_GET(self):
        body = json.dumps({"elsewhere": self.path, "host": self.headers["Host"]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@needs_nginx
def test_nginx_passes_on_what_is_not_here(tmp_path):
    """By the document's two blocks: our own games are ours, and those that we do not know are asked for elsewhere."""
    port = free_port()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OtherService) as other, serving(tmp_path / "data") as inside:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        block = NGINX.replace("listen 80;", f"listen 127.0.0.1:{port};").rstrip().removesuffix("}")
        block = f"{block}{blocks(DOCUMENT, 'nginx')[1].text}}}\n".replace("127.0.0.1:8000", f"127.0.0.1:{inside}")
        block = block.replace("https://play.example.org", f"http://127.0.0.1:{other.server_port}")
        with subprocess.Popen(nginx_configuration(tmp_path, block)) as nginx:

            def asked(path: str) -> dict:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
                    return json.loads(answer.read())

            try:
                wait("it answers", lambda: answers(f"http://127.0.0.1:{port}/health"))
                assert asked("/universal/v1/nim/1_3_5/")["startPosition"]
                path = "/universal/v1/chinesecheckers/regular/positions/?p=1_a%2Fb"
                assert asked(path) == {"elsewhere": path, "host": "play.example.org"}
                with pytest.raises(urllib.error.HTTPError, match="400"):
                    asked("/universal/v1/nim/1_3_5/positions/?p=nonsense")
            finally:
                nginx.terminate()
                other.shutdown()


def answers(url: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5) as answer:
        return answer.status == 200
    return False


def test_the_document_names_no_folder_that_is_not_there():
    for name in re.findall(r"\]\(\.\./([\w./-]+)\)", DOCUMENT.read_text(encoding="utf-8")):
        assert Path(ROOT / name).exists(), name


# --- data -----------------------------------------------------------------------------------------


@pytest.mark.second_ring
def test_data_is_moved_backed_up_and_shared_as_told(tmp_path):
    """Runs the document's commands with this test's paths, and a service that has what is fetched."""
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    here, there = tmp_path / "here", tmp_path / "there"
    assert main(["--data-dir", str(here), "solve", "hanoi", "3_3"]) == 0
    assert main(["--data-dir", str(here), "solve", "nqueens", "4"]) == 0
    (here / "tables" / ".progress").write_text("{}")
    (here / "tables" / ".nqueens.4.sqlite.1.tmp").write_text("half of it")
    moving, fetching = [block.text for block in blocks(DOCUMENT, "sh") if "/srv/moved" in block.text]
    for text in (moving, fetching):
        with serving(here) as port:
            script = text.replace("/var/lib/perfect-play", str(here)).replace("/srv/moved", str(there))
            script = script.replace("127.0.0.1:8000", f"127.0.0.1:{port}").replace("python -m", f"{sys.executable} -m")
            script = script.replace("backup.tar", str(tmp_path / "backup.tar"))
            done = subprocess.run(
                ["sh", "-ec", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
            )
        assert (done.returncode, done.stderr) == (0, "")
        assert f"{'2 tables' if text is moving else '1 table'} verified, no faults." in done.stdout
        names = {"towersofhanoi.3_3.sqlite", "nqueens.4.sqlite"}
        assert {path.name for path in (there / "tables").iterdir()} == names
        for name in names:
            assert (there / "tables" / name).read_bytes() == (here / "tables" / name).read_bytes()
        (there / "tables" / "towersofhanoi.3_3.sqlite").write_bytes(b"is to be fetched anew")


@contextlib.contextmanager
def serving(data, script_name=""):
    """The port of a service on a data directory. script_name: the path below which it is asked, as gunicorn has it."""
    app = create_app({"data_dir": data, "build": False})
    below = DispatcherMiddleware(NotFound(), {script_name: app}) if script_name else app
    server = make_server("127.0.0.1", 0, below)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
