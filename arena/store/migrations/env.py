"""What Alembic runs: the migrations, on the connection `arena.store.migrate` gives.

No configuration file and no logging set-up: the arena is often somebody else's
program, and Alembic's templates would take over its loggers.
"""

from alembic import context

from arena.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
context.run_migrations()
