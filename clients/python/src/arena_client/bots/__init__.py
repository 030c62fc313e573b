"""The house bots, weakest first.

`random_play` plays anything legal. `lowest` plays the cheapest thing legal.
`planner` splits its hand into few plays (`split`) and keeps bombs for twos.
`counter` plans the same way and counts which cards are out.
"""
