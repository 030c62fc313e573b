"""What a tournament is, apart from playing it. Pure: no files, clocks or sockets.

`config` reads the organiser's file. `swiss` says who meets next (`pairing` seats
the tables), `result` is what comes back. `rating` and `standings` say who is how
good: `likelihood` is the model's arithmetic, `intervals` its uncertainty,
`tiebreak` what separates equal scores.
"""
