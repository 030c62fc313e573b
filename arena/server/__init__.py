"""The wire: a gRPC server on trio, and the tables that are played over it.

`listener` opens the port and holds the server's life, `tls` its encryption; `play` is
the bot's stream, `reading` and `bot` are the unary services, which list things by
`paging`. `caller` tells who calls, by the tokens that `auth` makes and checks. `lobby`
knows who may come and who is here, `player` is one of them and outlives its
connections, of which `stream` is one. `table` drives one match machine over those
connections, `notices` tells them how its deals begin and end, `offers` what may be
played out of turn; `meter` counts.
`convert` says the domain in the words of `arena.v1`, `prompts` does the same for prompts
in bytes; `statuses` maps errors to gRPC codes.
"""

import os

# gRPC's core would write a line of its own for whatever a stranger sends, past the log
# and its bounds. It reads this once, when it is loaded.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
