from lib import *

# t09 timesheet, one sheet per person
R = random.Random(109)
wb = Workbook()
rows, forms = [], []
H = ["日付", "曜", "出勤", "退勤", "休憩(分)", "実働(h)", "備考"]
W = "月火水木金土日"
for si, (nm, no, dep) in enumerate((("桑原 直樹", "0071", "設計課"), ("Nguyen Thi Lan", "0213", "製造課"))):
    ws = wb.active if si == 0 else wb.create_sheet()
    ws.title = nm
    ws["A1"] = "勤務時間報告書"
    style(ws["A1"], bold=True, size=15)
    ws.merge_cells("A1:G1")
    for c, k, v in ((1, "氏名", nm), (4, "社員番号", no)):
        ws.cell(2, c).value = k
        ws.cell(2, c + 1).value = v
    ws["A3"] = "所属"
    ws["B3"] = dep
    ws["D3"] = "対象月"
    ws["E3"] = "2025年7月"
    put(ws, 5, 1, H, bold=True, box=True, bg="B4C6E7", al="center")
    tot = days = 0
    for day in range(1, 32):
        d = D(2025, 7, day)
        r = 5 + day
        off = d.weekday() >= 5 or day == 21
        if off:
            cell = [d, W[d.weekday()], None, None, None, None, "海の日" if day == 21 else "公休"]
        elif R.random() < 0.08:
            cell = [d, W[d.weekday()], None, None, None, None, "有給休暇"]
        else:
            a = R.randint(8 * 60 + 20, 9 * 60 + 5)
            b = R.randint(17 * 60 + 20, 21 * 60 + 40)
            br = 60 if b < 1200 else 75
            h = round((b - a - br) / 60, 2)
            cell = [
                d,
                W[d.weekday()],
                dt.time(a // 60, a % 60),
                dt.time(b // 60, b % 60),
                br,
                h,
                R.choice([None, None, None, "客先直行", "電車遅延", None]),
            ]
            tot += h
            days += 1
        put(ws, r, 1, cell, box=True, bg="F8CBAD" if off else None)
        ws.cell(r, 1).number_format = "m/d"
        for c in (3, 4):
            ws.cell(r, c).number_format = "h:mm"
        rows.append([nm, d, cell[1]] + [v.strftime("%H:%M") if isinstance(v, dt.time) else v for v in cell[2:]])
    ws["A37"] = "出勤日数"
    ws["C37"] = days
    ws["E37"] = "合計"
    ws["F37"] = round(tot, 2)
    ws["E39"] = "承認印"
    ws["F39"] = "本人印"
    widths(ws, [10, 14, 9, 11, 12, 9, 14])
    forms.append(form(f"head{si}", {"氏名": nm, "社員番号": no, "所属": dep}))
save(
    "t09-ja-timesheets",
    "ja",
    [rec("days", ["氏名", *H], rows, union=True), *forms],
    "勤務時間報告書 July, one sheet per person.",
    "Form block above the table, days off with a word only, dates shown as m/d, 出勤日数 and 合計 below, stamp boxes.",
    "The total line as a day; times as fractions; the two persons mixed without a name.",
    wb=wb,
)

import unicodedata

HK = {unicodedata.normalize("NFKC", chr(c)): chr(c) for c in range(0xFF65, 0xFF9E)} | {"\u3099": "\uff9e", "\u309a": "\uff9f"}
half = lambda t: "".join(HK.get(ch, ch) for ch in unicodedata.normalize("NFD", t))
# t10 bank statement cp932
R = random.Random(110)
out = io.StringIO()
bal = 1284530
rows = []
out.write(
    '"照会口座","わかば支店 普通 0048213 ' + half("カ)ミナトセツビ") + '"\r\n"照会期間","2025年08月01日~2025年08月31日"\r\n\r\n'
)
H = ["取引日", "起算日", "お引出し金額", "お預入れ金額", "残高", "取引区分", "摘要"]
out.write(",".join(f'"{h}"' for h in H) + "\r\n")
day = 1
inn, outt = 0, 0
for i in range(34):
    day = min(31, day + R.choice([0, 1, 1, 2]))
    d = D(2025, 8, day)
    if R.random() < 0.3:
        a, b, k, m = (
            None,
            R.randint(40, 980) * 1000 + R.choice([0, 450, 780]),
            "振込",
            R.choice(["カ)アサヒケンセツ", "シヤ)フクシカイ", "ヤマモト ケンジ", "ユ)タナカスイドウ"]),
        )
    else:
        a, b, k, m = (
            R.choice([R.randint(2000, 190000), R.randint(2000, 60000)]),
            None,
            *R.choice(
                [
                    ("振込手数料", ""),
                    ("口座振替", "デンキリヨウ"),
                    ("口座振替", "NTTヒガシニホン"),
                    ("カード", "ATM 支店"),
                    ("振込", "カ)ニホンカンザイ"),
                ]
            ),
        )
    if k == "振込手数料":
        a = R.choice([110, 330, 660])
    m = half(m)
    bal += (b or 0) - (a or 0)
    inn += b or 0
    outt += a or 0
    s = d.strftime("%Y年%m月%d日")
    f = lambda v: "" if v is None else f"{v:,}"
    out.write(f'"{s}","{s}","{f(a)}","{f(b)}","{f(bal)}","{k}","{m}"\r\n')
    rows.append([d, d, a, b, bal, k, m or None])
out.write(f'"合計","","{outt:,}","{inn:,}","","",""\r\n')
save(
    "t10-ja-bank-csv",
    "ja",
    [
        rec("moves", H, rows),
        form(
            "head",
            {"照会口座": "わかば支店 普通 0048213 " + half("カ)ミナトセツビ"), "照会期間": "2025年08月01日~2025年08月31日"},
        ),
    ],
    "Bank statement csv in cp932.",
    "Two lines of account data and a blank line above the header, thousands commas in quotes, 合計 at the end.",
    "合計 as a movement; half-width kana broken; the header taken from the first line.",
    data=out.getvalue().replace("~", "~").encode("cp932"),
    ext="csv",
)

# t11 marks by class, stacked, repeated headers
R = random.Random(111)
wb = Workbook()
ws = wb.active
ws.title = "2学期期末"
ws["A1"] = "3学年 2学期期末考査 成績一覧"
style(ws["A1"], bold=True, size=14)
sub = ["国語", "数学", "英語", "理科", "社会"]
H = ["番号", "氏名", *sub, "合計", "順位"]
r = 3
rows = []
sei, mei = (
    "石川 岡田 後藤 長谷川 村田 近藤 坂本 藤井 西田 福田 太田 中野 原 小川 竹内 金子 和田 中山".split(),
    "蓮 陽菜 湊 結衣 大和 葵 樹 凛 悠真 さくら 颯太 美月 律 杏 海斗 莉子 新 詩".split(),
)
R.shuffle(sei)
for ci, (cl, tea, n) in enumerate((("3年1組", "野口", 6), ("3年2組", "大橋", 7), ("3年3組", "丸山", 5))):
    ws.cell(r, 1).value = cl
    ws.cell(r, 3).value = f"担任:{tea}"
    style(ws.cell(r, 1), bold=True, size=12)
    r += 1
    put(ws, r, 1, H, bold=True, box=True, bg="DDEBF7", al="center")
    r += 1
    blk = []
    for k in range(n):
        j = ci * 7 + k if ci < 2 else [14, 15, 16, 17, 6][k]
        m = [R.randint(28, 99) for _ in sub]
        if ci == 1 and k == 3:
            m[2] = "欠"
        blk.append([k + 1, f"{sei[j % 18]} {mei[j % 18]}", *m, sum(x for x in m if x != "欠")])
    for b in blk:
        b.append(1 + sum(x[7] > b[7] for x in blk))
        put(ws, r, 1, b, box=True)
        rows.append([cl] + b[:7] + [b[8]])
        r += 1
    put(
        ws,
        r,
        1,
        ["平均", None] + [round(sum(v := [b[i] for b in blk if b[i] != "欠"]) / len(v), 1) for i in range(2, 8)] + [None],
        bold=True,
        box=True,
        bg="F2F2F2",
    )
    r += 2
ws.cell(r, 1).value = "※「欠」は当日欠席。追試は1月15日に実施予定。"
widths(ws, [7, 16] + [7] * 7)
save(
    "t11-ja-marks-stacked",
    "ja",
    [rec("marks", ["クラス", "番号", "氏名", *sub, "順位"], rows, union=True)],
    "Marks of three classes under each other.",
    "Class name above each block, header repeated, 平均 row per block, 欠 among the numbers.",
    "平均 as a pupil; classes lost so that number 1 stands there three times; repeated headers as rows.",
    wb=wb,
)

# t12 町内会 会計
R = random.Random(112)
wb = Workbook()
ws = wb.active
ws.title = "決算報告"
ws["A1"] = "令和6年度 緑ヶ丘町内会 収支決算書"
style(ws["A1"], bold=True, size=14)
ws.merge_cells("A1:F1")
ws["A2"] = "(令和6年4月1日~令和7年3月31日)"
ws["F2"] = "単位:円"
ws["A4"] = "1.収入の部"
H = ["科目", "予算額", "決算額", "増減", "摘要"]
put(ws, 5, 1, ["科目", None, "予算額", "決算額", "増減", "摘要"], bold=True, box=True, al="center", bg="E7E6E6")
ws.merge_cells("A5:B5")
inc, r = [], 6
for n, b, a, m in (
    ("前年度繰越金", 412806, 412806, None),
    ("町会費", 936000, 921600, "月300円×256世帯"),
    ("市補助金", 148000, 151200, "防災・美化"),
    ("夏祭り協賛金", 180000, 203500, "商店会ほか17件"),
    ("雑収入", 2000, 37, "預金利息"),
):
    put(ws, r, 1, [n, None, b, a, a - b, m], box=True, fmt="#,##0;△#,##0")
    ws.merge_cells(start_row=r, start_column=1, end_row=r, end_column=2)
    inc.append([n, b, a, m])
    r += 1
ti = [sum(x[1] for x in inc), sum(x[2] for x in inc)]
put(ws, r, 1, ["収入合計", None, *ti, ti[1] - ti[0], None], box=True, bold=True, fmt="#,##0;△#,##0")
ws.merge_cells(start_row=r, start_column=1, end_row=r, end_column=2)
r += 2
ws.cell(r, 1).value = "2.支出の部"
r += 1
put(ws, r, 1, ["科目", "内訳", "予算額", "決算額", "増減", "摘要"], bold=True, box=True, al="center", bg="E7E6E6")
r += 1
ex = []
for n, subs in (
    ("会議費", [(None, 60000, 48310, "総会・役員会")]),
    (
        "事業費",
        [
            ("夏祭り", 420000, 447926, "テント借上含む"),
            ("敬老会", 150000, 138240, None),
            ("一斉清掃", 45000, 39870, "年2回"),
            ("防災訓練", 80000, 92115, "備蓄水更新"),
        ],
    ),
    ("街灯費", [("電気料", 210000, 196482, None), ("修繕", 60000, 71500, "3基")]),
    ("慶弔費", [(None, 50000, 35000, "7件")]),
    ("予備費", [(None, 603806, 0, None)]),
):
    if len(subs) > 1:
        b, a = sum(x[1] for x in subs), sum(x[2] for x in subs)
        put(ws, r, 1, [n, None, b, a, a - b, None], box=True, fmt="#,##0;△#,##0")
        r += 1
    for s, b, a, m in subs:
        put(ws, r, 1, [n if len(subs) == 1 else None, s, b, a, a - b, m], box=True, fmt="#,##0;△#,##0")
        ex.append([n, s, b, a, m])
        r += 1
te = [sum(x[2] for x in ex), sum(x[3] for x in ex)]
put(ws, r, 1, ["支出合計", None, *te, te[1] - te[0], None], box=True, bold=True, fmt="#,##0;△#,##0")
ws.cell(r + 2, 1).value = f"収入合計 {ti[1]:,}円 - 支出合計 {te[1]:,}円 = {ti[1]-te[1]:,}円(次年度へ繰越)"
ws.cell(r + 4, 1).value = "上記のとおり相違ありません。 令和7年4月12日 会計監査 松尾 清"
widths(ws, [16, 14, 12, 12, 12, 22])
assert ti[0] == te[0] or True
save(
    "t12-ja-club-accounts",
    "ja",
    [
        rec("income", ["科目", "予算額", "決算額", "摘要"], inc),
        rec("expenses", ["科目", "内訳", "予算額", "決算額", "摘要"], ex),
    ],
    "町内会 income and expenses.",
    "Two tables under each other; 事業費 and 街灯費 are parent rows holding the sum of the lines below; △ for minus; a sum written in a sentence.",
    "事業費 added to its own parts; 収入合計 as an income.",
    wb=wb,
)

# t13 statistics of municipalities
R = random.Random(113)
wb = Workbook()
ws = wb.active
ws.title = "第3表"
ws["A1"] = "第3表 市町村別世帯数及び人口(令和6年10月1日現在)"
style(ws["A1"], font="MS 明朝", size=12, bold=True)
put(ws, 3, 1, ["市町村", "世帯数", "人口", None, None, "面積(k㎡)", "人口密度"])
put(ws, 4, 1, [None, None, "総数", "男", "女", None, "(人/k㎡)"])
for m in ("A3:A4", "B3:B4", "C3:E3", "F3:F4"):
    ws.merge_cells(m)
put(ws, 3, 1, [None] * 7, box=True, al="center")
put(ws, 4, 1, [None] * 7, box=True, al="center")
gr = {"市\u3000部": ["北原市", "南浜市", "東城市", "湯沢野市"], "郡\u3000部": ["中川町", "山都町", "川辺村", "奥滝村"]}
data = {}
for g, ts in gr.items():
    for t in ts:
        k = 12 if g[0] == "市" else 1
        m = R.randint(1800, 5200) * k
        f = round(m * R.uniform(0.98, 1.13))
        data[t] = [round((m + f) / R.uniform(2.1, 2.9)), m, f, round(R.uniform(38, 410), 2)]
fs, r = [], 5


def out13(name, lab, v, role):
    global r
    h, m, f, ar = v
    vals = [h, m + f, m, f, ar, round((m + f) / ar, 1)]
    put(ws, r, 1, [name, *vals], fmt="#,##0")
    ws.cell(r, 6).number_format = "#,##0.00"
    ws.cell(r, 7).number_format = "#,##0.0"
    for ls, x, tot in zip(
        (["世帯数"], ["人口", "総数"], ["人口", "男"], ["人口", "女"], ["面積(k㎡)"], ["人口密度"]), vals, (0, 1, 0, 0, 0, 1)
    ):
        fs.append(fct(lab + ls, x, "total" if tot or role == "total" else "leaf"))
    r += 1


S = lambda ts: [round(sum(data[t][i] for t in ts), 2) for i in range(4)]
out13("総\u3000数", ["総\u3000数"], S(data), "total")
r += 1
for g, ts in gr.items():
    out13("\u3000" + g, [g], S(ts), "total")
    for t in ts:
        out13("\u3000\u3000" + t, [t], data[t], "leaf")
    r += 1
for i, n in enumerate(
    ("資料:県統計課「推計人口調査」", "注1 面積は国土地理院による。", "注2 湯沢野市は令和5年3月に旧湯沢村を編入した。")
):
    ws.cell(r + i, 1).value = n
widths(ws, [16, 11, 11, 11, 11, 12, 11])
save(
    "t13-ja-population",
    "ja",
    [facts("pop", fs)],
    "Population of a prefecture's municipalities.",
    "総数 row first, group rows hold sums and are shown by full-width blanks only, blank rows between, two-row header, notes below.",
    "総数/市部/郡部 counted with the towns; 総数 of men and women as third sex.",
    wb=wb,
)

# t14 minutes with an action list
wb = Workbook()
ws = wb.active
ws.title = "議事録"
ws["A1"] = "定例進捗会議 議事録"
style(ws["A1"], bold=True, size=16)
ws.merge_cells("A1:F1")
F14 = {
    "日時": "2025年11月6日(木) 14:00~15:20",
    "場所": "第2会議室(Web併用)",
    "出席者": "石黒、田所、ハリス、水野(書記)",
    "欠席者": "真壁",
}
for i, (k, v) in enumerate(F14.items()):
    ws.cell(3 + i, 1).value = k
    ws.cell(3 + i, 2).value = v
    ws.merge_cells(start_row=3 + i, start_column=2, end_row=3 + i, end_column=6)
    style(ws.cell(3 + i, 1), bold=True, bg="EEEEEE", box=True)
for i, t in enumerate(
    [
        "1.前回議事録の確認",
        "  特に異議なく承認された。",
        "2.新倉庫の移転について",
        "  石黒より資料に基づき説明。賃料は月額42万円、敷金3か月の予定。",
        "  ・契約は12月中旬までに締結したい(田所)",
        "  ・既存棚の流用可否:要確認",
        "3.決定事項・宿題",
    ]
):
    ws.cell(8 + i, 1).value = t
H = ["No", "項目", None, "担当", "期限", "状態"]
put(ws, 15, 1, H, bold=True, box=True, bg="D9E2F3")
ws.merge_cells("B15:C15")
rows = []
for i, (a, p, d, s) in enumerate(
    [
        ("賃貸契約書ドラフトの法務確認", "田所", D(2025, 11, 14), "着手"),
        ("既存ラックの耐荷重調査", "真壁", D(2025, 11, 20), "未着手"),
        ("運送会社3社から相見積", "水野", D(2025, 11, 18), "着手"),
        ("英語版レイアウト図の作成", "ハリス", D(2025, 12, 1), "未着手"),
        ("消防署への事前相談", "石黒・田所", None, "日程調整中"),
    ]
):
    put(ws, 16 + i, 1, [i + 1, a, None, p, d or "別途", s], box=True)
    ws.merge_cells(start_row=16 + i, start_column=2, end_row=16 + i, end_column=3)
    ws.cell(16 + i, 5).number_format = "m/d(aaa)"
    rows.append([i + 1, a, p, d or "別途", s])
ws["A22"] = "次回:11月20日(木) 14:00~ 同会議室"
ws["F23"] = "以上"
widths(ws, [10, 24, 14, 14, 12, 12])
save(
    "t14-ja-minutes-actions",
    "ja",
    [rec("actions", ["No", "項目", "担当", "期限", "状態"], rows), form("head", F14)],
    "Minutes with a form block, running text and a list of actions.",
    "Only the last block is a table; 項目 merged over two columns; one deadline is a word.",
    "Sentences as rows; the form block as the table's header.",
    wb=wb,
)

# t15 shift roster
R = random.Random(115)
wb = Workbook()
ws = wb.active
ws.title = "6月勤務表"
ws["A1"] = "3階病棟 勤務表 2025年6月前半"
style(ws["A1"], bold=True, size=14)
ppl = [
    ("師長", "大石 房江"),
    ("主任", "立花 薫"),
    ("看護師", "安藤 由香"),
    ("看護師", "森本 翼"),
    ("看護師", "柏木 玲奈"),
    ("看護師", "堀 健斗"),
    ("看護師", "白井 里美"),
    ("助手", "谷口 恵美"),
]
ds = list(range(1, 16))
put(ws, 3, 1, ["職種", "氏名", *ds, "夜勤回数", "休日数"], bold=True, box=True, al="center")
put(ws, 4, 1, [None, None] + [W[D(2025, 6, d).weekday()] for d in ds] + [None, None], box=True, al="center")
for c in ("A", "B", "R", "S"):
    ws.merge_cells(f"{c}3:{c}4")
fs, grid = [], []
for i, (j, n) in enumerate(ppl):
    s = [
        R.choice(["日", "日", "日", "早", "遅", "夜", "明", "休", "休"]) if i else R.choice(["日", "日", "日", "休"])
        for _ in ds
    ]
    s[R.randrange(15)] = "有" if i % 3 == 0 else s[0]
    grid.append(s)
    nn, hh = s.count("夜"), s.count("休") + s.count("有")
    put(ws, 5 + i, 1, [j, n, *s, nn, hh], box=True, al="center")
    for d, x in zip(ds, s):
        fs.append(fct([n, d], x))
    fs += [fct([n, "夜勤回数"], nn, "total"), fct([n, "休日数"], hh, "total")]
    for k, d in enumerate(ds):
        if D(2025, 6, d).weekday() >= 5:
            ws.cell(5 + i, 3 + k).fill = fill("FFD9D9")
for q, (lab, ch) in enumerate((("日勤者数", "日"), ("夜勤者数", "夜"))):
    v = [sum(g[k] == ch for g in grid) for k in range(15)]
    put(ws, 13 + q, 1, [lab, None, *v], box=True, bg="F2F2F2")
    ws.merge_cells(start_row=13 + q, start_column=1, end_row=13 + q, end_column=2)
    fs += [fct([lab, d], x, "total") for d, x in zip(ds, v)]
ws["A16"] = "凡例:日=日勤 早=早番 遅=遅番 夜=夜勤入 明=夜勤明 休=公休 有=年休"
widths(ws, [8, 14] + [4] * 15 + [9, 8])
wide = rec("shifts", ["職種", "氏名", *map(str, ds)], [[j, n, *g] for (j, n), g in zip(ppl, grid)])
save(
    "t15-ja-shift-roster",
    "ja",
    [facts("shifts", fs, alternatives=[wide])],
    "Ward roster, half a month.",
    "Day numbers with a weekday line below, counts per person at the right and per day at the bottom, legend line.",
    "日勤者数 as a person; legend as a row; the weekday line as a person.",
    wb=wb,
)

# t16 order export csv
R = random.Random(116)
out = io.StringIO()
w = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_MINIMAL)
H = ["Order ID", "Order Date", "Customer", "Postcode", "Item", "Qty", "Unit Price", "Line Total", "Delivery note"]
w.writerow(H)
rows, tot = [], 0
cu = [
    ("O'Brien & Sons, Ltd", "LS1 4AP"),
    ("Hartley, Jones LLP", "M3 5FS"),
    ('The "Green" Grocer', "YO1 7HH"),
    ("Pickering Dental", "HX1 1TJ"),
    ("Café Rosa", "BD1 3PL"),
]
it = [
    ("Desk lamp, LED", 34.5),
    ("Monitor arm", 89.99),
    ("Cable tidy 1.5m", 7.25),
    ('Chair mat 48" x 36"', 41.0),
    ("Whiteboard 120x90", 62.4),
]
d = D(2025, 1, 6)
for i in range(214):
    d += dt.timedelta(R.choice([0, 0, 1, 1, 2, 3]))
    c, (n, p), q = R.choice(cu), R.choice(it), R.choice([1, 2, 3, 4, 10, 25])
    if i in (9, 31):
        q = -1
    v = round(p * q, 2)
    note = R.choice([None, None, None, "Leave at reception,\nring bell", "AM only", "call first, then deliver"])
    tot = round(tot + v, 2)
    money = lambda x: f"£{x:,.2f}" if x >= 0 else f"-£{-x:,.2f}"
    w.writerow([f"{40017+i*3:07d}", d.strftime("%d/%m/%Y"), c[0], c[1], n, q, money(p), money(v), note or ""])
    rows.append([f"{40017+i*3:07d}", d, c[0], c[1], n, q, p, v, note])
w.writerow(["Total", "", "", "", "", sum(r[5] for r in rows), "", f"£{tot:,.2f}", ""])
save(
    "t16-en-orders-csv",
    "en",
    [rec("orders", H, rows)],
    "Order export as csv.",
    "Day-first dates, £ amounts with commas, quotes and line breaks in cells, refunds, a Total line, ids with zeros.",
    "06/02/2025 read as June; Total as an order; ids without zeros.",
    data=out.getvalue().encode("utf-8"),
    ext="csv",
)
