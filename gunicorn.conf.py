"""Hands gunicorn the settings of `server/gunicorn.conf.py`. Run: gunicorn -c gunicorn.conf.py wsgi:app

gunicorn reads a file of this name in the folder where it starts, even if it serves another application, for which these
settings are not meant unless `-c` names the file.
"""

import os
import runpy
import sys
from pathlib import Path

OURS = ("wsgi", "wsgi:app", "perfect_play.server:create_app()")

if any(
    word in OURS or word.startswith(("-c", "--config"))
    for word in (*sys.argv, *os.environ.get("GUNICORN_CMD_ARGS", "").split())
):
    globals().update(
        runpy.run_path(str(Path(__file__).resolve().parent / "perfect_play" / "server" / "gunicorn.conf.py"))
    )
