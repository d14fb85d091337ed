"""The SDK as people use it, against the real service."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from itertools import islice
from pathlib import Path
from time import sleep
from typing import Any

import pandas as pd
import polars as pl
import pytest

from bindery import BinderyProblem, Client, File, Progress, Result, Table, TableState, Workbook, edit_table
from bindery.upload_file import upload_file

CSV = "code,day,amount\n0600000,2026/4/1,1200\n1000001,2026/4/2,80\n"


@pytest.fixture
def orders(workbook: Workbook) -> Table:
    """A table of all kinds of columns, with values that are easily changed on the way."""
    table = workbook.create_table(
        name="orders 2026",
        columns=[
            {"name": "code", "type": "VARCHAR"},
            {"name": "amount", "type": "DECIMAL(18,2)"},
            {"name": "count", "type": "BIGINT"},
            {"name": "day", "type": "DATE"},
            {"name": "paid", "type": "BOOLEAN"},
        ],
    )
    table.append(
        [
            {
                "code": "0600000",
                "amount": Decimal("1200.10"),
                "count": 2**60 + 1,
                "day": date(2026, 4, 1),
                "paid": True,
            },
            {"code": "1000001", "amount": None, "count": None, "day": None, "paid": None},
        ]
    )
    return table


def test_a_table_becomes_a_frame_of_pandas_in_which_nothing_is_lost(client: Client, orders: Table) -> None:
    frame = client.table(orders.workbook_id, orders.name).to_pandas()

    assert list(frame.columns) == ["code", "amount", "count", "day", "paid"]
    assert frame.loc[0].to_list() == ["0600000", Decimal("1200.10"), 2**60 + 1, date(2026, 4, 1), True]
    assert frame["count"].dtype == "Int64" and frame["paid"].dtype == "boolean"
    assert frame.loc[1].isna().to_list() == [False, True, True, True, True]


def test_the_same_rows_as_polars_and_arrow_and_as_they_were(workbook: Workbook, orders: Table) -> None:
    workbook.commit_version("before")
    orders.append([{"code": "2"}])

    arrow = orders.to_arrow(["code", "count"], include_row_ids=True)
    polars = orders.to_polars()
    before = orders.to_polars(as_of="version:before")

    assert arrow.column_names == ["__svc_row_id", "code", "count"]
    assert arrow.column("count").to_pylist() == [2**60 + 1, None, None]
    assert polars.schema["amount"] == pl.Decimal(18, 2)
    assert (polars.height, before.height) == (3, 2)


def test_a_query_answers_as_rows_and_as_frames_of_the_same_moment(workbook: Workbook, orders: Table) -> None:
    result = workbook.query('SELECT code, amount, day FROM "orders 2026" WHERE code = $code', {"code": "0600000"})
    orders.append([{"code": "0600000"}])

    assert result.rows == [{"code": "0600000", "amount": "1200.10", "day": "2026-04-01"}]
    assert list(result) == result.rows
    assert result.to_pandas()["amount"].to_list() == [Decimal("1200.10")]
    assert result.to_polars().rows() == [("0600000", Decimal("1200.10"), date(2026, 4, 1))]
    assert result.to_arrow().num_rows == result.row_count == 1
    assert [column["name"] for column in result.columns] == ["code", "amount", "day"]
    assert not result.truncated and result.masked_columns == []


def test_without_a_library_for_arrow_a_query_answers_all_the_same(
    workbook: Workbook, orders: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_arrow = workbook.query(f'SELECT * FROM "{orders.name}" ORDER BY code')
    monkeypatch.setattr("bindery.query.can_read_arrow", lambda: False)
    without = workbook.query('SELECT * FROM "orders 2026" ORDER BY code')

    assert without.rows == with_arrow.rows
    assert without.to_arrow() == with_arrow.to_arrow()


def test_a_large_result_is_whole_in_every_form(workbook: Workbook) -> None:
    result = workbook.query("SELECT range AS n, 'row ' || range AS text FROM range(120000)")

    assert result.to_polars()["n"].sum() == sum(range(120_000))
    assert result.row_count == 120_000
    assert [row["n"] for row in islice(result, 25_000)] == list(range(25_000))


def test_whoever_asks_for_more_rows_than_are_kept_is_warned(workbook: Workbook) -> None:
    result = workbook.query("SELECT range AS n FROM range(1000001)")

    with pytest.warns(UserWarning, match="more than the 1,000,000 rows"):
        assert result.to_arrow().num_rows == 1_000_000


def test_a_table_of_more_rows_than_a_result_keeps_is_read_whole(monkeypatch: pytest.MonkeyPatch, orders: Table) -> None:
    """With a result that keeps three rows; a million and more take minutes to write."""
    orders.append([{"code": str(n)} for n in range(8)])
    kept = 3
    ask = Workbook.query

    def stingy(self: Workbook, sql: str, params: Any = None, **options: Any) -> Result:
        return ask(self, sql, params, **{**options, "max_rows": kept})

    monkeypatch.setattr("bindery.read_table.MOST_ROWS", kept)
    book = Workbook(orders._connection, orders._api, orders.workbook_id)
    monkeypatch.setattr("bindery.table.run_query", lambda _c, _a, _w, sql, **options: stingy(book, sql, **options))

    assert orders.to_polars()["code"].to_list() == ["0600000", "1000001", *map(str, range(8))]


def test_bad_sql_is_refused_in_words_when_it_is_asked(workbook: Workbook) -> None:
    with pytest.raises(BinderyProblem) as refusal:
        workbook.query("SELECT * FROM nothing")

    assert refusal.value.code == "invalid_sql"


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_a_frame_goes_back_updating_what_is_there_and_adding_the_rest(frame: Any, orders: Table) -> None:
    changed = frame({"code": ["0600000", "7"], "amount": ["99.90", None]})

    written = orders.upsert(changed, match_on="code")
    again = orders.upsert(changed, match_on=["code"])

    assert (written.inserted, written.updated) == (1, 1)
    assert (again.inserted, again.updated, again.unchanged) == (0, 0, 2)
    first = orders.rows(columns=["code", "amount", "count"], include_row_ids=False).to_list()[0]
    assert first == {"code": "0600000", "amount": "99.90", "count": str(2**60 + 1)}


def test_what_was_read_as_a_frame_can_be_written_back_unchanged(orders: Table) -> None:
    written = orders.upsert(orders.to_pandas(), match_on="code")

    assert (written.inserted, written.updated, written.unchanged) == (0, 0, 2)


def test_many_rows_are_appended_once_under_one_key(orders: Table) -> None:
    rows = [{"code": f"n{n}"} for n in range(12_000)]

    first = orders.append(rows, idempotency_key="april")
    again = orders.append(rows, idempotency_key="april")

    assert first.inserted == again.inserted == 12_000
    assert len(orders.rows(columns=["code"]).to_list()) == 12_002


def test_rows_are_read_page_by_page_filtered_and_ordered(orders: Table) -> None:
    orders.append([{"code": f"{n:04}", "count": n} for n in range(25)])
    listing = orders.rows(
        filter={"column": "count", "op": "<", "value": 20}, order_by=["-count"], columns=["count"], limit=8
    )

    assert [row["count"] for row in listing] == list(range(19, -1, -1))
    assert [len(page["rows"]) for page in listing.pages()] == [8, 8, 4]


def test_columns_of_any_name_are_chosen_and_ordered(workbook: Workbook) -> None:
    names = ["a,b", "-n", "n", '["a"]', "[", "two words", '"quoted"', "売上（千円）", "a&b=c#d%2C+"]
    workbook.create_table(name="odd", columns=[{"name": name} for name in names])
    odd = workbook.table("odd")
    odd.append([{**{name: str(n * 7 % 3) for name in names}, "n": str(n)} for n in (1, 2, 3)])
    kept = [column["name"] for column in odd.read()["columns"]]

    for name in kept:
        up, down = (
            [
                row[name]
                for row in odd.rows(
                    columns=[name], order_by=[{"column": name, "direction": direction}], include_row_ids=False
                )
            ]
            for direction in ("asc", "desc")
        )
        assert up == sorted(up)
        assert down == sorted(up, reverse=True)
    descending = odd.rows(columns=kept, order_by=[{"column": "n", "direction": "desc"}])
    assert [row["n"] for row in descending] == ["3", "2", "1"]


def test_an_edit_begins_again_when_somebody_else_was_faster(orders: Table) -> None:
    calls = []

    def edit(state: TableState) -> Any:
        calls.append(state.edit_version)
        if len(calls) == 1:
            orders.append([{"code": "faster"}])
        return [{**row, "amount": "5.00"} for row in state.rows]

    written = edit_table(orders, edit, columns=["code", "amount"])

    assert len(calls) == 2
    assert written is not None and written["edit_version"] == calls[1] + 1
    assert {row["amount"] for row in orders.rows()} == {"5.00"}


def test_an_edit_may_delete_or_do_nothing(orders: Table) -> None:
    orders.edit(lambda state: {"delete": [row["__svc_row_id"] for row in state.rows if row["code"] == "1000001"]})

    assert [row["code"] for row in orders.rows()] == ["0600000"]
    assert orders.edit(lambda _: None) is None


def test_a_write_at_an_old_version_is_refused_and_says_the_current_one(orders: Table) -> None:
    version = orders.read()["edit_version"]

    with pytest.raises(BinderyProblem) as refusal:
        orders.write([{"code": "x"}], expected_version=version - 1)

    assert refusal.value.code == "version_conflict"
    assert refusal.value.fields["current_version"] == version


def test_a_file_is_uploaded_with_its_progress_and_becomes_a_table(
    client: Client, workbook: Workbook, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "注文.csv"
    path.write_text(CSV)

    uploaded = client.upload(path, workbook=workbook.id, progress=True)

    assert {artifact["name"] for artifact in uploaded["artifacts"]} == {"注文", "注文__raw"}
    assert workbook.table("注文").to_pandas()["code"].to_list() == ["0600000", "1000001"]
    assert "100%" in capsys.readouterr().err


def test_a_large_file_goes_by_way_of_a_slot(workbook: Workbook) -> None:
    reports: list[Progress] = []
    file = File("large.csv", CSV * 3)

    uploaded = upload_file(workbook._api, workbook.id, file, slot_from_bytes=100, progress=reports.append)

    assert uploaded["source"]["provenance"]["kind"] == "slot"
    assert reports[-1].sent_bytes == reports[-1].total_bytes == len(CSV) * 3


def test_a_file_that_comes_back_edited_is_merged(workbook: Workbook, orders: Table, tmp_path: Path) -> None:
    sent = workbook.export(tables=["orders 2026"], format="csv", record_branch=True, include_row_ids=True)
    path = sent.save(tmp_path)
    path.write_text(path.read_text().replace("1200.10", "1300.00"))

    merged = orders.merge(path, sent.branch_id or "")

    assert (merged["updated"], merged["conflict_count"]) == (1, 0)
    assert orders.row(1)["amount"] == "1300.00"


def test_a_download_is_saved_whole_or_not_at_all_and_never_elsewhere(workbook: Workbook, tmp_path: Path) -> None:
    workbook.upload(File("orders.csv", CSV))
    download = workbook.source("orders.csv").download()
    download.filename = "../../elsewhere.csv"

    saved = download.save(tmp_path)

    assert saved == tmp_path / "elsewhere.csv"
    assert saved.read_text() == CSV
    assert [path.name for path in tmp_path.iterdir()] == ["elsewhere.csv"]


def test_lists_read_on_by_themselves(client: Client, workbook: Workbook) -> None:
    titles = {client.create_workbook(title=f"Book {n}").id for n in range(3)}

    assert {book["workbook_id"] for book in client.workbooks()} == {workbook.id, *titles}


def test_the_events_of_a_workbook_are_told_from_where_one_left_off(client: Client, orders: Table) -> None:
    def told_since(after: str | None) -> list[Any]:
        for _ in range(100):
            if events := client.events(after=after).to_list():
                return events
            sleep(0.1)
        raise AssertionError("nothing is reported")

    known = told_since(None)[-1]
    orders.append([{"code": "reported"}])
    listed = told_since(known["id"])[0]

    streamed = next(client.workbook(orders.workbook_id).events(after=known["id"]))

    assert streamed == listed
    assert (streamed["type"], streamed["data"]["artifact"]["name"]) == ("artifact.updated", orders.name)


def test_a_client_takes_its_place_from_the_environment(
    client: Client, workbook: Workbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BINDERY_URL", client.url)
    monkeypatch.setenv("BINDERY_TOKEN", str(client._connection._token))
    monkeypatch.setenv("BINDERY_WORKBOOK", workbook.id)

    with Client() as here:
        assert here.query("SELECT 1 AS one").rows == [{"one": 1}]
    monkeypatch.delenv("BINDERY_WORKBOOK")
    with Client() as nowhere, pytest.raises(ValueError, match="Which workbook"):
        nowhere.query("SELECT 1")
