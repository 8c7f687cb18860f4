"""`nox`: the tests that depend on packages and the interpreter, with the lowest packages and with every Python.

gunicorn (live, signals, connections), Flask, cachetools and orjson (legacy, answers), sqlitedict and zstandard
(store), resvg (images), Numba (native solves), prometheus-client (metrics), rich (commands, reporter). Rules and
searches are plain Python, which the whole suite tests once.
"""

import nox

nox.options.default_venv_backend = "uv"
nox.options.envdir = ".venv/nox"
nox.options.error_on_missing_interpreters = False
nox.options.reuse_existing_virtualenvs = True

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
TESTS = (
    "tests/server/test_live.py::test_sigterm_during_a_cold_build_ends_every_process_soon",
    "tests/server/test_signals.py::test_requests_in_progress_are_answered_before_the_service_stops",
    "tests/server/test_signals.py::test_a_reload_refuses_nothing_and_keeps_counts",
    "tests/server/test_signals.py::test_gunicorns_own_refusals_are_json",
    "tests/server/test_connections.py::test_silent_connections_delay_no_other_request",
    "tests/server/test_connections.py::test_malformed_chunks_are_refused_as_json_without_a_traceback",
    *(f"tests/server/test_{name}.py" for name in ("legacy", "answers", "metrics", "images")),
    *(f"tests/solvers/test_{name}.py" for name in ("store", "cli", "reporter")),
    "tests/native/test_process.py::test_the_table_is_byte_for_byte_that_of_the_reference_solver[hexapawn/5x3]",
)
EXTRAS = (
    *(f"tests/perfect_play/test_{name}.py" for name in ("gymnasium", "open_spiel", "pettingzoo", "mcp", "completion")),
    "tests/server/test_granian.py",
    "tests/solvers/test_datasets.py",
    "tests/docs/test_notebook.py",
    "tests/cluster/test_command.py",
)
OPTIONS = ("-p", "no:cacheprovider", "-k", "not (every_stored or compiled or usual_one)")
"""CI runs them beside others. What takes long and says nothing about packages is left out."""


@nox.session(python=PYTHONS)
def versions(session: nox.Session) -> None:
    """With the newest packages."""
    session.install("-r", "requirements.txt", "pytest>=9,<10")
    session.run("pytest", *OPTIONS, *TESTS)


@nox.session(python=PYTHONS[0])
def lowest(session: nox.Session) -> None:
    """With the lowest packages that `requirements.txt` and the extras allow."""
    extras = "cluster,completion,data,environments,granian,mcp,notebook,test"
    session.install("--resolution", "lowest-direct", "-e", f".[{extras}]")
    session.run("pytest", *OPTIONS, *TESTS, *EXTRAS)
