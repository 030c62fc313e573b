"""The house bots, weakest first.

`random_play` plays anything legal. `lowest` plays the cheapest thing legal.
`planner` splits its hand into few plays and keeps bombs for twos: `split` finds
the plays, `experience` says what they are worth, `choices` what may be played,
`plan` decides. `counter` plans the same way with what it has counted (`counting`),
and solves the end between two (`endgame`).
"""
