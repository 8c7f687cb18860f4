"""A minimal Flask application under the service's gunicorn settings, which shows the speed of the stack itself."""

from types import SimpleNamespace

from flask import Flask, Response, jsonify

app = Flask(__name__)
app.extensions |= {  # for gunicorn.conf.py
    "settings": SimpleNamespace(build=False),
    "headers": {},
    "manager": SimpleNamespace(limiter=SimpleNamespace(), memory=SimpleNamespace(share=print)),
}


@app.get("/hello")
def hello() -> Response:
    """A small JSON answer."""
    return jsonify({"status": "ok"})
