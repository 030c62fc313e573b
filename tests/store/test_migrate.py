import logging
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

import arena.store
from arena.errors import StoreError
from arena.store import migrate, schema
from arena.store.engine import Database
from arena.store.repository import Repository
from tests.support.store import create, paired

MIGRATIONS = Path(arena.store.__file__).with_name("migrations")


def test_the_migrations_make_the_tables_the_program_knows(url: str) -> None:
    with Database(url) as database:
        migrate.bring_up_to_date(database)
        with database.read() as connection:
            context = MigrationContext.configure(
                connection, opts={"version_table": schema.VERSION_TABLE}
            )
            assert compare_metadata(context, schema.metadata) == []


def test_the_migrations_name_the_constraints_as_the_program_does(url: str) -> None:
    with Database(url) as database:
        migrate.bring_up_to_date(database)
        with database.read() as connection:
            seen = inspect(connection)
            for table in schema.metadata.tables.values():
                known = {str(each.name) for each in table.constraints}
                found = {
                    str(each["name"])
                    for each in (
                        seen.get_pk_constraint(table.name),
                        *seen.get_foreign_keys(table.name),
                        *seen.get_unique_constraints(table.name),
                        *seen.get_check_constraints(table.name),
                    )
                }
                assert found == known


def test_the_program_knows_the_newest_migration() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == schema.REVISION


def test_opening_again_changes_nothing(url: str) -> None:
    with Repository.open(url) as repository:
        create(repository)
    with Repository.open(url) as repository:
        assert [row.name for row in repository.tournaments()] == ["spring"]


def test_a_database_of_the_first_version_keeps_what_it_holds(url: str) -> None:
    with Database(url) as database, database.migrate() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text(
                "INSERT INTO tournaments (name, status, config_text, seed, commitment,"
                " created_time) VALUES ('old', 'running', '', :seed, '', '2026')"
            ),
            {"seed": b"s"},
        )
    with Repository.open(url) as repository:
        assert [row.name for row in repository.tournaments()] == ["old"]
        assert repository.bots() == []


def test_a_newer_schema_is_refused(url: str) -> None:
    with Repository.open(url) as repository, repository._database.write() as connection:
        connection.execute(text("UPDATE arena_schema SET version_num = '9000'"))
    with pytest.raises(StoreError, match=r"newer arena \(schema 9000"):
        Repository.open(url)


def test_a_file_of_another_program_is_refused_and_left_alone(
    sqlite_url: str, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "arena.db")) as other:
        other.execute("CREATE TABLE photographs (a INTEGER)")
    with pytest.raises(StoreError, match=r"belongs to another program .*photographs"):
        Repository.open(sqlite_url)
    with closing(sqlite3.connect(tmp_path / "arena.db")) as other:
        tables = other.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("photographs",)]


def test_a_server_may_hold_tables_of_others(postgres_url: str) -> None:
    with Database(postgres_url) as database, database.write() as connection:
        connection.execute(text("CREATE TABLE photographs (a INTEGER)"))
    Repository.open(postgres_url).close()


def test_a_migration_that_fails_leaves_nothing_behind(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "store"
    shutil.copytree(MIGRATIONS, package / "migrations")
    (package / "migrations/versions/r9999_broken.py").write_text(
        "from alembic import op\n"
        f"revision, down_revision = '9999', '{schema.REVISION}'\n"
        "def upgrade():\n"
        "    op.execute('CREATE TABLE half (a INTEGER)')\n"
        "    op.execute('CREATE TABLE half (a INTEGER)')\n"
    )
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "__file__", str(package / "migrate.py"))
        with pytest.raises(StoreError, match="half"):
            Repository.open(url)
    with Database(url) as database, database.read() as connection:
        assert inspect(connection).get_table_names() == []
    Repository.open(url).close()


def test_programs_that_open_a_new_database_together_all_succeed(url: str) -> None:
    def open_and_list(_: int) -> int:
        with Repository.open(url) as repository:
            return len(repository.tournaments())

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(open_and_list, range(8))) == [0] * 8


def test_opening_prints_nothing_and_leaves_logging_alone(
    sqlite_url: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    before = (list(logging.root.handlers), logging.root.level)
    with caplog.at_level(logging.WARNING):
        Repository.open(sqlite_url).close()
    assert (list(logging.root.handlers), logging.root.level) == before
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")


def test_it_works_installed_in_a_folder_with_a_per_cent_sign(tmp_path: Path) -> None:
    home = tmp_path / "100% mine"
    shutil.copytree(Path(arena.store.__file__).parents[1], home / "arena")
    program = (
        "import sys; from arena.store.repository import Repository;"
        "import arena; print(arena.__path__[0]);"
        "Repository.open('sqlite:///new.db').close()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=home, env={"PYTHONPATH": str(home)}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert ran.stdout.strip() == str(home / "arena")
    assert ran.stderr == ""
    assert (home / "new.db").exists()


def test_alembic_is_not_loaded_when_there_is_nothing_to_migrate(
    sqlite_url: str,
) -> None:
    with Repository.open(sqlite_url) as repository:
        paired(repository)
    program = (
        "import sys; from arena.store.repository import Repository;"
        f"Repository.open({sqlite_url!r}).close();"
        "sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
