"""The page at `/` without a browser: who gets it, its files and their headers, and what it may weigh."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server.page import joining
from perfect_play.server.page import routes as pages
from tests.helpers import ROOT

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
STATIC = ROOT / "server" / "page" / "static"
NAMES = sorted(path.name for path in STATIC.iterdir())
SERVED = sorted(pages.files())
SCRIPT_LIMIT = 80_000  # bytes of all views together, compressed, without comments


def page_text(client: FlaskClient) -> str:
    return client.get("/", headers={"Accept": BROWSER}).get_data(as_text=True)


def inside(text: str) -> dict[str, str]:
    """The page's inline contents, by tag."""
    found = re.findall(r"<(style|script|script type=\"module\")>(.*?)</(?:style|script)>", text, re.DOTALL)
    return dict(found)


def allowed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def source(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("accept", [BROWSER, "text/html", "application/json;q=0.5, text/html"])
def test_browsers_get_the_page(client: FlaskClient, accept: str):
    response = client.get("/", headers={"Accept": accept})
    assert response.status_code == 200
    assert response.content_type == "text/html; charset=utf-8"
    assert "Accept" in response.vary
    assert response.get_data(as_text=True).startswith("<!doctype html>")


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "application/json, text/html", "image/png"])
def test_clients_other_than_browsers_get_the_index(client: FlaskClient, accept: str | None):
    response = client.get("/", headers={"Accept": accept} if accept else {})
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    assert "Accept" in response.vary
    assert response.get_json()["name"] == "Perfect Play"


def test_page_has_the_first_view_inline_and_loads_from_no_other_origin(client: FlaskClient):
    text = page_text(client)
    assert list(inside(text)) == ["script", "style", 'script type="module"']
    assert len(re.findall("<(?:style|script|/style|/script)", text)) == 6, "no text ends a script before its end"
    for one in inside(text).values():
        text = text.replace(one, "")
    assert not re.search(r"\s(style|on\w+)=", text)
    for address in re.findall(r'(?:src|href)="([^"#]+)', text):
        assert re.match(r"\w+$|\w+/|\./$", address), "relative, since the page may be below a path"
    for name in NAMES:
        for address in re.findall(r"https?://[^\s\"')]+", source(name)):
            assert address == "http://www.w3.org/2000/svg", f"{name}: {address}"


def test_scripts_never_make_html_of_texts():
    """Texts of the service become text nodes, so none can be taken for HTML or a script."""
    for name in NAMES:
        found = re.findall(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", source(name)
        )
        assert found == [], f"{name}: {found}"


@pytest.mark.parametrize("path", ["/", f"/static/{pages.version()}/map.js", "/static/old/first.css"])
def test_security_headers_allow_only_the_own_scripts_and_styles(client: FlaskClient, path: str):
    headers = client.get(path, headers={"Accept": BROWSER}).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    parts = inside(page_text(client)) if path == "/" else {}
    for source in ("script", "style"):
        digests = [allowed(text) for tag, text in parts.items() if tag.startswith(source)]
        assert policy[f"{source}-src"] == " ".join(["'self'", *digests])
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("name", SERVED)
def test_every_file_is_served_and_kept(client: FlaskClient, name: str):
    response = client.get(f"/static/{pages.version()}/{name}")
    assert response.status_code == 200
    assert response.data == pages.files()[name].body
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.mimetype == pages.TYPES[f".{name.rpartition('.')[2]}"]
    assert ("Service-Worker-Allowed" in response.headers) == (name == "worker.js")
    again = client.get(f"/static/{pages.version()}/{name}", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""
    changed = client.get(f"/static/{pages.version()}/{name}", headers={"If-None-Match": '"another"'})
    assert changed.status_code == 200


def test_the_page_is_asked_for_each_time(client: FlaskClient):
    """So that it names the current files."""
    response = client.get("/", headers={"Accept": BROWSER})
    assert response.headers["Cache-Control"] == "no-cache"
    tagged = {"Accept": BROWSER, "If-None-Match": response.headers["ETag"]}
    assert client.get("/", headers=tagged).status_code == 304


def test_files_of_another_release_are_not_kept(client: FlaskClient):
    response = client.get("/static/0123456789ab/map.js")
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/x/",
        "/static/x/pages.py",
        "/static/x/play.js",
        "/static/x/../pages.py",
        "/static/x/..%2fpages.py",
        "/static/x/%00",
    ],
)
def test_unknown_static_files_get_404(client: FlaskClient, path: str):
    response = client.get(path)
    assert response.status_code == 404
    assert response.mimetype == "application/problem+json"


def test_every_file_the_page_needs_is_there(client: FlaskClient):
    text = page_text(client)
    found = re.findall(r'"(?:\./)?static/([0-9a-f]+)/([\w.]+)"', text)
    assert {version for version, _ in found} == {pages.version()}
    first = {name for _, name in found}
    assert first > {"icon.svg", "manifest.webmanifest"}
    import_of = re.compile(r'(?:from |import\()"\./([\w.]+)"')
    scripts = [file.body.decode() for name, file in pages.files().items() if name.endswith(".js")]
    imported = {name for text in scripts for name in import_of.findall(text)}
    imported |= {name for one in [text, *scripts] for name in re.findall(r'(?:new URL|style)\("(\w+\.\w+)"', one)}
    assert f'new URL(`translation.${{language}}${{part}}.json`, new URL("./static/{pages.version()}/"' in text
    imported |= {f"translation.{language}{part}.json" for language in ("es", "fr") for part in ("", ".later")}
    of_the_api = set(re.findall(r'"../static/[0-9a-f]+/([\w.]+)"', client.get("/api/").text))
    assert first | imported | of_the_api == set(SERVED), "no file for nothing"


def test_scripts_import_one_way():
    """Also those that are loaded later: no script imports another that needs it."""
    imports = {
        name: set(re.findall(r'(?:from |import\()"\./([\w.]+)"', source(name)))
        for name in NAMES
        if name.endswith(".js")
    }
    while imports:
        ends = {name for name, needed in imports.items() if not needed & set(imports)}
        assert ends, f"in a circle: {imports}"
        imports = {name: needed for name, needed in imports.items() if name not in ends}


def test_every_source_is_in_what_is_served():
    """Alone or inside the page; and the worker names all of it."""
    bodies = {name: file.body.decode() for name, file in pages.files().items()}
    for name in NAMES:
        text = joining.LAYOUT.sub("", source(name)) if name.endswith(".js") else source(name)
        text = joining.joined_sheets([text]) if name in pages.STYLES else text
        served = bodies.get(name) or "\n".join(pages.inside().values())
        lines = [
            line
            for line in text.splitlines()
            if not re.search(r"^import|^export|^const (?:FILES|FOLDER)|import[.(]", line)
        ]
        assert set(lines) <= set(served.splitlines()), name
    assert f'const FILES = "{" ".join(SERVED)}"' in bodies["worker.js"]


def test_the_version_is_that_of_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copytree(STATIC, tmp_path / "static")
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    versions = []
    try:
        for text in ("1", "2"):
            (tmp_path / "static" / "app.js").write_text(f"// {text}")
            for cached in (pages.sources, pages.files, pages.version):
                cached.cache_clear()
            versions.append(pages.version())
    finally:
        for cached in (pages.sources, pages.files, pages.version):
            cached.cache_clear()
    assert versions[0] != versions[1]


def test_the_scripts_are_small():
    names = [name for name in SERVED if name.endswith(".js")]
    scripts = pages.inside()["script"].encode() + b"".join(pages.files()[name].body for name in names)
    assert 40_000 < len(gzip.compress(scripts)) < SCRIPT_LIMIT


def test_the_api_is_described_for_people(client: FlaskClient):
    answer = client.get("/api/")
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    told = client.get("/openapi.json").get_json()
    for path, methods in told["paths"].items():
        assert f"<code>{path}</code>" in answer.text
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in answer.text
    assert " style=" not in answer.text
    assert "<script>" not in answer.text
    assert "<code>R_A_3_3_1234567-8</code>" in answer.text
    assert client.get("/api/", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
