"""How the tables came to be: one module a revision, run by `arena.store.migrate`.

A new one is written by hand: `versions/rNNNN_what_it_does.py` with the next number,
`schema` and its `REVISION` changed alike; a test compares the two. It must work on
SQLite and PostgreSQL, and never touches what an earlier revision says.
"""
