"""Prints texts of tables as lines of JSON: what they say, the encoding, their bytes in base64. Python's codecs encode them."""

import base64
import json
import random
import sys

SURNAMES = "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 前田 藤田 後藤 長谷川 近藤 村上 遠藤 青木 坂本 福田 西村 太田 三浦 藤井 岡本 松田 中島 中野 原田 小野 田村 竹内 金子 和田".split()
GIVEN = "太郎 花子 一郎 美咲 翔太 さくら 陽菜 健 誠 恵子 幸子 大輔 拓也 直樹 由美子 あかり ひろし まゆみ ケンジ エミリ".split()
PLACES = "北海道札幌市中央区 青森県青森市 岩手県盛岡市 宮城県仙台市青葉区 東京都千代田区丸の内 東京都港区六本木 神奈川県横浜市西区 千葉県船橋市 埼玉県さいたま市 愛知県名古屋市中区 京都府京都市下京区 大阪府大阪市北区梅田 兵庫県神戸市 広島県広島市 福岡県福岡市博多区 沖縄県那覇市".split()
ITEMS = "りんご みかん コピー用紙 ボールペン ノートパソコン 会議用テーブル プリンター インクカートリッジ 交通費 通信費 広告宣伝費 消耗品費 水道光熱費 旅費交通費 接待交際費 売掛金 買掛金 未払費用 減価償却費 雑収入 受取利息 キーボード マウス モニター サーバー 保守料 ライセンス ソフトウェア".split()
NOTES = "至急対応をお願いします 先方と調整中です 請求書は別途送付 来月に繰り越し 確認済み 要確認 担当者不在のため保留 値引きあり（一割） 「特別価格」を適用、詳細は別紙 なし 〇 × キャンセル 再見積もり中 納期遅延の可能性があります".split()
HEADERS = "日付 部門 氏名 金額 数量 単価 合計 備考 住所 電話番号 郵便番号 商品名 商品コード 担当者 売上高 前年比 勘定科目 摘要 借方 貸方 残高 取引先 支払日 請求番号 社員番号 所属 生年月日 性別 メールアドレス フリガナ".split()
HALF = "ｽｽﾞｷ ｲﾁﾛｳ|ﾀﾅｶ ﾊﾅｺ|ｻﾄｳ ｹﾝ|ｶ)ﾔﾏﾀﾞｼｮｳｶｲ|ﾄｳｷﾖｳﾄ ﾁﾖﾀﾞｸ|ｵｵｻｶﾌ|ﾌﾘｺﾐ|ﾃｽｳﾘﾖｳ|ﾐｽﾞﾎ|ﾐﾂﾋﾞｼUFJ|ﾀｶﾊｼ ﾐｻｷ|ﾜﾀﾅﾍﾞ ﾅｵｷ|ﾕｳﾁﾖ|ｼﾔｶｲﾎｹﾝ|ｷﾕｳﾖ".split("|")
SPECIAL = "①② ㈱山田商会 ㈲小林製作所 ℡03-1234-5678 №123 Ⅲ期 ㎡ ㌔ ㍻30年 ㊤ ∑計 ⅳ".split()
IBM = "髙橋 宮﨑 徳永﨑 濵田".split()

FRENCH = "Été Hôtel Café Société Générale Désignation Quantité Prix unitaire Référence Français Noël Façade Élève Œuvre Garçon Où À payer Réglé Relevé Numéro Téléphone Adresse Prénom Payé Créé Modifié Année N°12 «spécial» déjà être très".split()
GERMAN = "Größe Straße Müller Schröder Übersicht Menge Preis Währung Österreich Köln München Bäcker Prüfung Gebühr Rückzahlung Fälligkeit Jäger Weiß Öl Äpfel Zürich jährlich für".split()
SPANISH = "Año Niño España Dirección Teléfono Código Descripción José María Peña Muñoz Información Época ¿Cuánto? ¡Sí! Número Envío Crédito Logroño".split()
NORDIC = "Malmö Göteborg Århus Tromsø Ærø Kjøbenhavn Smørrebrød Blåbær Åland Jönköping Sønderjylland Grønland Räksmörgås".split()
PORTUGUESE = "São Paulo Descrição Preço Código Endereço João Conceição Açúcar Câmbio Três Município Observações Órgão Você".split()
PUNCTUATION = "€12,50 £9.99 50 % – — “quoted” ‘single’ … ½ °C 3×4 ©".split()

CHINESE = "姓名 地址 电话 数量 单价 金额 日期 备注 北京市朝阳区 上海市浦东新区 广州市天河区 张伟 王芳 李娜 刘洋 陈静 杨勇 赵强 销售部 财务部 人事部 已付款 未付款 请尽快处理 客户要求发票 产品名称 规格型号 供应商 合计 这个月的销售情况很好 我们需要重新报价 是 否 有限公司 中国银行 工商银行".split()

rng = random.Random(20260101)


def number():
    return rng.choice([str(rng.randint(0, 999999)), f"{rng.uniform(0, 9999):.2f}", "", f"2024-{rng.randint(1,12):02d}-{rng.randint(1,28):02d}"])


def table(words, rows, columns, header=None, ascii_share=0.4):
    lines = [header] if header else []
    for _ in range(rows):
        lines.append([number() if rng.random() < ascii_share else rng.choice(words) for _ in range(columns)])
    separator = rng.choice([",", ",", ",", "\t", ";"])
    newline = rng.choice(["\r\n", "\n"])
    return newline.join(separator.join(line) for line in lines) + newline


def person():
    return rng.choice(SURNAMES) + rng.choice(["", " ", "　"]) + rng.choice(GIVEN)


def japanese_words():
    return [person() for _ in range(20)] + PLACES + ITEMS + NOTES


def headers(columns):
    return rng.sample(HEADERS, columns)


def mostly_ascii(words, rows):
    lines = [["id", "amount", "note"]] + [[str(i), f"{i * 1.5:.2f}", "ok"] for i in range(rows)]
    lines[rng.randrange(1, len(lines))][2] = rng.choice(words)
    return "\r\n".join(",".join(line) for line in lines) + "\r\n"


def jis_rows(text):
    """The rows and cells of JIS X 0208 with NEC's row 13, by way of cp932; None where a character has none."""
    for character in text:
        code = character.encode("cp932")
        if len(code) == 1:
            yield code
            continue
        lead, trail = code
        row = (lead - (0x70 if lead < 0xA0 else 0xB0)) * 2 - (1 if trail < 0x9F else 0)
        cell = trail - (0x1F if trail < 0x7F else 0x20) if trail < 0x9F else trail - 0x7E
        if not 0x21 <= row <= 0x7E:
            raise UnicodeEncodeError("jis", text, 0, 1, "outside the rows")
        yield bytes([row, cell])


def euc_jp(text):
    parts = []
    for code in jis_rows(text):
        if len(code) == 2:
            parts.append(bytes([code[0] | 0x80, code[1] | 0x80]))
        else:
            parts.append(b"\x8e" + code if code[0] >= 0xA1 else code)
    return b"".join(parts)


def iso_2022_jp(text):
    out, mode = b"", b"\x1b(B"
    for code in jis_rows(text):
        if len(code) == 1 and code[0] >= 0xA1:
            raise UnicodeEncodeError("jis", text, 0, 1, "half-width kana")
        wanted = b"\x1b$B" if len(code) == 2 else b"\x1b(B"
        if wanted != mode:
            out, mode = out + wanted, wanted
        out += code
    return out + (b"\x1b(B" if mode != b"\x1b(B" else b"")


ENCODERS = {
    "utf-8": lambda text: text.encode("utf-8"),
    "utf-8-bom": lambda text: text.encode("utf-8-sig"),
    "shift_jis": lambda text: text.encode("cp932"),
    "euc-jp": euc_jp,
    "iso-2022-jp": iso_2022_jp,
    "utf-16le": lambda text: text.encode("utf-16-le"),
    "utf-16le-bom": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "utf-16be": lambda text: text.encode("utf-16-be"),
    "windows-1252": lambda text: text.encode("cp1252"),
    "gb18030": lambda text: text.encode("gbk"),
}

JAPANESE_ENCODINGS = ["utf-8", "utf-8-bom", "shift_jis", "euc-jp", "iso-2022-jp", "utf-16le"]

# Each kind of text, and the encodings it is written in.
KINDS = {
    "japanese-long": (lambda: table(japanese_words(), 200, 6, headers(6)), JAPANESE_ENCODINGS),
    "japanese-short": (lambda: table(japanese_words(), rng.randint(1, 4), 3, headers(3)), JAPANESE_ENCODINGS),
    "japanese-header-only": (lambda: ",".join(headers(rng.randint(3, 8))) + "\r\n", JAPANESE_ENCODINGS),
    "half-width-kana": (lambda: table(HALF, rng.randint(2, 30), 4), ["utf-8", "utf-8-bom", "shift_jis", "euc-jp", "utf-16le"]),
    "mostly-ascii": (lambda: mostly_ascii(japanese_words(), rng.randint(20, 400)), JAPANESE_ENCODINGS),
    "nec-special": (lambda: table(SPECIAL + ITEMS, rng.randint(2, 30), 4), JAPANESE_ENCODINGS),
    "ibm-extended": (lambda: table(IBM + SURNAMES, rng.randint(2, 20), 4), ["utf-8", "shift_jis", "utf-16le"]),
    "french": (lambda: table(FRENCH, rng.randint(1, 40), 4), ["windows-1252", "utf-8"]),
    "german": (lambda: table(GERMAN, rng.randint(1, 40), 4), ["windows-1252", "utf-8"]),
    "spanish": (lambda: table(SPANISH, rng.randint(1, 40), 4), ["windows-1252", "utf-8"]),
    "nordic": (lambda: table(NORDIC, rng.randint(1, 40), 4), ["windows-1252", "utf-8"]),
    "portuguese": (lambda: table(PORTUGUESE, rng.randint(1, 40), 4), ["windows-1252", "utf-16be"]),
    "western-signs": (lambda: table(PUNCTUATION + FRENCH, rng.randint(2, 40), 4), ["windows-1252", "utf-16le-bom"]),
    "western-mostly-ascii": (lambda: mostly_ascii(FRENCH + GERMAN, rng.randint(20, 400)), ["windows-1252"]),
    "chinese": (lambda: table(CHINESE, rng.randint(2, 40), 5), ["gb18030", "utf-8"]),
}

# The samples of the measurement that chose the ladder: six kinds in six encodings, GBK and French.
CHOSEN = ["japanese-long", "japanese-short", "japanese-header-only", "half-width-kana", "mostly-ascii", "nec-special"]


def tell(kind, encoding, text):
    try:
        encoded = ENCODERS[encoding](text)
    except UnicodeEncodeError:
        return False
    sample = {"kind": kind, "encoding": encoding, "text": text, "bytes": base64.b64encode(encoded).decode()}
    print(json.dumps(sample, ensure_ascii=True))
    return True


def main(more):
    for kind in CHOSEN:
        for encoding in JAPANESE_ENCODINGS:
            tell(kind, encoding, KINDS[kind][0]())
    tell("chinese", "gb18030", KINDS["chinese"][0]())
    tell("french", "windows-1252", KINDS["french"][0]())
    written = 0
    while written < more:
        kind = rng.choice(list(KINDS))
        make, encodings = KINDS[kind]
        written += tell(kind, rng.choice(encodings), make())


main(int(sys.argv[1]))
