"""`python -m arena` is the `arena` command."""

import sys

from arena.cli import main

if __name__ == "__main__":
    sys.exit(main())
