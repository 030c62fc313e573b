"""What a tournament is, apart from playing it. Pure: no files, clocks or sockets.

`config` reads the organiser's file (`roster` its entrants, `section` any table of it
strictly). `swiss` says who meets next, and `pairing` seats them; `result` is what
comes back. `points` adds it up, `standings` ranks it with the rules of `tiebreak`.
`rating` says how strong everyone is: `likelihood` is the model, `intervals` how far
it may be off, `groups` who can be compared at all.
"""
