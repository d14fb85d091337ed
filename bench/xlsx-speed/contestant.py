"""Reads one file in one way and tells what it took: contestant.py <way> <file>."""

import json
import resource
import sys
import time


def calamine(path):
    from python_calamine import CalamineWorkbook

    return len(CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python())


def fastexcel(path):
    import fastexcel as reader

    return reader.read_excel(path).load_sheet(0).to_arrow().num_rows


def polars(path):
    import polars as reader

    return reader.read_excel(path, engine="calamine").height


def openpyxl(path):
    from openpyxl import load_workbook

    sheet = load_workbook(path, read_only=True, data_only=True).worksheets[0]
    return sum(1 for _ in sheet.iter_rows(values_only=True))


WAYS = {"calamine": calamine, "fastexcel": fastexcel, "polars": polars, "openpyxl": openpyxl}

began = time.perf_counter()
seen = WAYS[sys.argv[1]](sys.argv[2])
wall_s = time.perf_counter() - began
used = resource.getrusage(resource.RUSAGE_SELF)
cpu_s = used.ru_utime + used.ru_stime
print(json.dumps({"seen": seen, "cpu_s": cpu_s, "wall_s": wall_s, "peak_mb": used.ru_maxrss / 1024}))
