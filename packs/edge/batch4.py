from lib import *


def h31():
    c = Case(
        "h31-datev-stapel",
        "de",
        "DATEV Buchungsstapel as csv (cp1252, semicolons): meta line first, header second.",
        "First line is not the header and has other fields; decimal commas; Belegdatum '0504' is day+month with zeros and no year; account numbers with zeros; S/H marks; empty columns; quotes around texts with semicolons.",
        "Meta line as header; 0504 as number 504; 0420 as 420; 1234,56 as 123456.",
    )
    r, rows = c.rnd, []
    cols = [
        "Umsatz (ohne Soll/Haben-Kz)",
        "Soll/Haben-Kennzeichen",
        "WKZ Umsatz",
        "Konto",
        "Gegenkonto (ohne BU-Schlüssel)",
        "BU-Schlüssel",
        "Belegdatum",
        "Belegfeld 1",
        "Skonto",
        "Buchungstext",
    ]
    out = [
        '"EXTF";700;21;"Buchungsstapel";9;20250512091533000;;"RE";"k.wolff";"";1001;20143;20250101;4;20250401;20250430;"April 2025";"KW";1;0;0;"EUR"',
        ";".join(cols),
    ]
    amt = {
        "Miete Büro April": ("4210", 1480, 1480),
        "Telefon; Mobilfunk": ("4920", 28, 190),
        "Tankbeleg HVL-BW 214": ("4530", 41, 118),
        "Bürobedarf Schäfer": ("4930", 9, 260),
        "Ausgangsrechnung Möller GmbH": ("8400", 600, 9800),
        "Lohn/Gehalt April": ("4120", 1900, 4700),
        "Kfz-Versicherung": ("4520", 210, 640),
        "Wareneingang Süd": ("3400", 320, 7900),
        "Bewirtung 24.04.": ("4650", 38, 240),
        "Porto": ("4910", 1, 60),
        "Anlage Server": ("0420", 1200, 6400),
        "Reparatur Halle 2": ("0090", 240, 3800),
    }
    texts = [
        "Miete Büro April",
        "Telefon; Mobilfunk",
        "Tankbeleg HVL-BW 214",
        "Bürobedarf Schäfer",
        "Ausgangsrechnung Möller GmbH",
        "Lohn/Gehalt April",
        "Kfz-Versicherung",
        "Wareneingang Süd",
        "Bewirtung 24.04.",
        "Porto",
        "Anlage Server",
        "Reparatur Halle 2",
    ]
    for i in range(34):
        t = r.choice(texts)
        k, lo, hi = amt[t]
        u = round(r.uniform(lo, hi), 2)
        g = r.choice(["1200", "1000", "70014", "10233", "0631"])
        bu = r.choice([None, None, "9", "40"])
        d = f"{r.randint(1,30):02d}04"
        b = r.choice([f"RE-{r.randint(100,999)}", f"00{r.randint(1000,9999)}", f"25/{r.randint(10,99)}"])
        sk = round(u * 0.02, 2) if r.random() < 0.15 else None
        sh = "H" if k == "8400" else r.choice("SSSSSSH")
        rows.append([u, sh, "EUR", k, g, bu, d, b, sk, t])
        f = lambda x: f"{x:.2f}".replace(".", ",")
        out.append(f'{f(u)};"{sh}";"EUR";{k};{g};"{bu or ""}";{d};"{b}";{f(sk) if sk else ""};"{t}"')
    c.rec("bookings", cols, rows)
    c.done("\r\n".join(out) + "\r\n", "csv", "cp1252")


def h32():
    c = Case(
        "h32-kassenbuch",
        "de",
        "Kassenbuch eines Vereins, printed ledger: 12 lines per page, Übertrag at the end and start of each page.",
        "Übertrag rows repeat sums twice per page; date only when it changes; page header repeats; Anfangsbestand is no entry; receipts and payments in own columns.",
        "Übertrag counted as entry; dates missing; page header as data.",
        "Courier New",
    )
    r, ws = c.rnd, c.sheet("Kassenbuch", True)
    cols = ["Datum", "Beleg", "Text", "Einnahme", "Ausgabe", "Bestand"]
    inn = ["Mitgliedsbeitrag bar", "Kuchenverkauf", "Spende Sommerfest", "Getränkeverkauf", "Startgeld Turnier"]
    outg = [
        "Pokale Gravur",
        "Schiedsrichter",
        "Bälle Sport-Hirsch",
        "Platzpflege Diesel",
        "Urkunden",
        "Grillkohle",
        "Pfand zurück",
        "Briefmarken",
        "Trikotwäsche",
    ]
    d, bal, n, rows, e, a, last, rr = dt.date(2025, 5, 2), 23418, 0, [], 0, 0, None, 1
    fm = ["dd.mm.yyyy", None, None, "#,##0.00", "#,##0.00", "#,##0.00"]
    ents = []
    for i in range(41):
        if r.random() < 0.6:
            d += dt.timedelta(days=r.randint(1, 6))
        plus = r.random() < 0.45 or bal < 16000
        x = r.randint(350, 14500)
        bal += x if plus else -x
        ents.append(
            (d, f"{i+1:03d}", r.choice(inn if plus else outg), x / 100 if plus else None, None if plus else x / 100, bal / 100)
        )
    for p in range(4):
        c.put(rr, 1, "TSV Grün-Weiß Oberau e.V.", bold=True)
        c.put(rr, 6, f"Blatt {p+1}", al="right")
        c.put(rr + 1, 1, "Kassenbuch Mai – Juli 2025")
        c.row(rr + 2, 1, cols, bold=True, box=True, fill="EEEEEE")
        rr += 3
        if p:
            c.row(rr, 1, [None, None, "Übertrag", e / 100, a / 100, prev], box=True, it=True, fmts=fm)
        else:
            c.row(rr, 1, [None, None, "Anfangsbestand", None, None, 234.18], box=True, it=True, fmts=fm)
        rr += 1
        last = None
        for x in ents[p * 12 : p * 12 + 12]:
            day = dt.datetime(x[0].year, x[0].month, x[0].day)
            c.row(rr, 1, [None if day == last else day, *x[1:]], box=True, fmts=fm)
            last = day
            rows.append([day, *x[1:]])
            e += round((x[3] or 0) * 100)
            a += round((x[4] or 0) * 100)
            prev = x[5]
            rr += 1
        if p < 3:
            c.row(rr, 1, [None, None, "Übertrag", e / 100, a / 100, prev], box=True, it=True, fmts=fm)
        else:
            c.row(rr, 1, [None, None, "Summe / Endbestand", e / 100, a / 100, prev], box=True, bold=True, fmts=fm)
            c.put(rr + 2, 1, "geprüft: ______________   Kassier: H. Lechner")
        rr += 3
    c.widths(12, 8, 26, 12, 12, 12)
    c.rec("entries", cols, rows)
    c.done()


def h33():
    c = Case(
        "h33-leistungsverzeichnis",
        "de",
        "Leistungsverzeichnis (bill of quantities) with titles, positions, long texts on the next row, title sums and a summary at the end.",
        "OZ 01.02.0010 is a hierarchical code; long text row under each position; optional position 'nur EP' without total; alternative units; sums per title; Zusammenstellung repeats the sums, then Mehrwertsteuer.",
        "Long texts as positions; summary as positions; OZ as a number or date; nur EP summed.",
        "Arial Narrow",
    )
    r, ws = c.rnd, c.sheet("LV Rohbau", True)
    cols = ["OZ", "Kurztext", "Menge", "Einheit", "EP", "GP"]
    c.put(1, 1, "Leistungsverzeichnis", bold=True, size=14)
    c.put(2, 1, "Bauvorhaben: Kita Sonnenhügel, Neubau – Los 3 Rohbau")
    c.put(3, 1, "Bieter: Hofmann & Söhne Bau GmbH")
    c.row(5, 1, cols, bold=True, fill="DDD9C4", box=True, al="center")
    t = {
        ("01", "Erdarbeiten"): [
            ("Oberboden abtragen", "Dicke bis 30 cm, seitlich lagern.", "m²", 840, 3),
            ("Baugrube ausheben", "Bodenklasse 3-5, Tiefe bis 2,80 m.", "m³", 612.5, 14),
            ("Boden abfahren", "inkl. Deponiegebühr Z0.", "t", 930, 22),
            ("Verfüllen Arbeitsraum", None, "m³", 188, 19),
        ],
        ("02", "Betonarbeiten"): [
            ("Sauberkeitsschicht C12/15", "d = 5 cm.", "m²", 402.4, 11),
            ("Bodenplatte C25/30", "d = 25 cm, WU-Beton nach DAfStb.", "m³", 100.6, 178),
            ("Betonstahl BSt 500", None, "t", 11.85, 1740),
            ("Wände C25/30", "d = 24 cm, Sichtbeton SB2.", "m²", 356, 142),
            ("Zulage Kernbohrung", "nur auf Anordnung.", "St", 6, 85),
        ],
        ("03", "Mauerarbeiten"): [
            ("Außenwand Porenbeton", "PP2-0,35 d = 36,5 cm.", "m²", 288.75, 97),
            ("Innenwand KS", "KS 12-1,8 d = 17,5 cm.", "m²", 341.2, 71),
            ("Stürze", None, "m", 42.3, 64),
        ],
    }
    rr, rows, sums = 6, [], []
    for (no, name), ps in t.items():
        c.put(rr, 1, no, bold=True, fill="F2F2F2")
        c.put(rr, 2, name, bold=True, fill="F2F2F2", to=(rr, 6))
        rr += 1
        s = 0
        for i, (k, l, u, q, p) in enumerate(ps):
            ep = round(p * r.uniform(0.85, 1.2), 2)
            only = "nur auf" in (l or "")
            gp = "nur EP" if only else round(q * ep, 2)
            oz = f"{no}.01.{(i+1)*10:04d}"
            s += 0 if only else gp
            c.row(rr, 1, [oz, k, q, u, ep, gp], fmts=[None, None, "#,##0.000", None, "#,##0.00", "#,##0.00"], va="top")
            rr += 1
            if l:
                c.put(rr, 2, l, size=8, wrap=True, color="595959")
                rr += 1
            rows.append([name, oz, k + ("\n" + l if l else ""), q, u, ep, gp])
        c.put(rr, 2, f"Summe {no} {name}", bold=True)
        c.put(rr, 6, round(s, 2), bold=True, fmt="#,##0.00")
        sums.append((no, name, round(s, 2)))
        rr += 2
    c.put(rr, 1, "Zusammenstellung", bold=True, size=12)
    rr += 1
    for no, name, s in sums:
        c.put(rr, 1, no)
        c.put(rr, 2, name)
        c.put(rr, 6, s, fmt="#,##0.00")
        rr += 1
    n = round(sum(x[2] for x in sums), 2)
    m = round(n * 0.19, 2)
    for k, v in (("Angebotssumme netto", n), ("zzgl. 19 % MwSt.", m), ("Angebotssumme brutto", round(n + m, 2))):
        c.put(rr, 2, k, bold=True)
        c.put(rr, 6, v, bold=True, fmt="#,##0.00")
        rr += 1
    c.widths(13, 40, 12, 9, 11, 14)
    num = {n: f"{k} {n}" for k, n in t}
    c.rec(
        "positions",
        ["Titel"] + cols,
        rows,
        union=True,
        alternatives=[
            {
                "id": "numbered",
                "kind": "records",
                "union": True,
                "columns": ["Titel"] + cols,
                "rows": [[num[x[0]], *x[1:]] for x in rows],
            }
        ],
    )
    c.done()


def h34():
    c = Case(
        "h34-budget-commune",
        "fr",
        "Budget d'une commune : feuilles Fonctionnement et Investissement, sur chacune DÉPENSES puis RECETTES, chapitres et articles.",
        "Two tables per sheet under each other; chapter rows hold the sum of their articles; chapter codes 011, 012, 65 and article codes; Évolution % computed; total rows; a balance line; thin spaces.",
        "Chapters and articles summed together; dépenses and recettes mixed; sections mixed.",
        "Calibri",
    )
    r, fs = c.rnd, []
    cols = ["BP 2024", "CA 2024", "BP 2025", "Évolution %"]
    data = {
        "Fonctionnement": {
            "DÉPENSES": {
                "011 - Charges à caractère général": [
                    ("60611", "Eau et assainissement"),
                    ("60612", "Énergie - Électricité"),
                    ("60632", "Fournitures de petit équipement"),
                    ("615221", "Entretien bâtiments publics"),
                    ("6262", "Frais de télécommunications"),
                ],
                "012 - Charges de personnel": [
                    ("6411", "Personnel titulaire"),
                    ("6413", "Personnel non titulaire"),
                    ("6451", "Cotisations à l'URSSAF"),
                ],
                "65 - Autres charges de gestion": [("65311", "Indemnités des élus"), ("65748", "Subventions aux associations")],
            },
            "RECETTES": {
                "70 - Produits des services": [("70311", "Concessions cimetière"), ("7067", "Redevances cantine")],
                "73 - Impôts et taxes": [
                    ("73111", "Impôts directs locaux"),
                    ("73123", "Taxe additionnelle aux droits de mutation"),
                ],
                "74 - Dotations": [("74111", "Dotation forfaitaire"), ("74121", "Dotation de solidarité rurale")],
            },
        },
        "Investissement": {
            "DÉPENSES": {
                "16 - Emprunts": [("1641", "Emprunts en euros")],
                "21 - Immobilisations corporelles": [
                    ("2128", "Autres aménagements de terrains"),
                    ("21312", "Bâtiments scolaires"),
                    ("2151", "Réseaux de voirie"),
                    ("21838", "Matériel informatique"),
                ],
            },
            "RECETTES": {
                "10 - Dotations, fonds divers": [("10222", "FCTVA"), ("1068", "Excédents de fonctionnement")],
                "13 - Subventions": [("1321", "État - DETR"), ("1323", "Département")],
            },
        },
    }
    for n, (sec, parts) in enumerate(data.items()):
        ws = c.sheet(sec, n == 0)
        c.put(1, 1, "Commune de Saint-Aubin-des-Prés", bold=True)
        c.put(
            2,
            1,
            "Budget primitif 2025 – Section " + ("de fonctionnement" if sec[0] == "F" else "d'investissement"),
            bold=True,
            size=13,
        )
        c.put(2, 6, "en euros", al="right", it=True)
        rr = 4
        for part, chs in parts.items():
            c.put(rr, 1, part, bold=True, size=12, color="FFFFFF", fill="1F4E78", to=(rr, 6))
            rr += 1
            c.row(rr, 1, ["Article", "Libellé"] + cols, bold=True, box=True, fill="DDEBF7")
            rr += 1
            T = [0] * 3
            for ch, arts in chs.items():
                top = rr
                rr += 1
                S = [0] * 3
                for a, lib in arts:
                    b = r.randint(2, 310) * 1000 if sec == "Fonctionnement" else r.randint(9, 620) * 500
                    v = [b, round(b * r.uniform(0.71, 1.08), 2), int(b * r.uniform(0.85, 1.25)) // 50 * 50]
                    S = [x + y for x, y in zip(S, v)]
                    c.row(
                        rr,
                        1,
                        [a, lib, *v, round(v[2] / v[0] - 1, 4)],
                        box=True,
                        fmts=[None, None, "#,##0", "#,##0.00", "#,##0", "0.0%"],
                    )
                    for h, x in zip(cols, v + [round(v[2] / v[0] - 1, 4)]):
                        fs.append(([sec, part, ch, a, lib, h], x, "total" if h[0] == "É" else "leaf"))
                    rr += 1
                S = [round(x, 2) for x in S]
                T = [x + y for x, y in zip(T, S)]
                c.put(top, 1, ch, bold=True, fill="F2F2F2", box=True, to=(top, 2))
                c.row(
                    top,
                    3,
                    [*S, round(S[2] / S[0] - 1, 4)],
                    bold=True,
                    fill="F2F2F2",
                    box=True,
                    fmts=["#,##0", "#,##0.00", "#,##0", "0.0%"],
                )
                for h, x in zip(cols, S + [round(S[2] / S[0] - 1, 4)]):
                    fs.append(([sec, part, ch, h], x, "total"))
            T = [round(x, 2) for x in T]
            c.put(rr, 1, f"TOTAL {part}", bold=True, box=True, to=(rr, 2))
            c.row(rr, 3, [*T, round(T[2] / T[0] - 1, 4)], bold=True, box=True, fmts=["#,##0", "#,##0.00", "#,##0", "0.0%"])
            for h, x in zip(cols, T + [round(T[2] / T[0] - 1, 4)]):
                fs.append(([sec, f"TOTAL {part}", h], x, "total"))
            rr += 3
        c.put(rr, 1, "Vote du conseil municipal : 14 pour, 1 abstention. Le Maire, Hélène Garnier", it=True)
        c.widths(12, 42, 13, 14, 13, 12)
    c.facts("budget", fs, union=True)
    c.done()


def h35():
    c = Case(
        "h35-haccp-temperatures",
        "fr",
        "Relevés de températures d'un restaurant : une feuille par semaine, quatre enceintes × matin/soir, visa, action corrective.",
        "Four sheets of one kind; header over two rows with merged enceintes; closed Mondays without values; limit row ('max +4 °C') directly under the header; negative temperatures; average row at the end.",
        "Limit row or Moyenne as a day; weeks apart; minus signs lost.",
        "Comic Sans MS",
    )
    r, rows = c.rnd, []
    enc = [("Frigo 1", 3.1), ("Frigo 2", 2.6), ("Congélateur", -19.2), ("Vitrine", 5.2)]
    jours = ["Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"]
    for w in range(4):
        wk = f"S{36+w}"
        ws = c.sheet(wk, w == 0)
        c.put(1, 1, f"RELEVÉ DES TEMPÉRATURES – Semaine {36+w}", bold=True, size=14)
        c.put(2, 1, "Brasserie du Port – Plan de maîtrise sanitaire, fiche 07")
        c.put(4, 1, "Date", bold=True, box=True, to=(5, 1))
        c.put(4, 2, "Jour", bold=True, box=True, to=(5, 2))
        for j, (n, _) in enumerate(enc):
            c.put(4, 3 + 2 * j, n, bold=True, box=True, al="center", fill="DDEBF7", to=(4, 4 + 2 * j))
            c.row(5, 3 + 2 * j, ["Matin", "Soir"], bold=True, box=True, fill="DDEBF7", al="center")
        c.put(4, 11, "Visa", bold=True, box=True, to=(5, 11))
        c.put(4, 12, "Action corrective", bold=True, box=True, to=(5, 12))
        c.put(6, 1, "Limite", it=True, box=True, to=(6, 2))
        for j, t in enumerate(["max +4 °C", "max +4 °C", "max -18 °C", "max +8 °C"]):
            c.put(6, 3 + 2 * j, t, it=True, box=True, al="center", color="C00000", to=(6, 4 + 2 * j))
        acc = [[] for _ in range(8)]
        for k in range(7):
            d = dt.datetime(2025, 9, 1) + dt.timedelta(days=7 * w + k)
            act = None
            if k == 0:
                v, visa, act = [None] * 8, None, "Fermeture hebdomadaire"
            else:
                v = [round(b + r.uniform(-1.1, 0.8), 1) for _, b in enc for _ in range(2)]
                visa = r.choice(["ML", "JB", "SK"])
                if (w, k) in ((1, 4), (3, 5)):
                    i = r.choice([0, 1, 3])
                    v[i] = 6.8
                    act = "Porte mal fermée, produits contrôlés à cœur"
            c.row(7 + k, 1, [d, jours[k], *v, visa, act], box=True, fmts=["dd/mm/yyyy", None] + ["0.0"] * 8 + [None] * 2)
            rows.append([wk, d, jours[k], *v, visa, act])
            [a.append(x) for a, x in zip(acc, v) if x is not None]
        c.put(14, 1, "Moyenne", bold=True, box=True, to=(14, 2))
        c.row(14, 3, [round(sum(a) / len(a), 2) for a in acc], bold=True, box=True, fmt="0.0")
        c.put(16, 1, "À conserver 3 ans.")
        c.widths(12, 11, *[8] * 8, 7, 34)
    c.rec(
        "readings",
        ["Semaine", "Date", "Jour"] + [f"{n}_{x}" for n, _ in enc for x in ("Matin", "Soir")] + ["Visa", "Action corrective"],
        rows,
        union=True,
    )
    c.done()


def h36():
    c = Case(
        "h36-commandes-fr-csv",
        "fr",
        "Export de commandes d'une boutique en ligne, csv with semicolons, utf-8.",
        "Amounts with narrow no-break spaces and decimal commas ('1 234,50'); € in the values; postcodes with zeros; dates dd/mm/yyyy hh:mm; addresses with line breaks inside quotes; empty trailing lines of semicolons; discount in percent.",
        "'1 234,50 €' as text or 1.0; 01000 as 1000; address cut in several rows; day and month swapped.",
    )
    r, rows = c.rnd, []
    cols = ["N° commande", "Date", "Client", "Adresse", "Code postal", "Ville", "Articles", "Remise", "Total TTC", "Statut"]
    ppl = [
        "Éloïse Garnier",
        "Marc Lefèvre",
        "SARL Dubois & Fils",
        "Inès Benali",
        "Jean-Paul Roche",
        "Chloé Marchand",
        "Hugo Petit",
        'Librairie "Le Vent"',
        "Agnès Fontaine",
        "Thibault Caron",
    ]
    pl = [
        ("01000", "Bourg-en-Bresse"),
        ("06300", "Nice"),
        ("75011", "Paris"),
        ("33000", "Bordeaux"),
        ("02100", "Saint-Quentin"),
        ("69003", "Lyon"),
    ]
    out = [";".join(cols)]
    n, q = 2417, lambda s: '"' + s.replace('"', '""') + '"' if any(x in s for x in ';"\n') else s
    for i in range(38):
        n += r.randint(1, 4)
        d = dt.datetime(2025, 2, 3, r.randint(7, 22), r.randint(1, 59)) + dt.timedelta(days=int(i * 6.1) + r.randint(0, 4))
        cp, v = r.choice(pl)
        who = r.choice(ppl)
        adr = f"{r.randint(1,140)} {r.choice(['rue des Lilas','avenue Foch','bd Victor-Hugo','impasse du Moulin'])}" + (
            r.choice(["\nBât. B", "\nÉtage 3; porte 2", "\nc/o Roche"]) if r.random() < 0.3 else ""
        )
        k = r.randint(1, 9)
        t = round(r.uniform(18, 2900), 2)
        rem = r.choice([None, None, 0.05, 0.1, 0.125])
        st = r.choice(["Expédiée", "Livrée", "Annulée", "En préparation"])
        rows.append([f"000{n}", d, who, adr, cp, v, k, rem, t, st])
        s = f"{t:,.2f}".replace(",", "\u202f").replace(".", ",") + " €"
        out.append(
            ";".join(
                [
                    f"000{n}",
                    d.strftime("%d/%m/%Y %H:%M"),
                    q(who),
                    q(adr),
                    cp,
                    v,
                    str(k),
                    (f"{rem*100:g} %".replace(".", ",") if rem else ""),
                    s,
                    st,
                ]
            )
        )
    out += [";" * 9] * 3
    c.rec("orders", cols, rows)
    c.done("\r\n".join(out) + "\r\n", "csv")


def h37():
    c = Case(
        "h37-tarifas-transporte",
        "es",
        "Tarifas de una empresa de transporte: zones across, weight brackets down, two services under each other, surcharges at the right.",
        "Price matrix twice with the same header; weight brackets '5 - 10' look like dates or numbers; 'kg adicional' row is another unit; 'consultar' instead of a price; surcharges table beside; conditions at the bottom.",
        "Services mixed; brackets as dates; surcharges glued to the prices.",
        "Verdana",
    )
    r, ws, fs = c.rnd, c.sheet("Tarifas 2025", True), []
    c.put(1, 1, "TRANSPORTES LEVANTE S.L.", bold=True, size=14, color="C55A11")
    c.put(2, 1, "Tarifas nacionales vigentes desde el 01/07/2025 (EUR por envío, IVA no incluido)")
    zones = ["Provincial", "Regional", "Peninsular", "Baleares", "Canarias"]
    kg = ["0 - 2", "2 - 5", "5 - 10", "10 - 15", "15 - 20", "20 - 30", "30 - 40"]
    rr = 4
    for sv, f in (("SERVICIO 24 HORAS", 1.35), ("SERVICIO ECONÓMICO 48/72", 1)):
        c.put(rr, 1, sv, bold=True, fill="F8CBAD", to=(rr, 6))
        c.put(rr + 1, 1, "Peso (kg)", bold=True, box=True, fill="FBE5D6")
        c.row(rr + 1, 2, zones, bold=True, box=True, fill="FBE5D6", al="center")
        rr += 2
        for i, k in enumerate(kg + ["kg adicional"]):
            c.put(rr, 1, k, box=True, al="center", it=k[0] == "k")
            for j, z in enumerate(zones):
                v = (
                    round(f * (3.2 + 1.1 * i) * (1 + 0.33 * j) * r.uniform(0.9, 1.12), 2)
                    if k[0] != "k"
                    else round(f * (0.21 + 0.13 * j) * r.uniform(0.9, 1.1), 2)
                )
                if z == "Canarias" and sv[9] == "2" and i > 4:
                    v = "consultar"
                c.put(rr, 2 + j, v, box=True, fmt="0.00", al="right")
                fs.append(([sv, k, z], v))
            rr += 1
        rr += 2
    c.put(4, 8, "RECARGOS", bold=True, fill="D9D9D9", to=(4, 10))
    c.row(5, 8, ["Código", "Concepto", "Importe"], bold=True, box=True)
    rec = [
        ["R01", "Reembolso (mín. 4,50)", "3 %"],
        ["R02", "Entrega en sábado", 9.8],
        ["R05", "Segundo intento", 4.35],
        ["R07", "Combustible", "8,5 %"],
        ["R11", "Mercancía ADR", 17.6],
        ["R12", "Devolución de albarán", 2.15],
    ]
    for i, x in enumerate(rec):
        c.row(6 + i, 8, x, box=True, fmts=[None, None, "0.00"])
    for i, t in enumerate(
        [
            "1. Peso volumétrico: 1 m³ = 250 kg.",
            "2. Las zonas se detallan en el anexo B.",
            "3. Envíos de más de 100 kg: solicitar presupuesto.",
        ]
    ):
        c.put(rr + i, 1, t, size=8)
    c.widths(15, 11, 11, 12, 11, 11, 3, 9, 24, 10)
    c.facts("prices", fs)
    c.rec("surcharges", ["Código", "Concepto", "Importe"], rec)
    c.done()


def h38():
    c = Case(
        "h38-piramide-poblacion",
        "es",
        "Padrón municipal: pyramid table, men at the left, age in the middle, women at the right.",
        "The row label stands in the middle column; left side runs mirrored (% then number); header over two rows; Total first and subtotals by broad ages (Menores de 20, De 20 a 64, 65 y más); ages '5-9' look like dates.",
        "Men's figures without age; % and persons mixed; 10-14 as date; broad ages counted with the five-year groups.",
        "Calibri",
    )
    r, ws, fs = c.rnd, c.sheet("Padrón", True), []
    c.put(1, 2, "Ayuntamiento de Villanueva del Campo", bold=True)
    c.put(2, 2, "Población por sexo y edad a 1 de enero de 2025", bold=True, size=13)
    c.put(4, 2, "Hombres", bold=True, box=True, al="center", fill="BDD7EE", to=(4, 3))
    c.put(4, 4, "Edad", bold=True, box=True, al="center", to=(5, 4))
    c.put(4, 5, "Mujeres", bold=True, box=True, al="center", fill="F8CBAD", to=(4, 6))
    c.row(5, 2, ["%", "Personas"], bold=True, box=True)
    c.row(5, 5, ["Personas", "%"], bold=True, box=True)
    ages = [
        "0-4",
        "5-9",
        "10-14",
        "15-19",
        "20-24",
        "25-29",
        "30-34",
        "35-39",
        "40-44",
        "45-49",
        "50-54",
        "55-59",
        "60-64",
        "65-69",
        "70-74",
        "75-79",
        "80-84",
        "85 y más",
    ]
    m = [r.randint(61, 340) for _ in ages]
    f = [r.randint(66, 350) for _ in ages]
    T = sum(m) + sum(f)
    rr = 6

    def line(lab, a, b, role, bold=False):
        nonlocal rr
        p, q = round(a / T, 4), round(b / T, 4)
        c.row(
            rr,
            2,
            [p, a, lab, b, q],
            box=True,
            bold=bold,
            fill="F2F2F2" if bold else None,
            fmts=["0.0%", "#,##0", None, "#,##0", "0.0%"],
        )
        ws.cell(rr, 4).alignment = Alignment(horizontal="center")
        fs.extend(
            [
                (["Hombres", "Personas", lab], a, role),
                (["Mujeres", "Personas", lab], b, role),
                (["Hombres", "%", lab], p, "total"),
                (["Mujeres", "%", lab], q, "total"),
            ]
        )
        rr += 1

    line("Total", sum(m), sum(f), "total", True)
    for lab, a, b in (("Menores de 20", 0, 4), ("De 20 a 64", 4, 13), ("65 y más", 13, 18)):
        line(lab, sum(m[a:b]), sum(f[a:b]), "total", True)
        for i in range(a, b):
            line(ages[i], m[i], f[i], "leaf")
    c.put(rr + 1, 2, "Fuente: Padrón continuo. Los porcentajes se calculan sobre la población total.", size=8)
    c.widths(2, 9, 11, 16, 11, 9)
    c.facts("population", fs)
    c.done()


def h39():
    c = Case(
        "h39-purchase-contract-zh",
        "zh",
        "采购合同: contract head (key and value in one cell), goods table, amount in words, clauses, signature blocks side by side.",
        "Form values stand in the same cell as their key; 合计 row with the amount in Chinese words (大写); clauses as prose under the table; signature block of two columns looks like a table; 物料编码 with zeros.",
        "合计/大写 as a line of goods; clauses or signatures as records.",
        "宋体",
    )
    r, ws = c.rnd, c.sheet("合同", True)
    c.put(1, 1, "产品采购合同", bold=True, size=18, al="center", to=(1, 8))
    f = {
        "需方（甲方）": "苏州恒远精密机械有限公司",
        "合同编号": "HY-2025-0913",
        "供方（乙方）": "宁波东海五金制品厂",
        "签订日期": "2025年9月13日",
        "签订地点": "苏州市",
    }
    for i, (k, v) in enumerate(f.items()):
        c.put(3 + i // 2, 1 if i % 2 == 0 else 6, f"{k}：{v}")
    c.put(7, 1, "一、产品名称、规格、数量、金额及交货期：")
    cols = ["序号", "物料编码", "产品名称", "规格型号", "单位", "数量", "单价（元）", "金额（元）", "交货期"]
    c.row(8, 1, cols, bold=True, box=True, al="center", fill="D9D9D9")
    g = [
        ("内六角螺栓", "M8×25 8.8级", "只", 12000, 0.18),
        ("深沟球轴承", "6204-2RS", "套", 640, 7.9),
        ("直线导轨", "HGR20 L=800", "根", 48, 126),
        ("同步带", "HTD5M-15", "条", 150, 23.5),
        ("减速机", "NMRV050 1:20", "台", 12, 418),
        ("铝型材", "4040 L=6m", "支", 85, 96.4),
        ("气缸", "SC50×100", "只", 36, 88),
    ]
    rows, T = [], 0
    for i, (n, s, u, q, p) in enumerate(g):
        p = round(p * r.uniform(0.9, 1.1), 2)
        a = round(q * p, 2)
        T += a
        d = D(2025, r.choice([9, 10]), r.randint(20, 30))
        row = [i + 1, f"0{r.randint(10,49)}{r.randint(1000,9999)}", n, s, u, q, p, a, d]
        rows.append(row)
        c.row(9 + i, 1, row, box=True, fmts=[None] * 5 + ["#,##0", "0.00", "#,##0.00", "yyyy-mm-dd"])
    T = round(T, 2)
    rr = 9 + len(g)

    def words(x):
        D_, U = "零壹贰叁肆伍陆柒捌玖", ["", "拾", "佰", "仟", "万", "拾", "佰", "仟"]
        n = int(x)
        s = ""
        t = str(n)
        for i, ch in enumerate(t):
            k = len(t) - 1 - i
            s += (D_[int(ch)] + U[k]) if ch != "0" else ("万" if k == 4 else "零")
        s = re.sub("零+", "零", s).replace("零万", "万").rstrip("零")
        c2 = round((x - n) * 100)
        return s + "元" + (D_[c2 // 10] + "角" + D_[c2 % 10] + "分" if c2 else "整")

    c.put(rr, 1, "合计", bold=True, box=True, al="center", to=(rr, 2))
    c.put(rr, 3, f"人民币（大写）：{words(T)}", box=True, to=(rr, 7))
    c.put(rr, 8, T, bold=True, box=True, fmt="#,##0.00")
    c.put(rr, 9, None, box=True)
    rr += 1
    for t in [
        "二、质量标准：按国家标准及甲方图纸要求执行，质保期12个月。",
        "三、交货地点：甲方苏州工厂仓库，运费由乙方承担。",
        "四、付款方式：货到验收合格后30天内付款，乙方开具13%增值税专用发票。",
        "五、违约责任：逾期交货每日按合同总额的0.5%支付违约金。",
        "六、本合同一式两份，双方签字盖章后生效。",
    ]:
        c.put(rr, 1, t, to=(rr, 9))
        rr += 1
    for k, (a, b) in enumerate(
        [
            ("甲方（盖章）：", "乙方（盖章）："),
            ("代表人：周建国", "代表人：林海燕"),
            ("电话：0512-65880213", "电话：0574-27891145"),
            ("开户行：中国银行苏州园区支行", "开户行：工商银行宁波北仑支行"),
        ]
    ):
        c.put(rr + 1 + k, 1, a)
        c.put(rr + 1 + k, 6, b)
    c.widths(6, 12, 16, 16, 6, 9, 11, 13, 13)
    c.rec("goods", cols, rows)
    c.form("head", {**f, "签订日期": D(2025, 9, 13)})
    c.done()


def h40():
    c = Case(
        "h40-stock-report-zh",
        "zh",
        "进销存月报表: three warehouses as sheets plus 汇总; 期初/本期入库/本期出库/期末 × 数量/金额, 类别 with 小计, 合计.",
        "Two-level header; 类别 merged; 小计 per category and 合计; 汇总 sheet repeats the totals per warehouse; 期末 is computed; same goods in several warehouses; one sheet starts two rows lower.",
        "小计/合计/汇总 counted again; warehouses mixed; 数量 and 金额 mixed.",
        "微软雅黑",
    )
    r, fs = c.rnd, []
    parts = ["期初结存", "本期入库", "本期出库", "期末结存"]
    cat = {
        "原材料": [
            ("010203", "冷轧钢板 1.2mm", "kg", 4.86),
            ("010207", "ABS颗粒", "kg", 11.3),
            ("010311", "铜线 0.8", "kg", 68.4),
        ],
        "包装物": [("030015", "纸箱 40×30", "个", 2.35), ("030022", "珍珠棉", "米", 1.1)],
        "成品": [("090101", "电机外壳", "件", 36.2), ("090108", "风扇总成", "台", 118.5), ("090113", "控制盒", "台", 87.9)],
    }
    tot = {}
    for n, wh in enumerate(["苏州仓", "无锡仓", "昆山仓"]):
        ws = c.sheet(wh, n == 0)
        o = 2 if n == 2 else 0
        if o:
            c.put(1, 1, "（本表为初稿，待财务复核）", color="FF0000")
        c.put(1 + o, 1, f"2025年8月 进销存月报表 — {wh}", bold=True, size=14, al="center", to=(1 + o, 12))
        c.put(2 + o, 12, "单位：元", al="right")
        for j, h in enumerate(["类别", "物料编码", "物料名称", "单位"]):
            c.put(3 + o, 1 + j, h, bold=True, box=True, fill="C6E0B4", to=(4 + o, 1 + j))
        for j, h in enumerate(parts):
            c.put(3 + o, 5 + 2 * j, h, bold=True, box=True, al="center", fill="C6E0B4", to=(3 + o, 6 + 2 * j))
            c.row(4 + o, 5 + 2 * j, ["数量", "金额"], bold=True, box=True, fill="C6E0B4")
        rr, A = 5 + o, [0] * 4
        for g, its in cat.items():
            its = [x for x in its if r.random() < 0.85] or its
            c.put(rr, 1, g, box=True, **({"to": (rr + len(its) - 1, 1)} if len(its) > 1 else {}))
            S = [0] * 4
            for code, name, u, p in its:
                q0, q1 = r.randint(40, 3900), r.randint(0, 2600)
                q2 = r.randint(0, q0 + q1 - 5)
                qs = [q0, q1, q2, q0 + q1 - q2]
                p = p * r.uniform(0.95, 1.05)
                am = [round(x * p, 2) for x in qs[:3]]
                am.append(round(am[0] + am[1] - am[2], 2))
                S = [round(x + y, 2) for x, y in zip(S, am)]
                c.row(
                    rr,
                    2,
                    [code, name, u] + [x for a, b in zip(qs, am) for x in (a, b)],
                    box=True,
                    fmts=[None] * 3 + ["#,##0", "#,##0.00"] * 4,
                )
                for j, h in enumerate(parts):
                    for k, v in (("数量", qs[j]), ("金额", am[j])):
                        fs.append(([wh, g, code, name, h, k], v, "total" if j == 3 else "leaf"))
                rr += 1
            c.put(rr, 1, f"{g}小计", bold=True, box=True, fill="EDEDED", to=(rr, 4))
            for j, h in enumerate(parts):
                c.put(rr, 5 + 2 * j, None, box=True, fill="EDEDED")
                c.put(rr, 6 + 2 * j, S[j], bold=True, box=True, fill="EDEDED", fmt="#,##0.00")
                fs.append(([wh, f"{g}小计", h, "金额"], S[j], "total"))
            A = [round(x + y, 2) for x, y in zip(A, S)]
            rr += 1
        c.put(rr, 1, "合计", bold=True, box=True, al="center", to=(rr, 4))
        for j, h in enumerate(parts):
            c.put(rr, 5 + 2 * j, None, box=True)
            c.put(rr, 6 + 2 * j, A[j], bold=True, box=True, fmt="#,##0.00")
            fs.append(([wh, "合计", h, "金额"], A[j], "total"))
        tot[wh] = A
        c.put(rr + 1, 1, "制表：王芳　　审核：李建平")
        c.widths(10, 11, 18, 6, *[9, 13] * 4)
    c.sheet("汇总")
    c.put(1, 1, "各仓库金额汇总", bold=True, size=13)
    c.row(3, 1, ["仓库"] + parts, bold=True, box=True)
    for i, (w, A) in enumerate(list(tot.items()) + [("合计", [round(sum(x), 2) for x in zip(*tot.values())])]):
        c.row(4 + i, 1, [w, *A], box=True, fmts=[None] + ["#,##0.00"] * 4)
        fs.extend(([w, "汇总", h], A[j], "total") for j, h in enumerate(parts))
    c.facts("stock", fs, union=True)
    c.done()


for f in (h31, h32, h33, h34, h35, h36, h37, h38, h39, h40):
    f()
