from lib import *


def d01():
    """得意先一覧: codes padded by number format, ids of mixed kind."""
    R = random.Random(101)
    b = Book()
    s = b.sheet("得意先")
    s.put(1, 1, "得意先マスタ一覧", bold=True, size=14, font="游ゴシック")
    s.put(1, 7, D(2025, 6, 30), fmt='yyyy"年"m"月"d"日現在"')
    cols = ["コード", "得意先名", "旧管理番号", "郵便番号", "電話番号", "締日", "与信限度額(千円)", "担当"]
    s.row(3, 1, cols, bold=True, fill=HEAD, box=True, align="center", font="游ゴシック")
    names = [
        "青葉物産",
        "北辰精機",
        "株式会社ミナト",
        "丸善商店",
        "谷口鉄工所",
        "㈲さくら堂",
        "関東ロジ",
        "エムテック",
        "白石食品",
        "高砂製紙",
        "有限会社よしの",
        "東亜ケミカル",
        "カワセ電子",
        "日の出運輸",
    ]
    old = ["A-12", "0031", "S0007", "118", "B-04", "00452", "K-1-3", "0120", "77", "A-13", "9001", "S0019", "0008", "C-20"]
    codes = sorted(R.sample(range(3, 980), 12)) + [1043, 2210]
    zips = [R.randrange(20000, 999999) * 10 + 7 for _ in names]
    zips[2] = 600042
    zips[8] = 10011
    rows = []
    for i, n in enumerate(names):
        tel = R.choice(
            [
                f"{R.choice(['03', '06'])}-{R.randint(3000,6999)}-{R.randint(0,9999):04d}",
                f"{R.choice(['022', '045', '052', '082'])}-{R.randint(200,799)}-{R.randint(0,9999):04d}",
            ]
        )
        sh, lim, man = (
            R.choice([20, 25, 31, 15]),
            R.choice([500, 1200, 3000, 850, 15000, 2400]),
            R.choice(["佐々木", "長谷部", "木戸"]),
        )
        r = 4 + i
        s.row(r, 1, [codes[i], n, old[i], zips[i], tel, sh, lim, man], box=True, font="游ゴシック")
        s.ws.cell(r, 1).number_format = "0000"
        s.ws.cell(r, 4).number_format = "000-0000"
        s.ws.cell(r, 7).number_format = "#,##0"
        s.ws.cell(r, 6).number_format = '0"日"'
        z = f"{zips[i]:07d}"
        rows.append([f"{codes[i]:04d}", n, old[i], f"{z[:3]}-{z[3:]}", tel, sh, lim, man])
    s.widths(8, 22, 12, 11, 15, 7, 16, 9)
    bare = [[r[0], r[1], r[2], r[3].replace("-", "")] + r[4:] for r in rows]
    save(
        "d01-customer-codes",
        "ja",
        b,
        [rec("customers", cols, rows, alternatives=[rec("customers", cols, bare)])],
        (
            "得意先マスタ: code numbers stored as 42 and shown as 0042 by the format 0000.",
            "Postcode by format 000-0000; old ids of mixed kind (0031, 118, A-12, S0007); 締日 is a number with 日 in its format.",
            "0042 becomes 42, 060-0042 becomes 600042, the id 0031 becomes 31.",
        ),
    )


def d02():
    """Two lists side by side, no style at all, 17 rows against 6."""
    R = random.Random(102)
    b = Book()
    s = b.sheet("Sheet1")
    s.put(1, 1, "Open orders wk 23")
    s.put(1, 8, "Carriers")
    c1, c2 = ["Order", "Customer", "Ship to", "Pallets", "Weight kg", "Due"], ["Carrier", "Depot", "Cut-off", "Rate per pallet"]
    s.row(2, 1, c1)
    s.row(2, 8, c2)
    cust = ["Hartley & Sons", "Bluefin Foods", "Orchard Dairy", "Kestrel Paper", "Moss Lane Garden Ctr", "Pine Street Deli"]
    town = ["Leeds", "Hull", "Derby", "York", "Goole", "Selby"]
    o, n = [], 48112
    for i in range(17):
        n += R.randint(1, 9)
        p = R.randint(1, 14)
        o.append([f"SO{n}", R.choice(cust), R.choice(town), p, round(p * R.uniform(210, 590), 1), D(2025, 6, R.randint(2, 20))])
    car = [
        ["Trent Haulage", "Nottingham", dt.time(14, 30), 38.5],
        ["NorthLink", "Leeds", dt.time(16, 0), 41.25],
        ["Humber Freight", "Hull", dt.time(12, 45), 36.9],
        ["Dalesway", "Skipton", dt.time(15, 15), 47.0],
        ["J. Pratt", "Goole", dt.time(11, 0), 33.75],
        ["Pennine Express", "Halifax", dt.time(17, 20), 52.4],
    ]
    for i, r in enumerate(o):
        s.row(3 + i, 1, r)
        s.ws.cell(3 + i, 6).number_format = "dd/mm/yyyy"
    for i, r in enumerate(car):
        s.row(3 + i, 8, r)
        s.ws.cell(3 + i, 10).number_format = "hh:mm"
    save(
        "d02-orders-beside-carriers",
        "en",
        b,
        [rec("orders", c1, o), rec("carriers", c2, car)],
        (
            "Open orders and, right of a blank column, a carrier list; no style.",
            "Two tables of different height start in the same row under their own captions.",
            "Carriers glued to the first six orders, or one table of ten columns with eleven half-empty rows.",
        ),
    )


def d03():
    """社員名簿: one person over two physical rows, header over two rows."""
    R = random.Random(103)
    b = Book()
    s = b.sheet("名簿")
    s.put(1, 1, "従 業 員 名 簿", bold=True, size=16, align="center")
    s.merge("A1:F1")
    s.put(2, 6, "総務課 作成", align="right")
    h1, h2 = ["社員番号", "フリガナ", "生年月日", "郵便番号", "電話番号", "入社日"], [
        None,
        "氏名",
        "性別",
        "住所",
        "緊急連絡先",
        "所属",
    ]
    s.row(4, 1, h1, bold=True, fill=HEAD, box=True, align="center")
    s.row(5, 1, h2, bold=True, fill=HEAD, box=True, align="center")
    s.merge("A4:A5")
    ppl = [
        ("アオキ ケンジ", "青木 健二", "男"),
        ("イシヅカ ユミ", "石塚 由美", "女"),
        ("ウエハラ タダシ", "上原 正", "男"),
        ("エンドウ サチコ", "遠藤 幸子", "女"),
        ("オオタ リョウ", "太田 亮", "男"),
        ("カトウ メグミ", "加藤 恵", "女"),
        ("クドウ ヒロシ", "工藤 浩", "男"),
        ("サノ マイ", "佐野 舞", "女"),
        ("シブヤ タクミ", "渋谷 匠", "男"),
    ]
    adr = [
        "長野市南千歳1-4-7",
        "松本市中央2-10-3 ハイツ中央201",
        "上田市天神4-1-16",
        "塩尻市広丘野村1782",
        "諏訪市高島3-2-11",
        "岡谷市本町1-9-5",
        "伊那市荒井3410-2",
        "茅野市ちの2610",
        "千曲市屋代955-1",
    ]
    rows, r = [], 6
    for i, (k, n, g) in enumerate(ppl):
        no = f"{R.randint(1, 399):05d}"
        birth = D(R.randint(1965, 2001), R.randint(1, 12), R.randint(1, 28))
        z = f"{R.randint(380,399)}-{R.randint(1,99):04d}"
        tel = f"090-{R.randint(1000,9999)}-{R.randint(1000,9999)}"
        ent = D(birth.year + R.randint(18, 24), R.choice([4, 4, 10]), 1)
        em = None if i in (3, 7) else f"026-{R.randint(200,299)}-{R.randint(1000,9999)}"
        dep = R.choice(["製造一課", "製造二課", "品質保証課", "総務課"])
        s.row(r, 1, [no, k, birth, z, tel, ent], box=True)
        s.row(r + 1, 1, [None, n, g, adr[i], em, dep], box=True)
        s.merge(f"A{r}:A{r+1}")
        s.put(r, 2, k, size=8, box=True)
        rows.append([no, k, birth, z, tel, ent, n, g, adr[i], em, dep])
        r += 2
    s.widths(10, 18, 12, 32, 16, 12)
    save(
        "d03-two-row-records",
        "ja",
        b,
        [rec("staff", h1 + h2[1:], rows)],
        (
            "従業員名簿 in which every person takes two physical rows under a two-row header.",
            "Furigana above name, birthday above sex, postcode above address: the columns alternate in meaning; two persons lack the second phone.",
            "18 persons instead of 9; addresses in the postcode column; header joined as フリガナ_氏名.",
        ),
    )


def d04():
    b = Book()
    s = b.sheet("CR")
    s.ws.column_dimensions["A"].width = 95
    t = [
        "Association des parents d'élèves – École Jean-Moulin",
        "Compte rendu de la réunion du 14 mars 2025",
        None,
        "Présents : Mme Lefèvre, M. Benali, Mme Garnier, M. Rousseau (secrétaire)",
        "Excusés : Mme Texier",
        None,
        "1. Fête de l'école",
        "La date du 21 juin est retenue. Le budget est fixé à 1 250 € dont 400 € pour la sonorisation.",
        "M. Benali demande trois devis avant le 15 avril.",
        None,
        "2. Cantine",
        "Les familles signalent des files d'attente de 20 minutes. La mairie propose deux services à partir de mai.",
        "Vote : 11 pour, 2 contre, 1 abstention.",
        None,
        "3. Divers",
        "- vélos : le garage compte 38 places pour 64 vélos ;",
        "- bibliothèque : 112 livres donnés en février.",
        None,
        "Prochaine réunion : jeudi 15 mai 2025 à 18 h 30, salle polyvalente.",
        "La séance est levée à 20 h 05.",
    ]
    for i, x in enumerate(t, 1):
        if x:
            s.put(i, 1, x, bold=i in (1, 2, 7, 11, 15), wrap=True)
    s.put(20, 3, "Le secrétaire,")
    s.put(22, 3, "P. Rousseau")
    save(
        "d04-compte-rendu",
        "fr",
        b,
        [],
        (
            "Minutes of a parents' meeting, prose in column A and a signature in column C.",
            "Numbered headings, colons, and figures inside sentences.",
            "A table of several columns made of sentences, headings and the signature.",
        ),
        no_table=True,
    )


def d05():
    b = Book()
    s = b.sheet("采购申请单")
    s.put(1, 1, "采 购 申 请 单", bold=True, size=18, align="center", font="宋体")
    s.merge("A1:H1")
    s.put(2, 1, "申请部门：")
    s.put(2, 4, "申请日期：      年   月   日")
    s.put(2, 7, "编号：")
    cols = ["序号", "物品名称", "规格型号", "单位", "数量", "单价(元)", "金额(元)", "用途说明"]
    s.row(3, 1, cols, bold=True, box=True, fill=GREY, align="center", font="宋体")
    for r in range(4, 16):
        for c in range(1, 9):
            s.put(
                r,
                c,
                (r - 3) if c == 1 else Fx(f"=E{r}*F{r}", 0) if c == 7 else None,
                box=True,
                fmt='#,##0.00;-#,##0.00;""' if c == 7 else None,
            )
    s.put(16, 1, "合计", bold=True, box=True)
    s.merge("A16:F16")
    s.put(16, 7, Fx("=SUM(G4:G15)", 0), fmt='#,##0.00;-#,##0.00;""', box=True)
    s.put(17, 1, "申请人：")
    s.put(17, 3, "部门负责人：")
    s.put(17, 5, "财务：")
    s.put(17, 7, "总经理：")
    s.put(18, 1, "注：单价超过 2000 元须附三家报价。", size=9)
    s.widths(6, 20, 16, 7, 8, 11, 12, 24)
    save(
        "d05-empty-order",
        "zh",
        b,
        [rec("lines", cols, [])],
        (
            "Empty purchase request: header, twelve boxed lines that hold only running numbers and 0 formulas shown as blank.",
            "序号 and formula zeros look like data; signature line below.",
            "Twelve lines of nothing, or a line for 合计 or the signatures.",
        ),
    )


def d06():
    """研修申込: example row marked 例, then real rows, then blank boxed rows."""
    R = random.Random(106)
    b = Book()
    s = b.sheet("申込名簿")
    s.put(1, 1, "安全衛生研修 受講申込名簿", bold=True, size=14, font="ＭＳ ゴシック")
    s.put(2, 1, "※記入例にならって入力してください。締切：7月11日（金）", color="FF0000")
    cols = ["No.", "会社名", "氏名", "ふりがな", "生年月日", "受講コース", "昼食", "備考"]
    s.row(4, 1, cols, bold=True, fill=HEAD, box=True, align="center")
    s.row(
        5,
        1,
        ["例", "○○建設株式会社", "安全 太郎", "あんぜん たろう", D(1985, 4, 1), "フルハーネス", "要", "アレルギー：そば"],
        fill=GREY,
        box=True,
        color="808080",
    )
    ppl = [
        ("内田 誠", "うちだ まこと"),
        ("小野 千春", "おの ちはる"),
        ("片桐 悟", "かたぎり さとる"),
        ("北川 翔太", "きたがわ しょうた"),
        ("熊谷 隆", "くまがい たかし"),
        ("米田 光", "よねだ ひかる"),
        ("島 直人", "しま なおと"),
    ]
    rows = []
    for i, (n, k) in enumerate(ppl):
        v = [
            i + 1,
            R.choice(["城北設備㈱", "田中組", "大和電設"]),
            n,
            k,
            D(R.randint(1968, 2004), R.randint(1, 12), R.randint(1, 28)),
            R.choice(["フルハーネス", "職長教育", "足場特別教育"]),
            R.choice(["要", "不要"]),
            {1: "午後から参加", 5: "再受講"}.get(i),
        ]
        rows.append(v)
        s.row(6 + i, 1, v, box=True)
    for r in range(13, 21):
        s.row(r, 1, [r - 5] + [None] * 7, box=True)
    s.put(22, 1, "お問合せ：総務部 三浦（内線 215）")
    s.widths(6, 20, 14, 18, 13, 16, 7, 20)
    save(
        "d06-example-row",
        "ja",
        b,
        [rec("people", cols, rows)],
        (
            "申込名簿 with a grey example row (例), seven real applicants and eight empty numbered rows.",
            "The example is complete and plausible; the empty rows carry their numbers.",
            "安全 太郎 as an applicant; eight applicants without a name.",
        ),
        warn=["an example row is left out"],
    )


def d07():
    """Besucherstatistik: counts, share rows in percent, ratio rows."""
    R = random.Random(107)
    b = Book()
    s = b.sheet("Besucher 2024")
    s.put(1, 1, "Stadtmuseum – Besucherstatistik 2024", bold=True, size=13)
    s.put(2, 1, "Angaben in Personen, sofern nicht anders vermerkt", size=9)
    q = ["1. Quartal", "2. Quartal", "3. Quartal", "4. Quartal"]
    s.row(4, 1, ["Besuchergruppe"] + q + ["Jahr 2024"], bold=True, fill=HEAD, box=True)
    g = {
        "Erwachsene": [R.randint(2100, 5200) for _ in q],
        "Ermäßigt": [R.randint(600, 1900) for _ in q],
        "Schulklassen": [R.randint(300, 2400) for _ in q],
        "Freier Eintritt": [R.randint(150, 900) for _ in q],
    }
    fs, r = [], 5
    tot = [sum(v[i] for v in g.values()) for i in range(4)]

    def line(name, vals, year, role, yrole="total", fmt="#,##0", it=False):
        nonlocal r
        s.row(r, 1, [name] + vals + [year], box=True, fmt=fmt, bold=it)
        s.ws.cell(r, 1).number_format = "General"
        r += 1
        fs.extend(fact([name, h], v, role) for h, v in zip(q, vals))
        fs.append(fact([name, "Jahr 2024"], year, yrole))

    for n, v in g.items():
        line(n, v, sum(v), "leaf")
        sh = [round(x / t, 4) for x, t in zip(v, tot)]
        line(f"Anteil {n}", sh, round(sum(v) / sum(tot), 4), "total", fmt="0.0%")
    line("Besucher gesamt", tot, sum(tot), "total", it=True)
    days = [74, 77, 79, 75]
    line("Öffnungstage", days, sum(days), "leaf")
    line(
        "Besucher je Öffnungstag",
        [round(a / c, 1) for a, c in zip(tot, days)],
        round(sum(tot) / sum(days), 1),
        "total",
        fmt="0.0",
    )
    s.put(r + 1, 1, "Quelle: Kassensystem, Stand 14.01.2025", size=9)
    s.widths(28, 12, 12, 12, 12, 12)
    n = b.sheet("Hinweise")
    n.put(1, 1, "Schulklassen: einschließlich Begleitpersonen.")
    n.put(2, 1, "Freier Eintritt: erster Sonntag im Monat.")
    save(
        "d07-anteile",
        "de",
        b,
        [facts("visitors", fs)],
        (
            "Museum visitors per quarter; under each group a row with its share, below total, opening days and visitors per day.",
            "Shares alternate with counts; Öffnungstage is a leaf of another unit between total and ratio.",
            "Shares or Besucher gesamt in the same measure as the counts; Jahr 2024 as a fifth quarter.",
        ),
    )


def d08():
    """Plain lists whose figures satisfy sums by chance."""
    b = Book()
    s = b.sheet("駐車場")
    s.put(1, 2, "町内会 駐車場・自転車置場一覧", bold=True)
    cols = ["名称", "開設年", "普通車", "軽", "自転車", "月額(円)", "管理者"]
    rows = [
        ["東町第一", 1998, 12, 5, 17, 5200, "井口"],
        ["西町公園前", 2003, 8, 7, 15, 4800, "井口"],
        ["駅南", 2011, 20, 12, 32, 7500, "名取"],
        ["神社裏", 2007, 6, 3, 9, 3900, "柏木"],
        ["公民館", 1989, 14, 9, 23, 4100, "柏木"],
        ["川端", 2016, 40, 24, 64, 8000, "名取"],
        ["北口", 2020, 11, 2, 13, 8800, "早乙女"],
    ]
    s.row(3, 2, cols, bold=True, box=True)
    for i, r in enumerate(rows):
        s.row(4 + i, 2, r, box=True)
    save(
        "d08-chance-sums",
        "ja",
        b,
        [rec("lots", cols, rows)],
        (
            "List of seven parking lots; 自転車 happens to be 普通車 + 軽 in every row, 駅南 = 東町第一 + 西町公園前 and 川端 = 駅南 + 神社裏 + 公民館 in three columns.",
            "No total stands in the sheet; the sums are chance (自転車 is another kind of place).",
            "駅南 or 川端 or the column 自転車 left out as computed.",
        ),
    )


def d09():
    """備品リスト by department banners."""
    R = random.Random(109)
    b = Book()
    s = b.sheet("備品")
    s.put(1, 1, "令和7年度 固定資産・備品台帳（棚卸用）", bold=True, size=13)
    cols = ["資産番号", "品名", "取得日", "取得価額", "耐用年数", "設置場所", "確認"]
    s.row(3, 1, cols, bold=True, fill=HEAD, box=True, align="center")
    r, rows = 4, []
    dep = {
        "事務局": [("複合機", 1180), ("ノートPC", 143), ("シュレッダー", 58), ("会議用テーブル", 91)],
        "リハビリテーション科": [("平行棒", 214), ("エルゴメーター", 487), ("昇降ベッド", 365)],
        "栄養科": [("冷凍冷蔵庫", 748), ("スチコン", 1890), ("食器洗浄機", 1320), ("配膳車", 690), ("炊飯器", 176)],
        "地域連携室": [("電話機", 47), ("相談ブース", 255)],
    }
    no = 10023
    for d, items in dep.items():
        s.put(r, 1, d, bold=True, fill=YEL, box=True)
        s.merge(f"A{r}:G{r}")
        r += 1
        for it, price in items:
            no += R.randint(2, 40)
            v = [
                f"{no:07d}",
                it,
                D(R.randint(2009, 2024), R.randint(1, 12), R.randint(1, 28)),
                round(price * R.uniform(0.85, 1.2)) * 1000 - R.choice([0, 200, 700]),
                R.choice([4, 5, 6, 8]),
                R.choice(["本館1F", "本館2F", "別館", None]),
                R.choice(["✓", "✓", None]),
            ]
            s.row(r, 1, v, box=True)
            s.ws.cell(r, 4).number_format = "#,##0"
            rows.append([d] + v)
            r += 1
    s.widths(12, 20, 12, 14, 9, 12, 7)
    save(
        "d09-department-banners",
        "ja",
        b,
        [rec("assets", ["部署"] + cols, rows, union=True)],
        (
            "備品台帳 of a hospital with merged department rows between the items.",
            "The department stands only in the banner; 設置場所 and 確認 have real blanks.",
            "Banners as items or thrown away, so that the department of an item is lost; blanks filled from above.",
        ),
    )


def d10():
    """得意先元帳 printed: page headers, carried forward."""
    R = random.Random(110)
    b = Book()
    s = b.sheet("元帳")
    cols = ["日付", "伝票番号", "摘要", "売上金額", "入金金額", "差引残高"]
    items = [
        "部品A-3 納入",
        "修理代",
        "ボルト類",
        "振込入金",
        "運賃",
        "治具製作",
        "振込入金",
        "手形入金",
        "返品（部品A-3）",
        "加工賃",
    ]
    r, bal, rows, page, d = 1, 482300, [], 0, D(2025, 4, 1)

    def head():
        nonlocal r, page
        page += 1
        s.put(r, 1, "得 意 先 元 帳", bold=True, size=14)
        s.put(r, 6, f"{page} 頁", align="right")
        s.put(r + 1, 1, "得意先：0317 谷川工業株式会社")
        s.put(r + 1, 5, "期間：2025/04/01～2025/09/30")
        s.row(r + 3, 1, cols, bold=True, box=True, fill=GREY)
        r += 4

    for p in range(9):
        head()
        if p == 0:
            s.put(r - 2, 5, f"期首残高：{bal:,}円")
        else:
            s.row(r, 3, ["前頁繰越", None, None, bal], box=True, fmt="#,##0")
            r += 1
        for _ in range(13 if p < 8 else 7):
            d += dt.timedelta(R.choice([0, 1, 2, 3]))
            it = R.choice(items)
            a = R.randint(31, 2980) * 50
            sa, ny = (None, a * 2) if "入金" in it else (-a // 4, None) if "返品" in it else (a, None)
            bal += (sa or 0) - (ny or 0)
            v = [d, f"{R.randint(1, 99999):06d}", it, sa, ny, bal]
            rows.append(v)
            s.row(r, 1, v, box=True, fmt="#,##0")
            s.ws.cell(r, 1).number_format = "m/d"
            r += 1
        s.row(
            r,
            3,
            [
                "次頁繰越" if p < 8 else "合計",
                None if p < 8 else sum(x[3] or 0 for x in rows),
                None if p < 8 else sum(x[4] or 0 for x in rows),
                bal,
            ],
            box=True,
            fmt="#,##0",
            bold=True,
        )
        r += 2
    s.widths(9, 11, 24, 13, 13, 14)
    save(
        "d10-ledger-pages",
        "ja",
        b,
        [rec("entries", cols, rows)],
        (
            "得意先元帳 of nine printed pages in one sheet, each with title, customer, header, 前頁繰越 and 次頁繰越.",
            "Page heads and carried-forward rows between the entries; slip numbers with zeros; dates shown as 4/7.",
            "前頁繰越/次頁繰越/合計 as entries; repeated headers as rows; entries of pages 2–9 lost.",
        ),
    )


def d11():
    rows = [
        ["T-1041", "2025-02-03", "Okafor, Grace", "Printer, 2nd floor", "Paper jam\nHappens only with A3, duplex", 2, 35.5],
        ["T-1042", "2025-02-03", "Lindqvist, Per", "Laptop", 'Says "No boot device"', 1, 120],
        ["T-1045", "2025-02-05", "Ng, Wei Ling", "VPN", "Drops every 20 min; log:\n10:02 connect\n10:22 lost, code 809", 2, 0],
        ["T-1046", "2025-02-06", "O'Brien, Siobhan", "Phone", None, 3, 15.25],
        ["T-1050", "2025-02-10", "Marchetti, Luca", "Badge, parking", "Gate B, lane 2, does not open", 3, 8],
        ["T-1051", "2025-02-10", "Okafor, Grace", "Printer, 2nd floor", "Again.\n\nSame as T-1041", 1, 62.75],
        ["T-1057", "2025-02-12", "Silva, João", "Email", "Quota, 50,000 items", 3, 0],
        ["T-1058", "2025-02-13", "Haddad, Rania", 'Monitor, 27"', "Flickers", 2, 210],
    ]
    cols = ["Ticket", "Opened", "Requester", "Asset", "Description", "Priority", "Cost, EUR"]
    import csv, io

    f = io.StringIO()
    w = csv.writer(f, lineterminator="\r\n")
    w.writerow(cols)
    for r in rows:
        w.writerow(["" if v is None else v for v in r])
    save(
        "d11-tickets",
        "en",
        "\ufeff" + f.getvalue(),
        [rec("tickets", cols, rows)],
        (
            "Help-desk export: csv with BOM, CRLF, commas and quotes inside quotes, cells of several lines.",
            "Line breaks (also a blank line) inside cells; a column name with a comma.",
            "Rows cut at line breaks; columns shifted by commas inside quotes.",
        ),
        ext="csv",
    )


def d12():
    R = random.Random(112)
    b = Book()
    s = b.sheet("Incidencias")
    s.put(1, 1, "Comunidad de propietarios C/ Olmo 14 – Registro de incidencias", bold=True, size=12)
    cols = ["Nº", "Fecha", "Piso", "Avisado por", "Observaciones", "Coste (€)", "Estado"]
    s.row(3, 1, cols, bold=True, fill=YEL, box=True)
    obs = [
        "Fuga en la bajante del patio interior. Se llamó al fontanero (Sr. Ortega) a las 9:40; vino a las 12:15 y cambió 2 m de tubo. Falta pintar. El vecino del 2ºA dice que la mancha del techo ya estaba en 2023 y pide que lo vea el seguro: póliza 88-104-221.",
        "Ascensor parado entre 3º y 4º. Técnico en 50 min.",
        "Luz del portal fundida (2 de 5).",
        "Ruidos de obras antes de las 8:00 los días 3, 4 y 7 de marzo. Se avisó por escrito. Total: 3 quejas.",
        "Puerta del garaje no cierra. Presupuesto A: 310 €, presupuesto B: 285 €. Se acepta B por unanimidad; instalación prevista para la semana 15. Pendiente de que el proveedor confirme el color (RAL 7016) y de que la administradora firme el parte.",
        "Antena: sin señal en 4ºB.",
        "Cristal roto en la escalera, sin culpable.",
        "Limpieza de canalones, anual.",
        "Atasco en el 1ºC por toallitas; reparto del coste en discusión, véase acta 2/2025, punto 4.",
        "Cerradura del cuarto de contadores.",
    ]
    rows, d = [], D(2025, 1, 8)
    for i, o in enumerate(obs):
        d += dt.timedelta(R.randint(2, 17))
        v = [
            i + 1,
            d,
            ["2ºA", "3ºD", "Portal", "4ºA", "Portal", "4ºB", "1ºA", "Cubierta", "1ºC", "Portal"][i],
            R.choice(["Carmen Ruiz", "Iván Soto", "Administración", None]),
            o,
            None if i in (3, 5) else round(R.uniform(12, 640), 2),
            R.choice(["Cerrada", "Abierta"]),
        ]
        rows.append(v)
        s.row(4 + i, 1, v, box=True, wrap=True)
        s.ws.cell(4 + i, 2).number_format = "dd/mm/yyyy"
        s.ws.cell(4 + i, 6).number_format = "#,##0.00"
    s.widths(5, 11, 8, 15, 60, 11, 10)
    s.put(15, 1, "Las incidencias abiertas se revisan en la junta de junio.")
    s.merge("A15:G15")
    save(
        "d12-incidencias",
        "es",
        b,
        [rec("incidents", cols, rows)],
        (
            "Incident log of a block of flats with a very long remark column, one line of prose below.",
            "Remarks of up to 260 characters hold figures, dates, colons and semicolons; one says Total.",
            "Row with 'Total: 3 quejas' dropped as a total; remarks cut or split; note below as a row.",
        ),
    )


if __name__ == "__main__":
    for f in (d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12):
        f()
