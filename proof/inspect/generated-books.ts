import { columnLetters } from '../../spreadsheet/src/xlsx/cell-reference.ts'
import { relationships } from '../../spreadsheet/test/make-xlsx.ts'
import { makeZip } from '../../spreadsheet/test/make-zip.ts'
import type { BookRequest } from './question.ts'

type Cell = string | number | null | { f: string; v: number | string }

const WORDS = {
  en: { title: 'Orders', code: 'Code', item: 'Item', price: 'Price', count: 'Count', amount: 'Amount', rate: 'Rate', total: 'Total', month: 'Month', sum: 'Sales' },
  ja: { title: '受注一覧', code: 'コード', item: '品名', price: '単価', count: '数量', amount: '金額', rate: '比率', total: '合計', month: '月', sum: '売上' },
} // biome-ignore format: a table
const STEMS = {
  en: ['Cedar', 'Maple', 'Onyx', 'Lumen', 'Harbor', 'Quartz', 'Willow', 'Ember', 'Falcon', 'Indigo', 'Juniper', 'Kestrel'],
  ja: ['桜', '青空', '港', '若葉', '白雪', '大地', '流星', '朝日', '琥珀', '菖蒲', '雲海', '紅葉'],
} // biome-ignore format: a list
const KINDS = {
  en: ['lamp', 'chair', 'desk', 'shelf', 'stool', 'rack', 'bench'],
  ja: ['灯', '椅子', '机', '棚', '台', '箱', '板'],
}

/** Numbers that look random and are the same for a seed. */
function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 12_345) % 4_294_967_296
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** Where a workbook has its faults: numbers of records, apart from each other. */
type Faults = { broken: number; typed: number; failing: number; hidden: number; twice: number; far: number }

type Random = (below: number) => number
type Language = keyof typeof WORDS

/** A workbook of orders and of months, with one of each fault that people look for, at a known place. */
export function generatedBook(seed: number): BookRequest {
  const random = randomFrom(seed + 1)
  const language = seed % 2 === 0 ? 'en' : 'ja'
  const words = WORDS[language]
  const records = [24, 140, 400, 900][seed % 4] ?? 24
  const top = 2 + (seed % 3)
  const rowOf = (record: number) => top + 2 + record
  const faults = faultsIn(records, random)
  const [from, to] = [rowOf(0), rowOf(records - 1)]
  const months = monthsOf(random)
  const rows: Cell[][] = [
    [words.title],
    ...Array.from({ length: top - 1 }, () => []),
    [words.code, words.item, words.price, words.count, words.amount, words.rate],
    ...Array.from({ length: records }, (_, n) => recordOf(n, rowOf(n), { language, faults, random })),
    [words.total, null, null, { f: `SUM(D${from}:D${to})`, v: 1 }, { f: `SUM(E${from}:E${to})`, v: 1 }],
    [],
    [],
    [words.month, words.sum],
    ...months.labels.map((label): Cell[] => [label, 3_000 + random(5_000)]),
  ]
  const [near, middle, deep] = [1, Math.floor(records / 2) + 1, records - 2]
  return {
    name: `orders-${seed}.xlsx`,
    bytes: bookOf(rows, rowOf(faults.hidden)),
    questions: [
      { kind: 'where', text: itemOf(middle, language), answer: `B${rowOf(middle)}` },
      { kind: 'where', text: itemOf(deep, language), answer: `B${rowOf(deep)}` },
      { kind: 'crossing', row: itemOf(near, language), column: words.count, answer: `D${rowOf(near)}` },
      { kind: 'crossing', row: itemOf(deep, language), column: words.amount, answer: `E${rowOf(deep)}` },
      { kind: 'parts', label: words.total, answer: `${from}:${to}` },
      { kind: 'break', answer: `E${rowOf(faults.broken)}` },
      { kind: 'error', answer: `F${rowOf(faults.failing)}` },
      { kind: 'hidden', answer: String(rowOf(faults.hidden)) },
      { kind: 'twice', answer: `A${rowOf(faults.broken)}=A${rowOf(faults.twice)}` },
      seed % 2 === 0
        ? { kind: 'outlier', answer: `C${rowOf(faults.far)}` }
        : { kind: 'missing', answer: months.missing },
    ],
  }
}

function faultsIn(records: number, random: Random): Faults {
  const at = (share: number) => Math.floor(records * share) - random(3)
  return { broken: at(0.15), typed: at(0.3), failing: at(0.45), hidden: at(0.6), twice: at(0.75), far: at(0.9) }
}

const itemOf = (n: number, language: Language) =>
  `${STEMS[language][n % 12]} ${KINDS[language][Math.floor(n / 12) % 7]} ${n + 11}`

type Making = { language: Language; faults: Faults; random: Random }

function recordOf(n: number, row: number, { language, faults, random }: Making): Cell[] {
  const price = n === faults.far ? 87_654_321 : 200 + random(700)
  const count = n === faults.failing ? 0 : 2 + random(30)
  const amount = price * count
  const formula = { f: `C${row}*D${n === faults.broken ? row - 1 : row}`, v: amount }
  return [
    `K-${10_000 + (n === faults.twice ? faults.broken : n) * 13}`,
    itemOf(n, language),
    price,
    count,
    n === faults.typed ? amount + 17 : formula,
    { f: `E${row}/D${row}`, v: n === faults.failing ? '#DIV/0!' : price },
  ]
}

function monthsOf(random: Random) {
  const all = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`)
  const missing = all[2 + random(8)] ?? ''
  return { labels: all.filter((label) => label !== missing), missing }
}

function bookOf(rows: readonly (readonly Cell[])[], hiddenRow: number): Buffer {
  const xml = rows.map((cells, y) => {
    const hidden = y + 1 === hiddenRow ? ' hidden="1"' : ''
    return `<row r="${y + 1}"${hidden}>${cells.map((cell, x) => cellXml(cell, `${columnLetters(x)}${y + 1}`)).join('')}</row>`
  })
  const sheet = `<worksheet ${MAIN}><sheetData>${xml.join('')}</sheetData></worksheet>`
  return makeZip([...PARTS, { name: 'xl/worksheets/sheet1.xml', content: sheet }])
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Everything but the sheet, complete enough for readers that insist on it. */
const PARTS = [
  {
    name: '[Content_Types].xml',
    content: `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/></Types>`,
  },
  { name: '_rels/.rels', content: relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
  {
    name: 'xl/workbook.xml',
    content: `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  { name: 'xl/_rels/workbook.xml.rels', content: relationships([['rId1', 'worksheet', 'worksheets/sheet1.xml']]) },
]

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`
  return `<c r="${at}"${typeof cell.v === 'string' ? ' t="e"' : ''}><f>${cell.f}</f><v>${cell.v}</v></c>`
}
