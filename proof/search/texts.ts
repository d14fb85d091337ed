/** Words of the tables that are only there to be many, and the tables that are looked for among them. */

const JAPANESE =
  '売上 受注 発注 在庫 顧客 仕入 請求 入金 出荷 予算 実績 経費 人件費 商品 部門 店舗 月次 年度 一覧 明細 集計 管理 計画 報告'.split(
    ' ',
  )
const ENGLISH =
  'sales order customer stock invoice payment budget actual expense product store monthly annual list detail summary plan report forecast shipment'.split(
    ' ',
  )
const COLUMNS =
  '金額 数量 単価 日付 備考 氏名 住所 電話番号 部門コード 商品コード 顧客番号 担当者 税率 合計 amount quantity unit_price order_date note customer_id product_code region status created_at updated_at email total currency'.split(
    ' ',
  )
const DESCRIPTIONS = [
  '',
  '',
  '毎月の締め後に経理が更新する',
  'Exported every night from the order system',
  '本社へ報告する数字の元',
]

export type Texts = { name: string; description: string; columns: string[]; filenames: string[] }

/** Always the same for a number, and no two of ten neighbours have the same name. */
export function textsOf(n: number): Texts {
  const pick = <T>(words: readonly T[], salt: number): T => {
    const word = words[mixed(n * 31 + salt) % words.length]
    if (word === undefined) throw new Error('impossible: no words')
    return word
  }
  const isJapanese = n % 2 === 0
  const words = isJapanese ? JAPANESE : ENGLISH
  const year = 2000 + (n % 10) + 10 * pick([1, 2], 9)
  const name = isJapanese
    ? `${pick(words, 1)}${pick(words, 2)}_${year}年度`
    : `${pick(words, 1)}_${pick(words, 2)}_${year}`
  return {
    name,
    description: pick(DESCRIPTIONS, 3),
    columns: [...new Set(Array.from({ length: 8 }, (_, k) => pick(COLUMNS, 10 + k)))],
    filenames: n % 3 === 0 ? [`${pick(words, 4)}${year}.xlsx`] : [],
  }
}

function mixed(n: number): number {
  let x = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/** A table to look for, and how people ask for it. */
export type Wanted = Texts & { questions: readonly string[] }

const PLACES = ['堺', '宇都宮', '函館', '倉敷', '久留米', '郡山', '松江', '沼津', '豊橋', '佐世保']
const SUBJECTS: readonly { name: (place: string) => string; columns: string[]; filename: string; ask: (place: string) => string[] }[] = [
  { name: (p) => `${p}工場 稼働率`, columns: ['設備番号', 'ライン速度'], filename: '稼働.xlsx', ask: (p) => [p, `${p}工場`, `稼働率 ${p}`, `${p}　ライン速度`] },
  { name: (p) => `${p}支店サーバー台帳`, columns: ['ホスト名', 'IPアドレス'], filename: 'servers.xlsx', ask: (p) => [`${p}支店サーバ`, `${p} ｻｰﾊﾞｰ`, `${p} ipアドレス`, `${p}支店 ほすと名`] },
  { name: (p) => `${p}_turnover_by_tenant`, columns: ['tenant', 'floor_area'], filename: 'tenants.csv', ask: (p) => [`${p} tenants`, `${p} TURNOVER`, `${p} floor area`, `ｔｅｎａｎｔ ${p}`] },
  { name: (p) => `${p}棚卸`, columns: ['棚番', '減損 区分'], filename: '棚卸表.xls', ask: (p) => [`${p}棚卸`, `${p} 棚番`, `減損区分 ${p}`, `${p} 棚卸表`] },
  { name: (p) => `Payroll ${p}`, columns: ['gross_salary', '社 会 保 険'], filename: 'wages.xlsx', ask: (p) => [`payroll ${p}`, `${p} salaries`, `${p} 社会保険`, `${p} wages`] },
] // biome-ignore format: a list

/** Fifty tables and two hundred questions, each with one answer or, for a place alone, those of the place. */
export const WANTED: readonly Wanted[] = PLACES.flatMap((place) =>
  SUBJECTS.map(({ name, columns, filename, ask }) => ({
    name: name(place),
    description: '',
    columns,
    filenames: [filename],
    questions: ask(place),
  })),
)

/** What everybody asks: words that very many tables have. */
export const COMMON = [
  '売上',
  '金額',
  '番号',
  '在庫',
  'sales',
  'order',
  'customer',
  '税',
  '2024',
  '顧客 金額',
  '月次売上',
  'report 2025',
  '部門コード',
  'ea',
  '電話番号 受注',
]
