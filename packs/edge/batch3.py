from lib import *
import calendar

FIRST = "Alice Ben Chloe Daniel Emma Finn Grace Harry Isla Jack Kayla Leo Maya Noah Olive Peter Quinn Rosa Sam Tess Uma Victor Wendy Zoe".split()
LAST = "Hartley Okafor Lindqvist Brennan Costa Dhillon Everett Fowler Gallagher Hughes Ibrahim Jensen Kowalski Lam Murray Novak Osborne Patel Quigley Reid Sutherland Tanaka Underhill Vance Walsh Young".split()


def names(r, n):
    out = []
    while len(out) < n:
        x = f"{r.choice(FIRST)} {r.choice(LAST)}"
        if x not in out:
            out.append(x)
    return out


def h21():
    c = Case(
        "h21-packing-list",
        "en",
        "Export packing list: shipper/consignee blocks, two containers with their cartons, subtotal per container, grand total.",
        "Header after an address block; carton ranges '1-12' look like dates; container number stands on a line of its own above its cartons; HS codes with dots; sub-totals under every container; marks & numbers text at the end.",
        "1-12 turned into a date; container lost; sub-totals as cartons.",
        "Arial",
    )
    r, ws = c.rnd, c.sheet("PL", True)
    c.put(1, 1, "PACKING LIST", bold=True, size=18, al="center", to=(1, 9))
    c.put(3, 1, "Shipper:", bold=True)
    [
        c.put(4 + i, 1, t)
        for i, t in enumerate(["Meridian Tools Ltd", "Unit 7, Harbour Trading Estate", "Grimsby DN31 3TT, United Kingdom"])
    ]
    c.put(3, 5, "Consignee:", bold=True)
    [c.put(4 + i, 5, t) for i, t in enumerate(["Nordlys Maskin AS", "Havnegata 22", "4306 Sandnes, Norway"])]
    f = {
        "Invoice No.": "MT-25-00817",
        "Date": D(2025, 8, 27),
        "Vessel / Voyage": "BORE SONG / 235N",
        "Port of Loading": "Immingham",
        "Port of Discharge": "Stavanger",
    }
    for i, (k, v) in enumerate(f.items()):
        c.put(3 + i, 8, k, bold=True)
        c.put(3 + i, 9, v, fmt="dd-mmm-yyyy" if k == "Date" else None, al="left")
    cols = [
        "Carton No.",
        "Item Code",
        "Description",
        "HS Code",
        "Cartons",
        "Qty (pcs)",
        "Net Wt (kg)",
        "Gross Wt (kg)",
        "Meas. (m3)",
    ]
    c.row(10, 1, cols, bold=True, box=True, fill="D9D9D9", al="center", wrap=True)
    goods = [
        ("Torque wrench 1/2in", "8204.11"),
        ("Socket set 94 pc", "8204.20"),
        ("Impact driver bit box", "8207.90"),
        ("Bench vice 125 mm", "8205.70"),
        ("Hydraulic jack 2 t", "8425.42"),
        ("Tool trolley, 7 drawers", "9403.20"),
        ("Hex key set", "8204.11"),
        ("Rivet gun", "8205.59"),
        ("Crimping pliers", "8203.20"),
    ]
    rr, n, rows, grand = 11, 1, [], [0] * 5
    for cont, seal, k in (("MSKU 482917-6", "GB 0047713", 7), ("TGHU 310552-0", "GB 0047714", 5)):
        c.put(rr, 1, f"Cont. {cont}", bold=True, fill="F2F2F2", to=(rr, 9))
        rr += 1
        sub = [0] * 5
        for g in r.sample(goods, k):
            q = r.randint(1, 14)
            a = f"{n}-{n+q-1}" if q > 1 else str(n)
            n += q
            pcs = q * r.choice([4, 6, 10, 24])
            net = round(q * r.uniform(7, 31), 1)
            gr = round(net * r.uniform(1.05, 1.12), 1)
            m3 = round(q * r.uniform(0.03, 0.2), 3)
            row = [a, f"{g[1][:2]}{r.randint(0, 999):03d}-{r.choice('ABK')}", g[0], g[1], q, pcs, net, gr, m3]
            c.row(rr, 1, row, box=True, fmts=[None] * 4 + ["#,##0", "#,##0", "#,##0.0", "#,##0.0", "0.000"])
            rows.append([f"Cont. {cont}"] + row)
            sub = [x + y for x, y in zip(sub, row[4:])]
            rr += 1
        c.put(rr, 3, "Sub-total", bold=True, al="right")
        c.row(rr, 5, [round(x, 3) for x in sub], bold=True, fmts=["#,##0", "#,##0", "#,##0.0", "#,##0.0", "0.000"])
        grand = [x + y for x, y in zip(grand, sub)]
        rr += 2
    c.put(rr, 3, "GRAND TOTAL", bold=True, al="right")
    c.row(rr, 5, [round(x, 3) for x in grand], bold=True, fmts=["#,##0", "#,##0", "#,##0.0", "#,##0.0", "0.000"])
    c.put(rr + 2, 1, "Marks & Nos.:  NORDLYS / SANDNES / C/No. 1-UP / MADE IN UK")
    c.put(rr + 4, 7, "Authorised signature: ______________")
    c.widths(12, 12, 26, 10, 9, 10, 16, 17, 20)
    c.rec("cartons", ["Container"] + cols, rows, union=True)
    c.form("head", f)
    c.done()


def h22():
    c = Case(
        "h22-bank-statement-csv",
        "en",
        "Bank statement saved as csv: account block on top, transactions with details over several lines, notes at the end.",
        "Second and third line of a transaction hold only more details; dates 'd Mon yyyy' written only once per day; money with thousand commas in quotes; overdrawn balance '312.40 OD'; sort code and account number with zeros.",
        "Detail lines as transactions or lost; date blank; OD balance read as positive number and mixed (text is fine).",
    )
    r, rows = c.rnd, []
    lines = [
        "Statement of Account,,,,,",
        "Account name,HARTLEY & LAM JOINERY LTD,,,,",
        "Sort code,04-00-75,,,,",
        "Account number,00381726,,,,",
        'Statement period,"1 Sep 2025 to 30 Sep 2025",,,,',
        'Opening balance,"4,218.77",,,,',
        ",,,,,",
        "Date,Type,Details,Paid out,Paid in,Balance",
    ]
    bal = 421877
    m = lambda p: f'"{p/100:,.2f}"' if p >= 100000 else f"{p/100:.2f}"
    ev = [
        ("DD", ["BRITISH GAS BUSINESS", "REF 00918273"]),
        ("BP", ["Okafor Builders", "INV 2291", "VIA MOBILE - PYMT"]),
        ("VIS", ["SCREWFIX 0412", "CARD 7713"]),
        ("CR", ["HILLSIDE HOMES LTD", "JOB 0077 STAGE 2"]),
        ("DD", ["HMRC - VAT"]),
        ("SO", ["RENT UNIT 3", "DHILLON PROPERTIES"]),
        ("VIS", ["TIMBER DIRECT", "CARD 7713", "NON-STERLING FEE INCL"]),
        ("CR", ["Mrs G Walsh", "wardrobes final"]),
        ("BP", ["J Novak", "WAGES WK36"]),
        ("BP", ["T Reid", "WAGES WK36"]),
        ("CHQ", ["CHEQUE"]),
        ("CR", ["STRIPE PAYMENTS"]),
    ]
    d, last = 1, None
    seq = ev * 2
    r.shuffle(seq)
    neg = []
    for i in range(24):
        d = min(30, d + r.choice([0, 0, 1, 1, 2]))
        t, det = seq[i]
        det = [f"CHEQUE 000{r.randint(201, 298)}"] if t == "CHQ" else det
        amt = 88000 if t == "SO" else r.randint(1890, 198000) if t != "CR" else r.randint(60000, 230000)
        day = f"{d} Sep 2025"
        out, inn = (None, amt) if t == "CR" else (amt, None)
        bal += (inn or 0) - (out or 0)
        b = m(bal) if bal >= 0 else f"{m(-bal)} OD" if bal > -100000 else '"' + f"{-bal/100:,.2f} OD" + '"'
        lines.append(f"{day if d != last else ''},{t},{det[0]},{m(out) if out else ''},{m(inn) if inn else ''},{b}")
        last = d
        lines += [f",,{x},,," for x in det[1:]]
        rows.append(
            [
                D(2025, 9, d),
                t,
                "\n".join(det),
                out / 100 if out else None,
                inn / 100 if inn else None,
                bal / 100 if bal >= 0 else f"{-bal/100:,.2f} OD",
            ]
        )
        neg.append([iso(x) for x in rows[-1][:5]] + [bal / 100])
    lines += [
        ",,,,,",
        f"Closing balance,{m(abs(bal))}{'' if bal >= 0 else ' OD'},,,,".replace('" OD', ' OD"'),
        '"OD = overdrawn. Please check entries and tell us within 60 days of any error.",,,,,',
    ]
    c.rec(
        "transactions",
        ["Date", "Type", "Details", "Paid out", "Paid in", "Balance"],
        rows,
        alternatives=[
            {
                "id": "signed",
                "kind": "records",
                "columns": ["Date", "Type", "Details", "Paid out", "Paid in", "Balance"],
                "rows": neg,
            }
        ],
    )
    c.form(
        "account",
        {
            "Account name": "HARTLEY & LAM JOINERY LTD",
            "Sort code": "04-00-75",
            "Account number": "00381726",
            "Opening balance": 4218.77,
        },
    )
    c.done("\n".join(lines) + "\n", "csv")


def h23():
    c = Case(
        "h23-ward-rota",
        "en",
        "Nursing rota: one sheet per ward, staff down, 28 days across with shift codes, counts at the right and under it; sheet Legend.",
        "Three sheets of one kind with different staff; weekday row above the day numbers; E/L/N counts are computed; bank staff heading row between; blank = day off; legend is a table of its own.",
        "Count rows as staff; wards mixed; days off filled; legend stacked.",
        "Calibri",
    )
    r, fs = c.rnd, []
    allnames = names(r, 30)
    days = [dt.date(2025, 10, 6) + dt.timedelta(days=i) for i in range(28)]
    for w, ward in enumerate(["Ward 4A", "Ward 6C", "CCU"]):
        ws = c.sheet(ward, w == 0)
        c.put(1, 1, f"St Brigid's Hospital — {ward} — Rota 6 Oct to 2 Nov 2025", bold=True, size=13)
        for i, d in enumerate(days):
            c.put(3, 3 + i, d.strftime("%a")[:2], size=8, al="center")
            c.put(
                4,
                3 + i,
                f"{d.day} {d.strftime('%b')}",
                bold=True,
                box=True,
                size=8,
                al="center",
                fill="FCE4D6" if d.weekday() > 4 else "DEEAF6",
            )
        c.row(4, 1, ["Name", "Grade"], bold=True, box=True, fill="DEEAF6")
        c.row(4, 31, ["E", "L", "N"], bold=True, box=True, fill="E7E6E6")
        rr, cnt = 5, {k: [0] * 28 for k in "ELN"}
        staff = [allnames.pop() for _ in range((8, 6, 7)[w])]
        for i, n in enumerate(staff):
            if i == len(staff) - 2:
                c.put(rr, 1, "Bank staff", it=True, fill="EDEDED", to=(rr, 33))
                rr += 1
            g = r.choice(["CNM1", "Staff Nurse", "HCA", "Staff Nurse"])
            c.put(rr, 1, n, box=True)
            c.put(rr, 2, g, box=True)
            fs.append(([ward, n, "Grade"], g))
            own = {k: 0 for k in "ELN"}
            for k, d in enumerate(days):
                v = r.choices(["E", "L", "N", "AL", "SD", None], [5, 4, 3, 1, 0.4, 5])[0]
                c.put(rr, 3 + k, v, box=True, al="center", size=9, fill={"N": "BDD7EE", "AL": "C6E0B4"}.get(v))
                if v:
                    fs.append(([ward, n, f"{d.day} {d.strftime('%b')}"], v))
                if v in cnt:
                    cnt[v][k] += 1
                    own[v] += 1
            c.row(rr, 31, [own[x] for x in "ELN"], box=True)
            for x in "ELN":
                fs.append(([ward, n, x], own[x], "total"))
            rr += 1
        for x, lab in (("E", "Total early"), ("L", "Total late"), ("N", "Total night")):
            c.put(rr, 1, lab, bold=True, box=True, to=(rr, 2))
            c.row(rr, 3, cnt[x], box=True, size=8)
            for k, d in enumerate(days):
                fs.append(([ward, lab, f"{d.day} {d.strftime('%b')}"], cnt[x][k], "total"))
            rr += 1
        c.widths(20, 12, *[5.5] * 28, 5, 5, 5)
        ws.freeze_panes = "C5"
    c.sheet("Legend")
    c.row(1, 1, ["Code", "Meaning", "Hours"], bold=True, box=True)
    leg = [
        ["E", "Early 07:30-15:30", 7.5],
        ["L", "Late 13:00-21:00", 7.5],
        ["N", "Night 20:45-07:45", 10.5],
        ["AL", "Annual leave", None],
        ["SD", "Study day", 8],
    ]
    for i, x in enumerate(leg):
        c.row(2 + i, 1, x, box=True)
    c.facts("rota", fs, union=True)
    c.rec("legend", ["Code", "Meaning", "Hours"], leg)
    c.done()


def h24():
    c = Case(
        "h24-loss-triangles",
        "en",
        "Insurance reserving sheet: two run-off triangles (paid, incurred) and age-to-age factors under each other.",
        "Triangles share the same header (months) but are other measures; lower right half is empty; accident years look like numbers; factor triangle and its averages are computed.",
        "Empty half filled with 0; paid and incurred mixed; factors among the amounts.",
        "Times New Roman",
    )
    r, ws, fs = c.rnd, c.sheet("Motor TPL", True), []
    ys = list(range(2017, 2025))
    devs = [12, 24, 36, 48, 60, 72, 84, 96]
    c.put(1, 1, "Motor third party liability — development as at 31 December 2024 (EUR thousand)", bold=True, size=12)
    pat = [0.31, 0.58, 0.74, 0.85, 0.92, 0.96, 0.985, 1]
    ult = {y: r.randint(18400, 31900) for y in ys}
    rr = 3
    paid = {}
    for title, f in (
        ("Paid losses", lambda k: pat[k]),
        ("Incurred losses", lambda k: [0.72, 0.88, 0.95, 0.98, 1.01, 1.0, 0.995, 1][k]),
    ):
        c.put(rr, 1, title, bold=True, under="single")
        c.put(rr + 1, 1, "Accident year", bold=True, box=True, fill="DDDDDD")
        c.row(rr + 1, 2, devs, bold=True, box=True, fill="DDDDDD", al="center")
        rr += 2
        for i, y in enumerate(ys):
            c.put(rr, 1, y, box=True)
            for k, d in enumerate(devs):
                v = int(ult[y] * f(k) * r.uniform(0.97, 1.03)) if i + k < 8 else None
                c.put(rr, 2 + k, v, box=True, fmt="#,##0")
                if v:
                    fs.append(([title, y, d], v))
                if v and title[0] == "P":
                    paid[y, k] = v
            rr += 1
        rr += 1
    c.put(rr, 1, "Age-to-age factors (paid)", bold=True, under="single")
    heads = [f"{a}-{b}" for a, b in zip(devs, devs[1:])]
    c.put(rr + 1, 1, "Accident year", bold=True, box=True, fill="DDDDDD")
    c.row(rr + 1, 2, heads, bold=True, box=True, fill="DDDDDD")
    rr += 2
    cols = [[] for _ in heads]
    for i, y in enumerate(ys[:-1]):
        c.put(rr, 1, y, box=True)
        for k, h in enumerate(heads):
            if (y, k + 1) in paid:
                v = round(paid[y, k + 1] / paid[y, k], 4)
                cols[k].append(v)
                c.put(rr, 2 + k, v, box=True, fmt="0.000")
                fs.append((["Age-to-age factors (paid)", y, h], v, "total"))
            else:
                c.put(rr, 2 + k, None, box=True)
        rr += 1
    c.put(rr, 1, "Simple average", box=True, it=True)
    for k, h in enumerate(heads):
        v = round(sum(cols[k]) / len(cols[k]), 4)
        c.put(rr, 2 + k, v, box=True, fmt="0.000", it=True)
        fs.append((["Age-to-age factors (paid)", "Simple average", h], v, "total"))
    c.widths(26, *[10] * 8)
    c.facts("triangles", fs)
    c.done()


def h25():
    c = Case(
        "h25-farm-spray-and-rain",
        "en",
        "Farm diary: spray record at the left and rain gauge readings at the right of the same sheet, different lengths.",
        "Two lists side by side with one empty column; rain list longer; trailing 'Season total' under the rain; field names repeat; 'trace' and 'n/r' among the millimetres; banner and holding number above.",
        "Spray and rain of one line as one record; total as a reading; text readings turn the column to text (acceptable) or are lost.",
        None,
    )
    r, ws = c.rnd, c.sheet("2025", True)
    c.put(1, 1, "LOWER BRENNAN FARM - SPRAY RECORD 2025", bold=True, size=12)
    c.put(1, 10, "RAIN GAUGE (yard)", bold=True, size=12)
    c.put(2, 1, "Holding no. 08/114/0092   Operator cert. 005571")
    a = ["Date", "Field", "Crop", "Area (ha)", "Product", "Rate (l/ha)", "Water (l/ha)", "Wind"]
    b = ["Date", "mm", "Read by"]
    c.row(4, 1, a, bold=True, fill="E2EFDA")
    c.row(4, 10, b, bold=True, fill="DDEBF7")
    fields = [
        ("Long Acre", "W wheat", 8.42),
        ("Church Piece", "S barley", 5.17),
        ("Top Forty", "W wheat", 16.3),
        ("Mill Meadow", "OSR", 9.88),
        ("The Slang", "S barley", 2.05),
    ]
    prods = [("Atlantis OD", 1.2), ("Proline 275", 0.55), ("Moddus", 0.2), ("Centurion Max", 1.0), ("Headland Boost", 2.5)]
    d, spray, rain = dt.date(2025, 3, 4), [], []
    for i in range(19):
        if i == 0 or r.random() < 0.6:
            d += dt.timedelta(days=r.randint(2, 11))
        f, p = r.choice(fields), r.choice(prods)
        spray.append(
            [
                dt.datetime(d.year, d.month, d.day),
                *f,
                p[0],
                round(p[1] * r.choice([1, 0.75, 0.8]), 3),
                r.choice([100, 150, 200]),
                r.choice(["SW 2", "W 3", "calm", "NE 1", "S 2"]),
            ]
        )
    d = dt.date(2025, 3, 1)
    for i in range(31):
        d += dt.timedelta(days=r.randint(1, 4))
        v = r.choices([round(r.uniform(0.4, 22), 1), "trace", "n/r"], [12, 1, 0.6])[0]
        rain.append([dt.datetime(d.year, d.month, d.day), v, r.choice(["PB", "Kay", "PB"])])
    for i, x in enumerate(spray):
        c.row(5 + i, 1, x, fmts=["dd/mm/yyyy", None, None, "0.00", None, "0.0##", None, None])
    for i, x in enumerate(rain):
        c.row(5 + i, 10, x, fmts=["dd/mm/yyyy", "0.0", None])
    c.put(5 + 31, 10, "Season total", bold=True)
    c.put(5 + 31, 11, round(sum(x[1] for x in rain if isinstance(x[1], float)), 1), bold=True)
    c.widths(12, 14, 10, 9, 16, 11, 11, 8, 3, 13, 8, 9)
    c.rec("sprays", a, spray)
    c.rec("rain", b, rain)
    c.done()


def h26():
    c = Case(
        "h26-plate-reader-tsv",
        "en",
        "Plate reader export (tab separated): two plates of 96 wells at 450 nm and the sample layout.",
        "Blocks with marker lines (~End), a temperature column filled on the first row only, row letters without a header, column numbers as header, OVRFLW in one well, layout block of texts in the same grid.",
        "Blocks stacked without the plate's name; layout mixed with readings; temperature as a well.",
    )
    r, fs, out = c.rnd, [], ["##BLOCKS= 3", "Instrument:\tSpectraRead 340\tUser:\tk.lam", ""]
    for p in ("Plate1", "Plate2"):
        out += [
            f"Plate:\t{p}\tAbsorbance\t450nm\t26-Sep-2025 14:{r.randint(10,59)}",
            "\tTemp(C)\t" + "\t".join(map(str, range(1, 13))),
        ]
        for i, L_ in enumerate("ABCDEFGH"):
            v = [round(r.uniform(0.04, 3.4) if k < 2 else r.uniform(0.05, 2.1), 4) for k in range(12)]
            s = [f"{x:.4f}" for x in v]
            if p == "Plate2" and L_ == "A":
                s[0] = "OVRFLW"
            out.append(f"{L_}\t{'25.3' if i == 0 and p[-1] == '1' else '25.6' if i == 0 else ''}\t" + "\t".join(s))
            for k in range(12):
                fs.append(([p, L_, k + 1], v[k] if s[k] != "OVRFLW" else "OVRFLW", "leaf", s[k] == "OVRFLW"))
        out += ["~End", ""]
    out += ["Layout:\tTemplate", "\t\t" + "\t".join(map(str, range(1, 13)))]
    for i, L_ in enumerate("ABCDEFGH"):
        s = [f"Std{i+1}"] * 2 + [f"P{r.randint(100, 999)}" for _ in range(9)] + ["Blank" if i < 4 else "QC"]
        out.append(f"{L_}\t\t" + "\t".join(s))
        fs += [(["Layout", L_, k + 1], x) for k, x in enumerate(s)]
    out += ["~End", "Original Filename: ELISA_IL6_0926; Date Last Saved: 26-Sep-2025"]
    c.facts("plates", [f if len(f) == 4 else f for f in fs])
    c.done("\n".join(out) + "\n", "tsv")


def h27():
    c = Case(
        "h27-swim-meet",
        "en",
        "Swimming gala results as printed: one heading per event, header line repeated under each, club points at the end.",
        "Event stands on a heading line only; header repeats nine times; times as text '1:02.34' and '58.91'; DQ and DNS without a place; relays have a club instead of a name; a second table (club points) at the end; no styles at all.",
        "Events lost or merged; repeated headers as swimmers; 1:02.34 as time of day; club points stacked as swimmers.",
        None,
    )
    r, ws = c.rnd, c.sheet("Results", True)
    clubs = ["Otters SC", "Penrith Seals", "Kendal ASC", "Cockermouth", "Tyne Tees"]
    rows, pts = [], {k: 0 for k in clubs}
    c.put(1, 1, "Lakes & Border Autumn Open Meet")
    c.put(2, 1, "Sunday 12 October 2025 - Penrith Leisure Centre - 25m, electronic timing")
    rr = 4
    cols = ["Place", "Name", "YOB", "Club", "Entry", "Time", "Pts"]
    ev = [
        "101 Girls 9-10 50m Freestyle",
        "102 Boys 9-10 50m Freestyle",
        "103 Girls 11-12 100m Backstroke",
        "104 Boys 11-12 100m Backstroke",
        "105 Girls Open 200m IM",
        "106 Boys Open 200m IM",
        "107 Girls Open 50m Butterfly",
        "108 Boys Open 50m Butterfly",
        "109 Mixed 4 x 50m Medley Relay",
    ]
    base = [41, 40, 84, 82, 158, 149, 34, 31, 139]
    fmt = lambda s: f"{int(s//60)}:{s%60:05.2f}" if s >= 60 else f"{s:.2f}"
    for e, b in zip(ev, base):
        c.put(rr, 1, "EVENT " + e)
        c.row(rr + 1, 1, cols)
        rr += 2
        n = r.randint(5, 8)
        ts = sorted(b + r.uniform(-3, 12) for _ in range(n))
        ppl = names(r, 40)
        girls = set("Alice Chloe Emma Grace Isla Kayla Maya Olive Rosa Tess Uma Wendy Zoe".split())
        ppl = [x for x in ppl if (x.split()[0] in girls) == ("Girls" in e)]
        yob = (2015, 2016) if "9-10" in e else (2013, 2014) if "11-12" in e else (2006, 2012)
        for i, t in enumerate(ts):
            relay = "Relay" in e
            st = None if i < n - 1 or e[:3] not in ("102", "105", "107") else r.choice(["DQ 6.3", "DNS"])
            cl = clubs[i % 5] if relay else r.choice(clubs)
            p = [9, 7, 6, 5, 4, 3, 2, 1][i] if not st else None
            pts[cl] += p or 0
            row = [
                i + 1 if not st else None,
                f"{cl} {'AB'[i // 5]}" if relay else ppl[i],
                None if relay else r.randint(*yob),
                cl,
                fmt(t + r.uniform(-0.8, 3)) if r.random() > 0.1 else "NT",
                st or fmt(t),
                p,
            ]
            c.row(rr, 1, row)
            rows.append(["EVENT " + e] + row)
            rr += 1
        rr += 1
    c.put(rr, 1, "CLUB POINTS")
    c.row(rr + 1, 1, ["Rank", "Club", "Points"])
    rr += 2
    tb = sorted(pts.items(), key=lambda x: -x[1])
    club = [[i + 1, k, v] for i, (k, v) in enumerate(tb)]
    for x in club:
        c.row(rr, 1, x)
        rr += 1
    c.put(rr + 1, 1, "Referee: T. Underhill   Licence no. 3NE250114")
    c.rec("results", ["Race"] + cols, rows, union=True)
    c.rec("clubs", ["Rank", "Club", "Points"], club)
    c.done()


def h28():
    c = Case(
        "h28-statistical-release",
        "en",
        "Statistics office release: tourist nights by quarter and country, years as heading rows with the quarters under them.",
        "Stub has two levels in one column by indent; annual row is the sum of its quarters; marks r, p, '..' and 'c' beside figures (separate narrow columns); percent change block at the right; three header lines; footnotes; blank spacer columns.",
        "Annual rows counted with quarters; Q1 of one year mixed with another; p or r as own data column with invented meaning; '..' as 0.",
        "Arial",
    )
    r, ws, fs = c.rnd, c.sheet("Table 3.2", True), []
    c.put(1, 1, "Table 3.2", bold=True)
    c.put(2, 1, "Nights spent by non-residents, by country of residence (thousand)", bold=True)
    c.put(4, 2, "Country of residence", al="center", to=(4, 8))
    c.put(4, 10, "Change on same period a year earlier, %", al="center", to=(4, 12), wrap=True)
    cs = ["United Kingdom", "Germany", "United States", "Other"]
    for j, h in enumerate(cs[:3] + ["Other"]):
        c.put(5, 2 + 2 * j, h, bold=True, al="right")
    c.put(5, 10, "United Kingdom", bold=True)
    c.put(5, 11, "Germany", bold=True)
    c.put(5, 12, "United States", bold=True)
    for j in range(1, 13):
        ws.cell(5, j).border = Border(bottom=thin)
    val = {
        (y, q): [
            round(r.uniform(a, b) * [0.6, 1.1, 1.7, 0.7][q - 1], 1) for a, b in ((300, 420), (110, 190), (90, 260), (150, 230))
        ]
        for y in (2022, 2023, 2024, 2025)
        for q in (1, 2, 3, 4)
        if (y, q) < (2025, 3)
    }
    rr = 7
    for y in (2022, 2023, 2024, 2025):
        qs = [q for q in (1, 2, 3, 4) if (y, q) in val]
        c.put(rr, 1, str(y), bold=True)
        full = len(qs) == 4
        if full:
            for j, h in enumerate(cs):
                v = round(sum(val[y, q][j] for q in qs), 1)
                c.put(rr, 2 + 2 * j, v, bold=True, fmt="#,##0.0")
                fs.append(([str(y), h], v, "total"))
        if full and y > 2022:
            for j in range(3):
                a, b = sum(val[y, q][j] for q in qs), sum(val[y - 1, q][j] for q in qs)
                c.put(rr, 10 + j, round((a / b - 1) * 100, 1), bold=True, fmt="0.0")
                fs.append(([str(y), "Change on same period a year earlier, %", cs[j]], round((a / b - 1) * 100, 1), "total"))
        rr += 1
        for q in qs:
            x = c.put(rr, 1, f"Q{q}")
            x.alignment = Alignment(indent=2)
            for j, h in enumerate(cs):
                v = val[y, q][j]
                if (y, q, j) == (2022, 1, 3):
                    v = ".."
                c.put(rr, 2 + 2 * j, v, fmt="#,##0.0", al="right")
                fs.append(([str(y), f"Q{q}", h], v, "leaf", True) if v == ".." else ([str(y), f"Q{q}", h], v))
                mk = "p" if y == 2025 else "r" if y == 2024 and q > 2 and j < 2 else None
                if mk:
                    c.put(rr, 3 + 2 * j, mk, size=8)
            if y > 2022:
                for j in range(3):
                    p = round((val[y, q][j] / val[y - 1, q][j] - 1) * 100, 1)
                    c.put(rr, 10 + j, p, fmt="0.0")
                    fs.append(([str(y), f"Q{q}", "Change on same period a year earlier, %", cs[j]], p, "total"))
            rr += 1
    # the first quarter of 2022 of Other is not available, so the annual figure is an official one that includes it
    for i, t in enumerate(
        [
            "r revised   p provisional   .. not available",
            "1 Hotels, guest houses and camping sites with at least 10 bed places.",
            "Source: National Statistics Office, Accommodation Survey. Released 28 August 2025.",
        ]
    ):
        c.put(rr + 1 + i, 1, t, size=8)
    c.widths(12, 15, 2, 11, 2, 13, 2, 11, 3, 14, 10, 13)
    c.facts("nights", fs)
    c.done()


def h29():
    c = Case(
        "h29-pos-export-pages",
        "en",
        "Till export as csv of nine pages glued together: header repeats, 'Page total' lines, void lines, day-first dates.",
        "dd/mm/yyyy where most days are below 13 (only a few rows show that the day comes first); refunds in brackets; receipt numbers with zeros; repeated header and page totals in the middle; a comma in a product name; trailing empty column.",
        "Days and months swapped; repeated header as a sale; Page total as a sale; (12.50) positive.",
    )
    r, rows = c.rnd, []
    head = "Date,Time,Receipt,Till,Product,Qty,Unit price,Amount,Tender,"
    prods = [
        ("Flat white", 3.4),
        ("Toastie, ham & cheese", 6.25),
        ("Lemon drizzle", 3.15),
        ("Pot of tea", 2.8),
        ("Soup of the day", 5.95),
        ("Kids box", 4.5),
        ("Sparkling water 330ml", 1.95),
    ]
    lines = ['"THE OLD PUMP HOUSE CAFE",,,,,,,,,', "Sales detail 01/08/2025 - 14/08/2025,,,,,,,,,"]
    grand, no = 0, 8123
    d = 1
    mm = 490
    for page in range(9):
        lines += [f"Page {page+1} of 9,,,,,,,,,", head]
        s = 0
        for i in range(24):
            if r.random() < 0.06 and d < 14:
                d += 1
                mm = 480 + r.randint(5, 50)
                no += 1
            elif r.random() < 0.6:
                no += 1
                mm += r.randint(3, 28)
            p, pr = r.choice(prods)
            q = r.choices([1, 2, 3, -1], [8, 4, 1, 0.8])[0]
            a = round(q * pr, 2)
            t = f"{mm//60:02d}:{mm%60:02d}"
            tn = r.choice(["Card", "Card", "Cash", "Voucher"])
            s += a
            rows.append([dt.datetime(2025, 8, d), t, f"00{no}", f"0{r.randint(1,2)}", p, q, pr, a, tn])
            x = rows[-1]
            lines.append(
                ",".join(
                    [
                        f"{d:02d}/08/2025",
                        t,
                        x[2],
                        x[3],
                        f'"{p}"' if "," in p else p,
                        str(q),
                        f"{pr:.2f}",
                        f"({-a:.2f})" if a < 0 else f"{a:.2f}",
                        tn,
                        "",
                    ]
                )
            )
        lines.append(f",,,,Page total,,,{s:.2f},,")
        grand += s
    lines += [f",,,,GRAND TOTAL,,,{grand:.2f},,", ",,,,,,,,,", "*** END OF REPORT ***,,,,,,,,,"]
    c.rec("sales", head.rstrip(",").split(","), rows)
    c.done("\r\n".join(lines) + "\r\n", "csv")


def h30():
    c = Case(
        "h30-nebenkosten",
        "de",
        "Betriebskostenabrechnung for a tenant: address block, data of the flat, costs by kind with key and share, prepayments, balance.",
        "Header follows a letter head; group rows (Kalte Betriebskosten / Heizung); shares as texts ('78,4 von 612,0 m²'); Zwischensumme and Summe; balance lines under the table; real formulas with cached values.",
        "Zwischensumme or Vorauszahlung as a cost; the letter as table; group as cost.",
        "Arial",
    )
    r, ws = c.rnd, c.sheet("WE 07", True)
    for i, t in enumerate(["Hausverwaltung Brandt GmbH", "Lindenstraße 14", "04177 Leipzig"]):
        c.put(1 + i, 1, t, size=9)
    for i, t in enumerate(["Frau", "Katharina Wolff", "Merseburger Straße 88", "04177 Leipzig"]):
        c.put(5 + i, 1, t)
    f = {
        "Mieter-Nr.": "0088-07",
        "Abrechnungszeitraum": "01.01.2024 – 31.12.2024",
        "Wohnfläche": "78,4 m²",
        "Datum": D(2025, 6, 17),
    }
    for i, (k, v) in enumerate(f.items()):
        c.put(5 + i, 5, k, bold=True)
        c.put(5 + i, 6, v, fmt="dd.mm.yyyy" if k == "Datum" else None, al="left")
    c.put(10, 1, "Betriebskostenabrechnung 2024", bold=True, size=14)
    c.put(11, 1, "Sehr geehrte Frau Wolff, nachstehend erhalten Sie die Abrechnung der Betriebskosten.")
    cols = ["Kostenart", "Gesamtkosten", "Verteilerschlüssel", "Ihr Anteil", "Umlage in %", "Ihr Betrag"]
    c.row(13, 1, cols, bold=True, fill="D9D9D9", box=True, wrap=True, al="center")
    groups = {
        "Kalte Betriebskosten": [
            ("Grundsteuer", 4218.6, "q"),
            ("Wasser / Abwasser", 6890.35, "z"),
            ("Müllabfuhr", 2771.04, "p"),
            ("Gebäudereinigung", 3985.2, "q"),
            ("Gartenpflege", 1460, "q"),
            ("Versicherungen", 5127.88, "q"),
            ("Allgemeinstrom", 884.91, "e"),
            ("Aufzug Wartung", 1932.47, "e"),
        ],
        "Heizung und Warmwasser": [
            ("Grundkosten 30 %", 5531.12, "q"),
            ("Verbrauchskosten 70 %", 12905.94, "v"),
            ("Messdienst", 1088.3, "e"),
        ],
    }
    key = {
        "q": ("Wohnfläche", "78,4 von 612,0 m²", 78.4 / 612),
        "p": ("Personen", "2 von 17", 2 / 17),
        "e": ("Wohneinheiten", "1 von 9", 1 / 9),
        "z": ("Wasserzähler", "71,3 von 655,8 m³", 71.3 / 655.8),
        "v": ("Heizkostenverteiler", "1.804 von 15.220 Einh.", 1804 / 15220),
    }
    rr, rows, subs, tot = 14, [], [], [0, 0]
    for g, its in groups.items():
        c.put(rr, 1, g, bold=True, it=True, to=(rr, 6))
        rr += 1
        a = rr
        s = [0, 0]
        for n, v, k in its:
            p = round(key[k][2], 6)
            b = round(v * p, 2)
            s = [s[0] + v, s[1] + b]
            c.row(
                rr,
                1,
                [n, v, key[k][0], key[k][1], p, Fm(f"=ROUND(B{rr}*E{rr},2)", b)],
                box=True,
                fmts=[None, '#,##0.00 "€"', None, None, "0.00%", '#,##0.00 "€"'],
            )
            rows.append([g, n, v, key[k][0], key[k][1], p, b])
            rr += 1
        c.put(rr, 1, "Zwischensumme", bold=True)
        c.put(rr, 2, Fm(f"=SUM(B{a}:B{rr-1})", round(s[0], 2)), bold=True, fmt='#,##0.00 "€"')
        c.put(rr, 6, Fm(f"=SUM(F{a}:F{rr-1})", round(s[1], 2)), bold=True, fmt='#,##0.00 "€"')
        subs.append(rr)
        tot = [tot[0] + s[0], tot[1] + s[1]]
        rr += 1
    c.put(rr, 1, "Summe der Kosten", bold=True)
    c.put(rr, 2, Fm("=" + "+".join(f"B{x}" for x in subs), round(tot[0], 2)), bold=True, fmt='#,##0.00 "€"')
    c.put(rr, 6, Fm("=" + "+".join(f"F{x}" for x in subs), round(tot[1], 2)), bold=True, fmt='#,##0.00 "€"')
    c.put(rr + 1, 1, "abzüglich Vorauszahlungen (12 x 335,00 €)")
    c.put(rr + 1, 6, -4020, fmt='#,##0.00 "€"')
    nz = round(tot[1] - 4020, 2)
    c.put(rr + 2, 1, "Nachzahlung" if nz > 0 else "Guthaben", bold=True)
    c.put(rr + 2, 6, Fm(f"=F{rr}+F{rr+1}", nz), bold=True, fmt='#,##0.00 "€"')
    c.put(
        rr + 4,
        1,
        (
            "Den Betrag überweisen Sie bitte bis zum 31.07.2025 auf das Konto DE12 8605 0200 0012 3456 78."
            if nz > 0
            else "Das Guthaben wird mit der nächsten Miete verrechnet."
        ),
    )
    c.widths(26, 15, 19, 24, 14, 22)
    c.rec("costs", ["Gruppe"] + cols, rows, union=True)
    c.form("head", f)
    c.done()


for f in (h21, h22, h23, h24, h25, h26, h27, h28, h29, h30):
    f()
