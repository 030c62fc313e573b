"""Runs a tournament from its first pairing to its last standings.

`opening` finds or enters the tournament in the store, `roster` sees that every
entrant's bot is there, `schedule` lists what a round has to play, `runner` plays
it on local tables, `tournament` is the loop over all of it, `library` lets the
server read the store, `stored` what follows from a stored tournament, `progress` is
what a front end may listen to.
"""
