"""`/robots.txt` and `/.well-known/security.txt`: what crawlers should leave alone, and where to report a weakness."""

import time

from flask import Blueprint, Response, current_app

from perfect_play.server.api_docs.json_schema import string
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.config import Config
from perfect_play.server.public_url import public_url

blueprint = Blueprint("well_known", __name__)
with_contact = Blueprint("contact", __name__)
"""Registered only if the operator has set `UWAPI_SECURITY_CONTACT`."""

ROBOTS = """\
# Pages and boards may be read, but the API has an address for every position of every game.
User-agent: *
Allow: /$
Allow: /static/
Allow: /g/
Allow: /embed/
Allow: /api/*/image.png
Disallow: /
"""

VALID_DAYS = 180
"""How long a contact may be relied on after it was read."""


@blueprint.get("/robots.txt/")
@documented("service", string("rules for crawlers, RFC 9309"), media_type="text/plain")
def robots() -> Response:
    """What crawlers may read: the page, games and embedded boards, not the API."""
    return Response(ROBOTS, mimetype="text/plain")


@with_contact.get("/.well-known/security.txt/")
@documented("service", string("a contact, RFC 9116"), media_type="text/plain")
def security() -> Response:
    """Where to report a vulnerability."""
    settings: Config = current_app.extensions["settings"]
    expires = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() + VALID_DAYS * 86_400))
    lines = [f"Contact: {settings.security_contact}", f"Expires: {expires}", "Preferred-Languages: en"]
    if settings.public_url is not None:
        lines.append(f"Canonical: {public_url()}/.well-known/security.txt")
    return Response("\n".join([*lines, ""]), mimetype="text/plain")
