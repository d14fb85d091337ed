"""Reads a stream of Arrow as others do, checks it whole, and tells schema and values as JSON."""

import json
import sys

import pyarrow as pa


def told(value):
    if value is None or isinstance(value, (bool, float)):
        return value
    if hasattr(value, "microsecond"):
        text = value.isoformat(" ") if hasattr(value, "year") else value.isoformat()
        text = text.removesuffix("+00:00")
        return text.rstrip("0") if value.microsecond else text
    # Decimals without an exponent; everything else as it prints itself.
    return format(value, "f") if hasattr(value, "as_tuple") else str(value)


with pa.ipc.open_stream(sys.stdin.buffer) as reader:
    batches = list(reader)
    table = pa.Table.from_batches(batches, reader.schema)

table.validate(full=True)
json.dump(
    {
        "batches": len(batches),
        "fields": [
            [field.name, str(field.type), field.nullable, field.metadata[b"svc:type"].decode()]
            for field in table.schema
        ],
        "columns": [[told(value) for value in column.to_pylist()] for column in table.columns],
    },
    sys.stdout,
)
