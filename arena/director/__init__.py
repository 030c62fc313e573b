"""Runs tournaments from their first pairing to their last standings.

`run` plays one tournament and closes again; `serving` keeps an arena up and plays what
falls due, with `registry` to tell who may come and is here and `lineup` to settle who
plays. Both play through `hosted`: `roster` sees that every entrant's bot is there,
`schedule` lists what a round has to play, `runner` plays it on local tables,
`tournament` is the loop over all of it. `opening` finds or enters a tournament in the
store, `library` lets the server read it, `stored` has what follows from a stored
tournament, `progress` is what a front end may listen to.

`verify` proves afterwards that a tournament was played as its records say, whether
they are in a database (`verify_stored`) or a file (`verify_exported`).
"""
