"""Hangs up at its first prompt and comes back so many seconds later."""

import sys
import time

from raw import Stream  # type: ignore[import-not-found]  # beside it when it runs

first = Stream()
for response in first:
    if response.prompts:
        break
first.close()
time.sleep(float(sys.argv[1]))
Stream().play()
