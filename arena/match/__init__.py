"""One rotation of a board, played at one table: pure, with time as an argument.

`machine` is the match as its driver sees it: prompts out; answers, lost streams and
the passing of time in. Behind it `session` goes from question to question and from
deal to deal, `playing` keeps the books of one deal, `clock` measures thinking,
`attendance` knows who is there, and `substitute` acts for who has forfeited.
`board` says who sits where in which rotation. Out come `events`, in the end a
`result` with a `termination` for each seat, and `record` writes it down.
"""
