from lib import *


def h11():
    c = Case(
        "h11-asset-register-2rows",
        "ja",
        "固定資産台帳 (print output): every asset takes two lines, the header too; header repeats on each page; 科目計 after each account.",
        "Record over two rows; page titles and repeated headers between the data; wareki dates H/R as text; 科目計 rows; 資産番号 with zeros.",
        "Two rows per asset in one column set; repeated header as data; 科目計 as an asset; H28.04.15 lost.",
        "ＭＳ ゴシック",
    )
    r, ws = c.rnd, c.sheet("Sheet1", True)
    h1, h2 = ["資産番号", "資産名称", "取得年月日", "取得価額", "期首帳簿価額", "当期償却額"], [
        "勘定科目",
        "設置場所",
        "耐用年数",
        "償却方法",
        "償却率",
        "期末帳簿価額",
    ]
    kinds = {
        "建物附属設備": ["空調設備 一式", "受変電設備", "LED照明 事務棟", "給湯設備"],
        "機械装置": ["NC旋盤 QT-200", "マシニングセンタ", "コンプレッサ 37kW", "三次元測定機", "洗浄機", "プレス 80t"],
        "車両運搬具": ["フォークリフト 2.5t", "営業車 アクア", "2tトラック"],
        "工具器具備品": ["サーバ一式", "複合機", "応接セット", "作業台 8台", "ノギスセット", "書庫", "プロジェクタ"],
    }
    places = ["本社工場", "第二工場", "事務棟2F", "倉庫棟", "営業所"]
    rr, rows, on, page = 1, [], 99, 0

    def head():
        nonlocal rr, on, page
        page += 1
        if page > 1:
            rr += 1
        c.put(rr, 1, "固 定 資 産 台 帳", size=13)
        c.put(rr, 5, "自 令和6年4月1日 至 令和7年3月31日")
        c.put(rr, 6, f"{page}頁", al="right")
        rr += 1
        c.put(rr, 1, "株式会社 三浦精機")
        rr += 1
        for h in (h1, h2):
            c.row(rr, 1, h, fill="E7E6E6", al="center")
            rr += 1
        on = 0

    no = 100
    for k, names in kinds.items():
        s = [0, 0, 0, 0]
        for n in names:
            if on >= 7:
                head()
            no += r.randint(1, 9)
            y, m, d = r.randint(2011, 2023), r.randint(1, 12), r.randint(1, 28)
            life = r.choice([4, 5, 6, 8, 10, 15])
            cost = r.randint(
                *{"建": (900, 6200), "機": (2100, 18900), "車": (1300, 3900), "工": (110, 870)}[k[0]]
            ) * 1000 + r.choice([0, 450, 800])
            date = f"H{y-1988}.{m:02d}.{d:02d}" if (y, m) < (2019, 5) else f"R{y-2018}.{m:02d}.{d:02d}"
            meth = "定額法" if k == "建物附属設備" else "定率法"
            rate = round((1 if meth == "定額法" else 2) / life, 3)
            op = int(cost * r.uniform(0.06, 0.93))
            dep = min(int(op * rate), op - 1)
            a = [f"{no:06d}", n, date, cost, op, dep]
            b = [k, r.choice(places), life, meth, rate, op - dep]
            c.row(rr, 1, a, fmts=[None] * 3 + ["#,##0"] * 3)
            c.row(rr + 1, 1, b, fmts=[None, None, '0"年"', None, "0.000", "#,##0"])
            for j in range(1, 7):
                ws.cell(rr + 1, j).border = Border(bottom=hair)
            rows.append([a[0], n, D(y, m, d), cost, op, dep, *b])
            s = [x + v for x, v in zip(s, (cost, op, dep, op - dep))]
            rr += 2
            on += 1
        c.row(rr, 1, ["【科目計】", k, f"{len(names)}件", s[0], s[1], s[2]], bold=True, fmts=[None] * 3 + ["#,##0"] * 3)
        c.put(rr + 1, 6, s[3], bold=True, fmt="#,##0")
        rr += 2
    t = [sum(x[j] for x in rows) for j in (3, 4, 5, 11)]
    c.row(rr, 1, ["【総合計】", None, f"{len(rows)}件", *t[:3]], bold=True, fmts=[None] * 3 + ["#,##0"] * 3)
    c.put(rr + 1, 6, t[3], bold=True, fmt="#,##0")
    c.widths(14, 22, 12, 14, 14, 14)
    c.rec("assets", h1 + h2, rows)
    c.done()


def h12():
    c = Case(
        "h12-room-map",
        "ja",
        "マンション入居状況: a drawing of the house, floors down, rooms across, three lines per room (号室/入居者/賃料).",
        "The sheet is a map: each room is three cells under each other; no ordinary header; 空室 rooms have an asked rent as text (募集 66,500); room 4 left out on upper floors; title and legend.",
        "Rent of one room given to another; three rows per floor as records; 空室 as a tenant with rent.",
        "游ゴシック",
    )
    r, ws = c.rnd, c.sheet("入居状況", True)
    names = jnames(r, 40, "")
    rows, fs = [], []
    c.put(1, 2, "グランメゾン青葉台　入居状況（2025年10月1日現在）", bold=True, size=14)
    c.put(2, 2, "階", bold=True, box=True)
    c.put(2, 3, "区分", bold=True, box=True)
    cols = ["A号", "B号", "C号", "D号", "E号"]
    c.row(2, 4, cols, bold=True, box=True, al="center", fill="D0CECE")
    rr = 3
    for fl in (5, 4, 3, 2, 1):
        c.put(rr, 2, f"{fl}階", bold=True, box=True, al="center", to=(rr + 2, 2))
        c.put(rr, 3, "号室", box=True, size=8)
        c.put(rr + 1, 3, "入居者", box=True, size=8)
        c.put(rr + 2, 3, "賃料", box=True, size=8)
        for j, h in enumerate(cols):
            if fl == 5 and j > 2:
                for q in range(3):
                    c.put(rr + q, 4 + j, None, fill="A6A6A6", box=True)
                continue
            no = f"{fl}0{j+1 + (j > 2)}"
            rent = r.randint(61, 118) * 1000 + r.choice([0, 500])
            empty = (fl, j) in ((4, 2), (2, 0), (1, 4))
            who = "空室" if empty else ("㈱三栄企画" if (fl, j) == (1, 0) else names.pop())
            rentv = f"募集 {rent:,}" if empty else rent
            c.put(rr, 4 + j, no, box=True, size=9, al="left", fill="FFF2CC" if empty else None)
            c.put(rr + 1, 4 + j, who, box=True, al="center", bold=not empty)
            c.put(rr + 2, 4 + j, rentv, box=True, fmt="#,##0", al="right")
            rows.append([f"{fl}階", h, no, who, rentv])
            fs += [([f"{fl}階", h, "号室"], no), ([f"{fl}階", h, "入居者"], who), ([f"{fl}階", h, "賃料"], rentv)]
        rr += 3
    c.put(rr + 1, 2, "※黄色は空室、募集は募集賃料。4号室は欠番。")
    c.widths(2, 5, 7, 14, 14, 14, 14, 14)
    c.rec(
        "rooms",
        ["階", "位置", "号室", "入居者", "賃料"],
        rows,
        union=True,
        alternatives=[{"id": "cells", "kind": "facts", "facts": [fact(*f) for f in fs]}],
    )
    c.done()


def h13():
    c = Case(
        "h13-festival-stages",
        "ja",
        "音楽フェスのタイムテーブル: one sheet per day, quarter hours down, stages across, acts merged over their time; a sheet of remarks.",
        "Merged cells stand for a span of time; gaps (転換) are blank; time in real time cells; act with a number in its name; a third sheet is prose.",
        "Only the merged start row of one stage kept; 注意事項 as table; acts of the two days mixed.",
        "Meiryo UI",
    )
    r, fs = c.rnd, []
    stages = ["森ステージ", "湖畔ステージ", "キッズ広場"]
    acts = {
        "1日目": [
            ["青い鳥", "The Lanterns", "小川と月", "鼓童会", "100年後の君へ"],
            ["弦楽四重奏あさひ", "坂本トリオ", "海岸通り", "Mina"],
            ["人形劇", "親子ヨガ", "紙芝居", "楽器体験"],
        ],
        "2日目": [
            ["スカイパレード", "西村楽団", "K-9", "大合唱"],
            ["ギター教室", "ゆうなぎ", "石川ユカ", "ビッグバンド部", "夜の部"],
            ["親子ヨガ", "マジック", "楽器体験"],
        ],
    }
    for n, (day, st) in enumerate(acts.items()):
        ws = c.sheet(day, n == 0)
        c.put(1, 1, f"湖畔音楽祭2025　タイムテーブル　{day}（10/{11+n}）", bold=True, size=13)
        c.row(3, 1, ["時刻"] + stages, bold=True, box=True, fill="C6E0B4", al="center")
        times = [dt.time(10 + i // 4, i % 4 * 15) for i in range(26)]
        for i, t in enumerate(times):
            c.put(4 + i, 1, t, box=True, fmt="h:mm")
        for j, names in enumerate(st):
            i = r.randint(0, 2)
            for k, a in enumerate(names):
                ln = r.randint(2, 4)
                if i + ln > 26:
                    raise SystemExit("too long")
                c.put(4 + i, 2 + j, a, box=True, al="center", fill=["FCE4D6", "DDEBF7", "FFF2CC"][j], to=(3 + i + ln, 2 + j))
                fs.append(([day, f"{times[i].hour:02d}:{times[i].minute:02d}:00", stages[j]], a))
                i += ln + r.randint(1, 2)
        c.put(31, 1, "※雨天決行。時刻は変更になる場合があります。")
        c.widths(9, 24, 24, 24)
    c.sheet("注意事項")
    for i, t in enumerate(
        [
            "ご来場の皆様へ",
            "・会場内は禁煙です。喫煙所をご利用ください。",
            "・再入場の際はリストバンドの提示が必要です。",
            "・落とし物は本部テント（湖畔ステージ横）へお届けください。",
        ]
    ):
        c.put(1 + i, 1, t)
    # every quarter hour that an act covers may be filled; only the start is asked for
    starts = []
    for labels, a in fs:
        starts.append([labels[0], labels[1], labels[2], a])
    alt = {"id": "acts", "kind": "records", "columns": ["日", "時刻", "ステージ", "出演"], "rows": starts, "union": True}
    c.facts(
        "acts",
        [([d, t[:5].lstrip("0") if t[0] == "0" else t[:5], s], a) for (d, t, s), a in fs],
        union=True,
        alternatives=[alt],
    )
    c.done()


def h14():
    c = Case(
        "h14-election-count",
        "ja",
        "市長選 開票結果: districts down with two lines each (上段 得票数, 下段 得票率), candidates across under a party line.",
        "Second line of each district has no label and holds rates; party under the name; 計, 無効投票, 投票総数 columns; 市計 row; note explains upper/lower line.",
        "Rates read as votes of a nameless district; 市計 or 計 added; party lost is minor.",
        "ＭＳ Ｐゴシック",
    )
    r, ws, fs = c.rnd, c.sheet("開票", True), []
    c.put(1, 1, "市長選挙 開票区別得票数（確定）", bold=True, size=13)
    c.put(2, 9, "令和7年10月5日執行", al="right")
    c.put(3, 1, "上段：得票数　下段：得票率")
    cand = [("青木 誠", "無所属"), ("村上 久美子", "市民の会"), ("遠藤 拓也", "無所属"), ("Hill 陽子", "未来党")]
    c.put(4, 1, "開票区", bold=True, box=True, to=(5, 1))
    for j, (n, p) in enumerate(cand):
        c.put(4, 2 + j, n, bold=True, box=True, al="center")
        c.put(5, 2 + j, p, box=True, al="center", size=8)
    for j, h in enumerate(["計", "無効投票", "投票総数"]):
        c.put(4, 6 + j, h, bold=True, box=True, to=(5, 6 + j))
    dist = ["中央", "東部", "西部", "北浜", "南ヶ丘", "港", "朝日台", "三の丸"]
    rr, tot = 6, [0] * 5

    def write(d, v, inv, role):
        nonlocal rr
        s = sum(v)
        c.put(rr, 1, d, box=True, bold=role == "total", to=(rr + 1, 1))
        for j, x in enumerate(v):
            c.put(rr, 2 + j, x, box=True, fmt="#,##0")
            p = round(x / s, 4)
            c.put(rr + 1, 2 + j, p, box=True, fmt="0.00%", color="7F7F7F")
            fs.extend([([d, cand[j][0], cand[j][1]], x, role), ([d, cand[j][0], cand[j][1]], p, "total")])
        for j, (h, x) in enumerate((("計", s), ("無効投票", inv), ("投票総数", s + inv))):
            c.put(rr, 6 + j, x, box=True, fmt="#,##0", to=(rr + 1, 6 + j))
            fs.append(([d, h], x, "total" if role == "total" or h != "無効投票" else "leaf"))
        rr += 2

    for d in dist:
        v = [r.randint(410, 6900) for _ in cand]
        inv = r.randint(23, 260)
        write(d, v, inv, "leaf")
        tot = [a + b for a, b in zip(tot, v + [inv])]
    write("市計", tot[:4], tot[4], "total")
    c.put(rr + 1, 1, "注）得票率は有効投票に占める割合。")
    c.widths(11, 13, 13, 13, 13, 11, 11, 11, 18)
    c.facts("votes", fs)
    c.done()


def h15():
    c = Case(
        "h15-work-rules",
        "ja",
        "育児休業規程 written in Excel on a grid of small columns (方眼紙).",
        "No table: numbered articles, items (1)(2), indents by column, a line with amounts, an address block; every line starts in another column.",
        "A table with several columns made of articles and items.",
        "ＭＳ 明朝",
    )
    ws = c.sheet("規程", True)
    t = [
        (1, "育児休業等に関する規程"),
        (18, "平成29年10月1日 制定"),
        (18, "令和7年4月1日 改定"),
        (1, "第1章　総則"),
        (2, "（目的）"),
        (2, "第1条　この規程は、従業員の育児休業、子の看護等休暇、育児短時間勤務等に関する"),
        (3, "取扱いについて定めるものである。"),
        (2, "（適用除外）"),
        (2, "第2条　次の各号のいずれかに該当する者には、この規程を適用しない。"),
        (4, "(1) 日々雇い入れられる者"),
        (4, "(2) 1週間の所定労働日数が2日以下の者"),
        (4, "(3) 申出の日から1年以内に雇用関係が終了することが明らかな者"),
        (1, "第2章　育児休業"),
        (2, "（対象者）"),
        (2, "第3条　育児のために休業することを希望する従業員であって、1歳に満たない子と同居し養育"),
        (3, "する者は、申出により、育児休業をすることができる。"),
        (2, "2　期間雇用者にあっては、子が1歳6か月に達する日までに労働契約が満了しないこと。"),
        (2, "（申出の手続）"),
        (2, "第4条　申出は、開始予定日の1か月前までに、様式第1号を人事課に提出して行う。"),
        (2, "2　出産予定日前に子が出生した場合は、1週間前までとする。"),
        (2, "（給与等の取扱い）"),
        (2, "第5条　休業の期間については、基本給その他の月ごとに支払われる給与は支給しない。"),
        (2, "2　賞与については、算定対象期間に休業した期間がある場合、出勤日数により日割りで計算する。"),
        (2, "3　社会保険料のうち本人負担分（例：月額 28,470円）は、法令により免除される。"),
        (1, "附則"),
        (2, "この規程は、令和7年4月1日から施行する。"),
        (16, "株式会社 池田製作所"),
        (16, "代表取締役　池田 雄介"),
    ]
    rr = 2
    for i, (col, s) in enumerate(t):
        c.put(rr, col + 1, s, bold=s.startswith("第") and "章" in s or i == 0, size=15 if i == 0 else 10)
        rr += 2 if "章" in s[:4] or i in (0, 2, 23) else 1
    for j in range(1, 30):
        ws.column_dimensions[L(j)].width = 2.6
    ws.sheet_view.showGridLines = False
    c.none = True
    c.done()


def h16():
    c = Case(
        "h16-machine-checks",
        "ja",
        "設備日常点検表: check items down by machine, days 1–30 across with marks, filled until the 17th; legend; trouble list under it.",
        "Half of the days are still empty; machine merged over its items; rows for 点検者; weekends shaded and empty; legend of marks; second small table.",
        "Empty days filled; legend as data; trouble list stacked onto the grid.",
        "ＭＳ Ｐゴシック",
    )
    r, ws, fs = c.rnd, c.sheet("9月", True), []
    c.put(1, 1, "設備日常点検表", bold=True, size=14)
    c.put(1, 20, "2025年9月度　第一製造課")
    c.put(2, 1, "記号：○ 良好　△ 要観察　× 不良　レ 清掃実施", size=9)
    for j, h in enumerate(["設備", "点検項目", "周期"]):
        c.put(4, 1 + j, h, bold=True, box=True, fill="DDEBF7")
    for d in range(1, 31):
        c.put(4, 3 + d, d, bold=True, box=True, al="center", fill="F8CBAD" if dt.date(2025, 9, d).weekday() > 4 else "DDEBF7")
    eq = {
        "射出成形機 甲": ["作動油温", "油量", "異音・振動", "安全扉"],
        "乾燥機": ["設定温度", "フィルタ清掃"],
        "チラー": ["水位", "冷却水圧力", "異音・振動"],
        "搬送ロボット": ["エア圧", "吸着パッド", "非常停止"],
    }
    rr = 5
    for e, its in eq.items():
        c.put(rr, 1, e, box=True, wrap=True, to=(rr + len(its) - 1, 1))
        for it in its:
            week = it in ("フィルタ清掃", "非常停止")
            c.put(rr, 2, it, box=True)
            c.put(rr, 3, "週" if week else "日", box=True, al="center")
            fs.append(([e, it, "周期"], "週" if week else "日"))
            for d in range(1, 31):
                v = None
                wd = dt.date(2025, 9, d).weekday()
                if d <= 17 and wd < 5 and d != 15 and (not week or wd == 0):
                    v = "レ" if it == "フィルタ清掃" else r.choices("○△×", [20, 2, 0.6])[0]
                c.put(
                    rr, 3 + d, v, box=True, al="center", color="FF0000" if v == "×" else None, fill="FBE5D6" if wd > 4 else None
                )
                if v:
                    fs.append(([e, it, str(d)], v))
            rr += 1
    c.put(rr, 1, "点検者", box=True, bold=True, to=(rr, 3))
    for d in range(1, 31):
        v = r.choice(["森", "林", "原田"]) if d <= 17 and dt.date(2025, 9, d).weekday() < 5 and d != 15 else None
        c.put(rr, 3 + d, v, box=True, size=8)
        if v:
            fs.append((["点検者", str(d)], v))
    rr += 2
    c.put(rr, 1, "■異常・処置記録", bold=True)
    rr += 1
    spans = [(1, 1, "発生日"), (2, 2, "対象設備"), (3, 14, "異常内容"), (15, 26, "処置"), (27, 33, "確認者")]
    for a, b, h in spans:
        c.put(rr, a, h, bold=True, box=True, fill="E2EFDA", **({"to": (rr, b)} if b > a else {}))
    ts = [
        [D(2025, 9, 4), "チラー", "冷却水圧力低下 0.18MPa", "ストレーナ清掃、0.31MPaに復帰", "金子"],
        [D(2025, 9, 11), "搬送ロボット", "吸着パッド亀裂", "パッド2個交換", "金子"],
        [D(2025, 9, 17), "射出成形機 甲", "作動油温 58℃", "オイルクーラ点検依頼", "坂本"],
    ]
    for i in range(5):
        for (a, b, _), v in zip(spans, ts[i] if i < 3 else [None] * 5):
            c.put(rr + 1 + i, a, v, box=True, fmt="m/d", **({"to": (rr + 1 + i, b)} if b > a else {}))
    c.widths(13, 15, 5, *[3.2] * 30)
    c.facts("checks", fs)
    c.rec("troubles", [s[2] for s in spans], ts)
    c.done()


def h17():
    c = Case(
        "h17-item-master-export",
        "ja",
        "商品マスタの csv 出力 (utf-8 with BOM) of a sales system.",
        'Codes protected as ="000123"; JAN with 13 digits; dates yyyymmdd (blank = none); 税区分 08/10 as code; flags 0/1; commas, quotes and a line break inside names; last line is a count line EOF.',
        "Codes as numbers; yyyymmdd as plain numbers; the count line as an item; the name with a line break cut in two rows.",
    )
    r, rows = c.rnd, []
    cols = [
        "商品コード",
        "JANコード",
        "商品名",
        "規格",
        "仕入先CD",
        "仕入単価",
        "販売単価",
        "税区分",
        "登録日",
        "廃番日",
        "在庫管理区分",
    ]
    names = [
        "醤油 濃口",
        "みりん風調味料",
        "だしの素,顆粒",
        'オリーブ油 "EX"',
        "米酢",
        "中濃ソース",
        "ケチャップ",
        "マヨネーズ\n(業務用)",
        "カレールウ 中辛",
        "片栗粉",
        "薄力粉",
        "パン粉 生",
        "ごま油",
        "本みりん",
        "料理酒 加塩なし",
        "塩 並",
        "上白糖",
        "はちみつ 国産",
        "黒胡椒 ホール",
        "七味唐辛子",
        "のり 全形",
        "煎茶 200g",
        "麦茶 52P",
        "缶詰 ツナ",
        "缶詰 コーン, ホール",
        "春雨",
        "乾燥わかめ",
    ]
    lines = [",".join(cols)]
    q = lambda s: '"' + s.replace('"', '""') + '"' if any(x in s for x in ',"\n') else s
    code = 41
    for n in names:
        code += r.randint(3, 97)
        jan = "49" + "".join(str(r.randint(0, 9)) for _ in range(11))
        spec = r.choice(["1.8L", "500g", "1kg×10", "1/2ポンド", "10-20枚", ""])
        sup = f"{r.randint(3, 98):04d}"
        buy = round(r.uniform(80, 1900), 2)
        sell = int(buy * r.uniform(1.2, 1.7))
        y = dt.date(r.randint(2015, 2025), r.randint(1, 12), r.randint(1, 28))
        out = dt.date(2025, r.randint(1, 9), r.randint(1, 28)) if r.random() < 0.2 else None
        fl = r.choice([0, 1, 1])
        tax = "10" if n in ("本みりん", "料理酒 加塩なし") else "08"
        lines.append(
            ",".join(
                [
                    f'"=""{code:06d}"""',
                    f'"=""{jan}"""',
                    q(n),
                    spec,
                    f'"=""{sup}"""',
                    f"{buy:.2f}",
                    str(sell),
                    tax,
                    y.strftime("%Y%m%d"),
                    out.strftime("%Y%m%d") if out else "",
                    str(fl),
                ]
            )
        )
        rows.append([f"{code:06d}", jan, n, spec or None, sup, buy, sell, tax, y, out, fl])
    lines.append(f"EOF,{len(rows)}件,,,,,,,,,")
    c.rec("items", cols, rows)
    c.done("\ufeff" + "\r\n".join(lines) + "\r\n", "csv")


def h18():
    c = Case(
        "h18-quote-comparison",
        "ja",
        "相見積比較表: items down, three suppliers across (単価/金額), then 値引, 消費税, 合計 and conditions in words.",
        "Two-level header with merged supplier names; condition rows (納期, 支払条件) stand in the same columns as the amounts, merged over both; one supplier did not quote an item (―); lowest price marked by colour and by ★ in 採用.",
        "Totals or conditions as items; ― as zero; prices of suppliers mixed.",
        "游ゴシック",
    )
    r, ws = c.rnd, c.sheet("比較表", True)
    sup = ["東京理化㈱", "アズミ商会", "中央機器㈱"]
    c.put(1, 1, "見積比較表", bold=True, size=15)
    c.put(1, 11, "作成 2025/10/2 購買課 清水", size=9, al="right")
    c.put(2, 1, "件名：品質試験室 器具更新")
    for j, h in enumerate(["No.", "品名", "仕様", "数量", "単位"]):
        c.put(4, 1 + j, h, bold=True, box=True, fill="D9E1F2", al="center", to=(5, 1 + j))
    for j, s in enumerate(sup):
        c.put(4, 6 + 2 * j, s, bold=True, box=True, fill="D9E1F2", al="center", to=(4, 7 + 2 * j))
        c.row(5, 6 + 2 * j, ["単価", "金額"], bold=True, box=True, fill="D9E1F2", al="center")
    items = [
        ("電子天秤", "220g/0.1mg", 2, "台", 168000),
        ("恒温水槽", "10L", 1, "台", 84500),
        ("ホットスターラー", "φ145", 4, "台", 39800),
        ("ガラス電極pH計", "卓上型", 1, "台", 112000),
        ("メスフラスコ", "100mL A級", 30, "本", 1840),
        ("ビーカー", "300mL", 48, "個", 420),
        ("マイクロピペット", "100-1000μL", 6, "本", 31500),
        ("乾燥器", "強制循環 90L", 1, "台", 236000),
    ]
    rows, tot = [], [0, 0, 0]
    for i, (n, s, q, u, p) in enumerate(items):
        rr = 6 + i
        c.row(rr, 1, [i + 1, n, s, q, u], box=True)
        line = [i + 1, n, s, q, u]
        ps = [int(p * r.uniform(0.86, 1.13)) // 10 * 10 for _ in sup]
        if n == "乾燥器":
            ps[1] = None
        for j, x in enumerate(ps):
            c.put(
                rr,
                6 + 2 * j,
                x if x else "―",
                box=True,
                fmt="#,##0",
                al="right",
                fill="FFFF99" if x and x == min(y for y in ps if y) else None,
            )
            c.put(rr, 7 + 2 * j, x * q if x else "―", box=True, fmt="#,##0", al="right")
            line += [x, x * q if x else None]
            tot[j] += (x or 0) * q
        rows.append(line)
    rr = 6 + len(items)
    disc = [-18000, 0, -42500]
    fs = []

    def foot(label, vals, bold=False, leaf=True):
        nonlocal rr
        c.put(rr, 1, label, bold=bold, box=True, al="right", to=(rr, 5))
        for j, v in enumerate(vals):
            if isinstance(v, str):
                c.put(rr, 6 + 2 * j, v, box=True, al="center", to=(rr, 7 + 2 * j))
            else:
                c.put(rr, 6 + 2 * j, None, box=True)
                c.put(rr, 7 + 2 * j, v, box=True, bold=bold, fmt='#,##0;"▲"#,##0')
            if leaf and v is not None:
                fs.append(([label, sup[j]], v))
        rr += 1

    foot("小計", tot, True, False)
    foot("値引", disc)
    ex = [a + b for a, b in zip(tot, disc)]
    foot("消費税(10%)", [int(x * 0.1) for x in ex], leaf=False)
    foot("合計", [x + int(x * 0.1) for x in ex], True, False)
    foot("納期", ["受注後3週間", "在庫品即納、他4週間", "11月末一括"])
    foot("支払条件", ["月末締翌月末", "前払30%", "月末締翌々月10日"])
    foot("保証", ["1年", "1年", "2年（天秤のみ3年）"])
    c.put(rr + 1, 1, "所見：乾燥器をアズミ商会は見積辞退。総額と保証から中央機器㈱を推奨する。")
    c.widths(5, 18, 15, 7, 6, 11, 13, 11, 13, 11, 13)
    c.rec("items", ["No.", "品名", "仕様", "数量", "単位"] + [f"{s}_{x}" for s in sup for x in ("単価", "金額")], rows)
    c.facts("conditions", fs)
    c.done()


def h19():
    c = Case(
        "h19-school-lunch-calendar",
        "ja",
        "学校給食献立表 as a calendar: weekdays across, weeks down, four lines per week (日, 献立, エネルギー, たんぱく質).",
        "A calendar, not a list; menu cells with line breaks; holiday with a name and no figures; first and last week incomplete; allergy note at the end.",
        "Dates tied to the wrong menu; kcal of one day given to another; week rows as records.",
        "HG丸ｺﾞｼｯｸM-PRO",
    )
    r, ws = c.rnd, c.sheet("11月", True)
    rows = []
    c.put(1, 1, "11月 こんだてひょう", bold=True, size=16, to=(1, 6), al="center")
    c.put(2, 6, "第二給食センター", al="right")
    c.row(3, 1, ["曜日", "月", "火", "水", "木", "金"], bold=True, box=True, fill="FFE699", al="center")
    st, ma, so = (
        ["ごはん", "麦ごはん", "コッペパン", "わかめごはん", "中華めん", "さつまいもごはん"],
        [
            "鮭の塩焼き",
            "鶏の唐揚げ",
            "さばの味噌煮",
            "ハンバーグ",
            "豆腐の中華煮",
            "ししゃもフライ",
            "肉じゃが",
            "白身魚の甘酢あん",
        ],
        ["豚汁", "けんちん汁", "コーンスープ", "もやしのナムル", "ひじきサラダ", "青菜のおひたし", "きのこ汁", "切干大根煮"],
    )
    rr = 4
    first = dt.date(2025, 11, 3)
    for w in range(4):
        for q, h in enumerate(["日", "献立", "エネルギー(kcal)", "たんぱく質(g)"]):
            c.put(rr + q, 1, h, box=True, size=8, bold=True)
        for j in range(5):
            d = first + dt.timedelta(days=7 * w + j)
            k = {3: "文化の日", 24: "振替休日"}.get(d.day)
            if k:
                c.put(rr, 2 + j, d.day, box=True, color="FF0000", bold=True)
                c.put(rr + 1, 2 + j, k, box=True, color="FF0000", al="center")
                c.put(rr + 2, 2 + j, None, box=True)
                c.put(rr + 3, 2 + j, None, box=True)
                rows.append([d.day, "月火水木金"[j], k, None, None])
                continue
            m = "\n".join([r.choice(st), "牛乳", r.choice(ma), r.choice(so)] + r.choice([[], ["みかん"], ["ヨーグルト"]]))
            e = r.randint(571, 702)
            p = round(r.uniform(22, 33), 1)
            c.put(rr, 2 + j, d.day, box=True, bold=True, al="left")
            c.put(rr + 1, 2 + j, m, box=True, wrap=True, va="top")
            c.put(rr + 2, 2 + j, e, box=True, al="right")
            c.put(rr + 3, 2 + j, p, box=True, fmt="0.0", al="right")
            rows.append([d.day, "月火水木金"[j], m, e, p])
        ws.row_dimensions[rr + 1].height = 80
        rr += 4
    c.put(rr + 1, 1, "※食材の都合により献立を変更することがあります。アレルギー対応は担任までご相談ください。", size=9)
    c.widths(15, 19, 19, 19, 19, 19)
    c.rec("days", ["日", "曜日", "献立", "エネルギー(kcal)", "たんぱく質(g)"], rows, union=True)
    c.done()


def h20():
    c = Case(
        "h20-member-list-two-blocks",
        "ja",
        "山岳会の会員名簿, one list printed in two blocks side by side (No.1–22 left, 23–41 right).",
        "Same header twice on one line with an empty column between; the right block is the continuation; phone and 会員番号 with zeros; blank lines of the right block; honorary members marked * in the name.",
        "Member 1 and member 23 joined into one row; second half lost; column names 氏名_2.",
        "游明朝",
    )
    r, ws = c.rnd, c.sheet("R7名簿", True)
    names = jnames(r, 41, "　")
    rows = []
    c.put(1, 1, "北アルプス友の会 会員名簿（令和7年度）", bold=True, size=13)
    c.put(1, 11, "個人情報取扱注意", color="FF0000", size=9)
    cols = ["No.", "会員番号", "氏名", "電話番号", "入会年"]
    for off in (0, 6):
        c.row(3, 1 + off, cols, bold=True, box=True, fill="E2EFDA", al="center")
    for i, n in enumerate(names):
        row = [
            i + 1,
            f"0{r.randint(100, 989)}",
            n + ("＊" if i in (3, 27) else ""),
            r.choice(
                [
                    f"0{r.choice([26,263,261])}-{r.randint(20,88)}-{r.randint(1000,9999)}",
                    f"090-{r.randint(1000,9999)}-{r.randint(1000,9999)}",
                ]
            ),
            r.randint(1979, 2025),
        ]
        if i in (12, 30):
            row[3] = None
        rows.append(row)
        rr, cc = (4 + i, 1) if i < 22 else (4 + i - 22, 7)
        c.row(rr, cc, row, box=True)
    for i in range(19, 22):
        c.row(4 + i, 7, [None] * 5, box=True)
    c.put(27, 1, "＊は名誉会員。")
    c.widths(5, 10, 16, 15, 8, 2, 5, 10, 16, 15, 8)
    c.rec("members", cols, rows, union=True)
    c.done()


for f in (h11, h12, h13, h14, h15, h16, h17, h18, h19, h20):
    f()
