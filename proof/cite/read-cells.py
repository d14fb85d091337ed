"""The cells of workbooks as openpyxl reads them.

  read-cells.py FOLDER OUT      a line of JSON for each file of the folder: its sheets, and in each the values by their cells
"""

import datetime
import json
import sys
from pathlib import Path


def spelled(value):
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return {"time": value.isoformat()}
    if isinstance(value, datetime.timedelta):
        return {"seconds": value.total_seconds()}
    return value if isinstance(value, (str, int, float, bool)) else str(value)


def cells_of(path):
    from openpyxl import load_workbook

    sheets = {}
    for sheet in load_workbook(path, data_only=True).worksheets:
        cells = {}
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    cells[cell.coordinate] = spelled(cell.value)
        sheets[sheet.title] = cells
    return sheets


if __name__ == "__main__":
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    with out.open("w") as lines:
        for path in sorted(folder.glob("*.xlsx")):
            try:
                sheets = cells_of(path)
            except Exception as error:
                print(f"{path.name}: {error}", file=sys.stderr)
                continue
            lines.write(json.dumps({"name": path.name, "sheets": sheets}, ensure_ascii=False) + "\n")
