"""Prints the cells of xlsx files as openpyxl reads them, a JSON object per file: {"0 3 2": [type, value, formula]}."""

import json
import sys

import openpyxl

TYPES = {"n": "number", "s": "text", "inlineStr": "text", "str": "text", "b": "boolean", "e": "error", "d": "date"}


def cells(path):
    found = {}
    values = openpyxl.load_workbook(path, data_only=True)
    formulas = openpyxl.load_workbook(path)
    for n, sheet in enumerate(values.worksheets):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is None:
                    continue
                written = formulas.worksheets[n].cell(cell.row, cell.column)
                formula = written.value[1:] if written.data_type == "f" else None
                value, kind = cell.value, TYPES[cell.data_type]
                if kind == "date":
                    kind, value = "number", openpyxl.utils.datetime.to_excel(value)
                found[f"{n} {cell.row} {cell.column}"] = [kind, value, formula]
    return found


for path in sys.argv[1:]:
    print(json.dumps(cells(path)))
