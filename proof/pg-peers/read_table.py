"""Reads a table as one of several PostgreSQL clients and prints what it saw, as one JSON object. Where to connect says the environment."""

import asyncio
import json
import os
import sys

way, sql = sys.argv[1], sys.argv[2]


def text(value):
    if value is None or isinstance(value, (str, float, bool)):
        return value
    if isinstance(value, (dict, list)):
        return json.dumps(value)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
COLUMNS = "SELECT column_name FROM information_schema.columns WHERE table_name = 'kinds' ORDER BY ordinal_position"
SCHEMAS = "SELECT nspname FROM pg_catalog.pg_namespace ORDER BY 1"


def with_psycopg(binary, name=None):
    import psycopg

    with psycopg.connect("") as connection:
        one = lambda asked: [row[0] for row in connection.execute(asked).fetchall()]
        cursor = connection.cursor(name, binary=binary) if name else connection.cursor(binary=binary)
        rows = cursor.execute(sql).fetchall()
        return one(SCHEMAS), one(TABLES), one(COLUMNS), rows


async def with_psycopg_async():
    import psycopg

    async with await psycopg.AsyncConnection.connect("") as connection:
        one = lambda rows: [row[0] for row in rows]
        ask = lambda asked: connection.execute(asked)
        schemas, tables, columns = [one(await (await ask(asked)).fetchall()) for asked in (SCHEMAS, TABLES, COLUMNS)]
        return schemas, tables, columns, await (await ask(sql)).fetchall()


async def with_asyncpg():
    import asyncpg

    connection = await asyncpg.connect(ssl=False)
    one = lambda rows: [row[0] for row in rows]
    schemas, tables, columns = [one(await connection.fetch(asked)) for asked in (SCHEMAS, TABLES, COLUMNS)]
    rows = [tuple(row) for row in await connection.fetch(sql)]
    await connection.close()
    return schemas, tables, columns, rows


def with_sqlalchemy():
    import sqlalchemy

    engine = sqlalchemy.create_engine("postgresql+psycopg://")
    seen = sqlalchemy.inspect(engine)
    meta = sqlalchemy.MetaData()
    meta.reflect(engine)
    table = meta.tables["kinds"]
    assert [column.name for column in table.primary_key] == ["__svc_row_id"]
    schemas = seen.get_schema_names() + ["pg_catalog"]
    columns = [column["name"] for column in seen.get_columns("kinds")]
    with engine.connect() as connection:
        rows = [tuple(row) for row in connection.execute(sqlalchemy.text(sql)).fetchall()]
    return schemas, seen.get_table_names(), columns, rows


def with_psycopg2():
    import psycopg2

    with psycopg2.connect("") as connection:

        def every(asked):
            cursor = connection.cursor()
            cursor.execute(asked)
            return cursor.fetchall()

        one = lambda asked: [row[0] for row in every(asked)]
        return one(SCHEMAS), one(TABLES), one(COLUMNS), every(sql)


def with_odbc():
    """psqlODBC through unixODBC: what Excel and Tableau use."""
    import pyodbc

    pyodbc.native_uuid = True
    place = "SERVER=127.0.0.1;PORT={PGPORT};DATABASE={PGDATABASE};UID={PGUSER};PWD={PGPASSWORD}".format(**os.environ)
    driver = "/usr/lib/x86_64-linux-gnu/odbc/psqlodbcw.so"
    connection = pyodbc.connect(f"DRIVER={driver};{place};SSLmode=disable;BoolsAsChar=0;MaxVarcharSize=4000", autocommit=True)
    cursor = connection.cursor()
    # The driver leaves PostgreSQL's own schema out.
    schemas = [row.table_schem for row in cursor.tables(schema="%", catalog="", table="").fetchall()] + ["pg_catalog"]
    tables = [row.table_name for row in cursor.tables(schema="public", tableType="TABLE").fetchall()]
    columns = [row.column_name for row in cursor.columns(table="kinds", schema="public").fetchall()]
    rows = [tuple(row) for row in cursor.execute(sql).fetchall()]
    return schemas, tables, columns, rows


WAYS = {
    "psycopg2": with_psycopg2,
    "odbc": with_odbc,
    "psycopg": lambda: with_psycopg(False),
    "psycopg binary": lambda: with_psycopg(True),
    "psycopg cursor": lambda: with_psycopg(False, "held"),
    "psycopg async": lambda: asyncio.run(with_psycopg_async()),
    "asyncpg": lambda: asyncio.run(with_asyncpg()),
    "sqlalchemy": with_sqlalchemy,
}
schemas, tables, columns, rows = WAYS[way]()
print(json.dumps({"schemas": schemas, "tables": tables, "columns": columns, "rows": [[text(c) for c in row] for row in rows]}))
