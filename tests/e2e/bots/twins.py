"""Connects a second and a third time with its token, and plays on the last stream."""

from raw import Stream, say  # type: ignore[import-not-found]  # beside it when it runs

older = []
for _ in range(2):
    # Let in before the next one comes: a goodbye could be its first message otherwise.
    older.append(Stream())
    next(iter(older[-1]))
newest = Stream()
for stream in older:
    for response in stream:
        say("goodbye", response.goodbye.reason)
newest.play()
