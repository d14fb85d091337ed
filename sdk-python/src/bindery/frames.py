"""What Arrow becomes. The libraries are extras of this package and loaded only when they are asked for."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


def can_read_arrow() -> bool:
    return find_spec("pyarrow") is not None or find_spec("polars") is not None


def arrow_table(streams: Sequence[bytes]) -> pyarrow.Table:
    """A table of pyarrow from streams that have the same columns."""
    pa = _library("pyarrow", "arrow")
    ipc = import_module("pyarrow.ipc")
    tables = [ipc.open_stream(stream).read_all() for stream in streams]
    table: pyarrow.Table = pa.concat_tables(tables)
    return table


def pandas_frame(streams: Sequence[bytes], types_mapper: Callable[[Any], Any] | None = None) -> pandas.DataFrame:
    """A frame of pandas in which nothing is lost: whole numbers stay whole beside missing ones, decimals stay exact."""
    _library("pandas", "pandas")
    table = arrow_table(streams)
    frame: pandas.DataFrame = table.to_pandas(types_mapper=types_mapper or _nullable_type_of, integer_object_nulls=True)
    return frame


def polars_frame(streams: Sequence[bytes]) -> polars.DataFrame:
    pl = _library("polars", "polars")
    frame: polars.DataFrame = pl.concat([pl.read_ipc_stream(io.BytesIO(stream)) for stream in streams])
    return frame


def _nullable_type_of(arrow_type: Any) -> Any:
    """For whole numbers and booleans what can be missing; all others as pyarrow does it."""
    pd = import_module("pandas")
    types = {
        "bool": pd.BooleanDtype(),
        "int8": pd.Int8Dtype(),
        "int16": pd.Int16Dtype(),
        "int32": pd.Int32Dtype(),
        "int64": pd.Int64Dtype(),
        "uint8": pd.UInt8Dtype(),
        "uint16": pd.UInt16Dtype(),
        "uint32": pd.UInt32Dtype(),
        "uint64": pd.UInt64Dtype(),
    }
    return types.get(str(arrow_type))


def _library(name: str, extra: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"This needs {name}: pip install 'bindery-data[{extra}]'") from error
