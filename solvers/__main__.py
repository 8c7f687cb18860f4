"""`python -m solvers`: solve, list, check, verify and probe from the command line."""

from solvers.locks import run_command


def main() -> int:
    """Run one command. What takes long to import is imported here, where Ctrl-C is expected."""
    from solvers.cli.main import main as command

    return command()


if __name__ == "__main__":
    run_command(main)
