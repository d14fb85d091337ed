from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from .download import Download
from .event_stream import event_stream
from .files import FileInput
from .generated.api import Api
from .listing import Listing, next_cursor
from .query import Params, Result, run_query
from .send import Connection
from .source import Source
from .table import Table
from .upload_file import Mode, ProgressWish, Structuring, upload_file

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .generated import models


class Workbook:
    """One workbook. Nothing is asked before a method is called."""

    def __init__(self, connection: Connection, api: Api, workbook_id: str) -> None:
        self._connection = connection
        self._api = api
        self.id = workbook_id

    def __repr__(self) -> str:
        return f"Workbook({self.id!r})"

    def read(self) -> models.Workbook:
        return self._api.read_workbook(self.id)

    def change(self, **body: Unpack[models.ChangeWorkbookBody]) -> models.Workbook:
        return self._api.change_workbook(self.id, body)

    def delete(self) -> None:
        self._api.delete_workbook(self.id)

    def table(self, name: str) -> Table:
        return Table(self._connection, self._api, self.id, name)

    def tables(self, state: Literal["active", "archived", "all"] | None = None) -> list[models.TableSummary]:
        return self._api.list_tables(self.id, state=state)["tables"]

    def create_table(self, **body: Unpack[models.CreateTableBody]) -> Table:
        return self.table(self._api.create_table(self.id, body)["table"]["name"])

    def source(self, name: str) -> Source:
        return Source(self._api, self.id, name)

    def sources(self) -> Listing[models.Source, models.ListSourcesAnswer]:
        return Listing(
            lambda cursor: self._api.list_sources(self.id, cursor=cursor), lambda page: page["sources"], next_cursor
        )

    def upload(
        self,
        file: FileInput,
        *,
        mode: Mode | None = None,
        structuring: Structuring | None = None,
        in_background: bool = False,
        progress: ProgressWish = False,
        idempotency_key: str | None = None,
    ) -> models.Uploaded:
        """Sends a file, from 50 MB on to an upload slot, and tells what became of it once its tables are there."""
        return upload_file(
            self._api,
            self.id,
            file,
            mode=mode,
            structuring=structuring,
            in_background=in_background,
            progress=progress,
            idempotency_key=idempotency_key,
        )

    def query(
        self,
        sql: str,
        params: Params | None = None,
        *,
        as_of: str | None = None,
        max_rows: int | None = None,
        timeout_ms: int | None = None,
    ) -> Result:
        """Asks its tables with SQL. `params` are values for `?`, or by name for `$name`."""
        return run_query(
            self._connection,
            self._api,
            self.id,
            sql,
            params,
            as_of=as_of,
            max_rows=max_rows,
            timeout_ms=timeout_ms,
        )

    def cite(self, **body: Unpack[models.CitedQuery]) -> models.CitedQueryAnswer:
        """The first rows of a SELECT, each with the cells of files that it was made from."""
        return self._api.cite_query(self.id, body)

    def validate(self, sql: str) -> models.ValidateQueryAnswer:
        return self._api.validate_query(self.id, {"sql": sql})

    def summarize(self, **body: Unpack[models.Summary]) -> models.QueryResult:
        """Groups and measures the rows of a table, without SQL."""
        return self._api.summarize_table(self.id, body)

    def saved_views(self, table: str | None = None) -> list[models.SavedView]:
        return self._api.list_saved_views(self.id, table=table)["saved_views"]

    def questions(self) -> list[models.Question]:
        return self._api.list_questions(self.id)["questions"]

    def ask(self, question_id: str) -> models.QueryResult:
        """The answer of a question, as the tables are now."""
        return self._api.run_question(self.id, question_id)

    def dashboards(self) -> list[models.Dashboard]:
        return self._api.list_dashboards(self.id)["dashboards"]

    def links(self) -> list[models.Link]:
        return self._api.list_links(self.id)["links"]

    def share_by_link(self, **body: Unpack[models.CreateLinkBody]) -> models.CreateLinkAnswer:
        """Shares a table, a saved view or a dashboard by a link, whose url is shown once."""
        return self._api.create_link(self.id, body)

    def revoke_link(self, link_id: str) -> None:
        self._api.revoke_link(self.id, link_id)

    def transforms(self) -> Listing[models.Transform, models.ListTransformsAnswer]:
        return Listing(
            lambda cursor: self._api.list_transforms(self.id, cursor=cursor),
            lambda page: page["transforms"],
            next_cursor,
        )

    def create_transform(self, **body: Unpack[models.NewTransform]) -> models.TransformRun | models.StartedJob:
        return self._api.create_transform(self.id, body)

    def run_transform(self, name: str) -> models.TransformRun | models.StartedJob:
        return self._api.run_transform(self.id, name)

    def recompute(self) -> models.RecomputeWorkbookAnswer | models.StartedJob:
        """Runs the transforms behind all stale tables."""
        return self._api.recompute_workbook(self.id)

    def export(self, **body: Unpack[models.ExportRequest]) -> Download:
        """Tables as xlsx, csv or Parquet: `workbook.export(tables=["sales"], format="csv").save("sales.csv")`."""
        return self._api.export_tables(self.id, body)

    def bundle(self) -> Download:
        """The whole workbook as one file."""
        return self._api.make_bundle(self.id)

    def sync(self, **body: Unpack[models.SyncFileBody]) -> models.SyncedTables:
        """Takes a file back, whichever of its tables were exported into it."""
        return self._api.sync_file(self.id, body)

    def conflicts(
        self, status: Literal["open", "closed"] | None = None
    ) -> Listing[models.Conflict, models.ListConflictsAnswer]:
        return Listing(
            lambda cursor: self._api.list_conflicts(self.id, status=status, cursor=cursor),
            lambda page: page["conflicts"],
            next_cursor,
        )

    def resolve_conflict(
        self, conflict_id: str, **body: Unpack[models.ResolveConflictBody]
    ) -> models.ResolveConflictAnswer:
        return self._api.resolve_conflict(self.id, conflict_id, body)

    def versions(self) -> Listing[models.Version, models.ListVersionsAnswer]:
        return Listing(
            lambda cursor: self._api.list_versions(self.id, cursor=cursor), lambda page: page["versions"], next_cursor
        )

    def commit_version(self, label: str, *, summary: str | None = None) -> models.Version:
        return self._api.commit_version(self.id, {"label": label, "summary": summary})

    def revert_to(self, label: str) -> models.RestoredSnapshot:
        return self._api.revert_version(self.id, label)

    def snapshots(self) -> Listing[models.Snapshot, models.ListSnapshotsAnswer]:
        return Listing(
            lambda cursor: self._api.list_snapshots(self.id, cursor=cursor), lambda page: page["snapshots"], next_cursor
        )

    def diff(self, snapshot_id: str, *, against: str | None = None) -> models.DiffSnapshotsAnswer:
        return self._api.diff_snapshots(self.id, snapshot_id, against=against)

    def policies(self) -> list[models.Policy]:
        return Listing(
            lambda cursor: self._api.list_policies(self.id, cursor=cursor), lambda page: page["policies"], next_cursor
        ).to_list()

    def set_policy(self, tag: str, **body: Unpack[models.SetPolicyBody]) -> models.Policy:
        return self._api.set_policy(self.id, tag, body)

    def remove_policy(self, tag: str, *, role: str | None = None) -> None:
        self._api.delete_policy(self.id, tag, role=role)

    def row_policies(self) -> list[models.RowPolicy]:
        """Which rows of which tables callers see."""
        return self._api.list_row_policies(self.id)["row_policies"]

    def set_row_policy(self, table: str, **body: Unpack[models.SetRowPolicyBody]) -> models.RowPolicy:
        return self._api.set_row_policy(self.id, table, body)

    def remove_row_policy(self, table: str) -> None:
        self._api.delete_row_policy(self.id, table)

    def ops(self) -> Listing[models.Op, models.ListOpsAnswer]:
        """What was done, newest first."""
        return Listing(
            lambda before: self._api.list_ops(self.id, before=before),
            lambda page: page["ops"],
            lambda page: page["next_before"],
        )

    def undo(self, op_id: int, *, force: bool | None = None, dry_run: bool | None = None) -> models.UndoOpAnswer:
        return self._api.undo_op(self.id, str(op_id), force=force, dry_run=dry_run)

    def undo_session(self, session: str, *, dry_run: bool = False) -> models.UndoSessionAnswer:
        """Takes back all that was written under a `session`, as one op."""
        return self._api.undo_session(self.id, {"session": session, "dry_run": dry_run})

    def events(self, *, after: str | None = None) -> Iterator[models.BinderyEvent]:
        """What happens in it from now on, or from behind the event `after`."""
        return event_stream(self._api, self.id, after)
