"""Helpers of this pack: put cells, style them, write input + truth + about, patch cached formula values."""

import json, os, random, re, zipfile, shutil, datetime as dt
from pathlib import Path
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill, Alignment, Border, Side
from openpyxl.utils import get_column_letter as L

OUT = Path(os.environ["PACK"])
thin, med, hair, dbl = (Side(style=s) for s in ("thin", "medium", "hair", "double"))
BOX = Border(left=thin, right=thin, top=thin, bottom=thin)


class Fm:
    def __init__(self, f, v):
        self.f, self.v = f, v


class Case:
    def __init__(self, cid, lang, what, hard, harm, font=None):
        self.id, self.lang, self.about, self.font = cid, lang, (what, hard, harm), font
        self.rnd = random.Random(cid)
        self.tables = []
        self.cached = {}
        self.must = []
        self.none = False
        self.wb = Workbook()
        self.ws = self.wb.active

    def sheet(self, name, first=False):
        if first:
            self.ws.title = name
        else:
            self.ws = self.wb.create_sheet(name)
        return self.ws

    def put(
        self,
        r,
        c,
        v=None,
        bold=False,
        size=None,
        fill=None,
        fmt=None,
        al=None,
        wrap=False,
        box=False,
        color=None,
        to=None,
        under=None,
        va=None,
        ws=None,
        it=False,
    ):
        """to=(r2,c2) merges."""
        ws = ws or self.ws
        x = ws.cell(r, c)
        if isinstance(v, Fm):
            self.cached[ws.title, x.coordinate] = v.v
            v = v.f
        x.value = v
        if self.font or bold or size or color or under or it:
            x.font = Font(name=self.font or "Calibri", bold=bold, size=size or 10, color=color, underline=under, italic=it)
        cells = [x] if not to else [ws.cell(i, j) for i in range(r, to[0] + 1) for j in range(c, to[1] + 1)]
        for y in cells:
            if fill:
                y.fill = PatternFill("solid", fgColor=fill)
            if box:
                y.border = BOX
        if fmt:
            x.number_format = fmt
        if al or wrap or va:
            x.alignment = Alignment(horizontal=al, vertical=va or ("center" if to else None), wrap_text=wrap)
        if to:
            ws.merge_cells(start_row=r, start_column=c, end_row=to[0], end_column=to[1])
        return x

    def row(self, r, c, vals, **k):
        fmts = k.pop("fmts", None)
        for i, v in enumerate(vals):
            kk = dict(k)
            if fmts and fmts[i]:
                kk["fmt"] = fmts[i]
            if v is not None or k.get("box") or k.get("fill"):
                self.put(r, c + i, v, **kk)

    def widths(self, *w):
        for i, x in enumerate(w, 1):
            self.ws.column_dimensions[L(i)].width = x

    def rec(self, tid, cols, rows, **k):
        self.tables.append({"id": tid, "kind": "records", "columns": cols, "rows": [[iso(v) for v in r] for r in rows], **k})

    def facts(self, tid, facts, **k):
        self.tables.append({"id": tid, "kind": "facts", "facts": [fact(*f) if isinstance(f, tuple) else f for f in facts], **k})

    def form(self, tid, fields):
        self.tables.append({"id": tid, "kind": "form", "fields": {a: iso(b) for a, b in fields.items()}})

    def done(self, text=None, ext="xlsx", enc="utf-8"):
        d = OUT / self.id
        shutil.rmtree(d, ignore_errors=True)
        d.mkdir(parents=True)
        if text is None:
            self.wb.properties.created = self.wb.properties.modified = dt.datetime(2025, 9, 1)
            p = d / "input.xlsx"
            self.wb.save(p)
            if self.cached:
                patch(p, self.wb.sheetnames, self.cached)
        else:
            (d / f"input.{ext}").write_bytes(text.encode(enc))
        one = lambda x: json.dumps(x, ensure_ascii=False)
        body = []
        for t in self.tables:
            t = dict(t)
            key = "rows" if "rows" in t else "facts" if "facts" in t else None
            if not key:
                body.append("  " + one(t))
                continue
            items = t.pop(key)
            alt = t.pop("alternatives", None)
            s = "  " + one(t)[:-1] + f', "{key}": [\n' + ",\n".join("    " + one(x) for x in items) + "]"
            body.append(s + (f',\n   "alternatives": {one(alt)}' if alt else "") + "}")
        (d / "truth.json").write_text(
            f'{{"language": "{self.lang}", "no_table": {str(self.none).lower()}, "must_warn": {one(self.must)},\n "tables": [\n'
            + ",\n".join(body)
            + "]}\n",
            encoding="utf-8",
        )
        (d / "about.md").write_text(
            f"# {self.id}\n\n- What it is: {self.about[0]}\n- What makes it hard: {self.about[1]}\n- Harmful misreading: {self.about[2]}\n",
            encoding="utf-8",
        )
        json.loads((d / "truth.json").read_text())


def iso(v):
    if isinstance(v, dt.datetime):
        return v.strftime("%Y-%m-%dT%H:%M:%S") if (v.hour or v.minute) else v.strftime("%Y-%m-%d")
    if isinstance(v, dt.date):
        return v.isoformat()
    return v


def fact(labels, value, role="leaf", optional=False):
    f = {"labels": [str(x) for x in labels], "value": iso(value), "role": role}
    return {**f, "optional": True} if optional else f


def patch(path, names, cached):
    src = zipfile.ZipFile(path)
    tmp = path.with_suffix(".tmp")
    with zipfile.ZipFile(tmp, "w", zipfile.ZIP_DEFLATED) as out:
        for it in src.infolist():
            data = src.read(it.filename)
            if m := re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", it.filename):
                s = data.decode("utf-8")
                for (n, ref), v in cached.items():
                    if names.index(n) != int(m[1]) - 1:
                        continue
                    typ = ' t="str"' if isinstance(v, str) else ""
                    s, k = re.subn(
                        rf'<c r="{ref}"((?: s="\d+")?)[^>]*><f>(.*?)</f><v ?/?>(?:</v>)?</c>',
                        rf'<c r="{ref}"\1{typ}><f>\2</f><v>{v}</v></c>',
                        s,
                    )
                    assert k == 1, (ref, k)
                data = s.encode("utf-8")
            out.writestr(it, data)
    tmp.replace(path)


def D(y, m, d):
    return dt.datetime(y, m, d)


SEI = "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 西村 太田 三浦 藤井 岡本 金子 中野 原田 竹内".split()
MEI = "健一 美咲 大輔 由美 翔太 陽子 拓也 恵子 直樹 さくら 誠 千尋 浩二 真由美 和也 裕子 剛 麻衣 隆 愛 智也 香織 修 彩 雄介 久美子 亮 奈々 進 葵".split()


def jname(r, sp=" "):
    return r.choice(SEI) + sp + r.choice(MEI)


def jnames(r, n, sp=" "):
    out = []
    while len(out) < n:
        x = jname(r, sp)
        if x not in out:
            out.append(x)
    return out
