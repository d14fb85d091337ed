"""Writes spreadsheets of all kinds with XlsxWriter and openpyxl: make-samples.py <folder> <count>. The same each time."""

import datetime
import random
import sys
from pathlib import Path

import openpyxl
import xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

TEXTS = [
    "東京都", "株式会社　山田商店", "ｶﾅ半角", "𠮷野家", "😀 emoji", "  spaces around  ", "tab\tinside", "two\nlines", "\n", " ",
    "a & b < c > d", "\"quoted\" 'text'", "_x000D_", "_x0041_ literal", "0012", "1/0", "1234567890123456", "=not a formula",
    "▲1,234", "令和6年4月1日", "#N/A as text", "TRUE", "e\u0301 combining", "\u200bzero width", "long " * 200, "]]>", "&amp;",
    "null", "NaN", "1E5", "0x10", "日付\r\n改行", "\u3000全角", "①②③", "髙﨑", "a_x_b", "_x", "_xZZZZ_", "٣", "\ufeffmark",
]
NUMBERS = [
    0, 1, -1, 0.1, 0.30000000000000004, 1e-300, 1.7976931348623157e308, 5e-324, 123456789012345, 12345678901234567, -0.5,
    1 / 3, 45000, 45000.5, 59, 60, 61, 2958465, 1e15, 1e16, 1e21, 99999.99, 100000, -2.5e-7,
]
FORMATS = [
    "General", "0", "0.00", "#,##0", "0%", "0.00E+00", "yyyy/mm/dd", "h:mm:ss", "[h]:mm", "@", "#,##0;[Red]-#,##0",
    '[$-411]ggge"年"m"月"d"日"', "m/d/yy h:mm", '"m"0', "_ * #,##0_ ", "# ?/?",
]
SHEETS = ["Sheet 1", "表", "a'b", "x&y", "<tag>", "日本語のシート", "hidden", "1", "A1"]


# For numbers that can be no days: LibreOffice never ends writing them as dates.
PLAIN_FORMATS = ["General", "0", "0.00", "#,##0", "0.00E+00", "@", "# ?/?"]


def pick_text(dice):
    return dice.choice(TEXTS) + (str(dice.randrange(1000)) if dice.random() < 0.3 else "")


def pick_number(dice):
    if dice.random() < 0.5:
        return dice.choice(NUMBERS)
    return round(dice.uniform(-1e6, 1e6), dice.randrange(6)) if dice.random() < 0.7 else dice.randrange(-(10**9), 10**9)


def can_be_a_day(value):
    return not isinstance(value, (int, float)) or 0 <= value <= 2958465


def with_xlsxwriter(path, dice):
    options = {
        "constant_memory": dice.random() < 0.3,
        "use_zip64": dice.random() < 0.1,
        "date_1904": dice.random() < 0.1,
        "strings_to_numbers": False,
        "strings_to_formulas": False,
        "strings_to_urls": False,
    }
    book = xlsxwriter.Workbook(path, options)
    formats = [book.add_format({"num_format": code, "bold": n % 2, "indent": n % 3}) for n, code in enumerate(FORMATS)]
    for name in dice.sample(SHEETS, dice.randrange(1, 4)):
        sheet = book.add_worksheet(name)
        fill_xlsxwriter(sheet, dice, formats, book)
        if name == "hidden" and len(book.worksheets()) > 1:
            sheet.hide()
    if dice.random() < 0.1:
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": [book.worksheets()[0].get_name(), 0, 0, 2, 0]})
        book.add_chartsheet("chart").set_chart(chart)
    book.close()


def fill_xlsxwriter(sheet, dice, formats, book):
    if dice.random() < 0.3:
        sheet.freeze_panes(1, 0)
    if dice.random() < 0.3:
        sheet.set_column(1, 2, 20, None, {"hidden": True, "level": 1})
    row = dice.choice([0, 0, 3, 1000])
    for _ in range(dice.randrange(0, 25)):
        if dice.random() < 0.1:
            sheet.set_row(row, 20, dice.choice(formats), {"hidden": dice.random() < 0.5, "level": 1})
        for column in sorted(dice.sample(range(30), dice.randrange(1, 8))):
            write_xlsxwriter(sheet, row, column, dice, dice.choice(formats + [None]), book)
        row += dice.choice([1, 1, 1, 2, 50])
    if dice.random() < 0.3:
        sheet.merge_range(row + 2, 0, row + 3, 2, pick_text(dice), formats[0])
    if dice.random() < 0.2:
        sheet.autofilter(0, 0, row, 5)


def write_xlsxwriter(sheet, row, column, dice, style, book):
    kind = dice.randrange(9)
    if kind <= 1:
        sheet.write_string(row, column, pick_text(dice), style)
    elif kind <= 3:
        number = pick_number(dice)
        sheet.write_number(row, column, number, style if can_be_a_day(number) else None)
    elif kind == 4:
        sheet.write_boolean(row, column, dice.random() < 0.5, style)
    elif kind == 5:
        results = [0, 1.5, "", "text", "a & b", True, False, "#N/A", "#DIV/0!"]
        sheet.write_formula(row, column, "=A1+SUM($B$2:C3)", style, dice.choice(results))
    elif kind == 6:
        sheet.write_datetime(row, column, datetime.datetime(2024, 4, 1, 12, 30), style)
    elif kind == 7:
        sheet.write_blank(row, column, None, style)
    elif not book.constant_memory:
        sheet.write_rich_string(row, column, " rich", book.add_format({"bold": True}), "太字", pick_text(dice) or "x")


def with_openpyxl(path, dice):
    book = openpyxl.Workbook(write_only=False)
    book.iso_dates = dice.random() < 0.2
    if dice.random() < 0.1:
        book.epoch = CALENDAR_MAC_1904
    book.remove(book.active)
    for name in dice.sample(SHEETS, dice.randrange(1, 4)):
        fill_openpyxl(book.create_sheet(name), dice)
    if len(book.worksheets) > 1 and dice.random() < 0.3:
        book.worksheets[-1].sheet_state = dice.choice(["hidden", "veryHidden"])
    book.save(path)


def fill_openpyxl(sheet, dice):
    for row in range(1, dice.randrange(1, 25)):
        for column in dice.sample(range(1, 30), dice.randrange(0, 8)):
            cell = sheet.cell(row, column)
            cell.value = pick_openpyxl(dice, cell.coordinate)
            if dice.random() < 0.5:
                cell.number_format = dice.choice(FORMATS if can_be_a_day(cell.value) else PLAIN_FORMATS)
            if dice.random() < 0.05:
                cell.comment = Comment(pick_text(dice), "author")
    if dice.random() < 0.2:
        for n, header in enumerate(["k", "v"]):
            sheet.cell(40, 1 + n, header)
        sheet.add_table(Table(displayName=f"t{dice.randrange(10**6)}", ref="A40:B42"))
    if dice.random() < 0.3:
        sheet.merge_cells("AF1:AG2")


def pick_openpyxl(dice, coordinate):
    kind = dice.randrange(10)
    if kind <= 2:
        return "".join(c for c in pick_text(dice) if c != "\r").replace("=not", "not")
    if kind <= 5:
        return pick_number(dice)
    if kind == 6:
        return dice.random() < 0.5
    if kind == 7:
        return dice.choice([datetime.datetime(2024, 4, 1, 12, 30), datetime.date(1999, 12, 31), datetime.time(6, 7, 8)])
    if kind == 8:
        return dice.choice(["#N/A", "#DIV/0!", "=A1+1", ArrayFormula(coordinate, "=SUM(A1:A2*2)")])
    return CellRichText([" run", TextBlock(InlineFont(b=True), " 太字 "), "end"])


def main(folder, count):
    for n in range(int(count)):
        dice = random.Random(n)
        write = with_openpyxl if n % 3 == 2 else with_xlsxwriter
        write(str(Path(folder) / f"{n:04}-{write.__name__.removeprefix('with_')}.xlsx"), dice)


main(*sys.argv[1:])
