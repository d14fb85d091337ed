from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from .problem import BinderyProblem, is_problem
from .row import OrderBy, Row, Rows, rows_in

if TYPE_CHECKING:
    from .generated.models import Column, DeletedRows, WrittenRows
    from .table import Table

_ATTEMPTS = 5
# Of two who collide again and again one should come first.
_STEP_ASIDE_SECONDS = 0.05


@dataclass(frozen=True)
class TableState:
    """The rows that were asked for, all as they stood at one version."""

    rows: list[Row]
    columns: list[Column]
    edit_version: int


# Rows to write (with `__svc_row_id` those there are, without it new ones), {"delete": ids}, or None.
Edit = Union[Rows, Mapping[str, Sequence[int]], None]


class _Raced(Exception):
    pass


def edit_table(
    table: Table,
    edit: Callable[[TableState], Edit],
    *,
    columns: Sequence[str] | None = None,
    filter: Mapping[str, Any] | None = None,
    order_by: Sequence[OrderBy] | None = None,
    match_on: Sequence[str] | None = None,
    actor: str | None = None,
    attempts: int = _ATTEMPTS,
) -> WrittenRows | DeletedRows | None:
    """Reads the table, lets `edit` say what to change, and writes that in one go.

    If the table has changed meanwhile it reads and asks again. `edit` may be called several times and must
    have no effect of its own.
    """
    for attempt in range(1, attempts + 1):
        try:
            state = _read_state(table, columns, filter, order_by)
            return _write(table, edit(state), state.edit_version, match_on, actor)
        except (BinderyProblem, _Raced) as error:
            is_raced = isinstance(error, _Raced) or is_problem(error, "version_conflict")
            if not is_raced or attempt == attempts:
                raise
        time.sleep(random.random() * attempt * _STEP_ASIDE_SECONDS)
    raise ValueError("An edit needs an attempt at least")


def _write(
    table: Table, wanted: Edit, expected_version: int, match_on: Sequence[str] | None, actor: str | None
) -> WrittenRows | DeletedRows | None:
    if wanted is None:
        return None
    if isinstance(wanted, Mapping):
        ids = list(wanted["delete"])
        return table.delete_rows(ids, expected_version=expected_version, actor=actor) if ids else None
    rows = list(rows_in(wanted))
    if not rows:
        return None
    return table.write(rows, expected_version=expected_version, match_on=match_on, actor=actor)


def _read_state(
    table: Table, columns: Sequence[str] | None, filter: Mapping[str, Any] | None, order_by: Sequence[OrderBy] | None
) -> TableState:
    state: TableState | None = None
    for page in table.rows(columns=columns, filter=filter, order_by=order_by).pages():
        if state is None:
            state = TableState([], page["columns"], page["edit_version"])
        elif state.edit_version != page["edit_version"]:
            raise _Raced("The table is changed faster than it can be read")
        state.rows.extend(page["rows"])
    if state is None:
        raise _Raced("The table has no pages")
    return state
