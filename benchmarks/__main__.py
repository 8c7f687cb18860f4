"""The entry point of `python -m benchmarks`; the command itself is in `command.py`."""

from perfect_play.solvers.locks import run_command


def main() -> int:
    """Run the command. Slow imports happen here, where Ctrl-C is handled."""
    from benchmarks.command import main as command

    return command()


if __name__ == "__main__":
    run_command(main)
