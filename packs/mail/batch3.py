from lib import *

# t17 de postings csv, SAP-like
R = random.Random(117)
o = [
    "Stadtwerke Lindental GmbH;;;;;;;",
    "Einzelposten Kostenstellen;;Periode 01-03/2025;;;;;",
    "Erstellt am: 07.04.2025;;;;;;;",
    ";;;;;;;",
]
H = ["Kostenstelle", "Bezeichnung", "Belegnr.", "Buchungsdatum", "Konto", "Text", "Betrag in EUR", "Soll/Haben"]
o.append(";".join(H))
rows, grand = [], 0
fm = lambda v: f"{abs(v):,.2f}".replace(",", "_").replace(".", ",").replace("_", ".") + ("-" if v < 0 else "")
for ks, bz, n in (
    ("0041100", "Wasserwerk", 12),
    ("0041200", "Kläranlage", 9),
    ("0042050", "Fuhrpark", 14),
    ("0049900", "Verwaltung", 7),
):
    s = 0
    for d in sorted(D(2025, 1, 2) + dt.timedelta(R.randrange(88)) for _ in range(n)):
        v = round(R.choice([R.uniform(20, 400), R.uniform(900, 14000)]), 2) * R.choice([1, 1, 1, 1, -1])
        v = round(v, 2)
        t = R.choice(
            [
                "Büromaterial",
                "Diesel; Tankkarte 3",
                "Wartung Pumpe",
                "Gutschrift Strom",
                "Prüfung TÜV",
                '"Eilauftrag" Rohrbruch',
            ]
        )
        k = R.choice(["063000", "061500", "068100"])
        s += v
        b = f"19{R.randint(0, 99999999):08d}"
        q = '"' + t.replace('"', '""') + '"' if ";" in t or '"' in t else t
        o.append(";".join([ks, bz, b, d.strftime("%d.%m.%Y"), k, q, fm(v), "S" if v >= 0 else "H"]))
        rows.append([ks, bz, b, d, k, t, v, "S" if v >= 0 else "H"])
    o.append(f"Summe {ks};;;;;;{fm(round(s, 2))};")
    grand += s
o.append(f"Gesamtsumme;;;;;;{fm(round(grand, 2))};")
save(
    "t17-de-postings-csv",
    "de",
    [rec("postings", H, rows)],
    "Cost centre postings, csv with semicolons in cp1252.",
    "Four lines above the header, decimal commas, minus sign behind the number, Summe line after each cost centre, codes with zeros, a semicolon in quotes.",
    "Summe lines as postings; 1.234,56- as text or positive; cost centre 41100.",
    data="\r\n".join(o).encode("cp1252"),
    ext="csv",
)

# t18 fr price list with tiers
R = random.Random(118)
wb = Workbook()
ws = wb.active
ws.title = "Tarif 2026"
ws["A1"] = "Maison Delorme – Emballages alimentaires"
style(ws["A1"], bold=True, size=16, color="C00000")
ws["A2"] = "Tarif professionnel applicable au 1er janvier 2026 – prix HT en euros, franco à partir de 350 €"
put(
    ws,
    4,
    1,
    ["Famille", "Réf.", "Désignation", "Colisage", "Prix unitaire HT", None, None, "TVA"],
    bold=True,
    box=True,
    bg="F4B084",
    al="center",
)
put(ws, 5, 1, [None, None, None, None, "1 à 9", "10 à 49", "50 et +", None], bold=True, box=True, bg="F8CBAD", al="center")
for m in ("A4:A5", "B4:B5", "C4:C5", "D4:D5", "E4:G4", "H4:H5"):
    ws.merge_cells(m)
fam = {
    "Barquettes": ["Barquette kraft 500 ml", "Barquette kraft 750 ml", "Barquette alu 1 L", "Couvercle carton"],
    "Sacs": ["Sac kraft poignées plates 26 cm", "Sac kraft poignées torsadées 32 cm", "Sachet croissant n°3"],
    "Gobelets": [
        "Gobelet carton 10 cl",
        "Gobelet carton 20 cl",
        "Gobelet carton 30 cl double paroi",
        "Agitateur bois",
        "Couvercle PLA 8 cm",
    ],
}
r, rows, fs = 6, [], []
T = ["1 à 9", "10 à 49", "50 et +"]
for f, its in fam.items():
    r0 = r
    for n in its:
        p = round(R.uniform(4, 62), 2)
        ps = [p, round(p * R.uniform(0.88, 0.94), 2), round(p * R.uniform(0.74, 0.85), 2)]
        if "double" in n:
            ps[2] = "sur devis"
        c = [f"{R.randint(100, 9999):06d}", n, f"x {R.choice([50, 100, 250, 1000])}", *ps, R.choice([0.2, 0.2, 0.055])]
        put(ws, r, 1, [None, *c], box=True, fmt="0.00 €")
        ws.cell(r, 8).number_format = "0.0%"
        rows.append([f, *c])
        r += 1
        fs += [fct([f, c[0], t], x) for t, x in zip(T, ps)]
    ws.cell(r0, 1).value = f
    ws.merge_cells(start_row=r0, start_column=1, end_row=r - 1, end_column=1)
    ws.cell(r0, 1).alignment = Alignment(vertical="center", textRotation=90)
ws.cell(r + 1, 1).value = "Conditions : paiement à 30 jours fin de mois. Tarif susceptible d'évoluer selon le cours du papier."
widths(ws, [8, 10, 34, 10, 10, 10, 10, 8])
save(
    "t18-fr-price-tiers",
    "fr",
    [
        rec(
            "prices",
            ["Famille", "Réf.", "Désignation", "Colisage", *["Prix unitaire HT_" + t for t in T], "TVA"],
            rows,
            alternatives=[facts("tiers", fs)],
        )
    ],
    "Price list with quantity tiers.",
    "Family merged down and turned 90°, two-row header, sur devis among prices, references with zeros.",
    "Family only on the first line; 000412 as 412; tiers without names.",
    wb=wb,
)

# t19 es monthly expenses with groups and formulas
R = random.Random(119)
wb = Workbook()
ws = wb.active
ws.title = "Gastos 2025"
ws["B2"] = "Asociación Cultural El Molino"
style(ws["B2"], bold=True, size=14)
ws["B3"] = "Gastos por mes (en euros) – primer semestre 2025"
ms = ["Ene", "Feb", "Mar", "Abr", "May", "Jun"]
put(ws, 5, 2, ["Concepto", *ms, "Total", "Media"], bold=True, box=True, bg="FFD966", al="center")
fs, ca, r = [], {}, 6
allv = [0] * 6
subs = []


def ln(lab, v, role, fsum=None):
    global r
    ws.cell(r, 2).value = lab[-1]
    for k, x in enumerate(v):
        c = ws.cell(r, 3 + k)
        if fsum:
            c.value = fsum(L(3 + k))
            ca[c.coordinate] = x
        elif x is not None:
            c.value = x
        c.number_format = "#,##0.00"
        if x is not None:
            fs.append(fct(lab + [ms[k]], x, role))
    w = [x for x in v if x is not None]
    t, m = round(sum(w), 2), round(sum(w) / len(w), 2)
    for c, f, x, n in ((9, f"=SUM(C{r}:H{r})", t, "Total"), (10, f"=ROUND(AVERAGE(C{r}:H{r}),2)", m, "Media")):
        ws.cell(r, c).value = f
        ca[ws.cell(r, c).coordinate] = x
        ws.cell(r, c).number_format = "#,##0.00"
        fs.append(fct(lab + [n], x, "total"))
    put(ws, r, 2, [None] * 9, box=True, bold=role == "total")
    r += 1


for g, its in {
    "Local": ["Alquiler", "Luz y agua", "Limpieza"],
    "Actividades": ["Talleres", "Concierto de primavera", "Material", "Viajes"],
    "Administración": ["Gestoría", "Seguros", "Comisiones bancarias"],
}.items():
    ws.cell(r, 2).value = g.upper()
    style(ws.cell(r, 2), bold=True, color="7F6000")
    r += 1
    r0 = r
    sm = [0] * 6
    for it in its:
        v = [round(R.uniform(18, 940), 2) for _ in ms]
        if it == "Concierto de primavera":
            v = [None, None, None, 1480.5, 2215.35, None]
        if it == "Seguros":
            v = [612.4, None, None, 612.4, None, None]
            v[3] = 628.15
        ln([g.upper(), it], v, "leaf")
        sm = [round(a + (b or 0), 2) for a, b in zip(sm, v)]
    a, b = r0, r - 1
    subs.append(r)
    ln([f"Subtotal {g.lower()}"], sm, "total", lambda c: f"=SUM({c}{a}:{c}{b})")
    allv = [round(x + y, 2) for x, y in zip(allv, sm)]
r += 1
ln(["TOTAL GASTOS"], allv, "total", lambda c: "=" + "+".join(f"{c}{s}" for s in subs))
ws.cell(r + 1, 2).value = "Nota: el concierto se pagó en dos plazos."
widths(ws, [2, 26] + [11] * 8)
save(
    "t19-es-expenses-months",
    "es",
    [facts("gastos", fs)],
    "Expenses of a club by month.",
    "Groups as heading rows, Subtotal rows, a blank row before the grand total, Total and Media columns, blank months; formulas with values.",
    "Subtotals, Total or Media added to the data.",
    wb=wb,
    cached={1: ca},
)

# t20 zh stock + suppliers
R = random.Random(120)
wb = Workbook()
ws = wb.active
ws.title = "库存明细"
ws["A1"] = "2025年9月库存盘点表"
ws.merge_cells("A1:I1")
style(ws["A1"], bold=True, size=16, al="center")
ws["A2"] = "仓库:二号仓"
ws["H2"] = "单位:元"
H = ["类别", "物料编码", "物料名称", "规格", "单位", "库存数量", "单价", "金额", "供应商代码"]
put(ws, 3, 1, H, bold=True, box=True, bg="D9EAD3", al="center")
r, rows, gt = 4, [], 0
for g, its in {
    "电子元件": [("贴片电阻", "0603 10K"), ("贴片电容", "0805 1uF"), ("连接器", "2.54mm 8P"), ("继电器", "DC12V")],
    "包装材料": [("纸箱", "40×30×25cm"), ("气泡膜", "宽50cm"), ("封箱胶带", "48mm×100m")],
    "劳保用品": [("防静电手套", "L"), ("护目镜", None), ("安全鞋", "42码"), ("口罩", "KN95")],
}.items():
    r0, s = r, 0
    for n, sp in its:
        q, p = R.randint(15, 4200), round(R.choice([R.uniform(0.03, 2), R.uniform(4, 190)]), 2)
        a = round(q * p, 2)
        c = [
            f"{R.randint(1, 12):02d}{R.randint(0, 9999):04d}",
            n,
            sp,
            {
                "气泡膜": "卷",
                "封箱胶带": "卷",
                "防静电手套": "双",
                "安全鞋": "双",
                "口罩": "盒",
                "贴片电阻": "盘",
                "贴片电容": "盘",
            }.get(n, "个"),
            q,
            p,
            a,
            f"S{R.randint(1, 5):03d}",
        ]
        put(ws, r, 1, [None, *c], box=True, fmt="#,##0.00")
        ws.cell(r, 6).number_format = "0"
        rows.append([g, *c])
        s = round(s + a, 2)
        r += 1
    ws.cell(r0, 1).value = g
    ws.merge_cells(start_row=r0, start_column=1, end_row=r - 1, end_column=1)
    put(ws, r, 1, ["小计", None, None, None, None, None, None, s, None], bold=True, box=True, bg="FFF2CC")
    ws.merge_cells(start_row=r, start_column=1, end_row=r, end_column=7)
    gt = round(gt + s, 2)
    r += 1
put(ws, r, 1, ["合计"] + [None] * 6 + [gt, None], bold=True, box=True, bg="FCE4D6")
ws.merge_cells(start_row=r, start_column=1, end_row=r, end_column=7)
ws.cell(r + 1, 1).value = "盘点人:王敏"
ws.cell(r + 1, 4).value = "复核:刘建国"
ws.cell(r + 1, 8).value = "日期:2025.9.30"
w2 = wb.create_sheet("供应商")
H2 = ["代码", "名称", "联系人", "电话", "账期(天)"]
put(w2, 1, 1, H2, bold=True)
sup = [
    ["S001", "深圳华创电子有限公司", "陈工", "0755-83210056", 30],
    ["S002", "东莞利丰包装厂", "黄丽", "0769-22810433", 45],
    ["S003", "苏州安达劳保", "周凯", "0512-65190087", 0],
    ["S004", "广州恒泰贸易", None, "020-38810912", 60],
    ["S005", "宁波明远五金", "赵伟", "0574-87330215", 30],
]
for i, x in enumerate(sup):
    put(w2, 2 + i, 1, x)
widths(ws, [10, 11, 14, 14, 6, 10, 9, 12, 11])
widths(w2, [8, 26, 10, 18, 9])
save(
    "t20-zh-stock",
    "zh",
    [rec("stock", H, rows), rec("suppliers", H2, sup)],
    "Stock sheet with a supplier sheet.",
    "Category merged down, 小计 rows merged over seven columns, signature line right below 合计, codes with zeros.",
    "小计/合计 as goods; category missing; code 010203 as a number.",
    wb=wb,
)

# t21 weekly timesheet grid
R = random.Random(121)
wb = Workbook()
ws = wb.active
ws.title = "Wk 37"
ws["A1"] = "Harlow Architects – Timesheet summary"
style(ws["A1"], bold=True, size=14)
ws["A2"] = "Week commencing"
ws["B2"] = D(2025, 9, 8)
ws["B2"].number_format = "dd mmm yyyy"
dn = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
put(ws, 4, 1, ["Employee", "Project", "Billable", *dn, "Total hrs"], bold=True, bg="D0CECE", box=True)
fs, r = [], 5
al = [0] * 6
rows = []
for e, ps in {
    "Amelia Stone": ["P-1042 Library", "P-1077 Clinic", "Admin"],
    "Jonas Weber": ["P-1042 Library", "Admin"],
    "Priya Nair": ["P-1077 Clinic", "P-1080 Quay St", "P-0995 Snagging", "Admin"],
    "Tom Ellery": ["P-1080 Quay St", "Holiday"],
}.items():
    first, s = True, [0] * 6
    for p in ps:
        v = [R.choice([None, None, 1.5, 2, 3.25, 4, 4.75, 6, 7.5]) for _ in dn]
        v[5] = R.choice([None, None, 2.5])
        v[R.randrange(5)] = R.choice([2.25, 3.5, 5])
        b = "N" if p in ("Admin", "Holiday") else "Y"
        put(ws, r, 1, [e if first else None, p, b, *v, sum(x or 0 for x in v)], box=True, fmt="0.00")
        first = False
        r += 1
        fs += [fct([e, p, d], x) for d, x in zip(dn, v) if x is not None] + [
            fct([e, p, "Total hrs"], sum(x or 0 for x in v), "total")
        ]
        s = [a + (x or 0) for a, x in zip(s, v)]
        rows.append([e, p, b, *v])
    put(ws, r, 1, [f"{e} – total", None, None, *s, sum(s)], bold=True, box=True, bg="F2F2F2", fmt="0.00")
    fs += [fct([f"{e} – total", d], x, "total") for d, x in zip([*dn, "Total hrs"], [*s, sum(s)])]
    al = [a + b for a, b in zip(al, s)]
    r += 1
put(ws, r, 1, ["All staff", None, None, *al, sum(al)], bold=True, box=True, bg="BFBFBF", fmt="0.00")
fs += [fct(["All staff", d], x, "total") for d, x in zip([*dn, "Total hrs"], [*al, sum(al)])]
ws.cell(r + 2, 1).value = "Approved by: ________________"
widths(ws, [22, 20, 9] + [8] * 6 + [10])
save(
    "t21-en-timesheet-grid",
    "en",
    [facts("hours", fs, alternatives=[rec("hours", ["Employee", "Project", "Billable", *dn], rows)])],
    "Hours by employee, project and weekday.",
    "Employee only on the first line, subtotal row per employee, All staff row without the word total, Total hrs column, blanks.",
    "Subtotals counted as hours; projects without their employee.",
    wb=wb,
)

# t22 project plan + risks + lists
R = random.Random(122)
wb = Workbook()
ws = wb.active
ws.title = "Plan"
ws["A1"] = "CRM Migration – Project Plan"
style(ws["A1"], bold=True, size=16)
for i, (k, v) in enumerate((("Project manager", "Dana Whitfield"), ("Sponsor", "K. Osei"), ("Baseline date", D(2025, 3, 3)))):
    ws.cell(2 + i, 1).value = k
    ws.cell(2 + i, 3).value = v
ws["C4"].number_format = "d-mmm-yy"
H = ["WBS", "Task", "Owner", "Start", "Finish", "Working days", "Predecessors", "% done", "RAG"]
put(ws, 6, 1, H, bold=True, box=True, bg="1F4E78", color="FFFFFF")
rows = []
tasks = [
    "Stakeholder interviews",
    "Data audit",
    "Vendor contract",
    "Field mapping",
    "Build sandbox",
    "Migrate accounts",
    "Migrate contacts & notes",
    "Integration tests",
    "User training",
    "Go-live",
    "Hypercare",
]
d = D(2025, 3, 10)
for i, t in enumerate(tasks):
    n = R.randint(3, 17)
    e = d + dt.timedelta(n + n // 5 * 2)
    w = f"{i//4+1}.{i%4+1}"
    own = R.choice(["Dana", "Luis", "Mei", "Luis/Mei", "Vendor"])
    pr = (
        None
        if i == 0
        else ",".join(str(x) for x in sorted(R.sample([f"{j//4+1}.{j%4+1}" for j in range(i)], min(i, R.choice([1, 2])))))
    )
    pd = [1, 1, 0.85, 0.6, 0.35, 0.1, 0, 0, 0, 0, 0][i]
    c = [
        w,
        t,
        own,
        d if i % 3 else d.strftime("%d %B %Y"),
        None if t == "Go-live" else e,
        0 if t == "Go-live" else n,
        pr,
        pd,
        R.choice(["Green", "Amber", "Green", "Red"]) if pd < 1 else "Done",
    ]
    put(ws, 7 + i, 1, c, box=True)
    ws.cell(7 + i, 4).number_format = ws.cell(7 + i, 5).number_format = "d-mmm-yy"
    ws.cell(7 + i, 8).number_format = "0%"
    rows.append([w, t, own, d, c[4], *c[5:]])
    d += dt.timedelta(R.randint(4, 13))
ws["A19"] = "Go-live is a milestone (no duration). Dates exclude bank holidays."
w2 = wb.create_sheet("Risks")
w2["A1"] = "Risk register"
H2 = ["ID", "Description", "Likelihood (1-5)", "Impact (1-5)", "Score", "Mitigation", "Raised"]
put(w2, 3, 1, H2, bold=True, bg="FFC7CE")
rk = []
for i, (a, m) in enumerate(
    (
        ("Duplicate accounts in legacy data", "De-dup run before cut-over"),
        ("Vendor resource leaves", None),
        ("Training slots over summer", "Record sessions; two extra dates"),
        ("API limits exceeded", "Batch overnight"),
        ("Budget approval late", "Escalate to sponsor"),
    )
):
    l, im = R.randint(1, 5), R.randint(2, 5)
    q = D(2025, 3, 1) + dt.timedelta(R.randrange(60))
    rk.append([f"R{i+1:02d}", a, l, im, l * im, m, q])
    put(w2, 4 + i, 1, rk[-1])
    w2.cell(4 + i, 7).number_format = "dd/mm/yyyy"
w3 = wb.create_sheet("Lists")
for i, v in enumerate(["RAG", "Green", "Amber", "Red", "Done"]):
    w3.cell(1 + i, 1).value = v
w3.sheet_state = "hidden"
widths(ws, [16, 26, 16, 16, 12, 13, 13, 8, 8])
widths(w2, [6, 34, 14, 12, 8, 34, 12])
save(
    "t22-en-project-plan",
    "en",
    [
        rec("plan", H, rows),
        rec("risks", H2, rk),
        form("head", {"Project manager": "Dana Whitfield", "Sponsor": "K. Osei", "Baseline date": "2025-03-03"}),
    ],
    "Project plan, risk register and a hidden list sheet.",
    "WBS numbers look like decimals, some start dates are text, milestone without finish, lists in Predecessors, key/values above with an empty column between.",
    "WBS or predecessors '1.1' as numbers or dates; the three head lines as tasks.",
    wb=wb,
)

# t23 bank statement
R = random.Random(123)
wb = Workbook()
ws = wb.active
ws.title = "Statement"
ws["A1"] = "Northgate Credit Union"
style(ws["A1"], bold=True, size=14)
ws["A2"] = "Account name"
ws["C2"] = "Riverside Allotment Society"
ws["A3"] = "Account number"
ws["C3"] = "00318842"
ws["A4"] = "Sort code"
ws["C4"] = "08-60-01"
H = ["Date", "Type", "Details", "Paid out", "Paid in", "Balance"]
put(ws, 6, 1, H, bold=True, bg="DDEBF7")
bal = 2418.73
r = 7
rows = [[D(2025, 5, 1), None, "BALANCE BROUGHT FORWARD", None, None, bal]]
put(ws, r, 1, ["01 May 25", None, "BALANCE BROUGHT FORWARD", None, None, bal])
r += 1
d = D(2025, 5, 1)
o = i_ = 0
while d < D(2025, 5, 30):
    d += dt.timedelta(R.randint(1, 3))
    k = R.choice([1, 1, 2, 3])
    for j in range(k):
        if R.random() < 0.4:
            a, b, t, x = (
                None,
                round(R.choice([18, 36, 54, 12.5]) * R.choice([1, 2, 3]), 2),
                "CR",
                R.choice(["PLOT RENT 14B", "PLOT RENT 07", "RAFFLE", "J HOLLOWAY"]),
            )
        else:
            a, b, t, x = (
                round(R.uniform(4, 260), 2),
                None,
                *R.choice([("DD", "WATER PLUS"), ("VIS", "SCREWFIX 0113"), ("CHQ", "000187"), ("SO", "SHED INSURANCE")]),
            )
        bal = round(bal + (b or 0) - (a or 0), 2)
        o, i_ = o + (a or 0), i_ + (b or 0)
        if x == "000187":
            x = f"{187 + r:06d}"
        put(ws, r, 1, [d.strftime("%d %b %y") if j == 0 else None, t, x, a, b, bal if j == k - 1 else None], fmt="#,##0.00")
        rows.append([d, t, x, a, b, bal if j == k - 1 else None])
        r += 1
put(ws, r + 1, 1, [None, None, "Total payments / receipts", round(o, 2), round(i_, 2), None], bold=True, fmt="#,##0.00")
put(ws, r + 2, 1, [None, None, "Closing balance", None, None, bal], bold=True, fmt="#,##0.00")
ws.cell(r + 4, 1).value = "Interest is calculated daily. Please check this statement and tell us of any errors within 60 days."
widths(ws, [14, 8, 30, 12, 12, 12])
save(
    "t23-en-bank-statement",
    "en",
    [
        rec("moves", H, rows),
        form("head", {"Account name": "Riverside Allotment Society", "Account number": "00318842", "Sort code": "08-60-01"}),
    ],
    "Bank statement.",
    "Date only on the first line of a day, balance only on the last, '05 May 25' as text, totals and closing balance after a blank row, cheque numbers with zeros.",
    "Undated lines or a filled-in balance; the totals as movements; 05 May 25 as 2005.",
    wb=wb,
)

# t24 de membership fees by quarter
R = random.Random(124)
wb = Workbook()
ws = wb.active
ws.title = "Beiträge"
ws["A1"] = "TSV Eichwald 1921 e.V. – Abteilung Tischtennis"
style(ws["A1"], bold=True, size=13)
ws["A2"] = "Beitragsliste 2025 (Stand 15.10.2025)"
put(
    ws,
    4,
    1,
    ["Mitgl.-Nr.", "Name, Vorname", "geb.", "Eintritt", "Tarif", "Beitrag gezahlt (€)", None, None, None, "Bemerkung"],
    bold=True,
    box=True,
    al="center",
)
put(ws, 5, 1, [None] * 5 + ["I", "II", "III", "IV", None], bold=True, box=True, al="center")
ws.merge_cells("F4:I4")
rows = []
for i, n in enumerate(
    [
        "Albrecht, Jürgen",
        "Böhm, Saskia",
        "Çelik, Murat",
        "Dörfler, Anna-Lena",
        "Eberle, Max",
        "Großmann, Heidi",
        "Köhler, Tim",
        "Lorenz, Ute",
        "Müßig, Paul",
        "Öztürk, Elif",
        "von der Heide, Karl",
        "Weiß, Greta",
    ]
):
    t, a = R.choice([("Erw.", 27.5), ("Jgd.", 14), ("Fam.", 41), ("Erm.", 18.75)])
    b = D(R.randint(1948, 2014), R.randint(1, 12), R.randint(1, 28))
    e = D(min(2025, b.year + R.randint(8, 30)), R.choice([1, 4, 9]), 1)
    p = [a, a if R.random() > 0.15 else None, R.choice([a, a, a, "offen"]), None if i % 4 else a]
    bem = R.choice([None, None, "Lastschrift", "zahlt bar", "1. Mahnung 02.09."])
    put(ws, 6 + i, 1, [f"{R.randint(20, 940):04d}", n, b, e, t, *p, bem], box=True, fmt="0.00")
    ws.cell(6 + i, 3).number_format = "DD.MM.YY"
    ws.cell(6 + i, 4).number_format = "MM/YYYY"
    rows.append([ws.cell(6 + i, 1).value, n, b, e, t, *p, bem])
num = lambda k: round(sum(x[k] for x in rows if isinstance(x[k], (int, float))), 2)
put(ws, 18, 1, ["Summe", None, None, None, None, *[num(k) for k in range(5, 9)], None], bold=True, box=True, fmt="0.00")
put(
    ws,
    19,
    1,
    ["Gesamt", None, None, None, None, None, None, None, round(sum(num(k) for k in range(5, 9)), 2), None],
    bold=True,
    box=True,
    fmt="0.00",
)
ws["A21"] = "Tarife je Quartal:"
tf = [["Erw.", "Erwachsene", 27.5], ["Jgd.", "Jugend bis 17", 14], ["Fam.", "Familie", 41], ["Erm.", "Ermäßigt", 18.75]]
put(ws, 22, 1, ["Kürzel", "Bedeutung", "EUR"], bold=True, box=True)
for i, x in enumerate(tf):
    put(ws, 23 + i, 1, x, box=True)
widths(ws, [10, 24, 10, 10, 8, 9, 9, 9, 9, 20])
q = ["I", "II", "III", "IV"]
base = rec(
    "members",
    ["Mitgl.-Nr.", "Name, Vorname", "geb.", "Eintritt", "Tarif", *["Beitrag gezahlt (€)_" + x for x in q], "Bemerkung"],
    rows,
)
base["alternatives"] = [
    [
        rec(
            "members", ["Mitgl.-Nr.", "Name, Vorname", "geb.", "Eintritt", "Tarif", "Bemerkung"], [r[:5] + r[9:] for r in rows]
        ),
        facts("paid", [fct([r[0], x], v) for r in rows for x, v in zip(q, r[5:9]) if v is not None]),
    ]
]
save(
    "t24-de-club-fees",
    "de",
    [base, rec("rates", ["Kürzel", "Bedeutung", "EUR"], tf)],
    "Membership fees by quarter, with the rates below.",
    "Two-row header with roman quarters, birth dates shown with two-digit years, entry shown as MM/YYYY, offen among amounts, Summe and Gesamt rows, second small table.",
    "Birth year 2048; Summe as a member; the rates appended to the members.",
    wb=wb,
)
