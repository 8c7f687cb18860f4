"""`python -m solvers`: solve, list, check, verify and probe from the command line."""

from perfect_play.solvers.locks import run_command


def main() -> int:
    """Run one command. Slow imports happen here, where Ctrl-C is handled."""
    from perfect_play.solvers.cli.main import main as command

    return command()


if __name__ == "__main__":
    run_command(main)
