from lib import *
import csv, io


def d25():
    R = random.Random(125)
    b = Book()
    s = b.sheet("报价表")
    s.put(1, 1, "画册印刷报价表（元/册）", bold=True, size=14, font="宋体")
    s.put(2, 1, "有效期：2025年8月31日  起订量 500 册", size=9)
    mats, sizes = ["铜版纸157g", "铜版纸200g", "哑粉纸157g", "特种纸"], ["A6", "A5", "16开", "A4", "8开", "A3"]
    s.put(4, 1, "开本＼材质", bold=True, fill=HEAD, box=True)
    s.row(4, 2, mats, bold=True, fill=HEAD, box=True, align="center")
    fs = []
    for i, z in enumerate(sizes):
        s.put(5 + i, 1, z, bold=True, fill=GREY, box=True)
        for j, m in enumerate(mats):
            v = round((1.8 + i * 1.1) * (1 + 0.22 * j) * R.uniform(0.86, 1.2), 2)
            if (z, m) in (("A6", "特种纸"),):
                v = None
            if (z, m) == ("A3", "特种纸"):
                v = "面议"
            s.put(5 + i, 2 + j, v if v is not None else "—", fmt="0.00", box=True, align="right")
            if v is not None:
                fs.append(fact([z, m], v))
    n = b.sheet("说明")
    n.put(1, 1, "1. 以上价格含 13% 增值税，不含运费。")
    n.put(2, 1, "2. 覆膜另加 0.35 元/册。")
    n.put(3, 1, "3. 面议：请致电 021-5588-3120。")
    s.widths(13, 13, 13, 13, 13)
    save(
        "d25-price-matrix",
        "zh",
        b,
        [facts("prices", fs)],
        (
            "Price matrix of size × paper; a second sheet with terms.",
            "One cell is — (not offered), one is 面议 (on request); sizes A4, A3 look like cell names; corner cell holds both axes.",
            "面议 as 0 or lost with its row; a table out of the terms; material columns taken for four unrelated measures without their name.",
        ),
    )


def d26():
    b = Book()
    s = b.sheet("時間割")
    s.put(1, 1, "2025年度 前期 時間割表　3年2組", bold=True, size=14)
    days = ["月", "火", "水", "木", "金"]
    s.put(3, 1, "校時", box=True, fill=HEAD)
    s.put(3, 2, "時間", box=True, fill=HEAD)
    s.row(3, 3, days, box=True, fill=HEAD, align="center", bold=True)
    times = ["8:50～9:40", "9:50～10:40", "10:50～11:40", "11:50～12:40", "13:30～14:20", "14:30～15:20"]
    g = [
        ["国語", "数学", "英語", "理科", "社会"],
        ["数学", "英語", "美術", "国語", "保健体育"],
        ["理科", "社会", "美術", "数学", "英語"],
        ["英語", "国語", "保健体育", "音楽", "数学"],
        ["社会", "技術・家庭", "理科", "英語", "国語"],
        ["道徳", "技術・家庭", None, "総合", "学活"],
    ]
    fs, r = [], 4
    for i, line in enumerate(g):
        if i == 4:
            s.put(r, 1, "昼 休 み", align="center", fill=GREY)
            s.merge(f"A{r}:G{r}")
            r += 1
        s.put(r, 1, i + 1, box=True, align="center")
        s.put(r, 2, times[i], box=True)
        s.row(r, 3, line, box=True, align="center")
        fs += [fact([i + 1, d], x) for d, x in zip(days, line) if x]
        r += 1
    s.merge("E5:E6")
    s.merge("D9:D10")
    s.put(12, 1, "※水曜は5時間授業", size=9)
    s.put(13, 1, "担任：藤巻　副担任：湯本", size=9)
    s.widths(7, 15, 12, 12, 12, 12, 12)
    save(
        "d26-timetable",
        "ja",
        b,
        [facts("lessons", fs)],
        (
            "School timetable: periods down, weekdays across, lunch banner, two double lessons as merged cells.",
            "Merged double lessons count for two periods; Wednesday 6 is really empty; 昼休み is no period.",
            "Double lesson only once; the empty period filled with 理科; 昼休み as a subject; 月/火 read as months or dates.",
        ),
    )


def d27():
    R = random.Random(127)
    b = Book()
    s = b.sheet("高一(3)班")
    s.put(1, 1, "高一（3）班期中考试成绩表", bold=True, size=16, align="center")
    s.merge("A1:K1")
    s.put(2, 1, "考试日期：2025年4月24日")
    s.put(2, 9, "班主任：韩雪")
    subj = ["语文", "数学", "英语", "物理", "化学"]
    cols = ["学号", "姓名", "性别"] + subj
    s.row(3, 1, cols + ["总分", "平均分", "名次"], bold=True, fill=HEAD, box=True, align="center")
    names = [
        "陈思远",
        "程雨桐",
        "丁一鸣",
        "方可欣",
        "顾南",
        "何嘉怡",
        "黄子轩",
        "蒋欣然",
        "李卓",
        "刘梦瑶",
        "罗浩宇",
        "潘悦",
        "邵文博",
        "沈佳宁",
        "宋睿",
        "唐婉清",
        "王梓涵",
        "魏子墨",
        "徐若溪",
        "杨凯",
        "叶知秋",
        "张弛",
        "赵雅琪",
        "周牧",
    ]
    rows = [
        [f"0903{i+1:02d}", n, R.choice(["男", "女"])] + [R.randint(48, 138) if k < 3 else R.randint(33, 99) for k in range(5)]
        for i, n in enumerate(names)
    ]
    rows[4][5] = "缺考"
    rows[15][7] = "缓考"
    num = lambda r: [x for x in r[3:8] if not isinstance(x, str)]
    tot = [sum(num(r)) for r in rows]
    for i, r in enumerate(rows):
        s.row(
            4 + i, 1, r + [tot[i], round(tot[i] / len(num(r)), 1), 1 + sum(t > tot[i] for t in tot)], box=True, align="center"
        )
    e = 4 + len(rows)
    for j, (k, f) in enumerate(
        [
            ("平均分", lambda x: round(sum(x) / len(x), 2)),
            ("最高分", max),
            ("最低分", min),
            ("及格率", lambda x: round(sum(v >= 60 for v in x) / len(x), 3)),
        ]
    ):
        s.put(e + j, 1, k, bold=True, box=True, fill=YEL)
        s.merge(f"A{e+j}:C{e+j}")
        for c in range(5):
            s.put(
                e + j,
                4 + c,
                f([r[3 + c] for r in rows if not isinstance(r[3 + c], str)]),
                box=True,
                fmt="0.0%" if k == "及格率" else None,
            )
    save(
        "d27-class-marks",
        "zh",
        b,
        [rec("marks", cols, rows)],
        (
            "Marks of 24 pupils in five subjects with sum, mean and rank columns and mean/max/min/pass-rate rows below.",
            "缺考 and 缓考 stand among the numbers; pupil numbers begin with 0; four statistic rows follow directly.",
            "平均分/最高分/最低分/及格率 as pupils; 缺考 as 0; 090301 as 90301.",
        ),
    )


def d28():
    R = random.Random(128)
    out = ["商品コード,JANコード,商品名,規格,在庫数,発注点,原価,次回入荷,備考"]
    items = [
        ("ボディソープ詰替", "380ml"),
        ("柔軟剤フローラル", "1.2L"),
        ("食器用洗剤", "240ml"),
        ("キッチンペーパー", "4ロール"),
        ("トイレットロール", "12ロール"),
        ("ティッシュ", "5箱"),
        ("入浴剤ゆず", "600g"),
        ("歯ブラシふつう", "1本"),
        ("綿棒", "200本"),
        ("ラップ", "30cm×50m"),
        ("アルミホイル", "25cm×8m"),
        ("ゴミ袋45L", "10枚"),
        ("スポンジ", "3個"),
        ("漂白剤", "600ml"),
        ("電池単3", "4本"),
        ("電池単4", "2本"),
        ("軍手", "12双"),
        ("マスク", "30枚"),
    ]
    rows = []
    for i, (n, kik) in enumerate(items):
        st = R.randint(0, 240)
        st = {2: "欠品", 7: "欠品", 12: "廃番", 15: 0}.get(i, st)
        nx = D(2025, 7, R.randint(3, 28)) if st == "欠品" else None
        v = [
            f"{R.randint(100, 99999):06d}",
            f"49{R.randint(10**10, 10**11-1)}",
            n,
            kik,
            st,
            R.choice([12, 24, 36, 60]),
            round(R.uniform(48, 690), 1),
            nx,
            {4: "特売 7/10,11", 12: "次期から取扱中止"}.get(i),
        ]
        rows.append(v)
        q = [f"{v[6]:.1f}", f"{nx.year}/{nx.month:02d}/{nx.day:02d}" if nx else "", v[8] or ""]
        out.append(",".join(map(str, v[:6])) + f",{q[0]},{q[1]}," + (f'"{q[2]}"' if q[2] else ""))
    save(
        "d28-stock-kepphin",
        "ja",
        "\r\n".join(out) + "\r\n",
        [rec("stock", out[0].split(","), rows)],
        (
            "在庫一覧 csv (cp932): 欠品 and 廃番 stand among the stock numbers.",
            "商品コード with zeros, JAN of 13 digits, one true 0 beside 欠品, comma inside quotes.",
            "欠品 as 0 or null without a word, codes without zeros, JAN as 4.9E+12.",
        ),
        ext="csv",
        enc="cp932",
        warn=["欠品/廃番 are no numbers"],
    )


def d29():
    R = random.Random(129)
    b = Book()
    cols = ["Datum", "Kunde", "Leistung", "Stunden", "Satz (€)", "Betrag (€)"]
    rows = []
    for m, name in ((1, "Januar"), (2, "Februar"), (3, "März"), (4, "April")):
        s = b.sheet(name)
        s.put(1, 1, f"Stundennachweis {name} 2025", bold=True, size=13)
        s.put(2, 1, "Freiberuflerin: Ines Karst")
        top = 4 if name != "März" else 5
        s.row(top, 1, cols, bold=True, fill=HEAD, box=True)
        d, part = 0, []
        for i in range(R.randint(7, 12)):
            d = min(28, d + R.randint(1, 4))
            h = R.choice([1.5, 2, 3.25, 4, 6.5, 7.75])
            z = R.choice([78, 85, 92])
            v = [
                D(2025, m, d),
                R.choice(["Stadtwerke", "Kanzlei Brehm", "TSV 1887", "Hofladen Ott"]),
                R.choice(["Webseite", "Wartung", "Beratung vor Ort", "Schulung"]),
                h,
                z,
                h * z,
            ]
            part.append(v)
            s.row(top + 1 + i, 1, v, box=True)
            s.ws.cell(top + 1 + i, 1).number_format = "dd.mm.yyyy"
        s.row(
            top + 1 + len(part),
            1,
            ["Summe", None, None, sum(v[3] for v in part), None, sum(v[5] for v in part)],
            bold=True,
            box=True,
        )
        if name == "Februar":
            s.put(top + 4 + len(part), 1, "TSV: Rechnung erst im März stellen!", color="FF0000")
        rows += [[name] + v for v in part]
        s.widths(12, 18, 18, 10, 10, 12)
    save(
        "d29-stunden-monate",
        "de",
        b,
        [rec("hours", ["Blatt"] + cols, rows, union=True)],
        (
            "Time sheets, one sheet per month, same columns, a Summe row on each.",
            "The header of März stands one row lower; a red note below Februar.",
            "Four tables that have to be put together by hand; Summe as a job; the note as a row.",
        ),
    )


def d30():
    R = random.Random(130)
    b = Book()
    n = b.sheet("READ ME")
    for i, x in enumerate(
        [
            "Asset calibration register",
            None,
            "Owner: Quality (ext. 4417)",
            "Version: 7",
            None,
            "Notes",
            "1. Update column 'Last calibrated' on the day of the certificate.",
            "2. Retired gauges are hidden, not deleted.",
            "3. Column 'Vendor price' is hidden: do not print.",
            "4. Intervals are in months; 0 means 'before each use'.",
        ],
        1,
    ):
        if x:
            n.put(i, 1, x, bold=i in (1, 6))
    s = b.sheet("Register")
    cols = ["Gauge ID", "Type", "Range", "Location", "Vendor price", "Interval", "Last calibrated", "Result"]
    s.row(1, 1, cols, bold=True, fill=HEAD)
    rows = []
    for i in range(240):
        v = [
            f"{R.choice('CMT')}{i*7+3:04d}",
            *R.choice(
                [
                    ("Caliper", "0-150 mm"),
                    ("Caliper", "0-300 mm"),
                    ("Micrometer", "0-25 mm"),
                    ("Micrometer", "25-50 mm"),
                    ("Torque wrench", "20-100 Nm"),
                    ("Bore gauge", "50-75 mm"),
                ]
            ),
            R.choice(["Shop 1", "Shop 2", "Lab"]),
            round(R.uniform(38, 910), 2),
            R.choice([0, 6, 12, 24]),
            D(R.randint(2023, 2025), R.randint(1, 6), R.randint(1, 28)),
            R.choice(["Pass", "Pass", "Pass", "Adjusted", "Fail"]),
        ]
        rows.append(v)
        s.row(2 + i, 1, v)
        s.ws.cell(2 + i, 7).number_format = "d-mmm-yy"
        s.ws.cell(2 + i, 5).number_format = "£#,##0.00"
        if i in (5, 6, 21, 133):
            s.ws.row_dimensions[2 + i].hidden = True
    s.ws.column_dimensions["E"].hidden = True
    s.ws.auto_filter.ref = "A1:H241"
    s.ws.freeze_panes = "A2"
    save(
        "d30-notes-and-register",
        "en",
        b,
        [rec("gauges", cols, rows)],
        (
            "A READ ME sheet and a register of 240 gauges with four hidden rows and a hidden price column.",
            "Notes look like rows; hidden rows are records; ids with zeros after a letter; 0 months is real.",
            "Notes as a table of two columns; hidden rows silently lost.",
        ),
        warn=["4 rows and a column are hidden"],
    )


def d31():
    R = random.Random(131)
    b = Book()
    s = b.sheet("集計")
    s.put(1, 1, "救急搬送件数（署別・事故種別）", bold=True, size=13)
    s.put(2, 1, "令和6年中、単位：件")
    st, kinds = ["中央署", "東署", "西署", "港分署", "山手分署"], ["急病", "一般負傷", "交通事故", "転院搬送", "その他"]
    s.row(4, 1, ["署"] + kinds + ["計"], bold=True, fill=HEAD, box=True, align="center")
    fs, g = [], []
    for i, n in enumerate(st):
        v = [R.randint(400, 2600), R.randint(90, 700), R.randint(30, 310), R.randint(0, 260), R.randint(2, 60)]
        g.append(v)
        r = 5 + i
        if i == 4:
            v[3] = 0
        s.put(r, 1, n, box=True)
        for j, x in enumerate(v):
            s.put(r, 2 + j, x, fmt='#,##0;-#,##0;"-"', box=True)
            fs.append(fact([n, kinds[j]], x))
        s.put(r, 7, Fx(f"=SUM(B{r}:F{r})", sum(v)), fmt="#,##0", box=True)
        fs.append(fact([n, "計"], sum(v), "total"))
    s.put(10, 1, "計", bold=True, box=True)
    for j in range(6):
        x = sum(v[j] for v in g) if j < 5 else sum(map(sum, g))
        s.put(10, 2 + j, Fx(f"=SUM({L(2+j)}5:{L(2+j)}9)", x), fmt="#,##0", box=True, bold=True)
        fs.append(fact(["計", (kinds + ["計"])[j]], x, "total"))
    n = b.sheet("用語")
    n.put(1, 1, "急病")
    n.put(1, 2, "疾病によるもの")
    n.put(2, 1, "一般負傷")
    n.put(2, 2, "他に分類されない不慮の事故")
    n.put(3, 1, "転院搬送")
    n.put(3, 2, "医療機関から医療機関への搬送")
    s.widths(12, 10, 10, 10, 10, 10, 10)
    save(
        "d31-crosstab",
        "ja",
        b,
        [
            facts("calls", fs),
            formd(
                "terms",
                {
                    "急病": "疾病によるもの",
                    "一般負傷": "他に分類されない不慮の事故",
                    "転院搬送": "医療機関から医療機関への搬送",
                },
            ),
        ],
        (
            "Cross table of ambulance calls by station and kind with a 計 row and column (formulas with values), and a sheet of terms.",
            "A zero is shown as '-' by its format and is a real 0; both totals are called 計.",
            "計 as a station or a kind; the 0 lost.",
        ),
    )


def d32():
    R = random.Random(132)
    bal = 1843.27
    de = lambda x: f"{x:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".")
    out = [
        "Sparkasse Hohenlohe;;;;;",
        "Kontoauszug;;;;;",
        "IBAN;DE41 6225 1550 0007 1204 88;;;;",
        "Zeitraum;01.02.2025 - 28.02.2025;;;;",
        f"Alter Kontostand;{de(bal)} EUR;;;;",
        ";;;;;",
        "Buchungstag;Wertstellung;Buchungstext;Soll;Haben;Saldo",
    ]
    texts = [
        ("Miete Februar", -1, 980, 980),
        ("Gehalt Bosch", 1, 3187.44, 3187.44),
        ("Stadtwerke Abschlag", -1, 143, 143),
        ("Lastschrift ADAC e.V.", -1, 54, 139),
        ("Überweisung von Oma", 1, 50, 50),
        ('Gutschrift "Rückzahlung NK"', 1, 120, 390),
        ("REWE Markt; Öhringen", -1, 8, 140),
        ("Bargeldauszahlung", -1, 50, 400),
        ("Kartenzahlung Tankstelle", -1, 31, 96),
        ("Bäckerei Trunk", -1, 2, 19),
        ("Dauerauftrag Sparplan", -1, 25, 1150),
    ]
    rows, d = [], D(2025, 2, 3)
    for i in range(26):
        t, sg, lo, hi = texts[i] if i < 9 else R.choice(texts[6:])
        a = round(R.uniform(lo, hi), 2)
        bal = round(bal + sg * a, 2)
        w = d + dt.timedelta(R.choice([0, 0, 1]))
        rows.append([d, w, t, a if sg < 0 else None, a if sg > 0 else None, bal])
        f = lambda x: x.strftime("%d.%m.%Y")
        q = '"' + t.replace('"', '""') + '"' if ";" in t or '"' in t else t
        out.append(f"{f(d)};{f(w)};{q};{de(a) if sg < 0 else ''};{de(a) if sg > 0 else ''};{de(bal)}")
        d = min(D(2025, 2, 27), d + dt.timedelta(R.choice([0, 1, 1, 2])))
    out += [
        f"Summe;;;{de(round(sum(r[3] or 0 for r in rows), 2))};{de(round(sum(r[4] or 0 for r in rows), 2))};",
        f"Neuer Kontostand;;;;;{de(bal)}",
    ]
    save(
        "d32-kontoauszug",
        "de",
        "\r\n".join(out) + "\r\n",
        [
            rec("entries", ["Buchungstag", "Wertstellung", "Buchungstext", "Soll", "Haben", "Saldo"], rows),
            formd("account", {"IBAN": "DE41 6225 1550 0007 1204 88", "Zeitraum": "01.02.2025 - 28.02.2025"}),
        ],
        (
            "German bank statement as csv (cp1252, semicolons, decimal commas) with a block of keys above and sums below.",
            "1.234,56; a semicolon inside quotes; Soll/Haben mutually blank; Summe and Neuer Kontostand as last lines.",
            "1.234,56 read as 1.23456; Summe as an entry; day and month swapped; blanks filled.",
        ),
        ext="csv",
        enc="cp1252",
    )


def d33():
    R = random.Random(133)
    b = Book()
    c = b.sheet("表紙")
    c.put(3, 2, "部品構成表", bold=True, size=24)
    c.put(6, 2, "製品名")
    c.put(6, 3, "卓上ボール盤 DP-13B")
    c.put(7, 2, "図番")
    c.put(7, 3, "DP13B-00-000")
    c.put(8, 2, "改訂")
    c.put(8, 3, "C")
    c.put(9, 2, "作成日")
    c.put(9, 3, D(2025, 2, 17), fmt="yyyy/mm/dd")
    s = b.sheet("構成")
    cols = ["レベル", "部品番号", "部品名称", "員数", "単位", "材質", "手配区分", "単価(円)"]
    s.row(1, 1, cols, bold=True, fill=HEAD, box=True, align="center")
    tree = [
        ("1", "DP13B-10-000", "ヘッド組立", None),
        (".2", "DP13B-11-001", "ヘッド本体", "FC200"),
        (".2", "DP13B-12-000", "主軸組立", None),
        ("..3", "DP13B-12-001", "スピンドル", "SCM435"),
        ("..3", "6203ZZ", "軸受", None),
        ("..3", "6201ZZ", "軸受", None),
        ("...4", "0012-8", "止め輪", "SK5"),
        (".2", "DP13B-13-002", "プーリ", "A5052"),
        ("1", "DP13B-20-000", "コラム", "STKM13A"),
        ("1", "DP13B-30-000", "テーブル組立", None),
        (".2", "DP13B-31-001", "テーブル", "FC200"),
        (".2", "DP13B-32-004", "クランプレバー", "S45C"),
        ("..3", "000451", "樹脂ノブ", "PA6"),
        ("1", "DP13B-40-000", "ベース", "FC200"),
        ("1", "4E5", "モータ", None),
        (".2", "0098-1", "電源コード", None),
    ]
    rows = []
    for i, (lv, no, n, m) in enumerate(tree):
        v = [
            lv,
            no,
            n,
            1 if lv == "1" else R.choice([1, 1, 2, 3, 4]),
            "組" if "組立" in n else "本" if "コード" in n else "個",
            m,
            "購入" if not no.startswith("DP") else R.choice(["内作", "外注"]),
            R.randint(12, 900) if not no.startswith("DP") else R.randint(1100, 18900),
        ]
        rows.append(v)
        s.row(2 + i, 1, v, box=True)
        s.ws.cell(2 + i, 8).number_format = "#,##0"
        s.ws.cell(2 + i, 3).alignment = Alignment(indent=lv.count("."))
    s.widths(8, 17, 22, 7, 7, 11, 10, 11)
    dep = [[str(r[0]).lstrip(".")] + r[1:] for r in rows]
    save(
        "d33-bom-levels",
        "ja",
        b,
        [
            rec("parts", cols, rows, alternatives=[rec("parts", cols, [[int(r[0])] + r[1:] for r in dep])]),
            formd("cover", {"製品名": "卓上ボール盤 DP-13B", "図番": "DP13B-00-000", "改訂": "C", "作成日": D(2025, 2, 17)}),
        ],
        (
            "Parts list with levels written 1, .2, ..3, ...4, and a cover sheet.",
            "'.2' looks like 0.2; part numbers 4E5, 000451 and 0098-1 look like numbers or dates; assemblies have a price of their own.",
            "4E5 as 400000; levels as decimals; assemblies dropped as sums of their parts; blank 材質 filled down.",
        ),
    )


def d34():
    R = random.Random(134)
    teams = [
        "CD Robledo",
        "UD Alameda",
        "Atlético Sanabria",
        "Peña Norte",
        "Racing de Osma",
        "SD Ribera",
        "Unión Valderas",
        "CF Montejo",
        "Deportivo Arce",
        "Real Cigales",
    ]
    cols = ["Pos", "Equipo", "PJ", "Gan.", "Emp.", "Perd.", "GF", "GC", "DG", "Pts", "Últimos 5"]
    raw = []
    st = {t: [0] * 5 + [[]] for t in teams}  # won, drawn, lost, goals for, against, last results
    for t in teams:
        st[t][5] = []
    power = {t: R.uniform(0.5, 2.1) for t in teams}
    games = [(x, y) for x in teams for y in teams if x != y]
    R.shuffle(games)
    for x, y in games:
        gx, gy = (sum(R.random() < power[q] / 6 for _ in range(6)) for q in (x, y))
        for q, f, c in ((x, gx, gy), (y, gy, gx)):
            k = 0 if f > c else 1 if f == c else 2
            st[q][k] += 1
            st[q][3] += f
            st[q][4] += c
            st[q][5].append("GEP"[k])
    for t, (g, e, p, gf, gc, last) in st.items():
        raw.append([t, 18, g, e, p, gf, gc, gf - gc, 3 * g + e - (3 if t == "Peña Norte" else 0), " ".join(last[-5:])])
    raw.sort(key=lambda r: (-r[8], -r[7], -r[5]))
    rows = [[i + 1] + r for i, r in enumerate(raw)]
    out = (
        ["Liga comarcal de veteranos – Clasificación tras la jornada 18", ""]
        + ["\t".join(cols)]
        + [
            "\t".join(str(x) for x in r[:1])
            + "\t"
            + (r[1] + " (*)" if r[1] == "Peña Norte" else r[1])
            + "\t"
            + "\t".join(f"{x:+d}" if i == 6 and x else str(x) for i, x in enumerate(r[2:]))
            for r in rows
        ]
        + ["", "(*) Sancionado con 3 puntos."]
    )
    for r in rows:
        if r[1] == "Peña Norte":
            r[1] = "Peña Norte (*)"
    plain = [[x.replace(" (*)", "") if isinstance(x, str) else x for x in r] for r in rows]
    pick = [1, 3, 4, 5, 6, 7, 9, 10]
    cut = lambda rs: [[r[i] for i in pick] for r in rs]
    tc = [cols[i] for i in pick]
    save(
        "d34-liga",
        "es",
        "\n".join(out) + "\n",
        [rec("table", tc, cut(rows), alternatives=[rec("table", tc, cut(plain))])],
        (
            "League table as tsv with a title line and a footnote.",
            "DG with a plus sign; Pts of one team is not 3G+E because of a sanction; short column names.",
            "Footnote as a team; +12 as text; Pts recomputed or left out; G E P of the last five as three columns.",
        ),
        ext="tsv",
    )


def d35():
    b = Book()
    s = b.sheet("Compare")
    s.put(1, 2, "E-bike range 2025 – technical comparison", bold=True, size=14)
    bikes = ["Urban One", "Urban One Low", "Trail 500", "Trail 750", "Cargo Duo"]
    spec = [
        ("Article no.", ["007101", "007102", "008050", "008075", "009900"]),
        ("Frame", ["Aluminium", "Aluminium", "Aluminium", "Carbon", "Steel"]),
        ("Weight (kg)", [18.4, 18.9, 22.75, 20.1, 41.6]),
        ("Battery (Wh)", [360, 360, 500, 750, 1000]),
        ("Range (km)", [70, 68, 95, 130, 110]),
        ("Torque (Nm)", [42, 42, 75, 85, 90]),
        ("Gears", ["8-speed hub", "8-speed hub", "11-speed", "12-speed", "Stepless"]),
        ("Suspension", [None, None, "Front, 120 mm", "Full, 140 mm", None]),
        ("Max. load (kg)", [125, 125, 140, 135, 220]),
        ("Launch", [D(2024, 3, 1), D(2024, 9, 16), D(2025, 2, 10), D(2025, 2, 10), D(2025, 5, 5)]),
        ("RRP (€)", [2199, 2249, 3390, 5490, 4975]),
        ("Warranty", ["2 years", "2 years", "2 years", "5 years", "3 years"]),
    ]
    s.put(3, 2, "Model", bold=True, fill=HEAD, box=True)
    s.row(3, 3, bikes, bold=True, fill=HEAD, box=True, align="center")
    r = 4
    for k, v in spec:
        if k in ("Weight (kg)", "Launch"):
            s.put(r, 2, {"Weight (kg)": "TECHNICAL DATA", "Launch": "COMMERCIAL"}[k], bold=True, fill=GREY)
            s.merge(f"B{r}:G{r}")
            r += 1
        s.put(r, 2, k, box=True)
        s.row(r, 3, v, box=True, align="center")
        for c in range(3, 8):
            if k == "RRP (€)":
                s.ws.cell(r, c).number_format = "#,##0"
            if k == "Launch":
                s.ws.cell(r, c).number_format = "mmm yyyy"
        r += 1
    rows = [[bk] + [v[i] for _, v in spec] for i, bk in enumerate(bikes)]
    s.widths(3, 18, 15, 15, 15, 15, 15)
    save(
        "d35-transposed-bikes",
        "en",
        b,
        [rec("bikes", ["Model"] + [k for k, _ in spec], rows)],
        (
            "Spec comparison: attributes down, five models across, with two section rows.",
            "Each column is one bike; types differ by row; section rows between; article numbers with zeros; hardtails have no suspension.",
            "Attributes as records so that kg, Wh and € stand in one column; sections as attributes.",
        ),
    )


def d36():
    R = random.Random(136)
    b = Book()
    s = b.sheet("温度記録")
    s.put(1, 1, "給食室 温度記録簿（2025年6月）", bold=True, size=13)
    cols = ["日付", "時刻", "冷蔵庫(℃)", "冷凍庫(℃)", "室温(℃)", "湿度(%)", "記録者", "異常時の措置"]
    r, rows = 3, []
    for w, (a, z) in enumerate([(2, 6), (9, 13), (16, 20), (23, 27)], 1):
        s.put(r, 1, f"第{w}週", bold=True, color="1F4E78")
        r += 1
        s.row(r, 1, cols, bold=True, fill=HEAD, box=True, align="center")
        r += 1
        for d in range(a, z + 1):
            for t in (dt.time(8, 10), dt.time(13, 40)):
                c = round(R.uniform(2.1, 8.9), 1)
                v = [
                    D(2025, 6, d),
                    t,
                    c,
                    round(-R.uniform(16.2, 23.9), 1),
                    round(R.uniform(20, 29.5), 1),
                    R.randint(48, 82),
                    R.choice(["古田", "三井", "小宮"]),
                    f"扉の閉め忘れ。再測定 {R.uniform(3, 6):.1f}℃" if c > 8.3 else None,
                ]
                rows.append(v)
                s.row(r, 1, v, box=True)
                s.ws.cell(r, 1).number_format = "m/d(aaa)"
                s.ws.cell(r, 2).number_format = "h:mm"
                r += 1
        s.put(r, 7, "栄養士確認印", size=9)
        r += 2
    s.widths(10, 8, 11, 11, 10, 9, 9, 30)
    save(
        "d36-repeated-header",
        "ja",
        b,
        [rec("readings", cols, rows)],
        (
            "温度記録簿 in four weekly blocks, each with its own caption and the same header.",
            "The header repeats after every block; a line 栄養士確認印 stands between; temperatures below zero; two readings a day.",
            "Headers or captions as readings; four tables; measures taken by a corrective remark filled down.",
        ),
    )


if __name__ == "__main__":
    for f in (d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36):
        f()
