"""The wire: Python code generated from proto/arena/v1; not edited by hand.

`scripts/generate` writes it, `scripts/check` fails when it has drifted. Only
`arena.server` translates between these messages and the domain.
"""
