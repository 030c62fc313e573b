"""`python -m arena_client BOT` is `arena-bot BOT`."""

from arena_client.house import main

main()
