"""A bare Flask application of one route: what the stack itself can do, under the service's own gunicorn settings."""

from __future__ import annotations

from types import SimpleNamespace

from flask import Flask, Response, jsonify

app = Flask(__name__)
app.extensions |= {  # for gunicorn.conf.py
    "settings": SimpleNamespace(build=False),
    "headers": {},
    "manager": SimpleNamespace(limiter=SimpleNamespace()),
}


@app.get("/hello")
def hello() -> Response:
    """Some JSON."""
    return jsonify({"status": "ok"})
