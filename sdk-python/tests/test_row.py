from __future__ import annotations

from datetime import date, datetime, time, timezone
from decimal import Decimal
from uuid import UUID

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bindery.portions import in_portions
from bindery.row import cell_of, rows_in

ROWS = [
    {"code": "0600000", "amount": Decimal("1200.50"), "paid": date(2026, 4, 1), "count": 2**60},
    {"code": None, "amount": None, "paid": None, "count": None},
]
ON_THE_WIRE = [
    {"code": "0600000", "amount": "1200.50", "paid": "2026-04-01", "count": str(2**60)},
    {"code": None, "amount": None, "paid": None, "count": None},
]


@pytest.mark.parametrize(
    "data",
    [
        ROWS,
        iter(ROWS),
        pa.Table.from_pylist(ROWS),
        pl.DataFrame(ROWS),
        pl.DataFrame(ROWS).lazy(),
        pd.DataFrame(ROWS, dtype=object),
        pd.DataFrame(ROWS).astype({"count": object}).assign(count=pd.array([2**60, None], dtype="Int64")),
    ],
    ids=["dicts", "iterator", "arrow", "polars", "lazy", "pandas", "pandas with types"],
)
def test_whatever_holds_the_rows_they_go_out_alike_and_no_digit_is_lost(data: object) -> None:
    assert list(rows_in(data)) == ON_THE_WIRE


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (True, True),
        (2**53 - 1, 2**53 - 1),
        (-(2**53), str(-(2**53))),
        (float("nan"), None),
        (pd.NA, None),
        (pd.NaT, None),
        (Decimal("NaN"), None),
        (Decimal("1E+3"), "1000"),
        (Decimal("0.10"), "0.10"),
        (np.int64(7), 7),
        (np.float32(0.5), 0.5),
        (np.bool_(True), True),
        (np.array([1, 2]), [1, 2]),
        (pd.Timestamp("2026-04-01T12:30:00"), "2026-04-01T12:30:00"),
        (datetime(2026, 4, 1, 12, tzinfo=timezone.utc), "2026-04-01T12:00:00+00:00"),
        (time(9, 30), "09:30:00"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        ({"a": [Decimal("1.5")]}, {"a": ["1.5"]}),
    ],
)
def test_a_value_is_spelled_as_the_api_takes_it(value: object, cell: object) -> None:
    assert cell_of(value) == cell
    assert type(cell_of(value)) is type(cell)


@pytest.mark.parametrize("value", [float("inf"), b"bytes", object()])
def test_what_no_column_can_hold_is_refused_before_it_is_sent(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        cell_of(value)


def test_a_frame_with_two_columns_of_one_name_is_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        list(rows_in(pd.DataFrame([[1, 2]], columns=["a", "a"])))


def test_one_row_alone_is_no_list_of_rows() -> None:
    with pytest.raises(TypeError, match="list of dicts"):
        list(rows_in({"code": "1"}))


def test_portions_are_neither_too_many_rows_nor_too_long() -> None:
    many = list(in_portions({"n": n} for n in range(12_000)))
    long = list(in_portions({"text": "あ" * 1_000_000} for _ in range(5)))

    assert [len(portion) for portion in many] == [5_000, 5_000, 2_000]
    assert [len(portion) for portion in long] == [2, 2, 1]
