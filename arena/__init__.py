"""The arena for Tiến Lên bots, from the rules at the bottom to the commands on top.

Each folder imports only what stands below it:

    cli          the commands: parse, call, print
    director     runs a tournament: rounds, boards, resuming
    server       the bots' gRPC streams: who is connected, who is asked, the clocks
    bots         bot processes the arena launches itself
    store        the database: tournaments, rounds, deal records
    tournament   pure: configuration, pairings, standings, ratings
    match        pure: one table through one rotation of a board
    game         pure: cards, combinations, variants, deals, records
    dealing      pure: from the master seed to the hands
    errors       every error raised on purpose

`v1` is generated from `proto/arena/v1`.
"""
