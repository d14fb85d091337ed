from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Literal

import httpx

from .files import FileInput
from .generated.api import Api
from .listing import Listing, next_cursor
from .query import Params, Result
from .send import Connection, Retry, Token
from .table import Table
from .upload_file import Mode, ProgressWish, Structuring
from .version import VERSION
from .wait_for_job import wait_for_job
from .workbook import Workbook

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .generated import models

_RETRIES = 3
# The longest query takes two minutes.
_TIMEOUT_SECONDS = 150.0


class Client:
    """A client of one service, with one credential.

    `url`, `token` and `workbook` come from BINDERY_URL, BINDERY_TOKEN and BINDERY_WORKBOOK when left out, as for the
    command line. `token` may be a function, which is asked before every attempt: for sessions that are renewed.
    """

    def __init__(
        self,
        url: str | None = None,
        token: Token = None,
        workbook: str | None = None,
        *,
        retries: int = _RETRIES,
        timeout: float = _TIMEOUT_SECONDS,
        headers: Mapping[str, str] | None = None,
        on_retry: Callable[[Retry], None] | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        service = url or os.environ.get("BINDERY_URL")
        if not service:
            raise ValueError("Which service? Give its url, or set BINDERY_URL")
        self._connection = Connection(
            service,
            token or os.environ.get("BINDERY_TOKEN"),
            http or httpx.Client(),
            retries=retries,
            timeout=timeout,
            headers={"user-agent": f"bindery-python/{VERSION}", **(headers or {})},
            on_retry=on_retry,
        )
        self._workbook_id = workbook or os.environ.get("BINDERY_WORKBOOK")
        self.url = self._connection.url
        # Every operation of the API, under its own name.
        self.api = Api(self._connection)

    def __repr__(self) -> str:
        return f"Client({self.url!r})"

    def me(self) -> models.Me:
        return self.api.get_me()

    def workbook(self, workbook_id: str | None = None) -> Workbook:
        """A workbook, or the one this client was made for."""
        chosen = workbook_id or self._workbook_id
        if not chosen:
            raise ValueError("Which workbook? Name it, give it to the client, or set BINDERY_WORKBOOK")
        return Workbook(self._connection, self.api, chosen)

    def workbooks(self, workspace_id: str | None = None) -> Listing[models.Workbook, models.ListMyWorkbooksAnswer]:
        return Listing(
            lambda cursor: self.api.list_my_workbooks(workspace_id=workspace_id, cursor=cursor),
            lambda page: page["workbooks"],
            next_cursor,
        )

    def create_workbook(self, **body: Unpack[models.CreateWorkbookBody]) -> Workbook:
        return self.workbook(self.api.create_workbook(body)["workbook_id"])

    def table(self, workbook_id: str, name: str) -> Table:
        return self.workbook(workbook_id).table(name)

    def query(
        self,
        sql: str,
        params: Params | None = None,
        *,
        workbook: str | None = None,
        as_of: str | None = None,
        max_rows: int | None = None,
        timeout_ms: int | None = None,
    ) -> Result:
        """Asks the tables of a workbook with SQL. `params` are values for `?`, or by name for `$name`."""
        return self.workbook(workbook).query(sql, params, as_of=as_of, max_rows=max_rows, timeout_ms=timeout_ms)

    def upload(
        self,
        file: FileInput,
        *,
        workbook: str | None = None,
        mode: Mode | None = None,
        structuring: Structuring | None = None,
        in_background: bool = False,
        progress: ProgressWish = False,
        idempotency_key: str | None = None,
    ) -> models.Uploaded:
        """Sends a file to a workbook and tells what became of it, once its tables are there."""
        return self.workbook(workbook).upload(
            file,
            mode=mode,
            structuring=structuring,
            in_background=in_background,
            progress=progress,
            idempotency_key=idempotency_key,
        )

    def bring_bundle(self, **body: Unpack[models.BringBundleBody]) -> models.Job:
        """Brings a workbook back from a bundle, and waits until it stands."""
        return self.wait_for_job(self.api.bring_bundle(body)["job_id"])

    def wait_for_job(self, job_id: str, on_progress: Callable[[models.Job], None] | None = None) -> models.Job:
        return wait_for_job(self.api, job_id, on_progress)

    def events(self, *, after: str | None = None) -> Listing[models.BinderyEvent, models.ListMyEventsAnswer]:
        """What happened in all workbooks of the last seven days, or since the event `after`."""
        return Listing(
            lambda place: self.api.list_my_events(after=place or after),
            lambda page: page["events"],
            lambda page: page["next_cursor"],
        )

    def notifications(
        self, *, state: Literal["unread", "all"] = "all"
    ) -> Listing[models.Notification, models.ListMyNotificationsAnswer]:
        """What the user should look at, the newest first."""
        return Listing(
            lambda cursor: self.api.list_my_notifications(state=state, cursor=cursor),
            lambda page: page["notifications"],
            next_cursor,
        )

    def mark_notifications_read(self, notification_ids: list[str] | None = None) -> int:
        """Those that are named, or all. Returns how many are unread then."""
        return self.api.mark_notifications_read({"notification_ids": notification_ids})["unread_count"]

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
