"""Adds to the package what `pyproject.toml` cannot list: `data/`, as a package of its own."""

from setuptools import find_packages, setup

rooms = find_packages(include=["perfect_play*", "puzzles*", "solvers*", "server*"])
setup(packages=[*rooms, "perfect_play.puzzles.data"], package_dir={"perfect_play.puzzles.data": "data"})
