"""What other programs show of workbooks, and questions about files whose answers openpyxl knows.

  dump-books.py FOLDER OUT      a line of JSON for each file of the folder, in the order of their names
"""

import functools
import json
import random
import re
import sys
from pathlib import Path


# A file is looked at twice, and opening it takes longer than all else.
@functools.lru_cache(maxsize=1)
def cells_of(path):
    from openpyxl import load_workbook

    formulas = load_workbook(path)
    values = load_workbook(path, data_only=True)
    return [
        (sheet.title, cell.coordinate, cell.value, values[sheet.title][cell.coordinate].value)
        for sheet in formulas.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    ]


def by_openpyxl(path):
    lines, sheet = [], None
    for title, at, value, cached in cells_of(path):
        if title != sheet:
            sheet = title
            lines.append(f"# {title}")
        is_formula = isinstance(value, str) and value.startswith("=")
        lines.append(f"{at}\t{cached if is_formula else value}" + (f"\t{value}" if is_formula else ""))
    return "\n".join(lines)


def by_markitdown(path):
    from markitdown import MarkItDown

    return MarkItDown(enable_plugins=False).convert(str(path)).markdown


# Each text is compared with every other one.
MOST_CELLS = 4_000
SUM = re.compile(r"=SUM\(([A-Z]+)(\d+):\1(\d+)\)")


def questions_of(path):
    """Texts that stand once in the file, and sums over rows whose label stands once."""
    found = list(cells_of(path))
    if len(found) > MOST_CELLS:
        return []
    if len({sheet for sheet, *_ in found}) != 1:
        return []
    texts = [(value, at) for _, at, value, _ in found if isinstance(value, str) and 3 <= len(value) <= 40 and not value.startswith("=") and "\n" not in value]
    spelled = [text for text, _ in texts]
    once = [(text, at) for text, at in texts if sum(text in other for other in spelled) == 1]
    random.Random(len(found)).shuffle(once)
    asked = [{"kind": "where", "text": text, "answer": at} for text, at in once[:8]]
    for _, at, value, _ in found:
        match = SUM.fullmatch(value) if isinstance(value, str) else None
        row = re.sub(r"\D", "", at)
        label = next((text for text, place in once if re.fullmatch(r"[A-C]" + row, place)), None)
        if match and label and len(asked) < 10 and not any(each.get("label") == label for each in asked):
            asked.append({"kind": "parts", "label": label, "answer": f"{match[2]}:{match[3]}"})
    return asked


def guarded(make, path):
    try:
        return make(path)
    except Exception as problem:  # a program that cannot read a file shows nothing of it
        print(f"{make.__name__} {path.name}: {problem}", file=sys.stderr)
        return "" if make is not questions_of else []


def main():
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    with out.open("w") as lines:
        for path in sorted(folder.iterdir()):
            shown = {"name": path.name, "openpyxl": guarded(by_openpyxl, path), "markitdown": guarded(by_markitdown, path), "questions": [] if path.name.startswith("orders-") else guarded(questions_of, path)}
            lines.write(json.dumps(shown, ensure_ascii=False, default=str) + "\n")


main()
