"""The wire: Python code generated from the arena's .proto files; not edited by hand.

It is the arena's own generated code under this package's name, so that a bot
needs nothing of the arena but this package.
"""
