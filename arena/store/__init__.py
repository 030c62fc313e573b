"""The database: tournaments, rounds, finished rotations and their records.

`repository` is the door, and the only module other folders need besides `rows`
(the values that go in and come out). Behind it `schema` holds the tables,
`migrations` how they came to be, `engine` what each database wants to be told on
connecting, `claims` the lock that lets one process alone play a tournament, and one
module a noun the statements. Everything is synchronous SQLAlchemy Core, to be
called in a worker thread; nothing here knows trio, gRPC or the rules.
"""
