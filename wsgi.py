"""The entry point for WSGI servers: `gunicorn -c gunicorn.conf.py wsgi:app`."""

from perfect_play.server import create_app

app = create_app()
