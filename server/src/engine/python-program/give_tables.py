"""The inputs of a transform, in the form its function asks for by the annotation of its parameter."""

import inspect
import typing

import pandas
import polars
import pyarrow
import pyarrow.parquet


def give(files, transform):
    form = FORMS[wanted(transform)]
    return {name: form(pyarrow.parquet.ParquetFile(path, memory_map=True).read()) for name, path in files.items()}


def wanted(transform):
    """The class named in `tables: dict[str, pandas.DataFrame]`; Arrow where none is."""
    parameters = list(inspect.signature(transform).parameters)
    hints = typing.get_type_hints(transform) if parameters else {}
    named = classes_in(hints.get(parameters[0])) if parameters else []
    return next((form for form in named if form in FORMS), pyarrow.Table)


def classes_in(hint):
    found = [hint] if isinstance(hint, type) else []
    return found + [one for part in typing.get_args(hint) for one in classes_in(part)]


def as_pandas(table):
    """The types pandas reads such a column as, but for those that would change a value."""
    columns = {name: as_series(column) for name, column in zip(table.column_names, table.columns)}
    # A copy: what Arrow lends cannot be written to, and code does assign to cells.
    return pandas.DataFrame(columns, copy=True)


def as_series(column):
    kind = column.type
    # As objects of Python they would be slow, and whole numbers with gaps would be rounded to what DOUBLE holds.
    is_exact = pyarrow.types.is_decimal(kind) or pyarrow.types.is_date(kind) or pyarrow.types.is_time(kind)
    has_gaps = column.null_count > 0 and (pyarrow.types.is_integer(kind) or pyarrow.types.is_boolean(kind))
    return column.to_pandas(types_mapper=pandas.ArrowDtype if is_exact else NULLABLE.get if has_gaps else None)


NULLABLE = {
    pyarrow.bool_(): pandas.BooleanDtype(),
    pyarrow.int32(): pandas.Int32Dtype(),
    pyarrow.int64(): pandas.Int64Dtype(),
}

FORMS = {
    pyarrow.Table: lambda table: table,
    pandas.DataFrame: as_pandas,
    polars.DataFrame: polars.from_arrow,
    polars.LazyFrame: lambda table: polars.from_arrow(table).lazy(),
}
