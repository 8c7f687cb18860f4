"""`python -m solvers`: solve, list, check, verify and probe from the command line."""

import sys

from solvers.cli import main

if __name__ == "__main__":
    sys.exit(main())
