"""Adds to the package what `pyproject.toml` cannot list: `data/` and gunicorn's settings."""

from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

SETTINGS = "gunicorn.conf.py"


class BuildPy(build_py):
    """Puts gunicorn's settings into `server`, so that nothing but packages is installed."""

    def get_source_files(self) -> list[str]:
        """The files that a source distribution must contain."""
        return [*super().get_source_files(), SETTINGS]

    def run(self) -> None:
        """Build the packages, and copy the settings into one of them."""
        super().run()
        if not self.editable_mode:
            self.copy_file(SETTINGS, str(Path(self.build_lib, "server", SETTINGS)))


rooms = find_packages(include=["perfect_play*", "puzzles*", "solvers*", "server*"])
setup(packages=[*rooms, "puzzles.data"], package_dir={"puzzles.data": "data"}, cmdclass={"build_py": BuildPy})
