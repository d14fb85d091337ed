"""Tells what openpyxl reads: read-with-openpyxl.py < paths > lines, one line of JSON for each file.

A line is {"sheets": {name: {"A1": [kind, value]}}} with the kinds n, s, b, e, d, or {"error": text}.
"""

import datetime
import json
import math
import sys
import warnings

import openpyxl
from openpyxl.worksheet import _reader

warnings.simplefilter("ignore")
# Dates are numbers in the file; both sides tell them as such.
_reader.from_excel = lambda value, *_, **__: value


def cell_text(cell):
    value = cell.value
    if isinstance(value, bool):
        return ["b", value]
    if isinstance(value, (int, float)):
        return ["n", value if math.isfinite(value) else str(value)]
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return ["d", value.isoformat()]
    if isinstance(value, datetime.timedelta):
        return ["d", str(value)]
    return ["e" if cell.data_type == "e" else "s", str(value)]


def read(path):
    book = openpyxl.load_workbook(path, data_only=True)
    sheets = {}
    for sheet in book.worksheets:
        cells = (cell for row in sheet.iter_rows() for cell in row if cell.value is not None)
        sheets[sheet.title] = {cell.coordinate: cell_text(cell) for cell in cells}
    return {"sheets": sheets}


for line in sys.stdin:
    try:
        print(json.dumps(read(line.rstrip("\n"))), flush=True)
    except Exception as error:  # whatever a broken file makes it throw
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
