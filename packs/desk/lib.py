"""Helpers of this pack: sheets with style, formulas with cached values, truth.json, about.md."""

import datetime as dt, json, os, random, re, shutil, zipfile
from pathlib import Path
import openpyxl
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter as L

OUT = Path(os.environ["PACK"])
D = dt.date
thin = Side(style="thin", color="808080")
BOX = Border(left=thin, right=thin, top=thin, bottom=thin)
HEAD = PatternFill("solid", fgColor="D9E1F2")
GREY = PatternFill("solid", fgColor="EEEEEE")
YEL = PatternFill("solid", fgColor="FFF2CC")


class Fx:
    """A formula with its value."""

    def __init__(self, f, v):
        self.f, self.v = f, v


class Sheet:
    def __init__(self, ws):
        self.ws, self.cached = ws, {}

    def put(
        self,
        r,
        c,
        v,
        fmt=None,
        bold=False,
        fill=None,
        box=False,
        align=None,
        indent=None,
        wrap=False,
        size=None,
        font=None,
        color=None,
    ):
        cell = self.ws.cell(r, c)
        if isinstance(v, Fx):
            self.cached[cell.coordinate] = v.v
            v = v.f
        cell.value = v
        if fmt:
            cell.number_format = fmt
        if bold or size or font or color:
            cell.font = Font(bold=bold, size=size or 11, name=font or "Calibri", color=color)
        if fill:
            cell.fill = fill
        if box:
            cell.border = BOX
        if align or wrap or indent:
            cell.alignment = Alignment(horizontal=align, wrap_text=wrap, vertical="center", indent=indent or 0)
        return cell

    def row(self, r, c, vals, **k):
        for i, v in enumerate(vals):
            f = dict(k)
            if isinstance(v, dt.datetime) and "fmt" not in f:
                f["fmt"] = "yyyy/mm/dd hh:mm"
            elif isinstance(v, dt.date) and "fmt" not in f:
                f["fmt"] = "yyyy/mm/dd"
            self.put(r, c + i, v, **f)

    def merge(self, ref):
        self.ws.merge_cells(ref)

    def widths(self, *ws):
        for i, w in enumerate(ws, 1):
            self.ws.column_dimensions[L(i)].width = w


class Book:
    def __init__(self):
        self.wb = openpyxl.Workbook()
        self.wb.remove(self.wb.active)
        self.sheets = []

    def sheet(self, name):
        s = Sheet(self.wb.create_sheet(name))
        self.sheets.append(s)
        return s

    def save(self, path):
        self.wb.properties.created = self.wb.properties.modified = dt.datetime(2025, 7, 1)
        self.wb.save(path)
        if not any(s.cached for s in self.sheets):
            return
        tmp = path.with_suffix(".tmp")
        with zipfile.ZipFile(path) as zi, zipfile.ZipFile(tmp, "w", zipfile.ZIP_DEFLATED) as zo:
            for it in zi.infolist():
                b = zi.read(it.filename)
                if m := re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", it.filename):
                    s, x = self.sheets[int(m[1]) - 1], b.decode()
                    for ref, v in s.cached.items():
                        x, n = re.subn(
                            rf'(<c r="{ref}"[^>]*>\s*<f>[^<]*</f>)\s*<v\s*/?>(</v>)?', lambda q: f"{q[1]}<v>{v}</v>", x
                        )
                        assert n == 1, (ref, n)
                    b = x.encode()
                zo.writestr(it, b)
        shutil.move(tmp, path)


def iso(v):
    if isinstance(v, Fx):
        v = v.v
    if isinstance(v, dt.datetime):
        return v.strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(v, dt.date):
        return v.isoformat()
    if isinstance(v, dt.time):
        return v.strftime("%H:%M")
    return v


def rec(id, columns, rows, **k):
    rows = [[iso(v) for v in r] for r in rows]
    for r in rows:
        assert len(r) == len(columns), (columns, r)
    return {"id": id, "kind": "records", "columns": columns, "rows": rows, **k}


def facts(id, fs, **k):
    return {"id": id, "kind": "facts", "facts": fs, **k}


def fact(labels, value, role="leaf", **k):
    return {"labels": [str(x) for x in labels], "value": iso(value), "role": role, **k}


def form(id, **fields):
    return {"id": id, "kind": "form", "fields": {k: iso(v) for k, v in fields.items()}}


def formd(id, fields):
    return {"id": id, "kind": "form", "fields": {k: iso(v) for k, v in fields.items()}}


def save(cid, lang, content, tables, about, ext="xlsx", enc="utf-8", warn=(), no_table=False):
    d = OUT / cid
    if d.exists():
        shutil.rmtree(d)
    d.mkdir(parents=True)
    if isinstance(content, Book):
        content.save(d / f"input.{ext}")
    else:
        (d / f"input.{ext}").write_bytes(content.encode(enc))
    lines = []
    for t in tables:
        t = dict(t)
        for key in ("rows", "facts"):
            if key in t:
                rest = {k: v for k, v in t.items() if k != key}
                body = ",\n    ".join(json.dumps(x, ensure_ascii=False) for x in t[key])
                lines.append("  " + json.dumps(rest, ensure_ascii=False)[:-1] + f', "{key}": [\n    {body}]}}')
                break
        else:
            lines.append("  " + json.dumps(t, ensure_ascii=False))
    s = (
        json.dumps({"language": lang, "no_table": no_table, "must_warn": list(warn)}, ensure_ascii=False)[:-1]
        + ',\n "tables": [\n'
        + ",\n".join(lines)
        + "]}\n"
    )
    json.loads(s)
    (d / "truth.json").write_text(s, encoding="utf-8")
    what, hard, harm = about
    (d / "about.md").write_text(
        f"# {cid}\n\n- What it is: {what}\n- What makes it hard: {hard}\n- Harmful misreading: {harm}\n", encoding="utf-8"
    )
