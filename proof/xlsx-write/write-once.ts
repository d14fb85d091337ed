/** Writes one workbook of so many rows in a process of its own, and prints what that took: node write-once.ts <how> <rows> <path>. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { utils, write } from '@e965/xlsx'
import type { CellToWrite, RichCell } from '../../spreadsheet/src/write/workbook-to-write.ts'
import { writeXlsx } from '../../spreadsheet/src/write/write-xlsx.ts'

const [how = 'ours', rowsAsked = '1000', path = '/dev/null'] = process.argv.slice(2)
const BATCH_ROWS = 256
const PLACES = ['東京都', '大阪府', '北海道', '神奈川県', 'A & B']
const HEADER = ['番号', '日付', '取引先', '商品', '数量', '単価', '金額', '率', '済', '備考']
const MONEY = { numberFormat: '#,##0' }
const COLUMNS = [
  {},
  { width: 12 },
  { width: 20 },
  {},
  { style: MONEY },
  { style: { numberFormat: '#,##0.00' } },
  { width: 14 },
  { style: { numberFormat: '0.0%' } },
  {},
  { width: 30 },
]

/** Ten columns: numbers, a date, texts, a formula with its result, a boolean. */
function rowAt(n: number): CellToWrite[] {
  const [quantity, price] = [n % 97, 100 + ((n * 7_919) % 100_000) / 100]
  const day = `20${10 + (n % 16)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`
  const date: RichCell = { cell: { kind: 'date', value: day } }
  const amount: RichCell = {
    cell: { kind: 'number', value: quantity * price },
    formula: `E${n + 2}*F${n + 2}`,
    style: MONEY,
  }
  const note = n % 50 === 0 ? null : `備考 ${n}`
  const sku = `SKU-${(n * 2_654_435_761) % 1_000_003}`
  return [n, date, `${PLACES[n % 5]}${n % 1_000}`, sku, quantity, price, amount, (n % 1_000) / 1_000, n % 3 === 0, note]
}

function* batches(rows: number): Generator<CellToWrite[][]> {
  yield [HEADER]
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    yield Array.from({ length: Math.min(BATCH_ROWS, rows - from) }, (_, n) => rowAt(from + n))
  }
}

/** The same cells as SheetJS wants them. */
function sheetJsCell(cell: CellToWrite) {
  if (cell === null || typeof cell !== 'object') return cell
  const value = cell.cell?.value
  if (cell.cell?.kind === 'date') return { t: 'd', v: new Date(String(value)), z: 'yyyy-mm-dd' }
  return { t: 'n', v: value, f: cell.formula, z: '#,##0' }
}

const rows = Number(rowsAsked)
const before = process.cpuUsage()
if (how === 'ours') {
  const sheet = { name: 'データ', rows: batches(rows), columns: COLUMNS, frozen: { rows: 1, columns: 0 } }
  await pipeline(writeXlsx({ sheets: [sheet] }), createWriteStream(path))
} else if (how === 'sheetjs') {
  const cells = [...batches(rows)].flat().map((row) => row.map(sheetJsCell))
  const book = utils.book_new(utils.aoa_to_sheet(cells, { dense: true }), 'データ')
  await pipeline([write(book, { type: 'buffer', bookType: 'xlsx', compression: true })], createWriteStream(path))
} else {
  let cells = 0
  for (const batch of batches(rows)) for (const row of batch) cells += row.length
  if (cells === 0) throw new Error('no rows were made')
}
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakMb: process.resourceUsage().maxRSS / 1024 }))
