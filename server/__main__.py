"""`python -m server`: serve with gunicorn, solving what is missing in the background."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Replace this process by gunicorn; returns 2 for bad arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m server",
        description="Serve perfect play over HTTP. Missing tables are solved in the background, smallest first;\n"
        "each variant answers as soon as it is solved.",
        epilog="then try:\n  curl http://127.0.0.1:8000/puzzles/hanoi/3_3/",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default=os.environ.get("UWAPI_HOST", "127.0.0.1"), help="address (127.0.0.1)")
    parser.add_argument("--port", type=int, default=os.environ.get("UWAPI_PORT") or 8000, help="port (8000)")
    parser.add_argument(
        "--workers", type=int, default=os.environ.get("UWAPI_WORKERS") or None, help="worker processes (one a core)"
    )
    parser.add_argument("--data-dir", type=Path, default=None, help="where tables are kept (data/)")
    arguments = parser.parse_args()
    if not 0 < arguments.port < 65536:
        parser.error(f"--port {arguments.port}: expected a number from 1 to 65535")
    if arguments.workers is not None and not 0 < arguments.workers <= 256:
        parser.error(f"--workers {arguments.workers}: expected a number from 1 to 256")
    os.environ["UWAPI_HOST"], os.environ["UWAPI_PORT"] = arguments.host, str(arguments.port)
    if arguments.workers is not None:
        os.environ["UWAPI_WORKERS"] = str(arguments.workers)
    if arguments.data_dir is not None:
        os.environ["UWAPI_DATA_DIR"] = str(arguments.data_dir.resolve())
    print(f"Perfect Play on http://{arguments.host}:{arguments.port}/  (Ctrl-C to stop)", flush=True)
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:app"])  # noqa: S606


if __name__ == "__main__":
    sys.exit(main())
