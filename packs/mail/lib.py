import json, re, os, zipfile, shutil, random, datetime as dt, io, csv
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill, Border, Side, Alignment
from openpyxl.utils import get_column_letter as L

OUT = os.environ["PACK"]
thin = Side(style="thin", color="808080")
BOX = Border(left=thin, right=thin, top=thin, bottom=thin)
D = dt.date


def fill(c):
    return PatternFill("solid", fgColor=c)


def iso(d):
    return d.isoformat()


def put(ws, r, c, vals, **kw):
    for i, v in enumerate(vals):
        x = ws.cell(r, c + i)
        if v is not None:
            x.value = v
        style(x, **kw)


def style(x, bold=None, bg=None, box=False, fmt=None, al=None, wrap=None, size=None, font=None, color=None):
    if bold or size or font or color:
        x.font = Font(bold=bold, size=size or 11, name=font or "Calibri", color=color)
    if bg:
        x.fill = fill(bg)
    if box:
        x.border = BOX
    if fmt and isinstance(x.value, (int, float, dt.date, dt.datetime, dt.time)):
        x.number_format = fmt
    if al or wrap:
        x.alignment = Alignment(horizontal=al, vertical="center", wrap_text=wrap)


def widths(ws, ws_):
    for i, w in enumerate(ws_, 1):
        ws.column_dimensions[L(i)].width = w


def rec(id, cols, rows, **k):
    assert all(len(r) == len(cols) for r in rows), id
    return {
        "id": id,
        "kind": "records",
        "columns": cols,
        "rows": [[iso(v) if isinstance(v, dt.date) else v for v in r] for r in rows],
        **k,
    }


def fct(labels, v, role="leaf", **k):
    return {"labels": [str(x) for x in labels], "value": v, "role": role, **k}


def facts(id, fs, **k):
    return {"id": id, "kind": "facts", "facts": fs, **k}


def form(id, fields):
    return {"id": id, "kind": "form", "fields": {k: iso(v) if isinstance(v, dt.date) else v for k, v in fields.items()}}


def save(cid, lang, tables, what, hard, harm, wb=None, data=None, ext="xlsx", must_warn=(), no_table=False, cached=None):
    d = f"{OUT}/{cid}"
    shutil.rmtree(d, ignore_errors=True)
    os.makedirs(d)
    p = f"{d}/input.{ext}"
    if wb:
        wb.save(p)
        if cached:
            patch(p, cached)
    else:
        open(p, "wb").write(data)
    json.dump(
        {"language": lang, "no_table": no_table, "must_warn": list(must_warn), "tables": tables},
        open(f"{d}/truth.json", "w", encoding="utf-8"),
        ensure_ascii=False,
        indent=1,
    )
    open(f"{d}/about.md", "w", encoding="utf-8").write(
        f"# {cid}\n\n- What it is: {what}\n- What makes it hard: {hard}\n- Harmful misreading: {harm}\n"
    )


def patch(p, cached):
    """cached: {sheet number (1..): {cell: value}} -> <v> beside the formulas"""
    z = zipfile.ZipFile(p)
    out = io.BytesIO()
    n = 0
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as o:
        for i in z.namelist():
            b = z.read(i)
            m = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", i)
            if m and int(m[1]) in cached:
                s = b.decode()
                for cell, v in cached[int(m[1])].items():
                    s, k = re.subn(rf'(<c r="{cell}"[^>]*><f>[^<]*</f>)<v ?/?>(</v>)?', rf"\g<1><v>{v}</v>", s)
                    n += k
                    assert k == 1, (cell, k)
                b = s.encode()
            o.writestr(i, b)
    z.close()
    open(p, "wb").write(out.getvalue())
