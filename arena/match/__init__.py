"""One rotation of a board, played at one table: pure, with time as an argument.

`machine` prompts seats and takes answers, lost streams and the passing of time;
`clock` measures thinking; `substitute` plays on for a seat that has forfeited;
`board` says who sits where in which rotation; `termination`, `result` and
`events` are what comes out, and `record` turns a played deal into its record.
"""
