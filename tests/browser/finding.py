"""Finds a browser to test with."""

from __future__ import annotations

import importlib.util
import os
import shutil

REQUIRED = "BROWSER_REQUIRED"
"""If set to 1, tests that need a browser fail without one, instead of being skipped."""

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Commands of Chromium. The first has no window and takes half the time."""

PACKAGES = ("playwright", "axe_playwright_python")
LEFT_OUT = "No browser"


def browser() -> str | None:
    """The path of Chromium; None if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


def missing() -> str | None:
    """A sentence about what keeps the tests from running; None if nothing does."""
    packages = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if packages:
        return f"{LEFT_OUT} tests: {' and '.join(packages)} missing. pip install -e '.[browser]'"
    if browser() is None:
        return (
            f"{LEFT_OUT}: none of {', '.join(NAMES)} is installed. On Debian: apt-get install chromium-headless-shell"
        )
    return None


def is_required() -> bool:
    """Whether a missing browser is an error."""
    return os.environ.get(REQUIRED) == "1"
