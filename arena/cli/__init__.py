"""The `arena` command: one module a command; each parses, calls and prints.

`app` lists the commands with what their help says, `shell` runs one and turns
errors into messages and exit codes, `options` has what several commands take.
Beside the commands stand what they print: `standings_table`, `cards`, `deal_text`,
and what a running tournament shows: `announcer`, `lines` and `live`.

Data goes to stdout, everything else to stderr.
"""

import os

# Whoever works out standings while bots play would take every core for it, by the
# threads of the library below numpy, which reads this once, when it is loaded.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from arena.cli.shell import main

__all__ = ["main"]
