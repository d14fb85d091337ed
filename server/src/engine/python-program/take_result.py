"""What a transform returned, as a file whose columns a table can hold."""

import collections
import errno

import pandas
import polars
import pyarrow
import pyarrow.parquet
from pyarrow import types

from refused import Refused

MOST_DIGITS = 38
#: Readers share a file by its row groups.
ROW_GROUP = 122_880


def take(made, path):
    table = storable(as_arrow(made))
    try:
        pyarrow.parquet.write_table(
            table,
            path,
            row_group_size=ROW_GROUP,
            compression="none",
            use_dictionary=False,
            write_statistics=False,
            store_schema=False,
        )
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        raise Refused("The result is larger than a run may write.", "Return fewer rows or columns.") from None


def as_arrow(made):
    if isinstance(made, polars.LazyFrame):
        made = made.collect()
    if isinstance(made, polars.DataFrame):
        return made.to_arrow(compat_level=polars.CompatLevel.oldest())
    if isinstance(made, pandas.DataFrame):
        return from_pandas(made)
    if isinstance(made, pyarrow.RecordBatch):
        return pyarrow.Table.from_batches([made])
    if isinstance(made, pyarrow.Table):
        return made
    kind = type(made)
    raise Refused(
        f"transform returned {kind.__module__}.{kind.__qualname__}, which is no table.",
        "Return a pyarrow.Table, a pandas.DataFrame or a polars.DataFrame.",
    )


def from_pandas(frame):
    """An index that has a name is a column, as groupby leaves it; one without is only the places of rows."""
    if frame.columns.nlevels > 1:
        raise Refused("The columns of the result have several levels.", "Give each column one name.")
    if any(name is not None for name in frame.index.names):
        frame = frame.reset_index()
    names = [str(name) for name in frame.columns]
    refuse_names(names)
    try:
        return pyarrow.Table.from_pandas(frame.set_axis(names, axis=1), preserve_index=False)
    except (pyarrow.ArrowException, TypeError) as error:
        reasons = "; ".join(str(part) for part in error.args)
        raise Refused(f"The result cannot be stored: {reasons}", "Give each column values of one type.") from None


def storable(table):
    refuse_names(table.column_names)
    columns = [stored(field, column) for field, column in zip(table.schema, table.columns)]
    return pyarrow.table(columns, names=table.column_names)


def refuse_names(names):
    if not names:
        raise Refused("The result has no column.", "Return a table with at least one.")
    if not all(names):
        raise Refused("A column of the result has no name.", "Name each column.")
    twice = [name for name, count in collections.Counter(names).items() if count > 1]
    if twice:
        raise Refused(f"Several columns of the result are called '{twice[0]}'.", "Give each column a name of its own.")


def stored(field, column):
    kind = storable_type(field.type)
    if kind is None:
        raise Refused(f"Column '{field.name}' is of type {field.type}, which a table cannot hold.", advice(field.type))
    try:
        return column if kind == field.type else column.cast(kind)
    except pyarrow.ArrowInvalid as error:
        raise Refused(
            f"Column '{field.name}' of type {field.type} cannot be held as {kind}: {error}",
            "Round or cast it in the code.",
        ) from None


def storable_type(kind):
    """The type whose values are the same and which a table has. None if there is none."""
    if types.is_dictionary(kind) or types.is_run_end_encoded(kind):
        return storable_type(kind.value_type)
    if types.is_decimal(kind):
        return decimal_type(kind)
    if types.is_timestamp(kind):
        return pyarrow.timestamp("us", kind.tz)
    if isinstance(kind, (pyarrow.UuidType, pyarrow.JsonType)):
        return kind
    if types.is_boolean(kind) or types.is_integer(kind) or types.is_large_string(kind):
        return kind
    return next((target for fits, target in TARGETS if fits(kind)), None)


TARGETS = [
    (types.is_null, pyarrow.string()),
    (types.is_string, pyarrow.string()),
    (types.is_string_view, pyarrow.large_string()),
    (types.is_floating, pyarrow.float64()),
    (types.is_date, pyarrow.date32()),
    (types.is_time, pyarrow.time64("us")),
]


def decimal_type(kind):
    # A negative scale counts zeros before the point.
    scale = max(kind.scale, 0)
    digits = kind.precision - min(kind.scale, 0)
    return pyarrow.decimal128(digits, scale) if digits <= MOST_DIGITS else None


def advice(kind):
    if types.is_nested(kind):
        return "Give each part a column of its own, or write it as text with json.dumps."
    if types.is_duration(kind):
        return "Write it as a number, e.g. its seconds."
    if types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind):
        return "Write it as text: decode it, or encode it with base64."
    return "Cast the column to text or to numbers."
