from lib import *

# t25 inventory list with a summary to the right
R = random.Random(125)
wb = Workbook()
ws = wb.active
ws.title = "IT assets"
H = ["Asset tag", "Description", "Serial no.", "Location", "Purchased", "Cost (£)", "Status"]
put(ws, 1, 1, H, bold=True, bg="A9D08E")
rows = []
for i in range(41):
    n, lo, hi = R.choice(
        [
            ('Laptop 14"', 620, 1180),
            ('Monitor 27"', 140, 320),
            ("Docking station", 90, 210),
            ("Printer A3", 400, 1500),
            ("Phone", 180, 700),
            ("Headset", 25, 95),
        ]
    )
    d = D(R.randint(2019, 2025), R.randint(1, 12), R.randint(1, 28))
    c = round(R.uniform(lo, hi), 2)
    x = [
        f"{R.randint(0, 99999):06d}",
        n,
        R.choice(["5CG", "MXL", "00E"]) + f"{R.randint(10000, 99999)}" if i % 9 else None,
        R.choice(["HQ 1F", "HQ 2F", "Warehouse", "Home"]),
        d,
        None if i in (12, 33) else c,
        R.choice(["In use", "In use", "Spare", "Disposed", "Repair"]),
    ]
    put(ws, 2 + i, 1, x)
    ws.cell(2 + i, 5).number_format = "dd/mm/yyyy"
    ws.cell(2 + i, 6).number_format = "#,##0.00"
    rows.append(x)
    if x[5] is None:
        ws.cell(2 + i, 6).value = "n/a"
put(ws, 3, 10, ["Location", "Items", "Value (£)"], bold=True, box=True, bg="FFE699")
locs = ["HQ 1F", "HQ 2F", "Warehouse", "Home"]
for k, l in enumerate(locs):
    put(
        ws,
        4 + k,
        10,
        [l, sum(r[3] == l for r in rows), round(sum(r[5] or 0 for r in rows if r[3] == l), 2)],
        box=True,
        fmt="#,##0.00",
    )
put(ws, 8, 10, ["Total", len(rows), round(sum(r[5] or 0 for r in rows), 2)], box=True, bold=True, fmt="#,##0.00")
ws["J10"] = "Disposed items stay on the list until audit"
ws.auto_filter.ref = "A1:G42"
widths(ws, [11, 20, 13, 12, 12, 11, 10, 3, 3, 14, 8, 13])
save(
    "t25-en-assets-summary",
    "en",
    [rec("assets", H, rows)],
    "IT asset list with a small summary by location beside it.",
    "The summary is computed from the list and stands in rows 3-8 to the right; tags with zeros; n/a among the costs. (The summary may be read as a table of its own or left out.)",
    "Summary glued to assets 2-7, its Total as an asset; tag 000123 as 123.",
    wb=wb,
)

# t26 survey crosstab n and %
R = random.Random(126)
wb = Workbook()
ws = wb.active
ws.title = "Results"
ws["A1"] = "Staff survey 2025 – responses by question"
style(ws["A1"], bold=True, size=14)
ws["A2"] = "Base: all respondents who answered the question. Percentages may not add to 100 because of rounding."
op = ["Strongly agree", "Agree", "Neither", "Disagree", "Strongly disagree"]
ws.cell(4, 1).value = "Question"
ws.merge_cells("A4:A5")
for k, o in enumerate(op):
    ws.cell(4, 2 + 2 * k).value = o
    ws.merge_cells(start_row=4, start_column=2 + 2 * k, end_row=4, end_column=3 + 2 * k)
    put(ws, 5, 2 + 2 * k, ["n", "%"])
ws.cell(4, 12).value = "Total n"
ws.merge_cells("L4:L5")
ws.cell(4, 13).value = "Mean score"
ws.merge_cells("M4:M5")
for r in (4, 5):
    put(ws, r, 1, [None] * 13, bold=True, box=True, bg="CCC0DA", al="center", wrap=True)
r, fs = 6, []
for sec, qs in {
    "A. My work": ["I have the tools I need", "My workload is manageable", "I know what is expected of me"],
    "B. My manager": ["My manager listens to me", "I get useful feedback", "Recognition is fair"],
    "C. The organisation": ["I would recommend us as a place to work", "Changes are explained well"],
}.items():
    ws.cell(r, 1).value = sec
    put(ws, r, 1, [None] * 13, bold=True, bg="E4DFEC")
    r += 1
    for q in qs:
        n = [R.randint(12, 90), R.randint(30, 140), R.randint(8, 60), R.randint(5, 45), R.randint(1, 22)]
        t = sum(n)
        ws.cell(r, 1).value = q
        for k in range(5):
            p = round(n[k] / t, 3)
            ws.cell(r, 2 + 2 * k).value = n[k]
            ws.cell(r, 3 + 2 * k).value = p
            ws.cell(r, 3 + 2 * k).number_format = "0%"
            fs += [fct([sec, q, op[k], "n"], n[k]), fct([sec, q, op[k], "%"], p, "total")]
        m = round(sum(x * (5 - k) for k, x in enumerate(n)) / t, 2)
        ws.cell(r, 12).value = t
        ws.cell(r, 13).value = m
        fs += [fct([sec, q, "Total n"], t, "total"), fct([sec, q, "Mean score"], m, "total")]
        put(ws, r, 1, [None] * 13, box=True)
        r += 1
ws.cell(r + 1, 1).value = "Mean score: 5 = strongly agree … 1 = strongly disagree"
widths(ws, [38] + [8] * 10 + [9, 9])
save(
    "t26-en-survey-crosstab",
    "en",
    [facts("survey", fs)],
    "Survey results, counts and percentages per answer.",
    "Two-row header with n and % alternating, section rows, Total n and Mean score columns.",
    "Percentages mixed into the counts; Total n added to the answers; section rows as questions.",
    wb=wb,
)

# t27 fr facture
wb = Workbook()
ws = wb.active
ws.title = "Facture"
ws.sheet_view.showGridLines = False
for i, t in enumerate(["SARL Atelier Bois & Cie", "14 rue des Tanneurs", "37000 Tours", "SIRET 512 048 337 00021"]):
    ws.cell(1 + i, 1).value = t
style(ws["A1"], bold=True, size=14)
ws["F1"] = "FACTURE"
style(ws["F1"], bold=True, size=18, color="385623")
F27 = {"N° de facture": "F2025-0087", "Date": D(2025, 10, 17), "Échéance": D(2025, 11, 16), "Réf. client": "00482"}
for i, (k, v) in enumerate(F27.items()):
    ws.cell(3 + i, 5).value = k
    ws.cell(3 + i, 6).value = v
    ws.cell(3 + i, 6).number_format = "dd/mm/yyyy" if isinstance(v, D) else "@"
ws["A7"] = "Client :"
ws["A8"] = "Mairie de Saint-Avertin"
ws["A9"] = "Service technique – 37550 Saint-Avertin"
H = ["Code", "Désignation", "Qté", "Unité", "P.U. HT", "Montant HT"]
put(ws, 11, 1, H, bold=True, box=True, bg="C6E0B4")
rows, long = [], []
r = 12
for c, n, det, q, u, p in (
    ("0101", "Banc chêne 180 cm", "finition huilée, scellement inclus", 6, "u", 412.5),
    ("0107", "Table pique-nique", None, 3, "u", 689.9),
    ("0230", "Lames de terrasse mélèze", "section 27 x 145 mm", 84.5, "m²", 38.2),
    ("0900", "Pose et évacuation", None, 26, "h", 46),
    ("0990", "Remise commerciale 5 %", None, 1, "fft", None),
):
    a = round(q * p, 2) if p else -round(sum(x[5] for x in rows) * 0.05, 2)
    p = p if p else a
    put(ws, r, 1, [c, n, q, u, p, a], box=True, fmt="#,##0.00")
    rows.append([c, n, q, u, p, a])
    long.append([c, n + " " + det if det else n, q, u, p, a])
    r += 1
    if det:
        ws.cell(r, 2).value = det
        style(ws.cell(r, 2), color="7F7F7F", size=9)
        put(ws, r, 1, [None] * 6, box=True)
        r += 1
ht = round(sum(x[5] for x in rows), 2)
tv = round(ht * 0.2, 2)
for i, (k, v) in enumerate(
    (
        ("Total HT", ht),
        ("TVA 20 %", tv),
        ("Total TTC", round(ht + tv, 2)),
        ("Acompte versé", -1500),
        ("Net à payer", round(ht + tv - 1500, 2)),
    )
):
    ws.cell(r + 1 + i, 5).value = k
    ws.cell(r + 1 + i, 6).value = v
    ws.cell(r + 1 + i, 6).number_format = "#,##0.00 €"
    style(ws.cell(r + 1 + i, 5), bold=True, box=True)
ws.cell(r + 7, 1).value = (
    "Règlement par virement – IBAN FR76 3000 4000 0100 0012 3456 789. Pénalités de retard : 3 fois le taux légal."
)
widths(ws, [10, 36, 8, 8, 14, 14])
alts = [rec("lines", H, long)]
save(
    "t27-fr-invoice",
    "fr",
    [rec("lines", H, rows, alternatives=alts), form("head", {**F27, "Net à payer": round(ht + tv - 1500, 2)})],
    "French invoice.",
    "A second description line in small grey letters below some items, codes with zeros, a discount line, five total lines, head data at the right of the sender. (The grey details may be joined to the item or kept in a column.)",
    "Detail lines as items; Total HT or Acompte as an item; code 101.",
    wb=wb,
)

# t28 class registers, columns in another order, cover sheet
R = random.Random(128)
wb = Workbook()
ws = wb.active
ws.title = "Cover"
ws["B2"] = "Millbrook Primary School"
ws["B3"] = "After-school clubs – autumn term 2025"
ws["B5"] = "One sheet per club. Please do not change the columns."
style(ws["B2"], bold=True, size=18)
C = ["Pupil ID", "Surname", "First name", "Class", "Date of birth", "Fee paid", "Consent"]
rows = []
su, fi = (
    "Abbott Begum Carter Dhillon Evans Fofanah Green Hussain Iqbal Jarvis Kowalski Lewis Mensah Norris Okafor Patel Quinn Reid Shah Turner".split(),
    "Aisha Ben Chloe Dev Ella Finn Grace Hamza Isla Jack Kasia Leo Maya Noah Omar Poppy Ravi Sofia Theo Zara".split(),
)
for ci, (cl, n, order) in enumerate(
    (
        ("Chess", 9, C),
        ("Choir", 13, ["Class", "Surname", "First name", "Pupil ID", "Date of birth", "Consent", "Fee paid"]),
        ("Football", 11, C),
    )
):
    ws = wb.create_sheet(cl)
    ws["A1"] = f"{cl} club"
    style(ws["A1"], bold=True, size=14)
    ws["A2"] = f"Leader: {['Mr Hale', 'Ms Adeyemi', 'Mrs Park'][ci]}"
    put(ws, 4, 1, order, bold=True, bg="BDD7EE", box=True)
    s = 0
    for i in range(n):
        d = D(R.randint(2014, 2019), R.randint(1, 12), R.randint(1, 28))
        rec_ = dict(
            zip(
                C,
                [
                    f"{R.randint(10, 9999):05d}",
                    R.choice(su),
                    R.choice(fi),
                    f"{2025 - d.year - 5}{R.choice('AB')}",
                    d,
                    R.choice([12, 12, 18.5, 0, None]),
                    R.choice(["Yes", "Yes", "No", None]),
                ],
            )
        )
        put(ws, 5 + i, 1, [rec_[k] for k in order], box=True)
        s += rec_["Fee paid"] or 0
        for k, h in enumerate(order):
            if h == "Date of birth":
                ws.cell(5 + i, 1 + k).number_format = "dd/mm/yyyy"
        rows.append([cl] + [rec_[k] for k in C])
    put(ws, 5 + n, 1, ["Total" if h == order[0] else s if h == "Fee paid" else None for h in order], bold=True, box=True)
    widths(ws, [10, 14, 14, 10, 14, 10, 10])
save(
    "t28-en-clubs-sheets",
    "en",
    [rec("pupils", ["Club", *C], rows, union=True)],
    "Club registers, one sheet per club, with a cover sheet.",
    "One sheet has its columns in another order; Total row; ids with zeros; the cover sheet has text only.",
    "Values of Choir under the wrong columns; Total as a pupil; a table made of the cover.",
    wb=wb,
)

# t29 tsv appointments
R = random.Random(129)
H = ["appt_id", "patient_ref", "clinic", "booked_for", "status", "wait_min", "phone", "comment"]
o = ["\t".join(H)]
rows = []
t = dt.datetime(2025, 11, 3, 8, 40)
for i in range(58):
    t += dt.timedelta(minutes=R.choice([5, 10, 15, 20, 35]))
    if t.hour >= 17:
        t = (t + dt.timedelta(days=1)).replace(hour=8, minute=40)
    st = R.choice(["attended", "attended", "attended", "DNA", "cancelled"])
    w = R.randint(0, 74) if st == "attended" else None
    x = [
        f"{R.randint(0, 999999):08d}",
        f"NHS{R.randint(100, 999)} {R.randint(100, 999)} {R.randint(1000, 9999)}",
        R.choice(["Physio", "Dermatology", "ENT (Thu)", "Diabetes"]),
        t,
        st,
        w,
        f"07{R.randint(100000000, 999999999)}" if i % 7 else None,
        R.choice([None, None, None, "interpreter, Polish", 'bring "red book"', "re-book; see letter 12/09", "wheelchair"]),
    ]
    o.append(
        "\t".join(
            [x[0], x[1], x[2], t.strftime("%d-%b-%Y %H:%M"), st, "NULL" if w is None else str(w), x[6] or "NULL", x[7] or ""]
        )
    )
    rows.append([x[0], x[1], x[2], t.isoformat(), *x[4:]])
o.append(f"(58 rows affected)")
save(
    "t29-en-appointments-tsv",
    "en",
    [rec("appts", H, rows)],
    "Appointment export from a database tool, tab separated.",
    "NULL written out, quotes inside cells without escaping, phone numbers and ids with zeros, 03-Nov-2025 08:55, a last line '(58 rows affected)'.",
    "Quote in a comment swallows following rows; phones as numbers; last line as an appointment.",
    data=("\n".join(o) + "\n").encode("utf-8"),
    ext="tsv",
)

# t30 es statistics, a sheet per year
R = random.Random(130)
wb = Workbook()
fs = []
tr = ["I", "II", "III", "IV"]
dot = lambda v: f"{v:,}".replace(",", ".")
for si, y in enumerate((2023, 2024)):
    ws = wb.active if si == 0 else wb.create_sheet()
    ws.title = str(y)
    ws["A1"] = f"Viajeros alojados por provincia y trimestre. Año {y}"
    style(ws["A1"], bold=True, size=12)
    ws["A2"] = "Unidad: personas"
    ws["A4"] = "Provincia"
    ws["B4"] = "Trimestre"
    ws.merge_cells("A4:A5")
    ws.merge_cells("B4:E4")
    put(ws, 5, 2, tr)
    ws["F4"] = "Total anual"
    ws.merge_cells("F4:F5")
    for r in (4, 5):
        put(ws, r, 1, [None] * 6, bold=True, box=True, al="center", bg="DEEAF6")
    pv = ["Ávila", "Burgos", "León", "Palencia", "Salamanca", "Segovia", "Soria", "Valladolid", "Zamora"]
    V = {p: [R.randint(9000, 240000) for _ in tr] for p in pv}
    tot = [sum(V[p][k] for p in pv) for k in range(4)]
    put(ws, 6, 1, ["TOTAL", *map(lambda v: v, tot), sum(tot)], bold=True, fmt="#,##0")
    fs += [fct([y, "TOTAL", t], v, "total") for t, v in zip([*tr, "Total anual"], [*tot, sum(tot)])]
    for i, p in enumerate(pv):
        cells = list(V[p])
        if si == 1:
            cells[3] = dot(cells[3]) + "(p)"
        put(ws, 7 + i, 1, [p, *cells, sum(V[p])], fmt="#,##0")
        fs += [fct([y, p, t], v) for t, v in zip(tr, V[p])] + [fct([y, p, "Total anual"], sum(V[p]), "total")]
    ws["A17"] = "(p) Dato provisional" if si else "Serie definitiva"
    ws["A18"] = "Fuente: Encuesta de ocupación hotelera"
    widths(ws, [16, 11, 11, 11, 13, 13])
save(
    "t30-es-tourism-years",
    "es",
    [facts("viajeros", fs, union=True)],
    "Hotel guests by province and quarter, one sheet per year.",
    "TOTAL row comes first, two-row header, Total anual column; in 2024 the fourth quarter is text such as 123.456(p).",
    "123.456(p) read as 123.456 or lost; TOTAL added to the provinces; the years mixed up.",
    wb=wb,
    must_warn=["figures of the fourth quarter 2024 are provisional (p)"],
)
