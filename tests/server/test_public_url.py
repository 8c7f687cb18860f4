"""The service's own address, robots.txt and security.txt."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app
from perfect_play.server.config import SETTINGS
from perfect_play.solvers.settings import BadSetting

OURS = "https://play.example.org"
FOREIGN = "evil.example.com"
LINKING = (
    "/",
    "/embed/tictactoe/regular",
    "/oembed?url=/embed/tictactoe/regular",
    "/api/tictactoe/regular/",
)
"""What links to the service itself."""


def client_with(data_dir: Path, **settings: str) -> FlaskClient:
    return create_app({"data_dir": data_dir, "build": False, **settings}).test_client()


@pytest.fixture
def public(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    monkeypatch.setenv("UWAPI_PUBLIC_URL", "https://Play.example.org/")
    return client_with(data_dir)


@pytest.mark.parametrize("path", LINKING)
def test_links_are_to_the_address_that_is_set(public: FlaskClient, path: str):
    text = public.get(path, headers={"Host": FOREIGN}).text
    assert OURS in text
    assert FOREIGN not in text


def test_oembed_of_a_foreign_host_is_refused(public: FlaskClient):
    board = "/embed/tictactoe/regular"
    statuses = {
        public.get("/oembed", query_string={"url": f"{site}{board}"}, headers={"Host": FOREIGN}).status_code
        for site in ("", OURS, OURS.upper().replace("HTTPS", "https"), f"{OURS}:443")
    }
    assert statuses == {200}
    answer = public.get("/oembed", query_string={"url": f"http://{FOREIGN}{board}"}, headers={"Host": FOREIGN})
    assert answer.status_code == 400
    assert "play.example.org" in answer.get_json()["detail"]


@pytest.mark.parametrize("site", [f"{OURS}:80", f"{OURS}:8000", f"{OURS}:x", f"{OURS}:99999", "https://[::1"])
def test_another_port_or_none_is_another_site(public: FlaskClient, site: str):
    assert public.get("/oembed", query_string={"url": f"{site}/embed/tictactoe/regular"}).status_code == 400


@pytest.mark.parametrize("site", ["http://x:80", "http://X", "http://x:"])
@pytest.mark.parametrize("host", ["x", "x:80"])
def test_the_port_that_a_scheme_implies_may_be_named(client: FlaskClient, site: str, host: str):
    url = f"{site}/embed/tictactoe/regular"
    assert client.get("/oembed", query_string={"url": url}, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["x.example.org", "localhost:8000", "127.0.0.1", "[::1]:8000", "EXAMPLE.org"])
@pytest.mark.parametrize("path", LINKING)
def test_links_without_a_setting_use_the_host_of_the_request(client: FlaskClient, path: str, host: str):
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 200
    assert f"http://{host.lower()}/" in answer.text


@pytest.mark.parametrize(
    "host", ['"><script>', "a b", "a/b", "a@b", "a:b", "a:99999999", "a\\b", "a?b", "a#b", "[::1", "é", "a..b", "'"]
)
@pytest.mark.parametrize("path", LINKING)
def test_a_host_that_is_none_is_refused(client: FlaskClient, path: str, host: str):
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "http" not in answer.text.partition("Host:")[2]


FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example.org", "X-Forwarded-Prefix": "/pp"}


@pytest.mark.parametrize("proxies", ["127.0.0.1", "10.0.0.0/8, 127.0.0.0/8", "*", "::1", "10.0.0.0/8", ""])
@pytest.mark.parametrize("path", LINKING)
def test_forwarded_headers_count_from_named_proxies_alone(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, path: str, proxies: str
):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", proxies)
    client = client_with(data_dir)
    text = client.get(path, headers=FORWARDED).text
    assert (f"{OURS}/pp/" in text) == ("127" in proxies or proxies == "*")
    assert ("http://localhost/" in text) == (f"{OURS}/pp/" not in text)
    on_a_unix_socket = client.get(path, headers=FORWARDED, environ_base={"REMOTE_ADDR": ""}).text
    assert (f"{OURS}/pp/" in on_a_unix_socket) == (proxies == "*")


@pytest.mark.parametrize("public", [{}, {"public_url": OURS}])
def test_links_of_a_service_below_a_path_begin_with_the_path(data_dir: Path, public: dict[str, str]):
    client = client_with(data_dir, **public)
    site = public.get("public_url", "http://localhost")
    below = {"environ_overrides": {"SCRIPT_NAME": "/pp"}}
    for path in LINKING:
        text = client.get(path, **below).text
        assert f"{site}/pp/" in text
        assert f"{site}/embed" not in text
    for url in (f"{site}/pp/embed/tictactoe/regular", f"{site}/pp/#/tictactoe/regular", "/embed/tictactoe/regular"):
        answer = client.get("/oembed", query_string={"url": url}, **below)
        assert f'src="{site}/pp/embed/tictactoe/regular/"' in answer.get_json()["html"]
    answer = client.get("/", headers={"Accept": "text/html"}, environ_overrides={"SCRIPT_NAME": "/pp", "PATH_INFO": ""})
    assert (answer.status_code, answer.headers["Location"]) == (308, "/pp/")


@pytest.mark.parametrize("text", ["pp", "/pp/", "/", "//pp", "/p p", "/pp?x"])
def test_a_path_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("SCRIPT_NAME", text)
    with pytest.raises(BadSetting, match=r"SCRIPT_NAME=.*: expected a path without a final slash: /play"):
        SETTINGS["SCRIPT_NAME"].value()


@pytest.mark.parametrize("text", ["proxy.example.org", "10.0.0.1/8", "10.0.0.0/8;"])
def test_proxies_that_are_none_are_refused(data_dir: Path, monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", text)
    with pytest.raises(BadSetting, match=r"FORWARDED_ALLOW_IPS=.*Expected addresses or networks of proxies"):
        client_with(data_dir)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("public_url", text) for text in ("play.example.org", "ftp://a", "https://a/b", "https://", "https://a b")),
        *(("security_contact", text) for text in ("me", "me@example.org", "http://a", "mailto:a", "mailto:a@b\nX: y")),
    ],
)
def test_settings_that_make_no_sense(data_dir: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str):
    monkeypatch.setenv(f"UWAPI_{name.upper()}", text)
    with pytest.raises(BadSetting, match="expected"):
        client_with(data_dir)


def test_a_contact_is_told_if_there_is_one(client: FlaskClient, data_dir: Path, monkeypatch: pytest.MonkeyPatch):
    assert client.get("/.well-known/security.txt").status_code == 404
    monkeypatch.setenv("UWAPI_SECURITY_CONTACT", "mailto:security@example.org")
    answer = client_with(data_dir, public_url=OURS).get("/.well-known/security.txt", headers={"Host": FOREIGN})
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    fields = dict(re.findall(r"^([\w-]+): (.+)$", answer.text, re.M))
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Canonical"] == f"{OURS}/.well-known/security.txt"
    assert time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()) < fields["Expires"], "RFC 9116 requires it"


@pytest.mark.parametrize("at_root", [False, True])
def test_crawlers_are_asked_to_leave_the_api_alone(data_dir: Path, at_root: bool):
    client = create_app({"data_dir": data_dir, "build": False, "at_root": at_root}).test_client()
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    rules = re.findall(r"^(Allow|Disallow): (.+)$", answer.text, re.M)
    assert rules[-1] == ("Disallow", "/")
    for path, allowed in {
        "/": True,
        "/embed/tictactoe/regular": True,
        "/g/tictactoe/regular?p=xo-------": True,
        "/api/tictactoe/regular/image.png?p=1": True,
        "/api/tictactoe/regular/solution": False,
        "/universal/v1/": False,
    }.items():
        patterns = [(len(rule), word) for word, rule in rules if re.match(_pattern(rule), path)]
        assert (max(patterns)[1] == "Allow") == allowed, path


def _pattern(rule: str) -> str:
    """A rule of robots.txt as a regular expression; the longest that matches decides."""
    return re.escape(rule).replace(r"\*", ".*").replace(r"\$", "$")


def test_answers_forbid_camera_location_and_microphone(client: FlaskClient):
    for path in (*LINKING, "/nothing"):
        policy = client.get(path).headers["Permissions-Policy"]
        assert {"camera=()", "geolocation=()", "microphone=()"} <= set(policy.split(", "))
