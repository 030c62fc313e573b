"""Ends at a moment that its argument names: at join, in mid-deal, at the last card."""

import os
import sys

from raw import Stream, lowest  # type: ignore[import-not-found]  # beside it when it runs

when = sys.argv[1]
stream = Stream()
asked = 0
for response in stream:
    if when == "join" and response.HasField("joined"):
        os._exit(7)
    if when == "last" and response.deal_results:
        os.abort()
    for prompt in response.prompts:
        asked += 1
        if when == "middle" and asked == 3:
            os._exit(7)
        stream.send(lowest(prompt))
