"""gunicorn's settings of this project, which are in `server/`. Run: gunicorn -c gunicorn.conf.py wsgi:app

gunicorn reads a file of this name where it starts, whatever it serves: unless it is told to, they are for our own only.
"""

import os
import runpy
import sys
from pathlib import Path

OURS = ("wsgi", "wsgi:app", "server:create_app()")

if any(
    word in OURS or word.startswith(("-c", "--config"))
    for word in (*sys.argv, *os.environ.get("GUNICORN_CMD_ARGS", "").split())
):
    globals().update(runpy.run_path(str(Path(__file__).resolve().parent / "server" / "gunicorn.conf.py")))
