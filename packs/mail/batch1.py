from lib import *

# t01 発注一覧: mixed date spellings, zero codes, 合計
R = random.Random(101)
wb = Workbook()
ws = wb.active
ws.title = "発注一覧"
ws["B1"] = "令和7年度 発注管理表(資材課)"
style(ws["B1"], bold=True, size=16, font="游ゴシック")
ws.merge_cells("B1:J1")
ws["I2"] = "更新日:"
ws["J2"] = D(2025, 5, 9)
ws["J2"].number_format = "yyyy/m/d"
H = ["発注No", "発注日", "仕入先", "品番", "品名", "数量", "単価", "金額", "納期", "備考"]
put(ws, 4, 2, H, bold=True, bg="D9E1F2", box=True, al="center")
sup = ["三和鋼材㈱", "(株)北浜商会", "東洋バルブ工業", "丸栄化成(株)"]
items = [
    ("00412", "六角ボルト M8"),
    ("00087", "Oリング P20"),
    ("01530", "ボールバルブ 25A"),
    ("00419", "平座金 M8"),
    ("02204", "シリコングリス"),
    ("00931", "配管テープ"),
    ("01531", "チェックバルブ 20A"),
]
rows = []
d = D(2025, 4, 1)
for i in range(23):
    d += dt.timedelta(R.randint(0, 3))
    it = R.choice(items)
    q = R.choice([5, 12, 20, 36, 150, 480])
    p = {"00412": 18, "00087": 45, "01530": 2480, "00419": 7, "02204": 980, "00931": 132, "01531": 3150}[it[0]] + R.randint(
        0, 4
    )
    due = d + dt.timedelta(R.randint(4, 20))
    note = R.choice([None, None, None, "至急", "分納可", "単価改定済", None])
    sd = [d, d.strftime("%Y/%m/%d"), f"R7.{d.month}.{d.day}", f"{d.year}年{d.month}月{d.day}日"][i % 4 if i > 2 else 0]
    cell = [f"{2500131 + i:08d}", sd, sup[R.randrange(4)], it[0], it[1], q, p, q * p, due if i not in (7, 15) else "未定", note]
    put(ws, 5 + i, 2, cell, box=True)
    for c in (3, 10):
        ws.cell(5 + i, c).number_format = "yyyy/m/d"
    for c in (7, 8, 9):
        ws.cell(5 + i, c).number_format = "#,##0"
    rows.append([cell[0], d, *cell[2:8], due if i not in (7, 15) else "未定", note])
put(
    ws,
    28,
    2,
    ["合計", None, None, None, None, sum(r[5] for r in rows), None, sum(r[7] for r in rows), None, None],
    bold=True,
    box=True,
    bg="FFF2CC",
)
ws.merge_cells("B28:F28")
ws["B30"] = "※納期「未定」のものは購買(内線204)まで確認のこと"
widths(ws, [2, 12, 14, 18, 9, 20, 8, 9, 12, 12, 14])
save(
    "t01-ja-orders",
    "ja",
    [rec("orders", H, rows)],
    "発注一覧 with title, update date and 合計.",
    "Order dates in four spellings (date cell, text, R7.4.1, 年月日), codes with zeros, two due dates 未定, total row merged over five columns.",
    "合計 as an order; 発注No and 品番 without zeros.",
    wb=wb,
)

# t02 部門別 予算実績 cross table, two header rows, groups with 小計; real formulas with cached values
R = random.Random(102)
wb = Workbook()
ws = wb.active
ws.title = "予実"
ws["A1"] = "2025年度 第1四半期 経費予算実績対比表"
style(ws["A1"], bold=True, size=14)
ws["K2"] = "(単位:千円)"
ws["A3"] = "部門"
ws["B3"] = "費目"
ws.merge_cells("A3:A4")
ws.merge_cells("B3:B4")
ms = ["4月", "5月", "6月"]
for k, m in enumerate(ms + ["四半期計"]):
    c = 3 + 3 * k
    ws.cell(3, c).value = m
    ws.merge_cells(start_row=3, start_column=c, end_row=3, end_column=c + 2)
    put(ws, 4, c, ["予算", "実績", "差異"])
for r in (3, 4):
    put(ws, r, 1, [None] * 14, bold=True, bg="E2EFDA", box=True, al="center")
deps = {
    "営業部": ["旅費交通費", "交際費", "広告宣伝費", "通信費"],
    "製造部": ["消耗品費", "修繕費", "水道光熱費"],
    "管理部": ["支払手数料", "研修費", "通信費", "地代家賃"],
}
fs, cached, r, subs = [], {}, 5, []


def line(r, lab, name, vals, role, dep=None, formulas=None):
    lb = [lab] if dep is None else [dep, lab]
    q = [sum(v[0] for v in vals), sum(v[1] for v in vals)]
    for k, (b, a) in enumerate(list(vals) + [q]):
        m = (ms + ["四半期計"])[k]
        c = 3 + 3 * k
        rl = "total" if k == 3 else role
        for j, (nm, v) in enumerate((("予算", b), ("実績", a), ("差異", a - b))):
            x = ws.cell(r, c + j)
            tot = rl == "total" or j == 2
            if j == 2:
                x.value = f"={L(c+1)}{r}-{L(c)}{r}"
                cached[x.coordinate] = v
            elif k == 3:
                x.value = "=" + "+".join(f"{L(3+3*i+j)}{r}" for i in range(3))
                cached[x.coordinate] = v
            elif formulas:
                x.value = formulas(L(c + j))
                cached[x.coordinate] = v
            else:
                x.value = v
            x.number_format = '#,##0;"▲"#,##0'
            fs.append(fct(lb + [m, nm], v, "total" if tot else "leaf"))


grand = [[0, 0] for _ in ms]
for dep, its in deps.items():
    r0 = r
    sub = [[0, 0] for _ in ms]
    for it in its:
        vals = [(b := R.randint(4, 60) * 10, b + R.randint(-90, 110) if b > 100 else b + R.randint(-20, 25)) for _ in ms]
        ws.cell(r, 2).value = it
        line(r, it, it, vals, "leaf", dep)
        for k in range(3):
            for j in range(2):
                sub[k][j] += vals[k][j]
                grand[k][j] += vals[k][j]
        put(ws, r, 1, [None] * 14, box=True)
        r += 1
    ws.cell(r0, 1).value = dep
    ws.merge_cells(start_row=r0, start_column=1, end_row=r - 1, end_column=1)
    ws.cell(r, 1).value = dep + " 小計"
    ws.merge_cells(start_row=r, start_column=1, end_row=r, end_column=2)
    a, b = r0, r - 1
    line(r, dep + " 小計", None, sub, "total", None, lambda c: f"=SUM({c}{a}:{c}{b})")
    put(ws, r, 1, [None] * 14, box=True, bg="F2F2F2", bold=True)
    subs.append(r)
    r += 1
ws.cell(r, 1).value = "全社合計"
ws.merge_cells(start_row=r, start_column=1, end_row=r, end_column=2)
line(r, "全社合計", None, grand, "total", None, lambda c: "=" + "+".join(f"{c}{s}" for s in subs))
put(ws, r, 1, [None] * 14, box=True, bg="DDEBF7", bold=True)
ws.cell(r + 2, 1).value = "注)差異=実績-予算。▲は予算内。"
widths(ws, [12, 16] + [9] * 12)
ws.freeze_panes = "C5"
save(
    "t02-ja-budget-actual",
    "ja",
    [facts("budget", fs)],
    "経費 by department and item, 予算/実績/差異 per month.",
    "Two header rows, merged department cells, 小計 and 全社合計 rows, 四半期計 and 差異 columns; 通信費 in two departments; formulas with cached values.",
    "Subtotals or quarter sums added to the data; 通信費 of 営業部 and 管理部 mixed up.",
    wb=wb,
    cached={1: cached},
)

# t03 価格表 with bands
R = random.Random(103)
wb = Workbook()
ws = wb.active
ws.title = "価格表"
ws["A1"] = "株式会社ミヤコ文具 卸価格表"
style(ws["A1"], bold=True, size=18, color="1F3864")
ws.merge_cells("A1:G1")
ws["A2"] = "適用:2025年10月1日~ (価格はすべて税抜)"
H = ["商品コード", "商品名", "規格", "入数", "参考上代", "卸単価", "JANコード"]
cats = {
    "■ 筆記具": [
        ("油性ボールペン", "0.5mm 黒"),
        ("油性ボールペン", "0.7mm 赤"),
        ("シャープペン", "0.3mm"),
        ("蛍光マーカー", "5色セット"),
    ],
    "■ ノート・紙製品": [
        ("大学ノート", "B5 A罫 30枚"),
        ("大学ノート", "B5 B罫 50枚"),
        ("コピー用紙", "A4 500枚"),
        ("付箋", "75×25mm"),
        ("レポート用紙", "A4"),
    ],
    "■ ファイル": [("クリアホルダー", "A4 10枚"), ("リングファイル", "A4-S 背幅36"), ("個別フォルダー", "A4")],
    "■ その他": [("修正テープ", "5mm×10m"), ("ステープラー", "10号"), ("指サック", "Mサイズ"), ("電卓", "12桁")],
}
r, n, rows = 4, 0, []
for cat, its in cats.items():
    ws.cell(r, 1).value = cat
    ws.merge_cells(start_row=r, start_column=1, end_row=r, end_column=7)
    put(ws, r, 1, [None] * 7, bold=True, bg="BDD7EE", box=True)
    r += 1
    if n == 0:
        put(ws, r, 1, H, bold=True, bg="EDEDED", box=True, al="center")
        r += 1
    for nm, sp in its:
        n += 1
        p = R.choice([90, 120, 180, 350, 480, 1280]) + R.choice([0, 0, 10, 30])
        w = round(p * R.uniform(0.52, 0.68))
        cell = [
            f"0{R.randint(10,99)}-{R.randint(0,999):03d}",
            nm,
            sp,
            R.choice([1, 10, 12, 5]),
            "オープン" if nm == "電卓" else p,
            w,
            f"49{R.randint(10**10, 10**11-1)}",
        ]
        put(ws, r, 1, cell, box=True, fmt="#,##0")
        r += 1
        rows.append([cat] + cell)
    r += 1 if cat == "■ ファイル" else 0
ws.cell(r + 1, 1).value = "※送料:1万円以上は無料、未満は一律660円(沖縄・離島を除く)"
ws.cell(r + 2, 1).value = "※「オープン」は当社までお問い合わせください"
widths(ws, [12, 20, 18, 7, 11, 10, 17])
save(
    "t03-ja-price-bands",
    "ja",
    [
        rec(
            "prices",
            ["分類"] + H,
            rows,
            union=True,
            alternatives=[rec("prices", ["分類"] + H, [[x[0][2:], *x[1:]] for x in rows], union=True)],
        )
    ],
    "卸価格表 in sections.",
    "First section band stands ABOVE the only header; one blank row; オープン among prices; the same name twice with different 規格.",
    "Band rows as products, section lost, notes as rows.",
    wb=wb,
)
# union: the column 分類 has no name in the sheet
# t04 社員名簿
R = random.Random(104)
wb = Workbook()
ws = wb.active
ws.title = "名簿"
ws["A1"] = "社員名簿"
style(ws["A1"], bold=True, size=14)
ws["H1"] = "R7.4.1現在 総務部"
top = ["社員番号", "氏名", None, "所属", None, "入社年月日", "連絡先", None, "資格"]
sub = [None, "漢字", "フリガナ", "部", "課", None, "内線", "携帯", None]
put(ws, 3, 1, top, bold=True, box=True, bg="FCE4D6", al="center")
put(ws, 4, 1, sub, bold=True, box=True, bg="FCE4D6", al="center")
for m in ("A3:A4", "B3:C3", "D3:E3", "F3:F4", "G3:H3", "I3:I4"):
    ws.merge_cells(m)
names = [
    ("佐々木 健", "ササキ ケン"),
    ("小野寺 美咲", "オノデラ ミサキ"),
    ("渡邉 隆", "ワタナベ タカシ"),
    ("髙橋 由美子", "タカハシ ユミコ"),
    ("阿部 翔太", "アベ ショウタ"),
    ("菊地 亜希", "キクチ アキ"),
    ("千葉 一郎", "チバ イチロウ"),
    ("及川 真理", "オイカワ マリ"),
    ("熊谷 誠", "クマガイ マコト"),
    ("工藤 さやか", "クドウ サヤカ"),
    ("三浦 大輔", "ミウラ ダイスケ"),
    ("村上 恵", "ムラカミ メグミ"),
    ("今野 哲也", "コンノ テツヤ"),
    ("遠藤 麻衣", "エンドウ マイ"),
]
org = [("総務部", "人事課"), ("総務部", "経理課"), ("営業部", "第一課"), ("営業部", "第二課"), ("技術部", None)]
rows = []
for i, (k, f) in enumerate(names):
    o = org[min(4, i // 3)]
    y = R.randint(1986, 2024)
    d = D(y, R.choice([4, 4, 10, 7]), R.choice([1, 1, 16]))
    era = f"S{y-1925}" if y < 1989 else f"H{y-1988}" if (y, d.month) < (2019, 5) else f"R{y-2018}"
    cell = [
        f"{R.randint(3, 980):05d}",
        k,
        f,
        o[0] if i % 3 == 0 or i // 3 > 4 else None,
        o[1] if i % 3 == 0 else None,
        f"{era}.{d.month}.{d.day}",
        f"{R.randint(11,89):03d}",
        f"0{R.choice([8,9,7])}0-{R.randint(1000,9999)}-{R.randint(0,9999):04d}" if i != 6 else None,
        R.choice([None, "第一種衛生管理者", "簿記2級", "普通自動車免許", "電気工事士\n危険物乙4"]),
    ]
    put(ws, 5 + i, 1, cell, box=True, wrap=True)
    rows.append([cell[0], k, f, o[0], o[1], d, *cell[6:]])
for g in range(0, 12, 3):
    ws.merge_cells(start_row=5 + g, start_column=4, end_row=7 + g, end_column=4)
    ws.merge_cells(start_row=5 + g, start_column=5, end_row=7 + g, end_column=5)
ws.merge_cells("D17:D18")
widths(ws, [10, 14, 18, 10, 10, 13, 8, 16, 20])
save(
    "t04-ja-staff",
    "ja",
    [
        rec(
            "staff",
            [
                "社員番号",
                "氏名_漢字",
                "氏名_フリガナ",
                "所属_部",
                "所属_課",
                "入社年月日",
                "連絡先_内線",
                "連絡先_携帯",
                "資格",
            ],
            rows,
        )
    ],
    "社員名簿 as of R7.4.1.",
    "Two-row header, 部 and 課 merged down, dates of entry in short Japanese eras (S/H/R), numbers with zeros, one cell of two lines.",
    "Department only on the first person; employee 00123 as 123; eras left in text.",
    wb=wb,
)

# t05 売上日報 by sheet month, union
R = random.Random(105)
wb = Workbook()
rows = []
H = ["日付", "店舗", "客数", "売上高", "返品", "天気"]
shops = ["本店", "駅前店", "港北店"]
for si, (m, n) in enumerate((("4月", 4), ("5月", 5), ("6月", 6))):
    ws = wb.active if si == 0 else wb.create_sheet()
    ws.title = m
    ws["A1"] = f"売上日報 2025年{m}"
    style(ws["A1"], bold=True, size=14)
    put(ws, 3, 1, H, bold=True, bg="C6E0B4", box=True)
    r, c0, s0, v0 = 4, 0, 0, 0
    for day in sorted(R.sample(range(1, 29), 9)):
        w = R.choice(["晴", "曇", "雨"])
        for k, s in enumerate(shops):
            a, b, c = R.randint(40, 320), R.randint(60000, 640000), R.choice([0, 0, 0, 1480, 3980])
            put(ws, r, 1, [D(2025, n, day), s, a, b, -c if c else None, w], box=True)
            ws.cell(r, 1).number_format = 'm"月"d"日"'
            ws.cell(r, 4).number_format = "#,##0"
            rows.append([m, D(2025, n, day), s, a, b, -c if c else None, w])
            c0 += a
            s0 += b
            v0 -= c
            r += 1
    put(ws, r, 1, ["月計", None, c0, s0, v0, None], bold=True, box=True, bg="FFE699")
    ws.cell(r + 1, 1).value = "客単価"
    ws.cell(r + 1, 4).value = round(s0 / c0)
    widths(ws, [12, 12, 8, 12, 10, 8])
ws = wb.create_sheet("メモ")
ws["A1"] = "4/29は本店が棚卸のため午後休業"
ws["A2"] = "6月より港北店の閉店時刻を20時に変更"
save(
    "t05-ja-daily-sales-sheets",
    "ja",
    [rec("sales", ["月", *H], rows, union=True, alternatives=[rec("sales", H, [r[1:] for r in rows])])],
    "Daily sales by shop, one sheet per month, and a memo sheet.",
    "月計 and 客単価 rows below each sheet; dates shown without a year; returns as negative numbers.",
    "Three tables, or 月計 as a day.",
    wb=wb,
)

# t06 請求書
R = random.Random(106)
wb = Workbook()
ws = wb.active
ws.title = "請求書"
ws.sheet_view.showGridLines = False
ws["D1"] = "御 請 求 書"
style(ws["D1"], bold=True, size=20)
ws.merge_cells("D1:F1")
ws["A3"] = "医療法人 清風会 御中"
style(ws["A3"], bold=True, size=14)
ws.merge_cells("A3:C3")
ws["G3"] = "請求番号"
ws["H3"] = "00-25-0318"
ws["G4"] = "発行日"
ws["H4"] = "2025年9月30日"
ws["G5"] = "登録番号"
ws["H5"] = "T4010001098765"
ws["G6"] = "有限会社 若葉リネンサプライ"
ws["G7"] = "〒984-0015 仙台市若林区卸町2-7-3"
ws["G8"] = "TEL 022-000-1234"
ws["A5"] = "下記のとおりご請求申し上げます。"
H = ["月日", "品名", None, "数量", "単位", "単価", "税率", "金額"]
put(ws, 11, 1, H, bold=True, box=True, bg="D9D9D9", al="center")
ws.merge_cells("B11:C11")
its = [
    ("9/2", "シーツ交換", 84, "枚", 165, "10%"),
    ("9/2", "枕カバー", 84, "枚", 58, "10%"),
    ("9/9", "シーツ交換", 79, "枚", 165, "10%"),
    ("9/9", "病衣クリーニング", 46, "着", 240, "10%"),
    ("9/16", "白衣クリーニング", 31, "着", 310, "10%"),
    ("9/16", "お茶(来客用)", 6, "箱", 1180, "8%"),
    ("9/24", "タオルレンタル", 250, "枚", 32, "10%"),
    ("9/24", "値引き", 1, "式", -2500, "10%"),
]
rows, s10, s8 = [], 0, 0
for i, (d, n, q, u, p, t) in enumerate(its):
    put(ws, 12 + i, 1, [d, n, None, q, u, p, t, q * p], box=True, fmt="#,##0")
    ws.merge_cells(start_row=12 + i, start_column=2, end_row=12 + i, end_column=3)
    rows.append([d, n, q, u, p, t, q * p])
    if t == "8%":
        s8 += q * p
    else:
        s10 += q * p
for i in range(20, 24):
    put(ws, i, 1, [None] * 8, box=True)
    ws.merge_cells(start_row=i, start_column=2, end_row=i, end_column=3)
t10, t8 = s10 // 10, s8 * 8 // 100
for i, (k, v) in enumerate(
    (("10%対象", s10), ("消費税(10%)", t10), ("8%対象 ※軽減税率", s8), ("消費税(8%)", t8), ("合計", s10 + s8 + t10 + t8))
):
    ws.cell(24 + i, 6).value = k
    ws.merge_cells(start_row=24 + i, start_column=6, end_row=24 + i, end_column=7)
    ws.cell(24 + i, 8).value = v
    ws.cell(24 + i, 8).number_format = "¥#,##0"
ws["A8"] = "ご請求金額"
ws["B8"] = s10 + s8 + t10 + t8
ws["B8"].number_format = '"¥"#,##0"-"'
style(ws["A8"], bold=True)
ws["A9"] = "お支払期限"
ws["B9"] = "2025年10月31日"
ws["A25"] = "お振込先:七十七銀行 卸町支店 普通 0012345"
ws["A26"] = "税率8%の品目は軽減税率対象"
widths(ws, [12, 16, 10, 8, 6, 10, 10, 18])
save(
    "t06-ja-invoice-two-rates",
    "ja",
    [
        rec("lines", ["月日", "品名", "数量", "単位", "単価", "税率", "金額"], rows),
        form(
            "head",
            {
                "請求番号": "00-25-0318",
                "発行日": "2025-09-30",
                "登録番号": "T4010001098765",
                "ご請求金額": s10 + s8 + t10 + t8,
                "お支払期限": "2025-10-31",
            },
        ),
    ],
    "請求書 with two tax rates.",
    "品名 merged over two columns, days without year, empty lines, a discount with a negative price, five total lines, sender block at the right.",
    "Total or tax lines as items; the discount lost.",
    wb=wb,
)

# t07 アンケート csv utf-8 BOM
R = random.Random(107)
out = io.StringIO()
w = csv.writer(out, lineterminator="\r\n")
H = [
    "回答ID",
    "タイムスタンプ",
    "年代",
    "性別",
    "Q1. 本日の満足度(5段階)",
    "Q2. 参加のきっかけ(複数回答可)",
    "Q3. 次回も参加したいですか",
    "Q4. ご意見・ご感想",
]
w.writerow(H)
rows = []
t = dt.datetime(2025, 6, 14, 15, 2, 11)
com = [
    "とても勉強になりました。",
    "会場が少し寒かったです。\n資料は良かった。",
    None,
    None,
    "「質問タイム」を、もっと長く取ってほしい",
    "駐車場が少ない, バスの本数も少ない",
    "特になし",
    None,
]
for i in range(38):
    t += dt.timedelta(seconds=R.randint(9, 700))
    ans = "、".join(R.sample(["チラシ", "市報", "友人の紹介", "SNS", "ホームページ"], R.choice([1, 1, 2, 3])))
    row = [
        f"{i*7+13:04d}",
        t.strftime("%Y/%m/%d %H:%M:%S"),
        R.choice(["20代", "30代", "40代", "50代", "60代以上"]),
        R.choice(["男性", "女性", "回答しない"]),
        R.choice([5, 4, 4, 3, 2, None]),
        ans,
        R.choice(["はい", "いいえ", "わからない"]),
        R.choice(com),
    ]
    w.writerow(["" if v is None else v for v in row])
    rows.append([row[0], t.isoformat(), *row[2:]])
save(
    "t07-ja-survey-csv",
    "ja",
    [rec("answers", H, rows)],
    "Export of a form survey, csv with BOM.",
    "Cells with line breaks and commas, several answers in one cell, IDs with zeros, long question texts as headers.",
    "Rows broken at the line break; answers of Q2 split to several rows so that Q1 counts twice.",
    data=("\ufeff" + out.getvalue()).encode("utf-8"),
    ext="csv",
)

# t08 備品台帳: two lists side by side
R = random.Random(108)
wb = Workbook()
ws = wb.active
ws.title = "棚卸"
ws["A1"] = "期末棚卸表(2025年3月31日)"
style(ws["A1"], bold=True, size=14)
ws["A2"] = "【第一倉庫】"
ws["H2"] = "【第二倉庫】"
HA = ["棚番", "品名", "帳簿数", "実地数", "差異"]
HB = ["ロケーション", "薬品名", "容量", "本数", "使用期限"]
put(ws, 3, 1, HA, bold=True, box=True, bg="DDDDDD")
put(ws, 3, 8, HB, bold=True, box=True, bg="DDDDDD")
a, b = [], []
for i, n in enumerate(
    [
        "折りたたみ椅子",
        "長机",
        "パーテーション",
        "延長コード10m",
        "台車",
        "脚立",
        "投光器",
        "ブルーシート",
        "カラーコーン",
        "消火器",
        "ヘルメット",
        "担架",
    ]
):
    x = R.randint(3, 140)
    y = x - R.choice([0, 0, 0, 1, 2, -1])
    a.append([f"A-{i//4+1:02d}-{i%4+1}", n, x, y, y - x])
    put(ws, 4 + i, 1, a[-1], box=True)
for i, n in enumerate(
    ["次亜塩素酸ナトリウム", "消毒用エタノール", "精製水", "クレゾール石けん液", "過酸化水素水", "グリセリン", "塩酸"]
):
    d = D(2025 + R.randint(0, 3), R.randint(1, 12), R.choice([28, 30 if False else 15]))
    b.append([f"{R.randint(1,40):03d}", n, R.choice(["500mL", "1L", "5L"]), R.randint(1, 30), d])
    put(ws, 4 + i, 8, b[-1], box=True)
    ws.cell(4 + i, 12).number_format = "yyyy/mm/dd"
put(ws, 16, 1, ["計", None, sum(r[2] for r in a), sum(r[3] for r in a), sum(r[4] for r in a)], bold=True, box=True)
put(ws, 11, 8, ["計", None, None, sum(r[3] for r in b), None], bold=True, box=True)
ws["H14"] = "棚卸担当"
ws["I14"] = "大塚"
ws["H15"] = "立会"
ws["I15"] = "西村"
widths(ws, [9, 18, 8, 8, 7, 3, 3, 13, 22, 8, 7, 12])
save(
    "t08-ja-stock-two-lists",
    "ja",
    [rec("first", HA, a), rec("second", HB, b)],
    "Year-end stocktaking, two lists side by side.",
    "Different columns and lengths, 計 in different rows, two names below the shorter list.",
    "The lists glued into the same rows; 計 as goods; location 007 as 7.",
    wb=wb,
)
