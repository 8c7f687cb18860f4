"""`python -m benchmarks`: the command of `command.py`."""

from solvers.locks import run_command


def main() -> int:
    """Run it. What takes long to import is imported here, where Ctrl-C is expected."""
    from benchmarks.command import main as command

    return command()


if __name__ == "__main__":
    run_command(main)
