from lib import *


def d13():
    """Club members: birth dates that can be read both ways."""
    R = random.Random(113)
    out = ["Member No,Surname,First name,Date of birth,Joined,Section,Fee"]
    names = [
        ("Abbott", "Lena"),
        ("Banerjee", "Arun"),
        ("Costa", "Mila"),
        ("Dunn", "Peter"),
        ("Eriksen", "Ida"),
        ("Farouk", "Sami"),
        ("Gallo", "Rita"),
        ("Hughes", "Owen"),
        ("Ito", "Ken"),
        ("Jansen", "Bram"),
        ("Kaya", "Elif"),
        ("Lopez", "Ana"),
    ]
    rows = []
    for i, (a, c) in enumerate(names):
        x, y = R.sample(range(1, 13), 2)
        dob = f"{x:02d}/{y:02d}/{R.randint(2006, 2016)}"
        v = [
            f"{R.randint(1, 999):04d}",
            a,
            c,
            dob,
            D(R.randint(2018, 2024), R.randint(1, 12), R.randint(1, 28)).isoformat(),
            R.choice(["Swimming", "Diving", "Water polo"]),
            R.choice([48, 62.5, 75]),
        ]
        rows.append(v)
        out.append(",".join(map(str, v)))
    cols = out[0].split(",")
    save(
        "d13-birth-dates",
        "en",
        "\n".join(out) + "\n",
        [rec("members", cols, rows)],
        (
            "Club members as csv; every birth date is nn/nn/yyyy with both numbers at most 12.",
            "Nothing in the file says whether day or month comes first; Joined is ISO; member numbers have zeros.",
            "Birth dates silently read as one of the two; 0042 as 42.",
        ),
        ext="csv",
        warn=["dates of birth are ambiguous"],
    )


def d14():
    R = random.Random(114)
    b = Book()
    s = b.sheet("出荷予定")
    f = "ＭＳ Ｐ明朝"
    s.put(1, 3, "出 荷 予 定 表", bold=True, size=18, font=f)
    s.put(2, 7, "発行日", font=f)
    s.put(2, 8, D(2025, 6, 3), fmt="yyyy/m/d")
    s.put(3, 7, "文書番号", font=f)
    s.put(3, 8, "出-2025-0118")
    s.put(3, 1, "〒391-0213", font=f)
    s.put(4, 1, "長野県茅野市豊平 3320-5", font=f)
    s.put(5, 1, "株式会社八ヶ岳フーズ 御中", bold=True, font=f)
    s.put(6, 1, "購買部 平林様", font=f)
    s.put(5, 6, "信州製函株式会社", bold=True, font=f)
    s.put(6, 6, "〒399-0033 松本市笹賀7600-12", font=f)
    s.put(7, 6, "TEL 0263-58-1177  FAX 0263-58-1178", font=f)
    s.put(8, 6, "担当：宮坂", font=f)
    s.put(9, 1, "下記の通り出荷いたしますのでご確認ください。", font=f)
    cols = ["出荷日", "注文番号", "品番", "品名", "数量", "ケース数", "納入場所", "備考"]
    s.row(11, 1, cols, bold=True, fill=HEAD, box=True, align="center", font=f)
    rows, d = [], D(2025, 6, 5)
    for i in range(16):
        d += dt.timedelta(R.choice([0, 0, 1, 2]))
        k = R.randint(2, 40)
        v = [
            d,
            f"25-{R.randint(1, 999):04d}",
            *R.choice(
                [
                    ("C5-A4", "A式ケース"),
                    ("C5-B3", "A式ケース B3"),
                    ("W7-120", "宅配120"),
                    ("W7-160L", "宅配160"),
                    ("P2-1", "パッド"),
                    ("0450-2", "中仕切"),
                ]
            ),
            k * R.choice([25, 50, 20]) - R.choice([0, 0, 7]),
            k,
            R.choice(["本社工場", "第二倉庫", "諏訪センター"]),
            R.choice([None, None, None, "午前着", "分納"]),
        ]
        rows.append(v)
        s.row(12 + i, 1, v, box=True, font=f)
        s.ws.cell(12 + i, 1).number_format = 'm"月"d"日"'
    s.put(29, 1, "※ 数量は変更になる場合があります。", size=9, font=f)
    s.put(30, 8, "以上", align="right", font=f)
    s.widths(10, 12, 12, 14, 9, 18, 16, 16)
    save(
        "d14-address-block",
        "ja",
        b,
        [rec("shipments", cols, rows), form("head", 発行日=D(2025, 6, 3), 文書番号="出-2025-0118")],
        (
            "出荷予定表 with title, date, two address blocks and a sentence above the table.",
            "Address lines spread over columns A–H look like rows; 備考 mostly empty; 以上 below.",
            "A header taken from the address block; remarks filled down; note lines as shipments.",
        ),
    )


def d15():
    """Risk register with the scale right of it, longer than the register, and a colour key below."""
    R = random.Random(115)
    b = Book()
    s = b.sheet("Risk register")
    s.put(1, 1, "Project HALYARD – risk register", bold=True, size=14)
    s.put(1, 11, "Scoring scale", bold=True)
    cols = ["ID", "Risk", "Category", "Likelihood", "Impact", "Score", "Owner", "Review date"]
    c2 = ["Score", "Meaning of likelihood", "Meaning of impact"]
    s.row(3, 1, cols, bold=True, fill=HEAD, box=True)
    s.row(3, 11, c2, bold=True, fill=GREY, box=True)
    risks = [
        "Supplier insolvency",
        "Late planning consent",
        "Crane not available",
        "Ground water",
        "Staff turnover",
        "Exchange rate",
    ]
    rows = []
    for i, t in enumerate(risks):
        a, c = R.randint(1, 5), R.randint(1, 5)
        v = [
            f"R{i*3+2:02d}",
            t,
            R.choice(["Commercial", "Legal", "Technical"]),
            a,
            c,
            a * c,
            R.choice(["MB", "TS", "KLO"]),
            D(2025, R.randint(6, 11), R.randint(1, 28)),
        ]
        rows.append(v)
        s.row(4 + i, 1, v, box=True)
        s.ws.cell(4 + i, 8).number_format = "d mmm yyyy"
    sc = [
        [1, "Rare, under 5 %", "Under 10 k"],
        [2, "Unlikely, 5–20 %", "10–50 k"],
        [3, "Possible, 20–50 %", "50–200 k"],
        [4, "Likely, 50–80 %", "200 k – 1 m"],
        [5, "Almost certain", "Over 1 m"],
    ]
    for i, v in enumerate(sc):
        s.row(4 + i, 11, v, box=True)
    s.put(13, 1, "Key", bold=True)
    for i, (k, v) in enumerate([("Red", "score 15 and more"), ("Amber", "score 8 to 14"), ("Green", "score under 8")]):
        s.put(14 + i, 1, k, fill=PatternFill("solid", fgColor=["FF9999", "FFD966", "A9D08E"][i]))
        s.put(14 + i, 2, v)
    s.widths(7, 24, 13, 11, 9, 8, 9, 13, 3, 3, 8, 22, 16)
    save(
        "d15-risk-scale",
        "en",
        b,
        [
            rec("risks", cols, rows),
            rec("scale", c2, sc),
            formd("key", {"Red": "score 15 and more", "Amber": "score 8 to 14", "Green": "score under 8"}),
        ],
        (
            "Risk register of six rows, its scoring scale right of it (five rows), a colour key below.",
            "The scale has a column named Score as well and starts in the same row as the register.",
            "The scale glued to the risks; the key as three more risks.",
        ),
    )


def d16():
    R = random.Random(116)
    b = Book()
    s = b.sheet("7月")
    s.put(1, 1, "看護師勤務表 3階東病棟", bold=True, size=14)
    s.put(1, 20, "令和7年7月", bold=True)
    s.put(2, 1, "早＝早番 日＝日勤 遅＝遅番 夜＝夜勤 明＝明け 休＝公休 有＝有休", size=9)
    wd = "月火水木金土日"
    days = list(range(1, 32))
    s.put(4, 1, "職員番号", box=True)
    s.put(4, 2, "氏名", box=True)
    s.merge("A4:A5")
    s.merge("B4:B5")
    for d in days:
        w = D(2025, 7, d).weekday()
        s.put(4, 2 + d, d, box=True, align="center")
        s.put(5, 2 + d, wd[w], box=True, align="center", color="FF0000" if w == 6 else "0000FF" if w == 5 else None)
    kinds = ["日", "夜", "休"]
    for j, k in enumerate(kinds):
        s.put(4, 35 + j, k + "計", box=True)
        s.merge(f"{L(35+j)}4:{L(35+j)}5")
    names = [
        "秋山 里奈",
        "板垣 聡子",
        "大森 恵美",
        "川村 修平",
        "小池 明日香",
        "篠原 由紀",
        "田代 健",
        "中条 真理",
        "橋爪 香織",
        "南 陽子",
    ]
    fs, grid = [], []
    for i, n in enumerate(names):
        no, line, d = f"{R.randint(100, 899):05d}", [], 0
        while d < 31:
            x = R.choices(["日", "早", "遅", "夜", "休", "有"], [40, 10, 10, 14, 22, 2])[0]
            line.append(x)
            d += 1
            if x == "夜" and d < 31:
                line.append("明")
                d += 1
        if i == 6:
            line[9:12] = [None] * 3
        s.row(6 + i, 1, [no, n] + line, box=True)
        grid.append(line)
        for j, k in enumerate(kinds):
            s.put(6 + i, 35 + j, line.count(k), box=True)
        fs += [fact([no, n, d], x) for d, x in zip(days, line) if x] + [
            fact([no, n, k + "計"], line.count(k), "total") for k in kinds
        ]
    s.put(16, 2, "日勤者数", box=True)
    for d in days:
        s.put(16, 2 + d, sum(g[d - 1] == "日" for g in grid), box=True)
        fs.append(fact(["日勤者数", d], sum(g[d - 1] == "日" for g in grid), "total"))
    s.widths(9, 13, *[3.6] * 31)
    s.ws.freeze_panes = "C6"
    save(
        "d16-nurse-roster",
        "ja",
        b,
        [facts("shifts", fs)],
        (
            "看護師勤務表: 31 day columns with a weekday row under the day numbers, counts right and below.",
            "Weekday row is no data; one nurse has three empty days; legend line above; staff numbers with zeros.",
            "Weekdays as a nurse; 日計/夜計/休計 as day columns; 日勤者数 as a nurse.",
        ),
    )


def d17():
    R = random.Random(117)
    b = Book()
    s = b.sheet("Messreihe 3")
    s.put(1, 1, "Prüfstand 2 / Messreihe 3", bold=True)
    s.put(2, 1, "Prüfer: Dr. A. Wehrle")
    s.put(2, 5, "Datum: 11.03.2025")
    cols, un = ["Zeit", "Drehzahl", "Drehmoment", "Temperatur Öl", "Temperatur Kühlwasser", "Druck", "Bemerkung"], [
        "hh:mm",
        "1/min",
        "Nm",
        "°C",
        "°C",
        "bar",
        None,
    ]
    s.row(4, 1, cols, bold=True, fill=HEAD, box=True, align="center", wrap=True)
    s.row(5, 1, un, box=True, align="center", color="666666")
    rows, t = [], dt.datetime(2025, 3, 11, 8, 15)
    for i in range(48):
        t += dt.timedelta(minutes=R.choice([5, 5, 5, 7]))
        v = [
            t.time(),
            R.randint(1480, 3120),
            round(R.uniform(80, 214), 1),
            round(62 + i * 0.6 + R.uniform(-3, 3), 1),
            round(R.uniform(78, 93), 1),
            round(R.uniform(2.1, 4.6), 2),
            {11: "Lüfter ein", 30: "Sensor getauscht"}.get(i),
        ]
        if i in (29, 30):
            v[3] = None
        rows.append(v)
        s.row(6 + i, 1, v, box=True)
        s.ws.cell(6 + i, 1).number_format = "hh:mm"
        if v[3] is None:
            s.put(6 + i, 4, "–", box=True, align="center")
    s.widths(8, 10, 12, 12, 14, 8, 20)
    tc = [c + (f" ({u})" if u and c != "Zeit" else "") for c, u in zip(cols, un)]
    save(
        "d17-messreihe",
        "de",
        b,
        [rec("log", tc, rows)],
        (
            "Test-bench log with a row of units under the header and two missing readings (–).",
            "Units row looks like a second header or a row; two columns are named Temperatur …; times are cells of time.",
            "Units as a first record that turns all columns to text; – as 0.",
        ),
    )


def d18():
    b = Book()
    s = b.sheet("Facture")
    s.put(1, 1, "MENUISERIE DUVAL", bold=True, size=16)
    s.put(2, 1, "12 rue des Tanneurs, 35600 Redon")
    s.put(3, 1, "SIRET 482 117 903 00021")
    s.put(1, 5, "FACTURE", bold=True, size=20)
    for i, (k, v) in enumerate(
        [("Facture n°", "2025-0317"), ("Date", D(2025, 5, 19)), ("Échéance", D(2025, 6, 18)), ("Réf. client", "0084-B")]
    ):
        s.put(3 + i, 5, k, bold=True)
        s.put(3 + i, 6, v, fmt="dd/mm/yyyy" if i in (1, 2) else None)
    s.put(6, 1, "Client :", bold=True)
    s.put(6, 2, "SCI Les Ormes")
    s.put(7, 1, "Chantier :", bold=True)
    s.put(7, 2, "Réfection escalier, 4 place du Marché, Redon")
    cols = ["Réf.", "Désignation", "Qté", "Unité", "PU HT", "Montant HT"]
    s.row(10, 1, cols, bold=True, fill=HEAD, box=True, align="center")
    it = [
        ["M-01", "Dépose escalier existant", 1, "forfait", 480],
        ["M-14", "Marche chêne massif 40 mm", 16, "u", 92.5],
        ["M-15", "Contremarche chêne", 15, "u", 38.2],
        ["M-22", "Main courante hêtre", 7.4, "ml", 64],
        [None, "Vernis 3 couches, y compris ponçage\n(hors limons)", 21.5, "m²", 27.3],
        ["T-03", "Pose, deux ouvriers", 19, "h", 46],
        [None, "Remise commerciale", 1, "forfait", -150],
    ]
    rows = []
    for i, v in enumerate(it):
        m = round(v[2] * v[4], 2)
        rows.append(v + [m])
        s.row(11 + i, 1, v + [Fx(f"=C{11+i}*E{11+i}", m)], box=True, wrap=True)
        s.ws.cell(11 + i, 5).number_format = s.ws.cell(11 + i, 6).number_format = '#,##0.00 "€"'
    ht = round(sum(r[5] for r in rows), 2)
    for i, (k, f, v) in enumerate(
        [
            ("Total HT", "=SUM(F11:F17)", ht),
            ("TVA 10 %", "=F18*0.1", round(ht * 0.1, 2)),
            ("Total TTC", "=F18+F19", round(ht * 1.1, 2)),
        ]
    ):
        s.put(18 + i, 5, k, bold=True, box=True)
        s.put(18 + i, 6, Fx(f, v), fmt='#,##0.00 "€"', box=True, bold=True)
    s.put(22, 1, "Règlement par virement : FR76 1558 9351 0000 1234 5678 943", size=9)
    s.put(23, 1, "Pas d'escompte pour paiement anticipé.", size=9)
    s.widths(9, 40, 8, 9, 12, 14)
    save(
        "d18-facture",
        "fr",
        b,
        [
            rec("lines", cols, rows),
            formd(
                "head",
                {
                    "Facture n°": "2025-0317",
                    "Date": D(2025, 5, 19),
                    "Échéance": D(2025, 6, 18),
                    "Réf. client": "0084-B",
                    "Client": "SCI Les Ormes",
                    "Chantier": "Réfection escalier, 4 place du Marché, Redon",
                },
            ),
        ],
        (
            "French invoice: letterhead, two blocks of keys, seven lines (formulas), totals HT/TVA/TTC.",
            "The discount is a real line of negative amount without a reference; key blocks left and right of each other.",
            "Totals as lines; discount lost; 0084-B or keys as lines.",
        ),
    )


def d19():
    b = Book()
    s = b.sheet("休暇届")
    f = "ＭＳ 明朝"
    s.put(1, 1, "休 暇 申 請 書", bold=True, size=18, align="center", font=f)
    s.merge("A1:F1")

    def kv(r, c, k, v, span, fmt=None):
        s.put(r, c, k, fill=GREY, box=True, font=f, align="center")
        s.put(r, c + 1, v, box=True, font=f, fmt=fmt)
        if span > 1:
            s.merge(f"{L(c+1)}{r}:{L(c+span)}{r}")

    kv(3, 1, "申請日", D(2025, 7, 8), 2, 'yyyy"年"m"月"d"日"')
    kv(3, 4, "社員番号", "0091042", 2)
    kv(4, 1, "所属", "技術部 設計二課", 2)
    kv(4, 4, "氏名", "室井 拓海", 2)
    kv(5, 1, "種別", "年次有給休暇", 5)
    kv(6, 1, "開始日", D(2025, 7, 22), 2, "yyyy/mm/dd")
    kv(6, 4, "終了日", D(2025, 7, 25), 2, "yyyy/mm/dd")
    kv(7, 1, "日数", 3.5, 2, '0.0"日"')
    kv(7, 4, "残日数", 11.5, 2, '0.0"日"')
    kv(8, 1, "事由", "家族旅行のため（25日は午前休）", 5)
    kv(9, 1, "緊急連絡先", "080-5521-0937", 5)
    kv(10, 1, "引継者", "大友 里沙", 2)
    kv(10, 4, "備考", None, 2)
    for i, k in enumerate(["部長", "課長", "係長"]):
        s.put(12, 4 + i, k, box=True, align="center", font=f)
        s.put(13, 4 + i, None, box=True)
    s.ws.row_dimensions[13].height = 48
    s.put(15, 1, "注）3日前までに提出すること。", size=9, font=f)
    s.widths(12, 14, 10, 12, 14, 10)
    save(
        "d19-leave-form",
        "ja",
        b,
        [
            formd(
                "application",
                {
                    "申請日": D(2025, 7, 8),
                    "社員番号": "0091042",
                    "所属": "技術部 設計二課",
                    "氏名": "室井 拓海",
                    "種別": "年次有給休暇",
                    "開始日": D(2025, 7, 22),
                    "終了日": D(2025, 7, 25),
                    "日数": 3.5,
                    "残日数": 11.5,
                    "事由": "家族旅行のため（25日は午前休）",
                    "緊急連絡先": "080-5521-0937",
                    "引継者": "大友 里沙",
                },
            )
        ],
        (
            "休暇申請書: a pure form in two pairs of columns with merged values and empty stamp boxes.",
            "No table at all; 部長/課長/係長 over empty boxes look like a header; staff number with zeros.",
            "First pair as header and the rest as rows; stamp boxes as a table.",
        ),
    )


def d20():
    """店舗別売上: two fiscal years, months, quarters, year totals."""
    R = random.Random(120)
    b = Book()
    s = b.sheet("店舗別")
    s.put(1, 1, "店舗別売上高推移（単位：千円）", bold=True, size=13)
    years = ["2023年度", "2024年度"]
    months = [f"{m}月" for m in (4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3)]
    shops = ["仙台駅前店", "泉中央店", "名取店", "古川店", "石巻店"]
    s.put(3, 1, "店舗", box=True, fill=HEAD, bold=True)
    s.merge("A3:A4")
    plan, c = [], 2
    for y in years:
        s.put(3, c, y, bold=True, fill=HEAD, box=True, align="center")
        s.merge(f"{L(c)}3:{L(c+16)}3")
        first = c
        for q in range(4):
            for m in months[q * 3 : q * 3 + 3]:
                plan.append((c, y, m, None))
                c += 1
            plan.append((c, y, f"第{q+1}四半期", range(c - 3, c)))
            c += 1
        plan.append((c, y, "年度計", [x for x in range(first, c) if (x - first) % 4 != 3]))
        c += 1
    for c, y, m, _ in plan:
        s.put(4, c, m, bold=True, fill=HEAD, box=True, align="center")
    fs, all_ = [], {}
    for i, n in enumerate(shops + ["全店合計"]):
        r = 5 + i
        s.put(r, 1, n, box=True, bold=n == "全店合計")
        v = {}
        base = R.randint(4200, 19800)
        for c, y, m, parts in plan:
            x = (
                sum(v[p] for p in parts)
                if parts
                else sum(all_[k][c] for k in shops) if i == 5 else round(base * R.uniform(0.72, 1.35))
            )
            if n == "石巻店" and not parts and y == "2023年度" and m in months[:5]:
                x = 0 if False else None
            v[c] = x or 0
            f = (
                Fx(
                    "=SUM("
                    + (f"{L(parts[0])}{r}:{L(parts[-1])}{r}" if "四半期" in m else ",".join(f"{L(p)}{r}" for p in parts))
                    + ")",
                    x,
                )
                if parts
                else Fx(f"=SUM({L(c)}5:{L(c)}9)", x) if i == 5 else x
            )
            s.put(r, c, f, fmt="#,##0", box=True, fill=GREY if parts or i == 5 else None)
            if x is not None:
                fs.append(fact([n, y, m], x, "total" if parts or i == 5 else "leaf"))
        all_[n] = v
    s.put(12, 1, "※石巻店は2023年9月開店", size=9)
    s.ws.column_dimensions["A"].width = 14
    s.ws.freeze_panes = "B5"
    save(
        "d20-months-quarters",
        "ja",
        b,
        [facts("sales", fs)],
        (
            "Five shops × two fiscal years of months with 四半期 and 年度計 columns and 全店合計 (formulas with values).",
            "34 columns; quarter and year totals among the months; 1月–3月 come after 12月; one shop has no figures before its opening.",
            "Quarter and year totals summed with the months; both years mixed; a 0 for the months before the opening.",
        ),
    )


def d21():
    R = random.Random(121)
    b = Book()
    s = b.sheet("Opex H1")
    s.put(1, 1, "Facilities Opex – Budget v Actual", bold=True, size=14)
    s.put(2, 1, "GBP, year ending 31 December 2025", size=9)
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
    kinds = ["Budget", "Actual", "Variance"]
    s.put(4, 1, "Cost line", bold=True, fill=HEAD)
    s.merge("A4:A5")
    for j, m in enumerate(months + ["YTD"]):
        s.put(4, 2 + 3 * j, m, bold=True, fill=HEAD, align="center")
        s.merge(f"{L(2+3*j)}4:{L(4+3*j)}4")
        s.row(5, 2 + 3 * j, kinds, bold=True, fill=HEAD)
    lines = ["Electricity", "Gas", "Water & sewerage", "Cleaning contract", "Security", "Repairs", "Waste disposal", "Grounds"]
    fs, val = [], {}
    for i, n in enumerate(lines + ["Total facilities"]):
        r = 6 + i
        tot = i == 8
        s.put(r, 1, n, bold=tot)
        y = [0, 0]
        base = R.randint(800, 14000)
        for j, m in enumerate(months):
            bu, ac = (
                (sum(val[x, m][0] for x in lines), sum(val[x, m][1] for x in lines))
                if tot
                else (round(base * R.uniform(0.7, 1.3), -2), round(base * R.uniform(0.8, 1.25), 2))
            )
            ac = round(ac, 2)
            val[n, m] = (bu, ac)
            c = 2 + 3 * j
            y = [y[0] + bu, round(y[1] + ac, 2)]
            s.put(r, c, Fx(f"=SUM({L(c)}6:{L(c)}13)", bu) if tot else bu, fmt="#,##0")
            s.put(r, c + 1, Fx(f"=SUM({L(c+1)}6:{L(c+1)}13)", ac) if tot else ac, fmt="#,##0.00")
            s.put(r, c + 2, Fx(f"={L(c)}{r}-{L(c+1)}{r}", round(bu - ac, 2)), fmt="#,##0.00;[Red](#,##0.00)")
            fs += [
                fact([n, m, "Budget"], bu, "total" if tot else "leaf"),
                fact([n, m, "Actual"], ac, "total" if tot else "leaf"),
                fact([n, m, "Variance"], round(bu - ac, 2), "total"),
            ]
        for k, x in zip(range(3), (y[0], y[1], round(y[0] - y[1], 2))):
            f = "=" + "+".join(f"{L(2+3*j+k)}{r}" for j in range(6))
            s.put(r, 20 + k, Fx(f, x), fmt="#,##0.00")
            fs.append(fact([n, "YTD", kinds[k]], x, "total"))
    s.ws.column_dimensions["A"].width = 20
    save(
        "d21-budget-actual",
        "en",
        b,
        [facts("opex", fs)],
        (
            "Cost lines × six months × Budget/Actual/Variance, a YTD group and a total row; formulas with values.",
            "Variance is computed per month; YTD repeats the three kinds.",
            "Variance or YTD as leaf figures; Total facilities as a cost line; Budget and Actual added.",
        ),
    )


def d22():
    R = random.Random(122)
    b = Book()
    s = b.sheet("損益計算書")
    f = "ＭＳ Ｐゴシック"
    P = ["第42期", "第43期"]
    s.put(1, 1, "比較損益計算書", bold=True, size=14, font=f)
    s.put(2, 1, "株式会社小菅製作所")
    s.put(2, 4, "（単位：千円）", align="right")
    s.row(4, 1, ["科目"] + P + ["増減"], bold=True, box=True, align="center", font=f)
    rnd = lambda a, c: [R.randint(a, c) for _ in P]
    add = lambda *xs: [sum(x[i] for x in xs) for i in (0, 1)]
    neg = lambda x: [-v for v in x]
    v = {
        k: rnd(*ab)
        for k, ab in {
            "製品売上高": (310000, 420000),
            "商品売上高": (41000, 78000),
            "期首棚卸高": (21000, 33000),
            "国内仕入": (90000, 140000),
            "海外仕入": (30000, 52000),
            "外注加工費": (44000, 61000),
            "期末棚卸高": (20000, 36000),
            "役員報酬": (18000, 24000),
            "給料手当": (42000, 58000),
            "法定福利費": (7000, 9900),
            "地代家賃": (6400, 7800),
            "減価償却費": (5200, 8800),
            "旅費交通費": (1100, 3200),
            "受取利息": (11, 96),
            "雑収入": (300, 1900),
            "支払利息": (900, 2100),
        }.items()
    }
    sal = add(v["製品売上高"], v["商品売上高"])
    buy = add(v["国内仕入"], v["海外仕入"])
    cost = add(v["期首棚卸高"], buy, v["外注加工費"], neg(v["期末棚卸高"]))
    gross = add(sal, neg(cost))
    lab = add(v["役員報酬"], v["給料手当"], v["法定福利費"])
    oth = add(v["地代家賃"], v["減価償却費"], v["旅費交通費"])
    sga = add(lab, oth)
    op = add(gross, neg(sga))
    inc = add(v["受取利息"], v["雑収入"])
    exp = v["支払利息"]
    cur = add(op, inc, neg(exp))
    lines = [
        (0, "売上高", None, 0),
        (1, "製品売上高", v["製品売上高"], 0),
        (1, "商品売上高", v["商品売上高"], 0),
        (1, "売上高計", sal, 1),
        (0, "売上原価", None, 0),
        (1, "期首棚卸高", v["期首棚卸高"], 0),
        (1, "当期仕入高", buy, 1),
        (2, "国内仕入", v["国内仕入"], 0),
        (2, "海外仕入", v["海外仕入"], 0),
        (1, "外注加工費", v["外注加工費"], 0),
        (1, "期末棚卸高", v["期末棚卸高"], 0),
        (1, "売上原価計", cost, 1),
        (0, "売上総利益", gross, 1),
        (0, "販売費及び一般管理費", sga, 1),
        (1, "人件費", lab, 1),
        (2, "役員報酬", v["役員報酬"], 0),
        (2, "給料手当", v["給料手当"], 0),
        (2, "法定福利費", v["法定福利費"], 0),
        (1, "その他経費", oth, 1),
        (2, "地代家賃", v["地代家賃"], 0),
        (2, "減価償却費", v["減価償却費"], 0),
        (2, "旅費交通費", v["旅費交通費"], 0),
        (0, "営業利益", op, 1),
        (0, "営業外収益", inc, 1),
        (1, "受取利息", v["受取利息"], 0),
        (1, "雑収入", v["雑収入"], 0),
        (0, "営業外費用", exp, 1),
        (1, "支払利息", exp, 0),
        (0, "経常利益", cur, 1),
    ]
    fs, path = [], []
    for i, (lv, n, x, t) in enumerate(lines):
        r = 5 + i
        s.put(r, 1, n, box=True, indent=lv * 2, bold=lv == 0, align="left", font=f)
        path = path[:lv] + [n]
        if x:
            s.row(r, 2, x + [x[1] - x[0]], fmt="#,##0;△#,##0", box=True, font=f)
            fs += [fact(path + [p], y, "total" if t else "leaf") for p, y in zip(P, x)] + [
                fact(path + ["増減"], x[1] - x[0], "total")
            ]
        else:
            s.row(r, 2, [None] * 3, box=True)
    s.widths(30, 14, 14, 14)
    save(
        "d22-pl-indent",
        "ja",
        b,
        [facts("pl", fs)],
        (
            "比較損益計算書 of two terms; the hierarchy is shown only by cell indent.",
            "Some parents carry their sum above the children (販管費, 人件費), others have a …計 row below; profits between; 期末棚卸高 is subtracted.",
            "Parents with sums counted with their children; profits as accounts; accounts without their parents; 増減 as a third term.",
        ),
    )


def d23():
    R = random.Random(123)
    b = Book()
    s = b.sheet("Ventas mayo")
    s.put(1, 1, "Ventas por zona y tienda – mayo 2025", bold=True, size=13)
    cols = ["Zona", "Tienda", "Tiques", "Unidades", "Ventas (€)", "Devoluciones (€)"]
    s.row(3, 1, cols, bold=True, fill=HEAD, box=True)
    z = {
        "Norte": ["Bilbao Centro", "Getxo", "Santander"],
        "Levante": ["Valencia Puerto", "Castellón", "Gandía", "Alicante"],
        "Sur": ["Sevilla Triana", "Huelva"],
    }
    r, rows = 4, []
    for zone, ts in z.items():
        part = []
        for i, t in enumerate(ts):
            k = R.randint(310, 2900)
            v = [
                k,
                round(k * R.uniform(1.3, 2.6)),
                round(k * R.uniform(18, 41), 2),
                None if R.random() < 0.25 else -round(k * R.uniform(0.2, 1.4), 2),
            ]
            s.row(r, 1, [zone if i == 0 else None, t] + v, box=True)
            part.append(v)
            rows.append([zone, t] + v)
            r += 1
        s.row(
            r,
            1,
            [f"Subtotal {zone}", None] + [round(sum(x[j] or 0 for x in part), 2) for j in range(4)],
            bold=True,
            fill=GREY,
            box=True,
        )
        r += 1
    s.row(
        r,
        1,
        ["TOTAL GENERAL", None] + [round(sum(x[j] or 0 for x in rows), 2) for j in range(2, 6)],
        bold=True,
        fill=YEL,
        box=True,
    )
    for q in range(4, r + 1):
        for c in (5, 6):
            s.ws.cell(q, c).number_format = "#,##0.00"
    s.widths(18, 20, 10, 10, 14, 16)
    save(
        "d23-zona-tienda",
        "es",
        b,
        [rec("sales", cols, rows)],
        (
            "Sales by zone and shop; the zone is written only once per group, with subtotals and a grand total.",
            "Blank zone cells must be filled; blank Devoluciones must not.",
            "Subtotals as shops; shops without a zone; refunds filled from the row above.",
        ),
    )


def d24():
    R = random.Random(124)
    opts = ["図書貸出", "自習室", "視聴覚室", "読み聞かせ会", "Wi-Fi"]
    head = "Q3 利用したサービス（複数回答）"
    out = [
        "市立図書館 利用者アンケート,,,,,,,,,,",
        "回答No,回答日,年代,Q1 満足度,Q2 来館回数," + head + ",,,,,Q4 ご意見",
        ",,,(5段階),(月)," + ",".join(opts) + ",",
    ]
    say = [None, "駐車場が狭い", None, "開館時間を延ばしてほしい", '"静かな席"を増やして、照明も', None, "特になし", None]
    rows = []
    for i in range(34):
        o = ["○" if R.random() < p else None for p in (0.7, 0.35, 0.1, 0.2, 0.45)]
        d = D(2025, 5, 1) + dt.timedelta(i // 2)
        v = (
            [
                i + 1,
                d.isoformat(),
                R.choice(["10代", "20代", "30代", "40代", "50代", "60代以上"]),
                R.choice([1, 2, 3, 3, 4, 4, 5, None]),
                R.choice([1, 2, 3, 4, 6, 8, 12]),
            ]
            + o
            + [R.choice(say)]
        )
        q = lambda x: (
            "" if x is None else '"' + x.replace('"', '""') + '"' if isinstance(x, str) and ('"' in x or "," in x) else str(x)
        )
        rows.append(v)
        out.append(",".join([q(v[0]), f"{d.year}/{d.month}/{d.day}"] + [q(x) for x in v[2:]]))
    out.append("計,,,,," + ",".join(str(sum(r[5 + j] == "○" for r in rows)) for j in range(5)) + ",")
    cols = ["回答No", "回答日", "年代", "Q1 満足度", "Q2 来館回数"] + [f"{head}_{o}" for o in opts] + ["Q4 ご意見"]
    alt = lambda no: rec("answers", cols, [r[:5] + [True if x else no for x in r[5:10]] + r[10:] for r in rows])
    save(
        "d24-survey-options",
        "ja",
        "\r\n".join(out) + "\r\n",
        [rec("answers", cols, rows, alternatives=[alt(None), alt(False)])],
        (
            "図書館アンケート as csv in cp932; a multi-select question is spread over five columns of ○ under a two-row header.",
            "Title line first; second header line holds options and scales; last row counts the ○.",
            "計 as an answer; options without the question or with the wrong one; blanks filled with ○.",
        ),
        ext="csv",
        enc="cp932",
    )


if __name__ == "__main__":
    for f in (d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24):
        f()
