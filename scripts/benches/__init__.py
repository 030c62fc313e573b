"""What `scripts/bench` measures, a module a bench.

Each bench compares several sides in one run, round by round, and gives ratios:
those hold from machine to machine, absolute times do not. None of them fails
because something was slow. `command` reads the command line and prints, `measure`
takes rounds in turn and sums them up. A new bench is a module with the functions of
`command.Bench` and its name in `command.BENCHES`.
"""
