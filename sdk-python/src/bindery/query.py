from __future__ import annotations

import base64
import json
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Union, cast

from .frames import arrow_table, can_read_arrow, pandas_frame, polars_frame
from .generated.operations import OPERATIONS
from .row import Row, cell_of

if TYPE_CHECKING:
    import httpx
    import pandas
    import polars
    import pyarrow

    from .generated.api import Api
    from .generated.models import Column, QueryRequest, QueryResult
    from .send import Connection

# Values for `?`, or by name for `$name`.
Params = Union[Sequence[object], Mapping[str, object]]

MOST_ROWS = 1_000_000
_PAGE_ROWS = 10_000


class Result:
    """What a query answered, as it was at that moment, however often and in whatever form it is read."""

    def __init__(self, api: Api, manifest: Mapping[str, Any], stream: bytes | None) -> None:
        self._api = api
        self._received = manifest
        self._stream = stream
        self.id: str = manifest["id"]

    @cached_property
    def manifest(self) -> QueryResult:
        """The whole manifest; a result that was sent while it was computed could not tell all of it at first."""
        return cast("QueryResult", self._received) if "rows" in self._received else self._page(0, 1)

    @property
    def columns(self) -> list[Column]:
        return cast("list[Column]", self._known("columns"))

    @property
    def row_count(self) -> int:
        return cast(int, self._known("row_count"))

    @property
    def truncated(self) -> bool:
        """There were more rows than are kept."""
        return cast(bool, self._known("truncated"))

    @property
    def masked_columns(self) -> list[str]:
        """Columns of its tables that read as missing for you."""
        return cast("list[str]", self._known("masked_columns"))

    @property
    def edit_versions(self) -> dict[str, int]:
        """Which version of each table it has seen."""
        return {table["name"]: table["edit_version"] for table in self._known("tables")}

    def __iter__(self) -> Iterator[Row]:
        """Its rows with values as JSON has them."""
        self._warn_if_cut()
        page = cast("QueryResult", self._received) if "rows" in self._received else self._page(0, _PAGE_ROWS)
        while True:
            yield from cast("list[Row]", page["rows"])
            if page["next_offset"] is None:
                return
            page = self._page(page["next_offset"], _PAGE_ROWS)

    @cached_property
    def rows(self) -> list[Row]:
        return list(self)

    def to_arrow(self) -> pyarrow.Table:
        self._warn_if_cut()
        return arrow_table(self.streams())

    def to_pandas(self, types_mapper: Callable[[Any], Any] | None = None) -> pandas.DataFrame:
        self._warn_if_cut()
        return pandas_frame(self.streams(), types_mapper)

    def to_polars(self) -> polars.DataFrame:
        self._warn_if_cut()
        return polars_frame(self.streams())

    def streams(self) -> list[bytes]:
        """The rows in Arrow's streaming format, in one stream or several."""
        if self._stream is not None:
            return [self._stream]
        # It was asked for as JSON: nothing is computed again.
        offsets = range(0, max(1, self.row_count), _PAGE_ROWS)
        return [self._arrow_page(offset) for offset in offsets]

    def _warn_if_cut(self) -> None:
        if self.row_count >= MOST_ROWS and self.truncated:
            warnings.warn(f"The query has more than the {MOST_ROWS:,} rows that are kept", stacklevel=3)

    def _page(self, offset: int, limit: int) -> QueryResult:
        return self._api.read_result(self.id, offset=offset, limit=limit, format="json")

    def _arrow_page(self, offset: int) -> bytes:
        # Safe: whatever is no JSON is answered as a download.
        page: Any = self._api.read_result(self.id, offset=offset, limit=_PAGE_ROWS, format="arrow")
        return cast(bytes, page.read())

    def _known(self, name: str) -> Any:
        known = self._received.get(name)
        return self.manifest[name] if known is None else known  # type: ignore[literal-required]


def run_query(
    connection: Connection,
    api: Api,
    workbook_id: str,
    sql: str,
    params: Params | None = None,
    *,
    as_of: str | None = None,
    max_rows: int | None = None,
    timeout_ms: int | None = None,
) -> Result:
    """Asks in Arrow where something is there to read it, which is the fast way, and in JSON elsewhere."""
    body: QueryRequest = {"sql": sql, "max_rows": max_rows, "timeout_ms": timeout_ms, "as_of": as_of}
    if params is not None:
        body["params"] = cell_of(params)
    if not can_read_arrow():
        body |= {"limit": _PAGE_ROWS}
        return Result(api, api.run_query(workbook_id, body), None)
    body |= {"limit": max_rows or MOST_ROWS, "format": "arrow"}
    # Read inside the attempt: a stream that breaks off is asked for again.
    manifest, stream = connection.call(
        OPERATIONS["run_query"], {"workbook_id": workbook_id}, body, read=_manifest_and_stream
    )
    return Result(api, manifest, stream)


def _manifest_and_stream(response: httpx.Response) -> tuple[Mapping[str, Any], bytes]:
    encoded: str = response.headers["x-svc-result-manifest"]
    manifest: dict[str, Any] = json.loads(base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)))
    manifest["id"] = response.headers["x-svc-result-id"]
    return manifest, response.read()


def quoted_name(name: str) -> str:
    """A name in SQL."""
    return '"' + name.replace('"', '""') + '"'
