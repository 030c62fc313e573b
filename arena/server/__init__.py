"""The wire: a gRPC server on trio, and the tables that are played over it.

`listener` opens the port and holds the server's life; `play` is the bot's
stream, `reading` the unary services. `lobby` knows who may come and who is
here, `stream` is one bot's connection, `table` drives one match machine over
those connections, `convert` is the only module that knows both the domain and
`arena.v1`, `statuses` maps errors to gRPC codes, `auth` makes and checks tokens.
"""
