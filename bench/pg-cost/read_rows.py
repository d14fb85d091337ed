"""Reads all rows of a query with psycopg and prints, as one JSON object: how many there were, the CPU seconds that reading them took here and in
the server's process, where that is PostgreSQL's; or, asked for `cells`, a sum over their cells, whatever order they came in."""

import json
import os
import sys
import time
import zlib

import psycopg

address, sql, form, wanted = sys.argv[1:]
AT_ONCE = 10_000


def cpu_seconds(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            own = file.read().rpartition(") ")[2].split()
    except FileNotFoundError:
        return None
    return (int(own[11]) + int(own[12])) / os.sysconf("SC_CLK_TCK")


began = time.process_time()
with psycopg.connect(address) as connection:
    cursor = connection.cursor(binary=form == "binary")
    cursor.execute(sql)
    count = cells = 0
    while rows := cursor.fetchmany(AT_ONCE):
        count += len(rows)
        if wanted == "cells":
            cells += sum(zlib.crc32(repr(row).encode()) for row in rows)
    client = time.process_time() - began
    print(json.dumps({"rows": count, "cells": cells, "client": client, "server": cpu_seconds(connection.info.backend_pid)}))
