"""The rules of Tiến Lên, pure: no clock, no network, no files, no chance.

`cards` and `combinations` say what lies on a table, `variant` holds every rule
that differs between houses as data (`options`, `shapes`, `presets` and
`variant_fields` are its vocabulary, `summary` tells it in words), `holding` and
`moves` find the plays, `deal` is the state machine of one deal, begun by
`setting_up`, `refusal` what it refuses an action for, `view` what a single seat may
see of it, `scoring` its worth, and `record` its text form. Chance is an input: hands
come from outside.
"""
