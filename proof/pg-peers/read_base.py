"""Reads a table as LibreOffice Base does, through its driver for PostgreSQL, and prints what it saw, as one JSON object. Runs in the Python that
Debian's python3-uno is for. Where to connect says the environment."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.connection import NoConnectException

START_SECONDS = 60
TABLE = 0


def listed(found, column):
    names = []
    while found.next():
        names.append(found.getString(column))
    return names


def cells_of(found):
    width = found.getMetaData().getColumnCount()
    rows = []
    while found.next():
        cells = []
        for n in range(1, width + 1):
            text = found.getString(n)
            cells.append(None if found.wasNull() else text)
        rows.append(cells)
    return rows


def see(context, sql):
    make = lambda name: context.ServiceManager.createInstanceWithContext(name, context)
    source = make("com.sun.star.sdb.DatabaseContext").createInstance()
    source.URL = "sdbc:postgresql:host=127.0.0.1 port={PGPORT} dbname={PGDATABASE} sslmode=disable".format(**os.environ)
    connection = source.getConnection(os.environ["PGUSER"], os.environ["PGPASSWORD"])
    meta = connection.getMetaData()
    rows = cells_of(connection.createStatement().executeQuery(sql))
    # A table that is opened in Base: scrolled to its end and back.
    opened = make("com.sun.star.sdb.RowSet")
    opened.ActiveConnection, opened.CommandType, opened.Command = connection, TABLE, "public.kinds"
    opened.execute()
    opened.last()
    assert opened.getRow() == len(rows), f"{opened.getRow()} rows in the opened table"
    assert opened.first()
    assert connection.Tables.ElementNames == ("public.kinds",), connection.Tables.ElementNames
    assert listed(meta.getPrimaryKeys(None, "public", "kinds"), 4) == ["__svc_row_id"]
    return {
        "schemas": listed(meta.getSchemas(), 1),
        "tables": listed(meta.getTables(None, "public", "%", ("TABLE",)), 3),
        "columns": listed(meta.getColumns(None, "public", "kinds", "%"), 4),
        "rows": rows,
    }


def when_started(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    last = time.time() + START_SECONDS
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            if time.time() > last:
                raise
            time.sleep(0.3)


with tempfile.TemporaryDirectory() as home:
    pipe = f"bindery{os.getpid()}"
    command = ["soffice", "--headless", "--norestore", "--nologo", f"--accept=pipe,name={pipe};urp;", f"-env:UserInstallation=file://{home}"]
    # A group of its own: the program starts another, and both are to end.
    office = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        print(json.dumps(see(when_started(pipe), sys.argv[1])))
    finally:
        os.killpg(office.pid, signal.SIGKILL)
        office.wait()
