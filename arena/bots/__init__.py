"""Launching the roster's bots as processes of their own.

`command` makes a process's arguments and surroundings from a roster entry,
`process` holds one running bot: its start, its end, its captured output. `keeper` is
the program that stands between the two, holds the bot to its limits and leaves
nothing of it behind.
"""
