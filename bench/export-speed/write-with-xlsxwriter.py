"""Writes the table of the proof with XlsxWriter in constant memory, from a csv file; prints CPU seconds and peak memory in MB."""

import csv
import datetime
import resource
import sys

import xlsxwriter

source, target = sys.argv[1:3]
workbook = xlsxwriter.Workbook(target, {"constant_memory": True, "default_date_format": "yyyy-mm-dd"})
sheet = workbook.add_worksheet("big")
day = workbook.add_format({"num_format": "yyyy-mm-dd"})
moment = workbook.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
money = workbook.add_format({"num_format": "#,##0.00"})
with open(source, newline="", encoding="utf-8") as lines:
    rows = csv.reader(lines)
    sheet.write_row(0, 0, next(rows))
    for n, (id_, name, kind, on, qty, price, rate, ok, note, at) in enumerate(rows, 1):
        sheet.write_number(n, 0, int(id_))
        sheet.write_string(n, 1, name)
        sheet.write_string(n, 2, kind)
        sheet.write_datetime(n, 3, datetime.date.fromisoformat(on), day)
        sheet.write_number(n, 4, int(qty))
        sheet.write_number(n, 5, float(price), money)
        sheet.write_number(n, 6, float(rate))
        sheet.write_boolean(n, 7, ok == "true")
        sheet.write_string(n, 8, note)
        sheet.write_datetime(n, 9, datetime.datetime.fromisoformat(at), moment)
workbook.close()
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
