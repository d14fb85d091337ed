import { type CellObject, read, utils, write } from '@e965/xlsx'
import { exportFile } from '../../server/test/export-file.ts'
import type { Person } from '../../server/test/person.ts'
import { uploadTo } from '../../server/test/upload.ts'
import { saveWithLibreOffice } from '../merge/save-with-libreoffice.ts'

const ROWS = 200
const FIRST_ROW = 3

export type ComputedAgain = { formulas: number; dropped: number; formulas_changed: number }

/** A file with formulas becomes tables and a file with formulas again, whose values LibreOffice must find by itself. */
export async function computeAgain(url: string, owner: Person): Promise<ComputedAgain> {
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: '計算' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const upload = { bytes: invoices(), filename: '請求.xlsx', fields: { structuring: 'auto' } }
  await uploadTo(url, owner.session, `${at}/sources`, upload)
  const { bytes, headers } = await exportFile(url, owner, at, { formula_mode: 'preserve' })
  const [computed] = await saveWithLibreOffice([withoutValues(bytes)])
  const before = formulasIn(bytes)
  const after = valuesIn(computed ?? Buffer.alloc(0))
  const changed = before.filter(([cell, value]) => !isSame(value, after.get(cell)))
  return {
    formulas: before.length,
    dropped: Number(headers.get('x-svc-dropped-formulas')),
    formulas_changed: changed.length,
  }
}

function invoices(): Buffer<ArrayBuffer> {
  let total = 0
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const [row, count, price] = [FIRST_ROW + 1 + n, 1 + (n % 17), 105 + ((n * 37) % 900)]
    total += count * price
    const tax = Math.round(count * price * 0.1)
    return [
      `品 ${n}`, count, price,
      computed(`B${row}*C${row}`, count * price),
      computed(`ROUND(D${row}*0.1,0)`, tax),
      computed(`SUM(D$${FIRST_ROW + 1}:D${row})`, total),
      computed(`IF(D${row}>5000,"大","小")`, count * price > 5000 ? '大' : '小'),
    ] // biome-ignore format: a row
  })
  const header = ['品名', '数量', '単価', '金額', '消費税', '累計', '区分']
  const sheet = utils.aoa_to_sheet([['請求書'], [], header, ...rows])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, '請求')
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

const computed = (f: string, v: number | string): CellObject => ({ t: typeof v === 'number' ? 'n' : 's', v, f })

type Named = [cell: string, value: unknown]

function cellsIn(bytes: Buffer): [string, CellObject][] {
  const book = read(bytes, { type: 'buffer', cellFormula: true })
  return book.SheetNames.flatMap((name) =>
    Object.entries(book.Sheets[name] ?? {}).flatMap(([cell, found]): [string, CellObject][] =>
      // Safe: members that are no cells begin with an exclamation mark.
      cell.startsWith('!') ? [] : [[`${name}!${cell}`, found as CellObject]],
    ),
  )
}

const formulasIn = (bytes: Buffer): Named[] =>
  cellsIn(bytes).flatMap(([cell, { f, v }]): Named[] => (f ? [[cell, v]] : []))

const valuesIn = (bytes: Buffer) => new Map<string, unknown>(cellsIn(bytes).map(([cell, { v }]) => [cell, v]))

/** Nothing is left to be believed. */
function withoutValues(bytes: Buffer): Buffer {
  const book = read(bytes, { type: 'buffer', cellFormula: true })
  for (const sheet of Object.values(book.Sheets)) {
    for (const cell of Object.values(sheet)) {
      if (typeof cell !== 'object' || cell === null || !('f' in cell)) continue
      cell.t = 'n'
      delete cell.v
      delete cell.w
    }
  }
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

const isSame = (one: unknown, other: unknown) =>
  typeof one === 'number' ? Math.abs(one - Number(other)) < 1e-9 : one === other
