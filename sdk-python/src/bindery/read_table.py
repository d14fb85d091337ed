from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from .query import MOST_ROWS, Result, quoted_name

_ATTEMPTS = 5


class TableRaced(Exception):
    """The table is changed faster than it can be read."""


def read_table_streams(
    query: Callable[[str], Result], name: str, columns: Sequence[str] | None, *, include_row_ids: bool
) -> list[bytes]:
    """All rows of a table in Arrow, in the order of their ids, all as they stood at one version."""
    wanted = ", ".join(map(quoted_name, columns)) if columns else "* EXCLUDE (__svc_row_id)"
    row_id = "__svc_row_id, " if include_row_ids else ""
    sql = f"SELECT {row_id}{wanted} FROM {quoted_name(name)} ORDER BY __svc_row_id"
    for _ in range(_ATTEMPTS):
        first = query(sql)
        if first.row_count < MOST_ROWS or not first.truncated:
            return first.streams()
        streams = _further_streams(query, sql, first)
        if streams:
            return streams
    raise TableRaced("The table is changed faster than it can be read")


def _further_streams(query: Callable[[str], Result], sql: str, first: Result) -> list[bytes] | None:
    """A result keeps a million rows, and a table may have more; None when it changed meanwhile."""
    streams = first.streams()
    for offset in count(MOST_ROWS, MOST_ROWS):
        portion = query(f"{sql} LIMIT {MOST_ROWS} OFFSET {offset}")
        if portion.edit_versions != first.edit_versions:
            return None
        streams += portion.streams()
        if portion.row_count < MOST_ROWS:
            break
    return streams
