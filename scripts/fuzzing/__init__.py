"""Fuzzing of what reads records, configurations and notation.

`targets` has what is fed and what must hold, `mutation` makes hostile input of sound
one, `guided` runs a target under atheris, `blind` without it, `command` is the
command line of `scripts/fuzz`.
"""
