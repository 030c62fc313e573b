"""Runs a tournament from its first pairing to its last standings.

`run` plays one tournament and closes again. It plays it through `hosted`, as an arena
that stays up does: `roster` sees that every entrant's bot is there, `schedule` lists
what a round has to play, `runner` plays it on local tables, `tournament` is the loop
over all of it. `opening` finds or enters a tournament in the store, `library` lets
the server read it, `stored` has what follows from a stored tournament, `progress` is
what a front end may listen to.
"""
