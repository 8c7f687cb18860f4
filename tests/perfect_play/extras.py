"""Skips tests of extras, visibly, if the extra is not installed; with EXTRAS_REQUIRED=1 they fail instead."""

from __future__ import annotations

import importlib.util
import os

import pytest

REQUIRED = "EXTRAS_REQUIRED"


def needs(package: str, extra: str) -> None:
    """Skip the module that calls this at its top unless a package is installed."""
    if importlib.util.find_spec(package) is None:
        left_out = f"The package {package} is not installed. pip install -e '.[{extra}]'"
        assert os.environ.get(REQUIRED) != "1", left_out
        pytest.skip(left_out, allow_module_level=True)
