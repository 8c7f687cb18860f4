"""Pictures of positions in the documents are what the service now draws."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.helpers import ROOT

IMAGES = sorted((ROOT / "docs" / "images").glob("*.svg"))


def test_documents_have_pictures():
    assert len(IMAGES) >= 2


@pytest.mark.parametrize("path", IMAGES, ids=lambda path: path.name)
def test_picture_in_the_documents_is_what_the_service_draws(path: Path, client: FlaskClient):
    """To redraw: python -m solvers picture ID VARIANT POSITION --moves --output docs/images/ID.svg."""
    drawn = path.read_text(encoding="utf-8")
    position = re.search(r"<title>[^<]*: ([^<]+)</title>", drawn)
    assert position is not None
    variants = client.get(f"/universal/v1/{path.stem}").get_json()["variants"]
    answers = [
        client.get(f"/api/{path.stem}/{variant['id']}/image.svg?p={position[1]}&moves=true") for variant in variants
    ]
    assert drawn in [answer.text for answer in answers if answer.status_code == 200]
