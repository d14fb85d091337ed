"""Reads every case of a pack with another program and writes what the scorer of realistic files judges.

  read-by-others.py TOOL PACK OUT        TOOL: markitdown, docling, pandas, polars

Each program is used as its documentation says, with the first row as the header where it asks for one. A file that it cannot read is an
error, not a wrong table. Text of which every cell of a column is a number counts as numbers, because Markdown has no types.
"""

import datetime
import json
import logging
import math
import re
import sys
import warnings
from pathlib import Path

ENCODINGS = ("utf-8-sig", "cp932", "cp1252")
DELIMITED = (".csv", ".tsv", ".txt")


def decoded(path):
    for encoding in ENCODINGS:
        try:
            return path.read_bytes().decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    raise ValueError("no encoding that is tried fits")


def by_pandas(path):
    import pandas

    if path.suffix in DELIMITED:
        return [(path.stem, pandas.read_csv(path, sep=None, engine="python", encoding=decoded(path)[1]))]
    return list(pandas.read_excel(path, sheet_name=None).items())


def by_polars(path):
    import polars

    if path.suffix in DELIMITED:
        text = decoded(path)[0]
        return [(path.stem, polars.read_csv(text.encode(), separator="\t" if path.suffix == ".tsv" else ","))]
    return list(polars.read_excel(path, sheet_id=0).items())


def by_docling(path):
    # The converter itself wants PyTorch even for spreadsheets; these are the readers that it hands them to.
    from docling.backend.csv_backend import CsvDocumentBackend
    from docling.backend.msexcel_backend import MsExcelDocumentBackend
    from docling.backend.opendocument_backend import OdsDocumentBackend
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.document import InputDocument

    readers = {
        ".csv": (InputFormat.CSV, CsvDocumentBackend),
        ".tsv": (InputFormat.CSV, CsvDocumentBackend),
        ".xlsx": (InputFormat.XLSX, MsExcelDocumentBackend),
        ".ods": (InputFormat.ODS, OdsDocumentBackend),
    }
    format_, backend = readers[path.suffix]
    source = InputDocument(path_or_stream=path, format=format_, backend=backend, filename=path.name)
    document = source._backend.convert()
    return [(f"table {n + 1}", table.export_to_dataframe(doc=document)) for n, table in enumerate(document.tables)]


def by_markitdown(path):
    from markitdown import MarkItDown

    return tables_of_markdown(MarkItDown(enable_plugins=False).convert(str(path)).markdown)


def tables_of_markdown(markdown):
    """Rows of pipes under each other; the second one, of dashes, stands below the names."""
    tables, name, lines = [], "", []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("|"):
            lines.append([cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))])
            continue
        if len(lines) > 1:
            tables.append((name, {"columns": lines[0], "rows": [row for row in lines[2:]]}))
        lines = []
        if line.startswith("#"):
            name = line.lstrip("# ")
    return tables


def rows_of(frame):
    if isinstance(frame, dict):
        return frame["columns"], frame["rows"]
    if hasattr(frame, "iter_rows"):
        return list(frame.columns), list(frame.iter_rows())
    columns = ["_".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in frame.columns]
    return columns, frame.astype(object).values.tolist()


def plain(value):
    if value is None or value != value or (isinstance(value, float) and math.isinf(value)):
        return None
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (bool, int, float)):
        return value
    text = str(value)
    return None if text in ("", "NaN", "NaT", "<NA>") else text


NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def output_of(name, frame):
    columns, rows = rows_of(frame)
    rows = [[plain(value) for value in row] for row in rows]
    types = []
    for place in range(len(columns)):
        held = [row[place] for row in rows if place < len(row) and row[place] is not None]
        is_number = bool(held) and all(isinstance(value, (int, float)) or NUMBER.fullmatch(str(value)) for value in held)
        types.append("DOUBLE" if is_number else "VARCHAR")
        for row in rows if is_number else []:
            if place < len(row) and isinstance(row[place], str):
                row[place] = float(row[place])
    named = [{"name": str(column), "type": type_} for column, type_ in zip(columns, types)]
    return {"name": str(name), "role": "data", "columns": named, "rows": rows}


READERS = {"markitdown": by_markitdown, "docling": by_docling, "pandas": by_pandas, "polars": by_polars}


def main():
    tool, pack, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    out.mkdir(parents=True, exist_ok=True)
    for folder in sorted(each.parent for each in pack.glob("*/truth.json")):
        made = {"tables": [], "warnings": [], "error": None, "needs_review": False}
        try:
            path = next(folder.glob("input.*"))
            made["tables"] = [output_of(name, frame) for name, frame in READERS[tool](path)]
        except Exception as error:  # whatever it says, the file was not read
            made["error"] = f"{type(error).__name__}: {error}"[:300]
        (out / f"{folder.name}.json").write_text(json.dumps(made, ensure_ascii=False, default=str), encoding="utf-8")


if __name__ == "__main__":
    main()
