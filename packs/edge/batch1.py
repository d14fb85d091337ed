from lib import *


def h01():
    c = Case(
        "h01-lab-report",
        "ja",
        "病院の臨床検査報告書: patient block, tests by class, three visits (結果/判定 each).",
        "分類 merged downwards; two-level header with dates as text; qualitative results ((-), 1+, <0.1) among numbers; not measured = blank; H/L flags mostly blank.",
        "判定 filled down or taken for a result; 患者ID without its zeros; results of visits mixed.",
        "ＭＳ Ｐゴシック",
    )
    r, ws = c.rnd, c.sheet("検査結果", True)
    c.put(1, 1, "臨床検査報告書", bold=True, size=16, al="center", to=(1, 10))
    f = [
        ("患者ID", "00482913"),
        ("氏名", "三浦 千尋"),
        ("性別", "女"),
        ("生年月日", "昭和46年8月2日"),
        ("診療科", "内分泌内科"),
        ("担当医", "高梨 修"),
    ]
    for i, (k, v) in enumerate(f):
        rr, cc = 3 + i // 3, [1, 4, 7][i % 3]
        c.put(rr, cc, k, fill="D9E1F2", box=True)
        c.put(rr, cc + 1, v, box=True, to=(rr, cc + 2 if cc == 7 else cc + 1))
    for j, h in enumerate(["分類", "検査項目", "単位", "基準値"]):
        c.put(7, 1 + j, h, bold=True, fill="BDD7EE", box=True, al="center", to=(8, 1 + j))
    days = ["2025/02/04", "2025/05/13", "2025/08/19"]
    for j, d in enumerate(days):
        c.put(7, 5 + 2 * j, d, bold=True, fill="BDD7EE", box=True, al="center", to=(7, 6 + 2 * j))
        c.row(8, 5 + 2 * j, ["結果", "判定"], bold=True, fill="BDD7EE", box=True, al="center")
    tests = {
        "生化学": [
            ("AST(GOT)", "U/L", "13-30", 13, 30, 0),
            ("ALT(GPT)", "U/L", "7-23", 7, 23, 0),
            ("γ-GTP", "U/L", "9-32", 9, 32, 0),
            ("総蛋白", "g/dL", "6.6-8.1", 6.6, 8.1, 1),
            ("尿酸", "mg/dL", "2.6-5.5", 2.6, 5.5, 1),
            ("クレアチニン", "mg/dL", "0.46-0.79", 0.46, 0.79, 2),
            ("LDL-C", "mg/dL", "65-163", 65, 163, 0),
        ],
        "糖代謝": [("血糖", "mg/dL", "73-109", 73, 109, 0), ("HbA1c", "%", "4.9-6.0", 4.9, 6.0, 1)],
        "血液": [
            ("WBC", "×10³/μL", "3.3-8.6", 3.3, 8.6, 1),
            ("RBC", "×10⁶/μL", "3.86-4.92", 3.86, 4.92, 2),
            ("Hb", "g/dL", "11.6-14.8", 11.6, 14.8, 1),
            ("PLT", "×10³/μL", "158-348", 158, 348, 0),
        ],
        "免疫": [("CRP", "mg/dL", "0.14以下", 0, 0.14, 2)],
        "尿検査": [
            ("尿糖", None, "(-)", None, None, 0),
            ("尿蛋白", None, "(-)", None, None, 0),
            ("尿潜血", None, "(-)", None, None, 0),
        ],
    }
    rr, rows, long = 9, [], []
    for g, ts in tests.items():
        c.put(rr, 1, g, box=True, va="top", to=(rr + len(ts) - 1, 1)) if len(ts) > 1 else c.put(rr, 1, g, box=True)
        for n, u, ref, lo, hi, dp in ts:
            line = [g, n, u, ref]
            c.row(rr, 2, [n, u, ref], box=True)
            for j, d in enumerate(days):
                if lo is None:
                    v, fl = r.choice([("(-)", None), ("(-)", None), ("(1+)", "H"), ("(±)", None)])
                elif n == "CRP" and j != 1:
                    v, fl = "<0.02", None
                else:
                    v = round(r.uniform(lo - (hi - lo) * 0.25, hi + (hi - lo) * 0.35), dp)
                    v = int(v) if dp == 0 else max(v, 0.03)
                    fl = "H" if v > hi else "L" if v < lo else None
                if n in ("γ-GTP", "PLT") and j == 1:
                    v, fl = None, None
                c.put(rr, 5 + 2 * j, v, box=True, al="right", fmt="0." + "0" * dp if dp else None)
                c.put(rr, 6 + 2 * j, fl, box=True, color="C00000", al="center")
                line += [v, fl]
                if v is not None:
                    long.append([g, n, u, ref, d.replace("/", "-"), v, fl])
            rows.append(line)
            rr += 1
    c.put(rr + 1, 1, "※判定欄 H:基準値より高値 L:基準値より低値　　空欄は未実施")
    c.put(rr + 2, 7, "報告: 青葉臨床検査センター")
    c.widths(9, 15, 10, 12, 9, 5, 9, 5, 9, 5)
    cols = ["分類", "検査項目", "単位", "基準値"]
    c.rec(
        "results",
        cols + [f"{d}_{x}" for d in days for x in ("結果", "判定")],
        rows,
        alternatives=[{"id": "long", "kind": "records", "columns": cols + ["採取日", "結果", "判定"], "rows": long}],
    )
    c.form("patient", {**dict(f), "生年月日": D(1971, 8, 2)})
    c.done()


def h02():
    c = Case(
        "h02-neighbourhood-accounts",
        "ja",
        "町内会の決算報告書: sheet 一般会計 with 収入の部 and 支出の部 under each other, sheet 防災積立 (small ledger), sheet 監査報告 (prose).",
        "Two tables with nearly the same header on one sheet; 科目 merged over its 細目; △ for negatives by number format; 合計 rows; prose line with the balance; date blank = same day as above.",
        "収入 and 支出 in one table without a mark; 合計 as item; audit text as table.",
        "ＭＳ 明朝",
    )
    r, ws = c.rnd, c.sheet("一般会計", True)
    neg = '#,##0;"△ "#,##0'
    c.put(1, 1, "令和6年度 桜台三丁目町内会 収支決算書", bold=True, size=14, al="center", to=(1, 6))
    c.put(2, 1, "自 令和6年4月1日　至 令和7年3月31日", al="center", to=(2, 6))
    c.put(3, 6, "（単位：円）", al="right")
    c.put(4, 1, "１．収入の部", bold=True)
    c.row(5, 1, ["科目", "細目", "予算額", "決算額", "増減", "摘要"], bold=True, box=True, al="center", fill="EEECE1")
    inc = [
        ("前年度繰越金", None, 412386, 412386, None),
        ("会費", "一般世帯", 1188000, 1173600, "@300×326世帯ほか"),
        ("会費", "賛助会員", 60000, 75000, "事業所15件"),
        ("市補助金", "自治振興費", 214500, 214500, None),
        ("市補助金", "資源回収報奨金", 85000, 91742, "年6回分"),
        ("雑収入", None, 5000, 18027, "祭礼残金・預金利息"),
    ]
    exp = [
        ("事務費", "消耗品費", 70000, 63418, None),
        ("事務費", "通信費", 24000, 25830, "切手・はがき"),
        ("事務費", "印刷費", 96000, 88770, "会報 年4回"),
        ("会議費", None, 45000, 38116, "総会・役員会"),
        ("事業費", "夏祭り", 380000, 402955, "雨天順延による追加あり"),
        ("事業費", "敬老行事", 150000, 137240, None),
        ("事業費", "防犯灯維持", 118000, 121603, "LED交換 7灯"),
        ("事業費", "清掃活動", 36000, 29485, None),
        ("積立金", "防災積立", 200000, 200000, "特別会計へ"),
        ("慶弔費", None, 60000, 35000, "7件"),
        ("予備費", None, 785886, 0, None),
    ]
    inc = [(a, b, x, y, y - x, n) for a, b, x, y, n in inc]
    exp = [(a, b, x, y, x - y, n) for a, b, x, y, n in exp]

    def block(rr, items):
        i = 0
        while i < len(items):
            k = i
            while k + 1 < len(items) and items[k + 1][0] == items[i][0]:
                k += 1
            c.put(rr + i, 1, items[i][0], box=True, **({"to": (rr + k, 1)} if k > i else {}))
            i = k + 1
        for i, it in enumerate(items):
            c.row(rr + i, 2, it[1:], box=True, fmts=[None, "#,##0", "#,##0", neg, None])
        rr += len(items)
        c.put(rr, 1, "合　計", bold=True, box=True, al="center", to=(rr, 2))
        c.row(
            rr,
            3,
            [sum(x[j] for x in items) for j in (2, 3, 4)] + [None],
            bold=True,
            box=True,
            fmts=["#,##0", "#,##0", neg, None],
        )
        return rr + 1

    rr = block(6, inc) + 1
    c.put(rr, 1, "２．支出の部", bold=True)
    c.row(rr + 1, 1, ["科目", "細目", "予算額", "決算額", "残額", "摘要"], bold=True, box=True, al="center", fill="EEECE1")
    rr = block(rr + 2, exp) + 1
    a, b = sum(x[3] for x in inc), sum(x[3] for x in exp)
    c.put(rr, 1, f"３．差引残高　　収入 {a:,}円 － 支出 {b:,}円 ＝ {a-b:,}円（次年度へ繰越）", to=(rr, 6))
    c.put(rr + 2, 4, "会　長　　後藤 隆　㊞")
    c.put(rr + 3, 4, "会　計　　岡本 久美子　㊞")
    c.widths(15, 17, 12, 12, 12, 24)
    c.sheet("防災積立")
    c.put(1, 1, "防災積立金 出納簿", bold=True, size=13)
    c.row(3, 1, ["年月日", "摘要", "収入", "支出", "残高"], bold=True, box=True, al="center")
    led = [
        (D(2024, 4, 1), "前年度より繰越", 638214, None),
        (D(2024, 6, 15), "一般会計より繰入", 200000, None),
        (D(2024, 6, 15), "消火器 6本 購入", None, 41580),
        (D(2024, 9, 1), "炊き出し訓練 材料費", None, 23764),
        (D(2024, 9, 1), "プロパンガス充填", None, 5390),
        (D(2024, 11, 22), "発電機点検料", None, 16500),
        (D(2025, 2, 17), "預金利息", 331, None),
        (D(2025, 3, 9), "簡易トイレ 100回分", None, 38720),
    ]
    bal, out, last = 0, [], None
    for i, (d, t, x, y) in enumerate(led):
        bal += (x or 0) - (y or 0)
        out.append([d, t, x, y, bal])
        c.row(
            4 + i,
            1,
            [None if d == last else d, t, x, y, bal],
            box=True,
            fmts=["[$-411]ge.m.d", None, "#,##0", "#,##0", "#,##0"],
        )
        last = d
    c.widths(12, 26, 12, 12, 12)
    c.sheet("監査報告")
    for i, t in enumerate(
        [
            "監 査 報 告 書",
            None,
            "令和6年度の会計について、関係帳簿、証拠書類及び預金通帳を照合し監査した結果、",
            "適正に処理されていることを認めます。",
            None,
            "令和7年4月12日",
            "監事　　長谷川 進　㊞",
            "監事　　石井 陽子　㊞",
        ]
    ):
        c.put(2 + i, 2, t)
    cols = ["科目", "細目", "予算額", "決算額"]
    c.rec("income", cols + ["増減", "摘要"], inc)
    c.rec("expense", cols + ["残額", "摘要"], exp)
    c.rec("fund", ["年月日", "摘要", "収入", "支出", "残高"], out)
    c.done()


def h03():
    c = Case(
        "h03-site-daily-report",
        "ja",
        "工事日報: form on top, 出面 (workers) and 機械 side by side, 搬入資材 under them, free text at the bottom.",
        "Different tables share rows without an empty column; workers end with 計; empty ruled lines; values of the form merged; label cells between.",
        "Worker and machine of the same line as one record; 計 as a trade; empty lines as rows; text as data.",
        "メイリオ",
    )
    r, ws = c.rnd, c.sheet("9月18日", True)
    c.put(1, 1, "工 事 日 報", bold=True, size=18, al="center", to=(1, 8), under="single")
    g = dict(fill="F2F2F2", box=True)
    c.put(3, 1, "工事名", **g)
    c.put(3, 2, "市道128号線 橋梁補修工事（その2）", box=True, to=(3, 5))
    c.put(3, 6, "工事番号", **g)
    c.put(3, 7, "07-0318", box=True, to=(3, 8))
    c.put(4, 1, "日付", **g)
    c.put(4, 2, D(2025, 9, 18), fmt='yyyy"年"m"月"d"日"(aaa)', box=True, to=(4, 3))
    c.put(4, 4, "天候", **g)
    c.put(4, 5, "曇のち雨", box=True)
    c.put(4, 6, "記入者", **g)
    c.put(4, 7, "竹内 剛", box=True, to=(4, 8))
    c.row(6, 1, ["職種", "会社名", "人数", "累計人数"], bold=True, fill="DDEBF7", box=True, al="center")
    c.row(6, 5, ["機械名", "規格", "台数", "稼働時間"], bold=True, fill="DDEBF7", box=True, al="center")
    w = [
        ["とび工", "中野架設㈱", 4, 87],
        ["鉄筋工", "㈲原田鉄筋", 6, 131],
        ["型枠大工", "岡田工務店", 3, 59],
        ["普通作業員", "青木建設㈱", 5, 202],
        ["交通誘導員", "東北警備保障㈱", 2, 96],
        ["塗装工", "㈱村上塗装", 2, 17],
    ]
    m = [
        ["ラフタークレーン", "25t吊", 1, 6.5],
        ["バックホウ", "0.25m³", 1, 3.0],
        ["高所作業車", "12m", 2, 11.5],
        ["発電機", "25kVA", 1, 8.0],
    ]
    for i in range(8):
        c.row(7 + i, 1, w[i] if i < 6 else [None] * 4, box=True)
        c.row(7 + i, 5, m[i] if i < 4 else [None] * 4, box=True, fmts=[None, None, None, "0.0"])
    c.row(15, 1, ["計", None, sum(x[2] for x in w), sum(x[3] for x in w)], bold=True, box=True)
    c.row(15, 5, [None] * 4, box=True)
    c.put(17, 1, "【搬入資材】", bold=True)
    c.put(18, 1, "品名", bold=True, fill="DDEBF7", box=True, to=(18, 2))
    c.row(18, 3, ["規格", "数量", "単位"], bold=True, fill="DDEBF7", box=True)
    c.put(18, 6, "納入業者", bold=True, fill="DDEBF7", box=True, to=(18, 7))
    c.put(18, 8, "伝票No.", bold=True, fill="DDEBF7", box=True)
    s = [
        ["異形鉄筋", "SD345 D16", 2.38, "t", "山下鋼材㈱", "00817"],
        ["生コンクリート", "24-8-25N", 14.5, "m³", "前田生コン", "00822"],
        ["無収縮モルタル", "25kg袋", 36, "袋", "山下鋼材㈱", "00819"],
    ]
    for i in range(5):
        x = s[i] if i < 3 else [None] * 6
        c.put(19 + i, 1, x[0], box=True, to=(19 + i, 2))
        c.row(19 + i, 3, x[1:4], box=True)
        c.put(19 + i, 6, x[4], box=True, to=(19 + i, 7))
        c.put(19 + i, 8, x[5], box=True)
    for i, (k, t) in enumerate(
        [
            ("作業内容", "P2橋脚 鉄筋組立、型枠建込み。15時以降は降雨のためコンクリート打設を中止し翌日に変更した。"),
            ("安全指示", "足場上の資材は結束する。クレーン旋回範囲内立入禁止。"),
            ("翌日予定", "P2橋脚 コンクリート打設 14.5m³（8:30～）"),
        ]
    ):
        c.put(25 + 2 * i, 1, k, box=True, fill="F2F2F2", to=(26 + 2 * i, 1))
        c.put(25 + 2 * i, 2, t, box=True, wrap=True, va="top", to=(26 + 2 * i, 8))
    c.widths(13, 16, 11, 11, 17, 11, 8, 11)
    c.rec("workers", ["職種", "会社名", "人数", "累計人数"], w)
    c.rec("machines", ["機械名", "規格", "台数", "稼働時間"], m)
    c.rec("materials", ["品名", "規格", "数量", "単位", "納入業者", "伝票No."], s)
    c.form(
        "head",
        {
            "工事名": "市道128号線 橋梁補修工事（その2）",
            "工事番号": "07-0318",
            "日付": D(2025, 9, 18),
            "天候": "曇のち雨",
            "記入者": "竹内 剛",
        },
    )
    c.done()


def h04():
    c = Case(
        "h04-timetable",
        "ja",
        "中学校の時間割表: classes down (two lines each: 教科 / 担当), weekdays and periods across.",
        "Two-level header; class cell merged over two lines; double periods merged across; Wed has 5 periods only; all values are texts.",
        "Subject and teacher lines mixed; double period lost; day of the week only on the first period.",
        "HG丸ｺﾞｼｯｸM-PRO",
    )
    r, ws = c.rnd, c.sheet("R7後期", True)
    days = [("月", 6), ("火", 6), ("水", 5), ("木", 6), ("金", 6)]
    c.put(1, 1, "令和7年度 後期時間割（1・2年）", bold=True, size=14)
    c.put(1, 26, "10/6～実施", al="right")
    c.put(3, 1, "学級", bold=True, box=True, to=(4, 1))
    c.put(3, 2, "区分", bold=True, box=True, to=(4, 2))
    k, slots = 3, []
    for d, n in days:
        c.put(3, k, d, bold=True, box=True, al="center", fill="FCE4D6", to=(3, k + n - 1))
        for i in range(n):
            c.put(4, k, f"{i+1}校時", box=True, size=8)
            slots.append((k, d, i))
            k += 1
    t = dict(
        zip(
            "国語 社会 数学 理科 英語 音楽 美術 保体 技家 道徳 学活 総合".split(),
            [
                ["西村", "金子"],
                ["太田"],
                ["福田", "林"],
                ["三浦"],
                ["藤井", "Smith"],
                ["石川"],
                ["近藤"],
                ["坂本", "森"],
                ["池田"],
                [None],
                [None],
                [None],
            ],
        )
    )
    fs, home = [], {}
    for ci, cl in enumerate(["1年1組", "1年2組", "1年3組", "2年1組", "2年2組"]):
        rr = 5 + 2 * ci
        ht = ["西村", "太田", "福田", "藤井", "坂本"][ci]
        c.put(rr, 1, cl, bold=True, box=True, to=(rr + 1, 1))
        c.put(rr, 2, "教科", box=True)
        c.put(rr + 1, 2, "担当", box=True)
        pool = (
            ["国語"] * 4
            + ["社会"] * 3
            + ["数学"] * 4
            + ["理科"] * 4
            + ["英語"] * 4
            + ["音楽", "美術", "道徳", "学活"]
            + ["保体"] * 3
        )
        r.shuffle(pool)
        twin = {
            "1年1組": ("火", 4, "技家"),
            "1年3組": ("木", 4, "総合"),
            "2年1組": ("金", 4, "総合"),
            "2年2組": ("月", 2, "技家"),
        }.get(cl)
        i = 0
        while i < len(slots):
            k, d, p = slots[i]
            n = 2 if twin and (d, p) == twin[:2] else 1
            s = twin[2] if n == 2 else (pool.pop() if pool else r.choice(["国語", "数学", "英語", "社会"]))
            te = r.choice(t[s]) or ht
            for x, v in ((0, s), (1, te)):
                c.put(rr + x, k, v, box=True, al="center", size=9, **({"to": (rr + x, k + 1)} if n == 2 else {}))
                for q in range(n):
                    fs.append(([cl, ("教科", "担当")[x], d, f"{p+1+q}校時"], v))
            i += n
    c.put(16, 1, "※ 技家・総合は2時間続き。水曜6校時は職員会議のため授業なし。")
    c.widths(8, 6, *[6.5] * 29)
    ws.freeze_panes = "C5"
    ws.page_setup.orientation = "landscape"
    c.facts("timetable", fs)
    c.done()


def h05():
    c = Case(
        "h05-delivery-ditto",
        "ja",
        "配車・納品明細: trips with lines, blanks and 〃 for 'same as above', 小計 per trip.",
        "便/車番/運転手 stand only on the first line; 〃 in 納品先, 品名, 単位 and once in 備考; other blanks in 備考 are real; 小計 and 総合計 rows; repeated 車番 with spaces.",
        "〃 kept as a name; 備考 filled down; 小計 as a delivery.",
        "ＭＳ ゴシック",
    )
    r, ws = c.rnd, c.sheet("9-24", True)
    c.put(1, 2, "配車・納品明細表", bold=True, size=14)
    c.put(1, 9, "配送日")
    c.put(1, 10, D(2025, 9, 24), fmt="yyyy/mm/dd")
    c.row(2, 2, ["㈱北関東ロジ　宇都宮センター"])
    cols = ["便", "車番", "運転手", "納品先", "品名", "数量", "単位", "重量(kg)", "着時刻", "備考"]
    c.row(4, 2, cols, bold=True, box=True, fill="FFF2CC", al="center")
    shops = [
        "カワチ薬品 駅東店",
        "ヨークベニマル 泉が丘店",
        "たいらや 岡本店",
        "リオン・ドール 大田原店",
        "かましん 氏家店",
        "とりせん 足利店",
        "フードオアシス 小山店",
    ]
    goods = [
        ("豆乳 200ml", "ケース", 5.2),
        ("絹ごし豆腐", "箱", 6.75),
        ("冷凍うどん", "ケース", 8.4),
        ("米 あさひの夢", "袋", 10.0),
        ("味噌 750g", "ケース", 9.9),
        ("卵 Lサイズ", "箱", 11.3),
    ]
    trips = [
        ("1便", "宇都宮 100 あ 32-18", "原田 亮"),
        ("2便", "宇都宮 100 い 5-07", "石井 雄介"),
        ("3便", "宇都宮 130 か 41-62", "村上 進"),
        ("4便", "宇都宮 100 あ 77-03", "中島 修"),
    ]
    rr, rows, allw = 5, [], 0
    for t in trips:
        n, first, prev, w, hh = r.randint(5, 8), True, None, 0, 5 * 60 + r.randint(10, 90)
        shop = r.choice(shops)
        g = r.choice(goods)
        at = None
        for i in range(n):
            if i and r.random() < 0.45:
                shop = r.choice([s for s in shops if s != shop])
                at = None
            if i and r.random() < 0.7:
                g = r.choice(goods)
            if at is None:
                hh += r.randint(17, 48)
                at = f"{hh//60:02d}:{hh%60:02d}"
            q = r.randint(2, 36)
            kg = round(q * g[2], 1)
            w += kg
            note = r.choice([None] * 4 + ["冷蔵", "検品あり", "裏口納品"])
            full = [*t, shop, g[0], q, g[1], kg, at, note]
            rows.append(full)
            show = list(full)
            if not first:
                show[:3] = [None] * 3
            if prev:
                for j in (3, 4, 6):
                    if full[j] == prev[j]:
                        show[j] = "〃"
                if note and note == prev[9]:
                    show[9] = "〃"
            c.row(rr, 2, show, box=True, fmts=[None] * 7 + ["#,##0.0", None, None])
            prev, first = full, False
            rr += 1
        c.put(rr, 2, "小計", bold=True, box=True, al="right", fill="F2F2F2", to=(rr, 8))
        c.put(rr, 9, round(w, 1), bold=True, box=True, fill="F2F2F2", fmt="#,##0.0")
        allw += w
        rr += 1
    c.put(rr, 2, "総合計", bold=True, box=True, al="right", to=(rr, 8))
    c.put(rr, 9, round(allw, 1), bold=True, box=True, fmt="#,##0.0")
    c.widths(2, 6, 20, 12, 24, 16, 7, 8, 10, 9, 12)
    c.rec("deliveries", cols, rows)
    c.done()


def h06():
    c = Case(
        "h06-wage-ledger",
        "ja",
        "賃金台帳: one sheet per employee, items down (勤怠/支給/控除), 12 months + two bonuses + 合計 across.",
        "Same grid on five sheets with the person only in the block above and the sheet name; group labels merged and written vertically; totals inside; zeros shown as blank; 社員番号 shown by number format 0000.",
        "Persons mixed; 合計/差引支給額 added to the items; 賞与 lost.",
        "游ゴシック",
    )
    r, fs = c.rnd, []
    months = [f"{m}月" for m in range(1, 13)] + ["夏季賞与", "冬季賞与"]
    for n, name in enumerate(["佐藤健一", "池田麻衣", "木村浩二", "後藤彩", "Nguyen Van Anh"]):
        ws = c.sheet(name, n == 0)
        no = r.randint(21, 990)
        c.put(1, 1, "賃　金　台　帳", bold=True, size=14, al="center", to=(1, 17))
        c.put(2, 15, "令和6年分", al="right")
        f = [
            ("社員番号", no),
            ("氏名", name),
            ("性別", r.choice("男女") if n > 3 else "男女男女"[n]),
            ("所属", ["製造一課", "総務課", "製造二課", "営業課", "製造一課"][n]),
            ("雇入年月日", D(r.randint(2004, 2023), r.choice([4, 10]), 1)),
        ]
        for i, (k, v) in enumerate(f):
            c.put(3, 1 + 3 * i, k, box=True, fill="E2EFDA")
            c.put(
                3,
                2 + 3 * i,
                v,
                box=True,
                fmt="0000" if k == "社員番号" else "yyyy/m/d" if k == "雇入年月日" else None,
                to=(3, 3 + 3 * i),
                al="left",
            )
        c.form("p" + str(n), {"社員番号": f"{no:04d}", "氏名": name, "所属": f[3][1], "雇入年月日": f[4][1]})
        c.put(5, 1, "項目", bold=True, box=True, al="center", to=(5, 2))
        c.row(5, 3, months + ["合計"], bold=True, box=True, al="center", fill="E2EFDA")
        base = r.randint(198, 372) * 1000
        data = {}
        days = [r.randint(18, 22) for _ in range(12)]
        ot = [round(r.uniform(0, 38) * 4) / 4 for _ in range(12)]
        data["勤怠", "労働日数"] = days + [None] * 2
        data["勤怠", "残業時間"] = ot + [None] * 2
        data["支給", "基本給"] = [base + (4200 if m > 3 else 0) for m in range(12)] + [None] * 2
        data["支給", "残業手当"] = [int(base / 160 * 1.25 * h) for h in ot] + [None] * 2
        data["支給", "家族手当"] = ([r.choice([5000, 10000, 16500])] * 12 + [None] * 2) if n in (0, 2) else [None] * 14
        data["支給", "通勤手当"] = [r.randint(4, 21) * 1000 + 480] * 12 + [None] * 2
        data["支給", "賞与"] = [None] * 12 + [int(base * 1.7) // 100 * 100, int(base * 2.1) // 100 * 100]
        gross = [sum(data[k][i] or 0 for k in data if k[0] == "支給") for i in range(14)]
        data["控除", "健康保険料"] = [int(g * 0.0499) for g in gross]
        data["控除", "厚生年金"] = [int(g * 0.0915) for g in gross]
        data["控除", "雇用保険料"] = [int(g * 0.006) for g in gross]
        data["控除", "所得税"] = [int(g * r.uniform(0.021, 0.034)) // 10 * 10 for g in gross]
        data["控除", "住民税"] = [r.randint(9, 14) * 1000 + 100 * n] * 12 + [None] * 2
        ded = [sum(data[k][i] or 0 for k in data if k[0] == "控除") for i in range(14)]
        rr = 6

        def line(label, vals, fmt, role, group=None, bold=False):
            nonlocal rr
            if group:
                c.put(rr, 2, label, box=True)
            else:
                c.put(rr, 1, label, box=True, bold=True, fill="F2F2F2", to=(rr, 2))
            tot = sum(v or 0 for v in vals)
            c.row(rr, 3, vals + [tot or None], box=True, fmt=fmt, bold=bold)
            for m, v in zip(months + ["合計"], vals + [tot]):
                if v:
                    fs.append(
                        (
                            [name] + ([group] if group else []) + [label, m],
                            v,
                            "total" if role == "total" or m == "合計" else "leaf",
                        )
                    )
            rr += 1

        for g, sub in (("勤怠", None), ("支給", ("支給合計", gross)), ("控除", ("控除合計", ded))):
            ks = [k for k in data if k[0] == g]
            c.put(rr, 1, g, box=True, al="center", wrap=True, to=(rr + len(ks) - 1, 1))
            for k in ks:
                line(k[1], data[k], "#,##0.00" if k[1] == "残業時間" else "#,##0", "leaf", g)
            if sub:
                line(sub[0], sub[1], "#,##0", "total", bold=True)
        line("差引支給額", [a - b for a, b in zip(gross, ded)], "#,##0", "total", bold=True)
        c.widths(5, 13, *[10] * 14, 12)
        ws.sheet_view.showGridLines = False
    c.facts("wages", fs, union=True)
    c.tables.insert(0, c.tables.pop())
    c.done()


def h07():
    c = Case(
        "h07-restaurant-daily",
        "ja",
        "飲食店の売上日報 (one month): ランチ/ディナー × 客数/売上, 週計 rows after each Sunday, 合計 at the end.",
        "Two-level header; subtotal rows 第n週計 have the same shape as days; closed days are blank with 定休日 in 備考; totals as real formulas; 累計 column.",
        "週計 taken as days (sales doubled); 累計 summed; closed days lost or filled.",
        "Meiryo UI",
    )
    r, ws = c.rnd, c.sheet("2025.09", True)
    c.put(1, 1, "ビストロ青葉　売上日報", bold=True, size=14)
    c.put(1, 9, "2025年9月")
    c.put(2, 9, "店長　金子", size=9)
    for j, h in ((1, "日"), (2, "曜日"), (3, "天気")):
        c.put(4, j, h, bold=True, box=True, fill="FFE699", to=(5, j))
    c.put(4, 4, "ランチ", bold=True, box=True, fill="FFE699", al="center", to=(4, 5))
    c.put(4, 6, "ディナー", bold=True, box=True, fill="FFE699", al="center", to=(4, 7))
    c.row(5, 4, ["客数", "売上", "客数", "売上"], bold=True, box=True, fill="FFE699")
    for j, h in ((8, "売上計"), (9, "累計"), (10, "備考")):
        c.put(4, j, h, bold=True, box=True, fill="FFE699", to=(5, j))
    rr, start, cum, rows, wk, subs, acc = 6, 6, 0, [], 1, [], []

    def tot(label, refs, vals):
        c.put(rr, 1, label, bold=True, box=True, fill="DDEBF7", to=(rr, 3))
        for j in range(5):
            c.put(rr, 4 + j, Fm("=" + refs(L(4 + j)), vals[j]), bold=True, box=True, fill="DDEBF7", fmt="#,##0")
        c.row(rr, 9, [None, None], box=True, fill="DDEBF7")

    for d in range(1, 31):
        w = "月火水木金土日"[dt.date(2025, 9, d).weekday()]
        note = {2: "定休日", 9: "定休日", 16: "定休日", 30: "定休日", 23: "祝日営業", 12: "団体 18名", 20: "ワイン会"}.get(d)
        if note == "定休日":
            v = [d, w, None, None, None, None, None]
            s = None
        else:
            a, b = r.randint(18, 47), r.randint(12, 39)
            v = [
                d,
                w,
                r.choice(["晴", "曇", "雨", "晴のち曇"]),
                a,
                a * r.randint(1040, 1390) // 10 * 10,
                b,
                b * r.randint(3900, 6200) // 10 * 10,
            ]
            s = v[4] + v[6]
            cum += s
        c.row(rr, 1, v, box=True, fmts=[None] * 3 + ["#,##0"] * 4)
        c.put(rr, 8, Fm(f"=E{rr}+G{rr}", s) if s else None, box=True, fmt="#,##0")
        c.put(rr, 9, cum if s else None, box=True, fmt="#,##0")
        c.put(rr, 10, note, box=True)
        rows.append(v + [note])
        acc.append([x or 0 for x in v[3:]] + [s or 0])
        rr += 1
        if w == "日" or d == 30:
            week = acc[len(acc) - (rr - start) :]
            tot(f"第{wk}週計", lambda col: f"SUM({col}{start}:{col}{rr-1})", [sum(x) for x in zip(*week)])
            subs.append(rr)
            wk += 1
            rr += 1
            start = rr
    tot("月　計", lambda col: "+".join(f"{col}{i}" for i in subs), [sum(x) for x in zip(*acc)])
    c.widths(5, 6, 10, 8, 11, 8, 12, 12, 13, 16)
    ws.freeze_panes = "A6"
    c.rec("days", ["日", "曜日", "天気", "ランチ_客数", "ランチ_売上", "ディナー_客数", "ディナー_売上", "備考"], rows)
    c.done()


def h08():
    c = Case(
        "h08-inspection-lots",
        "ja",
        "検査成績表: one sheet per lot, form block on top, measured values n1…n5 per item, 平均/範囲/判定.",
        "Three sheets of one kind; 規格 is a text with ±; appearance rows hold 良 instead of numbers; stamp boxes at the right top; 図番 with zeros; measured values with trailing zeros.",
        "Stamp boxes as columns; lots mixed; 平均 and 範囲 melted with the measurements.",
        "ＭＳ Ｐゴシック",
    )
    r, rows = c.rnd, []
    cols = ["No.", "検査項目", "規格", "測定器", "n1", "n2", "n3", "n4", "n5", "平均", "範囲", "判定"]
    items = [
        ("外径", "φ12.50 ±0.05", "マイクロメータ", 12.5, 0.04, 3),
        ("内径", "φ8.00 +0.03/0", "ピンゲージ", 8.015, 0.012, 3),
        ("全長", "45.0 ±0.2", "ノギス", 45, 0.15, 2),
        ("同軸度", "0.05以下", "真円度計", 0.021, 0.014, 3),
        ("面粗さ", "Ra1.6以下", "粗さ計", 1.05, 0.3, 2),
        ("硬度", "HRC 58～62", "硬度計", 60.1, 1.2, 1),
        ("外観", "キズ・バリなきこと", "目視", None, 0, 0),
        ("ねじ", "M10×1.25 6g", "限界ゲージ", None, 0, 0),
    ]
    for n, lot in enumerate(["L250904A", "L250904B", "L250911A"]):
        ws = c.sheet(lot, n == 0)
        c.put(1, 1, "検 査 成 績 表", bold=True, size=16, al="center", to=(2, 6))
        for j, h in enumerate(["承認", "審査", "作成"]):
            c.put(1, 10 + j, h, box=True, al="center", size=8)
            c.put(2, 10 + j, ["太田", "福田", "林"][j], box=True, al="center", color="FF0000")
        q = r.randint(310, 880)
        f = {
            "品名": "スピンドルブッシュ",
            "図番": "0072-1185-03",
            "ロットNo.": lot,
            "検査日": D(2025, 9, 5 + 4 * n),
            "ロット数": q,
            "材質": "SUJ2",
        }
        for i, (k, v) in enumerate(f.items()):
            c.put(4 + i // 3, 1 + 4 * (i % 3), k, box=True, fill="F2F2F2")
            c.put(
                4 + i // 3,
                2 + 4 * (i % 3),
                v,
                box=True,
                fmt="yyyy/m/d" if k == "検査日" else "#,##0" if k == "ロット数" else None,
                al="left",
                to=(4 + i // 3, 4 + 4 * (i % 3)),
            )
        c.form("f" + str(n), f)
        c.row(7, 1, cols, bold=True, box=True, fill="D9D9D9", al="center")
        for i, (a, b, g, mid, sp, dp) in enumerate(items):
            v = [round(mid + r.uniform(-sp, sp), dp) for _ in range(5)] if mid else ["良" if a == "外観" else "OK"] * 5
            if a == "硬度" and n == 1:
                v[3] = 57.6
            ng = a == "硬度" and n == 1
            av, rg = (round(sum(v) / 5, dp + 1), round(max(v) - min(v), dp)) if mid else (None, None)
            c.row(
                8 + i,
                1,
                [i + 1, a, b, g, *v, av, rg, "NG" if ng else "合"],
                box=True,
                fmts=[None] * 4 + ["0." + "0" * dp if mid else None] * 5 + ["0." + "0" * (dp + 1), "0." + "0" * dp, None],
            )
            rows.append([lot, i + 1, a, b, g, *v, "NG" if ng else "合"])
        c.put(17, 1, "総合判定")
        c.put(17, 2, "不合格（硬度 n4 規格外）" if n == 1 else "合格", bold=True)
        c.put(18, 1, "備考：抜取方式 AQL0.65 なみ検査 S-3")
        c.widths(9, 13, 20, 15, *[9] * 8)
    c.rec("measurements", ["シート", *cols[:9], "判定"], rows, union=True)
    c.tables.insert(0, c.tables.pop())
    c.done()


def h09():
    c = Case(
        "h09-survey-blocks",
        "ja",
        "患者満足度調査の単純集計: nine small tables under each other, one per question.",
        "Question is a text line above each little table; 回答数/構成比 header repeats; one question is a cross by sex; 合計 rows; その他 and 無回答 in every block; n= beside.",
        "Blocks stacked without the question; 合計 and 構成比 among counts; the cross question squeezed into two columns.",
        "游ゴシック",
    )
    r, ws, fs = c.rnd, c.sheet("GT集計", True), []
    c.put(1, 1, "令和7年度 外来患者満足度調査　単純集計", bold=True, size=13)
    c.put(2, 1, "調査期間：2025年6月2日～6月13日　有効回答 312票")
    qs = [
        ("問1 当院をお知りになったきっかけ", "知人の紹介 他院からの紹介 ホームページ 近所だから その他 無回答"),
        ("問2 来院の交通手段", "自家用車 バス 徒歩・自転車 タクシー その他 無回答"),
        ("問3 本日の待ち時間", "15分未満 15～30分 30～60分 60分以上 無回答"),
        ("問4 受付の対応", "満足 やや満足 どちらでもない やや不満 不満 無回答"),
        ("問5 医師の説明", "満足 やや満足 どちらでもない やや不満 不満 無回答"),
        ("問6 看護師の対応", "満足 やや満足 どちらでもない やや不満 不満 無回答"),
        ("問7 院内の清潔さ（性別）", "満足 やや満足 どちらでもない やや不満 不満"),
        ("問8 駐車場の広さ", "十分 やや狭い 狭い 利用しない 無回答"),
        ("問9 再び受診したいか", "はい いいえ わからない 無回答"),
    ]
    rr = 4
    for q, ch in qs:
        ch = ch.split()
        c.put(rr, 1, q, bold=True, color="1F3864")
        cross = "性別" in q
        n = 312
        cuts = sorted(r.sample(range(4, n - 4), len(ch) - 1))
        v = [b - a for a, b in zip([0] + cuts, cuts + [n])]
        v.sort(key=lambda x: -x + r.randint(0, 60))
        c.put(rr, 4 if not cross else 5, f"n={n}", al="right", size=9)
        head = ["男性", "女性", "計", "構成比"] if cross else ["回答数", "構成比"]
        c.row(rr + 1, 1, ["選択肢"] + head, box=True, bold=True, fill="D9E1F2", al="center")
        ms = [int(x * r.uniform(0.3, 0.6)) for x in v]
        for i, (a, x) in enumerate(zip(ch, v)):
            vals = [ms[i], x - ms[i], x, round(x / n, 3)] if cross else [x, round(x / n, 3)]
            c.row(rr + 2 + i, 1, [a] + vals, box=True, fmts=[None] * len(vals) + ["0.0%"])
            for h, y in zip(head, vals):
                fs.append(([q, a, h], y, "total" if h in ("計", "構成比") else "leaf"))
        vals = [sum(ms), n - sum(ms), n, 1] if cross else [n, 1]
        k = rr + 2 + len(ch)
        c.row(k, 1, ["合計"] + vals, box=True, bold=True, fmts=[None] * len(vals) + ["0.0%"])
        for h, y in zip(head, vals):
            fs.append(([q, "合計", h], y, "total"))
        rr = k + 3
    c.put(rr, 1, "※構成比は四捨五入のため合計が100％にならないことがある。")
    c.widths(26, 10, 10, 10, 10)
    c.facts("gt", fs)
    c.done()


def h10():
    c = Case(
        "h10-population-cp932",
        "ja",
        "市町村別人口統計の csv (cp932): 3 lines on top, header over two lines (year / measure), 県計・市計・郡計 rows, notes at the end.",
        "Area code with zeros; quoted numbers with thousand commas; '-' for none and 'x' for withheld; totals rows first, not last; full-width spaces in names.",
        "県計 counted with its municipalities; code as number; notes as rows; year only on the first of four columns.",
    )
    r, fs = c.rnd, []
    names = [
        ("08201", "水戸市", 270),
        ("08202", "日立市", 168),
        ("08203", "土浦市", 141),
        ("08204", "古河市", 139),
        ("08205", "石岡市", 71),
        ("08207", "結城市", 50),
        ("08208", "龍ケ崎市", 75),
        ("08210", "下妻市", 42),
        ("08302", "茨城町", 31),
        ("08309", "大洗町", 15.6),
        ("08310", "城里町", 17.9),
        ("08341", "東海村", 37.8),
        ("08364", "大子町", 14.9),
        ("08999", "境界未定地", 0),
    ]
    ys, ms = ["令和5年", "令和6年"], ["人口総数", "男", "女", "世帯数"]
    val = {}
    for code, n, k in names:
        for y in ys:
            m, f = (int(k * 1000 * r.uniform(0.47, 0.5)), int(k * 1000 * r.uniform(0.49, 0.52)))
            val[code, y] = [m + f, m, f, int((m + f) / r.uniform(2.1, 2.6))] if k else [0, 0, 0, 0]
    q = lambda v: f'"{v:,}"' if v >= 1000 else ("-" if v == 0 else str(v))
    lines = [
        "茨城県市町村別人口及び世帯数,,,,,,,,,",
        "各年10月1日現在,,,,,,,,,単位：人・世帯",
        ",,,,,,,,,",
        ",," + ",".join(y + ",,," for y in ys),
        "地域コード,市町村名," + ",".join(ms * 2),
    ]

    def add(code, n, members, role):
        vals = [[sum(val[m, y][j] for m in members) for j in range(4)] for y in ys]
        lines.append(
            f"{code},{n}," + ",".join("x" if code == "08364" and j == 3 else q(v) for vs in vals for j, v in enumerate(vs))
        )
        for y, vs in zip(ys, vals):
            for m, v in zip(ms, vs):
                if code == "08364" and m == "世帯数":
                    fs.append(([code, n, y, m], "x", "leaf", True))
                elif v:
                    fs.append(([code, n.replace("　", ""), y, m], v, "total" if role == "total" or m == "人口総数" else "leaf"))

    codes = [a for a, _, _ in names]
    val["08364", "令和5年"][3] = val["08364", "令和6年"][3] = 6812
    add("08000", "県計", codes, "total")
    add("", "市計", [a for a in codes if a[2] == "2"], "total")
    for a, n, _ in names[:8]:
        add(a, n, [a], "leaf")
    add("", "町村計", [a for a in codes if a[2] == "3"], "total")
    for a, n, _ in names[8:]:
        add(a, n, [a], "leaf")
    lines += [
        ",,,,,,,,,",
        "注1）「x」は秘匿、「-」は該当なし。,,,,,,,,,",
        "注2）国勢調査を基礎とした推計値である。,,,,,,,,,",
        "資料：県統計課「常住人口調査」,,,,,,,,,",
    ]
    for f in fs:
        if f[0][0] == "":
            f[0].pop(0)
    c.facts("population", fs)
    c.done("\r\n".join(lines) + "\r\n", "csv", "cp932")


for f in (h01, h02, h03, h04, h05, h06, h07, h08, h09, h10):
    f()
