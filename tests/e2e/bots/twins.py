"""Connects a second and a third time with its token, and plays on the last stream."""

from raw import Stream, say  # type: ignore[import-not-found]  # beside it when it runs

older = [Stream(), Stream()]
for stream in older:
    next(iter(stream))
newest = Stream()
for stream in older:
    for response in stream:
        say("goodbye", response.goodbye.reason)
newest.play()
