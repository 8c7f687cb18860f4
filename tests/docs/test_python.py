"""Every Python session in a document prints what is shown."""

from __future__ import annotations

import doctest
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.markdown import blocks, documents, name_of
from tests.perfect_play.serving import serving

SERVICE = "http://127.0.0.1:8000"
SESSIONS = [path for path in documents() if blocks(path, "pycon")]


@pytest.fixture(scope="module")
def service(solved_dir: Path) -> Iterator[str]:
    with serving(solved_dir) as url:
        yield url


def test_the_readme_and_the_page_about_python_have_sessions():
    assert {"README.md", "docs/python.md"} <= set(map(name_of, SESSIONS))


@pytest.mark.parametrize("path", SESSIONS, ids=name_of)
def test_sessions_print_what_they_show(
    path: Path, service: str, solved_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shutil.copytree(solved_dir, tmp_path / "data")
    monkeypatch.setenv("UWAPI_DATA_DIR", str(tmp_path / "data"))
    text = "\n".join(block.text for block in blocks(path, "pycon")).replace(SERVICE, service)
    session = doctest.DocTestParser().get_doctest(text, {}, name_of(path), str(path), 0)
    assert session.examples
    told: list[str] = []
    doctest.DocTestRunner().run(session, out=told.append)
    assert "".join(told) == ""
