"""Computes the formulas of one workbook and writes the value of each, in lines of JSON.

The first line names the sheets. Every other is [sheet, row, column, value], counting from 0; an error is {"error": "#N/A"}.
The workbook is a user's and the engine reads all of it, so nothing that this process says or writes is trusted.
"""

import json
import math
import sys

# Nothing is found by itself: the interpreter looks nowhere.
sys.path += ["/python/packages"]

import ironcalc

WORKBOOK = "/in/source.xlsx"
RESULT = "/own/values.ndjson"
#: Exit codes, which the node knows.
NOT_READABLE = 3
TOO_MANY = 4


def main(most_formulas: int):
    try:
        model = ironcalc.load_from_xlsx(WORKBOOK)
    except ironcalc.WorkbookError:
        sys.exit(NOT_READABLE)
    places = [cell for cell in model.get_all_cells() if model.get_cell_formula(*cell) is not None]
    if len(places) > most_formulas:
        sys.exit(TOO_MANY)
    model.evaluate()
    sheets = [sheet["name"] for sheet in model.get_worksheets_properties()]
    with open(RESULT, "w", encoding="utf-8") as file:
        file.write(json.dumps({"sheets": sheets}) + "\n")
        for sheet, row, column in places:
            value = value_at(model, sheet, row, column)
            file.write(json.dumps([sheet, row - 1, column - 1, value]) + "\n")


def value_at(model, sheet, row, column):
    value = model.get_cell_value(sheet, row, column)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    is_error = isinstance(value, str) and value.startswith("#")
    if is_error and model.get_cell_type(sheet, row, column) == ironcalc.CellType.ErrorValue:
        return {"error": value}
    return value


main(int(sys.argv[1]))
