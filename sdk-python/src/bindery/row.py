from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any, Union
from uuid import UUID

# A value as JSON has it: DECIMAL, days and times are texts, and so are whole numbers past 2^53.
Cell = Any
Row = dict[str, Any]

# A name, `-name` for descending, or {"column": name, "direction": "asc" or "desc"}.
OrderBy = Union[str, Mapping[str, str]]

# Rows to write: a frame of pandas or polars, a table of pyarrow, or dicts.
Rows = Any

_LARGEST_EXACT = 2**53 - 1


def rows_in(data: Rows) -> Iterator[Row]:
    """The rows of a frame, a table or an iterable, with each value as the API takes it."""
    for row in _records_in(data):
        yield {str(name): cell_of(value) for name, value in row.items()}


def _records_in(data: Rows) -> Iterable[Mapping[Any, Any]]:
    # Recognized by its methods, so that none of these libraries need be there.
    library = type(data).__module__.partition(".")[0]
    if library == "pandas":
        return _records_of_pandas(data)
    if library == "polars":
        frame = data.collect() if hasattr(data, "collect") else data
        records: Iterable[Mapping[Any, Any]] = frame.iter_rows(named=True)
        return records
    if library == "pyarrow":
        return (row for batch in data.to_batches() for row in batch.to_pylist())
    if isinstance(data, Mapping):
        raise TypeError("Rows are a list of dicts, or a frame; for one row give a list of one")
    given: Iterable[Mapping[Any, Any]] = data
    return given


def _records_of_pandas(frame: Any) -> Iterator[dict[Any, Any]]:
    if not frame.columns.is_unique:
        raise ValueError("Two columns of the frame have the same name")
    # Column by column: a row of a frame would give its values one type.
    columns = [frame.iloc[:, n] for n in range(frame.shape[1])]
    return (dict(zip(frame.columns, values, strict=True)) for values in zip(*columns, strict=True))


def cell_of(value: object) -> Cell:
    """A value of Python as JSON takes it, without losing a digit; what no column can hold is refused."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if _is_missing(value):
        return None
    if isinstance(value, (int, float, Decimal)):
        return _number_of(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): cell_of(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [cell_of(each) for each in value]
    return cell_of(_unboxed(value))


def _number_of(value: int | float | Decimal) -> int | float | str:
    if isinstance(value, int):
        return int(value) if abs(value) <= _LARGEST_EXACT else str(value)
    if math.isinf(value):
        raise ValueError("A cell holds no infinite number")
    return format(value, "f") if isinstance(value, Decimal) else float(value)


def _unboxed(value: Any) -> object:
    """What a number or an array of numpy holds."""
    if type(value).__module__.partition(".")[0] != "numpy":
        raise TypeError(f"A cell cannot hold a {type(value).__name__}")
    return value.tolist()


def _is_missing(value: object) -> bool:
    """NaN, and what pandas has for a missing value or time."""
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, Decimal)) and value != value
