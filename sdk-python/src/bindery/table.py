from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from .edit_table import Edit, TableState, edit_table
from .files import FileInput
from .frames import arrow_table, pandas_frame, polars_frame
from .generated.api import Api
from .listing import Listing, next_cursor
from .portions import in_portions
from .query import run_query
from .read_table import read_table_streams
from .row import OrderBy, Row, Rows, rows_in
from .send import Connection

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    from typing_extensions import Unpack

    from .generated import models

# A page of this size costs little more than one of a hundred rows.
_PAGE_ROWS = 1_000


@dataclass(frozen=True)
class Written:
    """What came of rows that were written, in as many writes as it took."""

    inserted: int = 0
    updated: int = 0
    unchanged: int = 0
    # The last of them, None where there were no rows.
    edit_version: int | None = None


class Table:
    """One table of a workbook. Nothing is asked before a method is called."""

    def __init__(self, connection: Connection, api: Api, workbook_id: str, name: str) -> None:
        self._connection = connection
        self._api = api
        self.workbook_id = workbook_id
        self.name = name

    def __repr__(self) -> str:
        return f"Table({self.workbook_id!r}, {self.name!r})"

    def read(self) -> models.Table:
        """Its columns, row count and edit version."""
        return self._api.read_table(self.workbook_id, self.name)

    def columns(self) -> list[models.Column]:
        return self._api.read_table_columns(self.workbook_id, self.name)["columns"]

    def cite(self, **body: Unpack[models.CiteTableBody]) -> models.CitedTable:
        """In which cells of which files values stood: of `row_ids` each, of `sets` of rows as ranges."""
        return self._api.cite_table(self.workbook_id, self.name, body)

    def profile(self) -> models.Profile:
        """What the values of each column look like."""
        return self._api.profile_table(self.workbook_id, self.name)

    def values(
        self, column: str, *, search: str | None = None, filter: str | None = None, limit: int = 100
    ) -> models.ColumnValues:
        """The values of a column and how often each occurs, the most frequent first."""
        return self._api.list_table_values(
            self.workbook_id, self.name, column=column, search=search, filter=filter, limit=limit
        )

    def find(
        self,
        text: str,
        *,
        from_: int = 0,
        direction: Literal["next", "previous"] = "next",
        order_by: str | None = None,
    ) -> models.FoundCells:
        """The next row that shows a text, and where it is among the rows."""
        return self._api.find_in_table(
            self.workbook_id, self.name, text=text, from_=from_, direction=direction, order_by=order_by
        )

    def access(self, *, role: str | None = None, user_id: str | None = None) -> models.ColumnAccess:
        """What a user would see of it, and by which rules."""
        return self._api.read_table_access(self.workbook_id, self.name, role=role, user_id=user_id)

    def to_arrow(
        self, columns: Sequence[str] | None = None, *, as_of: str | None = None, include_row_ids: bool = False
    ) -> pyarrow.Table:
        """All rows, however many there are, as they stand at one version."""
        return arrow_table(self._streams(columns, as_of, include_row_ids))

    def to_pandas(
        self,
        columns: Sequence[str] | None = None,
        *,
        as_of: str | None = None,
        include_row_ids: bool = False,
        types_mapper: Callable[[Any], Any] | None = None,
    ) -> pandas.DataFrame:
        """All rows; whole numbers stay whole beside missing ones, decimals exact, unless `types_mapper` says other."""
        return pandas_frame(self._streams(columns, as_of, include_row_ids), types_mapper)

    def to_polars(
        self, columns: Sequence[str] | None = None, *, as_of: str | None = None, include_row_ids: bool = False
    ) -> polars.DataFrame:
        return polars_frame(self._streams(columns, as_of, include_row_ids))

    def _streams(self, columns: Sequence[str] | None, as_of: str | None, include_row_ids: bool) -> list[bytes]:
        query = partial(run_query, self._connection, self._api, self.workbook_id, as_of=as_of)
        return read_table_streams(query, self.name, columns, include_row_ids=include_row_ids)

    def rows(
        self,
        *,
        columns: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        order_by: Sequence[OrderBy] | None = None,
        as_of: str | None = None,
        include_row_ids: bool = True,
        limit: int = _PAGE_ROWS,
    ) -> Listing[Row, models.RowsPage]:
        """All rows that match, read page by page, with values as JSON has them.

        `order_by` takes names, `-name` for descending, or `{"column": name, "direction": "desc"}`, which is exact also
        for a name that begins with a minus.
        """

        def read_page(cursor: str | None) -> models.RowsPage:
            return self._api.read_table_rows(
                self.workbook_id,
                self.name,
                columns=_list_text(columns) if columns else None,
                filter=json.dumps(filter, ensure_ascii=False) if filter else None,
                order_by=_list_text(order_by) if order_by else None,
                as_of=as_of,
                include_row_ids=include_row_ids,
                limit=limit,
                count=False,
                cursor=cursor,
            )

        return Listing(read_page, lambda page: page["rows"], next_cursor)

    def row(self, row_id: int) -> Row:
        return self._api.read_table_row(self.workbook_id, self.name, str(row_id))["row"]

    def write(
        self,
        rows: Rows,
        *,
        expected_version: int | None,
        match_on: Sequence[str] | None = None,
        mode: Literal["upsert", "insert", "update"] = "upsert",
        actor: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.WrittenRows:
        """Inserts and updates up to 5,000 rows in one go; refused when the table is no longer at `expected_version`."""
        body: models.RowsToUpsert = {
            "rows": list(rows_in(rows)),
            "expected_version": expected_version,
            "match_on": list(match_on) if match_on else None,
            "mode": mode,
            "actor": actor,
        }
        return self._api.write_table_rows(self.workbook_id, self.name, body, idempotency_key=idempotency_key)

    def upsert(
        self,
        rows: Rows,
        *,
        match_on: str | Sequence[str],
        expected_version: int | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
    ) -> Written:
        """Updates the rows that hold the same values in `match_on`, and adds the others.

        `rows` is a frame of pandas or polars, a table of pyarrow, or dicts; columns it leaves out stay as they are.
        Many rows take several writes, each of which stands for itself; with `expected_version` no other writer may
        write between them.
        """
        names = [match_on] if isinstance(match_on, str) else list(match_on)
        return self._write_all(rows, "upsert", names, expected_version, actor, idempotency_key)

    def append(self, rows: Rows, *, actor: str | None = None, idempotency_key: str | None = None) -> Written:
        """Adds rows, however many there are: as many writes as it takes, each of which stands for itself."""
        return self._write_all(rows, "insert", None, None, actor, idempotency_key)

    def _write_all(
        self,
        rows: Rows,
        mode: Literal["upsert", "insert"],
        match_on: list[str] | None,
        expected_version: int | None,
        actor: str | None,
        idempotency_key: str | None,
    ) -> Written:
        written = Written()
        for n, portion in enumerate(in_portions(rows_in(rows))):
            body: models.RowsToUpsert = {
                "rows": portion,
                "expected_version": expected_version if n == 0 or expected_version is None else written.edit_version,
                "match_on": match_on,
                "mode": mode,
                "return": "none",
                "actor": actor,
            }
            # Each portion has a key of its own: the same rows sent again under the same key have one effect.
            key = f"{idempotency_key}.{n}" if idempotency_key else None
            answer = self._api.write_table_rows(self.workbook_id, self.name, body, idempotency_key=key)
            written = Written(
                written.inserted + answer["inserted"],
                written.updated + answer["updated"],
                written.unchanged + answer["unchanged"],
                answer["edit_version"],
            )
        return written

    def delete_rows(
        self, row_ids: Sequence[int], *, expected_version: int | None, actor: str | None = None
    ) -> models.DeletedRows:
        body: models.RowsToDelete = {
            "row_ids": list(row_ids),
            "expected_version": expected_version,
            "actor": actor,
        }
        return self._api.delete_table_rows(self.workbook_id, self.name, body)

    def edit(
        self,
        edit: Callable[[TableState], Edit],
        *,
        columns: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        match_on: Sequence[str] | None = None,
        actor: str | None = None,
        attempts: int = 5,
    ) -> models.WrittenRows | models.DeletedRows | None:
        """Reads, applies, writes, and begins again when another writer was faster."""
        return edit_table(self, edit, columns=columns, filter=filter, match_on=match_on, actor=actor, attempts=attempts)

    def merge(
        self,
        file: FileInput,
        branch_id: str,
        *,
        merge_mode: Literal["cell", "row"] = "cell",
        allow_deletes: bool = False,
        dry_run: bool = False,
        actor: str | None = None,
    ) -> models.MergedTable:
        """Takes an edited export back."""
        body: models.MergeTableBody = {
            "file": file,
            "branch_id": branch_id,
            "merge_mode": merge_mode,
            "allow_deletes": allow_deletes,
            "dry_run": dry_run,
            "actor": actor,
        }
        return self._api.merge_table(self.workbook_id, self.name, body)

    def rules(self) -> models.TableRules:
        """What the rows must be; rules about columns hidden from the caller are left out."""
        return self._api.read_table_rules(self.workbook_id, self.name)

    def set_rules(
        self,
        rules: Sequence[Any],
        *,
        expected_version: int | None,
        enforce: Literal["new", "all"] = "all",
        on_violation: Literal["reject", "quarantine", "warn"] | None = None,
        dry_run: bool = False,
        actor: str | None = None,
    ) -> models.TableRulesSet:
        """Takes the place of all rules. Rows that break them come back in `broken`, or refuse them."""
        body: Any = {
            "rules": list(rules),
            "expected_version": expected_version,
            "enforce": enforce,
            "on_violation": on_violation,
            "dry_run": dry_run,
            "actor": actor,
        }
        return self._api.set_table_rules(self.workbook_id, self.name, body)

    def quarantine(self) -> models.Quarantine:
        """The table that keeps rows of files which break the rules; the same for a table and for its quarantine."""
        return self._api.read_table_quarantine(self.workbook_id, self.name)

    def send_quarantined(
        self, row_ids: Sequence[int] | None = None, *, actor: str | None = None
    ) -> models.QuarantinedRowsSent:
        """Rows of the quarantine that obey the rules by now come in, the others stay. All, unless some are named."""
        body: Any = {"row_ids": None if row_ids is None else list(row_ids), "actor": actor}
        return self._api.send_quarantined_rows(self.workbook_id, self.name, body)

    def comments(
        self,
        *,
        state: Literal["open", "resolved", "all"] | None = None,
        row_id: int | None = None,
        column: str | None = None,
    ) -> Listing[models.CommentThread, models.ListTableCommentsAnswer]:
        """Threads about the table, its rows and its cells, the newest first; open ones unless asked otherwise."""
        return Listing(
            lambda cursor: self._api.list_table_comments(
                self.workbook_id, self.name, state=state, row_id=row_id, column=column, cursor=cursor
            ),
            lambda page: page["threads"],
            next_cursor,
        )

    def comment(
        self,
        text: str,
        *,
        row_id: int | None = None,
        column: str | None = None,
        thread_id: str | None = None,
        mentions: Sequence[str] = (),
    ) -> models.CommentThread:
        """Begins a thread about a cell, a row or the table, or answers in the thread `thread_id`."""
        kind = "table" if row_id is None else "row" if column is None else "cell"
        target = {"kind": kind, "row_id": row_id, "column": column}
        about = {"thread_id": thread_id} if thread_id is not None else {"target": target}
        body: Any = {**about, "text": text, "mentions": list(mentions)}
        return self._api.write_table_comment(self.workbook_id, self.name, body)

    def resolve_comment(self, comment_id: str, resolved: bool = True) -> models.CommentThread:
        return self._api.resolve_table_comment(self.workbook_id, self.name, comment_id, {"resolved": resolved})

    def tag(self, column: str, tag: str, *, label: str | None = None, note: str | None = None) -> models.Classification:
        """`label` is what users read instead of the tag, in any script."""
        return self._api.tag_column(self.workbook_id, self.name, column, {"tag": tag, "label": label, "note": note})

    def untag(self, column: str, tag: str) -> None:
        self._api.untag_column(self.workbook_id, self.name, column, tag)

    def delete(self, expected_version: int | None) -> None:
        version = "null" if expected_version is None else str(expected_version)
        self._api.delete_table(self.workbook_id, self.name, expected_version=version)


def _list_text(names: Sequence[OrderBy]) -> str:
    """Short where that is clear; as JSON where a name would be taken for something else."""
    plain = [name for name in names if isinstance(name, str) and name and not re.search(r"[,\[]", name)]
    return ",".join(plain) if len(plain) == len(names) else json.dumps(list(names), ensure_ascii=False)
