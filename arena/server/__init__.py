"""The wire: a gRPC server on trio, and the tables that are played over it.

`listener` opens the port and holds the server's life, `tls` its encryption; `play` is
the bot's stream, `reading` and `bot` are the unary services, which list things by
`paging`. `caller` tells who calls, by the tokens that `auth` makes and checks. `lobby`
knows who may come and who is here, `player` is one of them and outlives its
connections, of which `stream` is one. `table` drives one match machine over those
connections: `positions` makes prompts of it, `notices` tells how its deals begin and
end, `offers` what may be played out of turn; `meter` counts.
`convert` says the domain in the words of `arena.v1`, `prompts` does the same for prompts
in bytes, with what `encoding` knows of them; `statuses` maps errors to gRPC codes.
"""

import os
from importlib.metadata import version

# gRPC's core would write a line of its own for whatever a stranger sends, past the log
# and its bounds. It reads this once, when it is loaded.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

# A message passes through three of gRPC's threads before the one that waits for it hears
# of it, and each has to be woken. Without the event engine as a listener that one reads
# it itself. A version that does not know the name says so on stderr, so it is only for
# those that do; this too is read once.
if version("grpcio").startswith("1.85."):
    os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_listener")
