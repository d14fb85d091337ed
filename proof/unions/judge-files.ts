import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import { sketchFile } from '@bindery-data/spreadsheet/parse-spec/sketch-file.ts'
import { structureFile } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import { columnKey } from '@bindery-data/spreadsheet/structure/unions/column-key.ts'
import { type FileToUnite, unitedFiles } from '../../server/src/features/sources/unite/united-files.ts'
import { type Book, type BookSheet, bytesOfBook, type Value } from './book.ts'
import type { Verdict } from './judge-book.ts'

/** The same workbook sent as files of one upload, each with one of its sheets: those of one table, or all that are apart. */
export async function judgeFiles(book: Book): Promise<Verdict> {
  const parts = new Set(book.union?.map(({ sheet }) => sheet))
  const sheets = book.sheets.filter(({ name }) => !book.union || parts.has(name))
  const files: FileToUnite[] = []
  for (const [n, sheet] of sheets.entries()) files.push(...(await fileOf(sheet, String(n))))
  const found = unitedFiles(files, () => 'union', 'all')
  const united = found.filter(({ isUnited }) => isUnited)
  const isAsked = found.length > united.length
  const verdict = { isUnited: united.length > 0, isAsked }
  if (!book.union) return { ...verdict, isRight: !verdict.isUnited, why: united.map(({ id }) => id).join(', ') }
  if (united.length !== sheets.length)
    return { ...verdict, isRight: false, why: `${united.length} of ${sheets.length} files are one table` }
  const why = difference(book, files, united[0]?.spec.regions.find(({ union }) => union)?.union?.files?.columns ?? [])
  return { ...verdict, isRight: why === '', why }
}

async function fileOf(sheet: BookSheet, id: string): Promise<FileToUnite[]> {
  const name = `${sheet.name}.xlsx`
  const book = { kind: '', filename: name, sheets: [{ ...sheet, name: 'Sheet1' }], union: null }
  const file = await openFile(bytesOf(Buffer.from(bytesOfBook(book))), name)
  const spec = await structureFile(file, { sourceName: name, sha256: '' })
  const sketch = await sketchFile(file, spec)
  file.close()
  return sketch ? [{ id, name, spec, sketch }] : []
}

/** The rows of all files under the columns they agreed on, against the records they were made from. */
function difference(book: Book, files: readonly FileToUnite[], columns: readonly { name: string }[]): string {
  const keys = columns.slice(1).map(({ name }) => columnKey(name))
  const has = files.flatMap(({ sketch }) =>
    sketch.rows.map((row) => {
      const values = new Map(sketch.columns.map(({ key }, n) => [key, row[n] ?? null]))
      return keys.map((key) => spelled(values.get(key) ?? null)).join('|')
    }),
  )
  const due = (book.union ?? []).flatMap(({ records }) =>
    records.map((record) => {
      const values = new Map(Object.entries(record).map(([name, value]) => [columnKey(name), value]))
      return keys.map((key) => spelled(values.get(key) ?? null)).join('|')
    }),
  )
  const names = new Set((book.union ?? []).flatMap(({ records }) => records.flatMap((record) => Object.keys(record))))
  const missing = [...names].find((name) => !keys.includes(columnKey(name)))
  if (missing !== undefined) return `no column ${missing}`
  const [sortedDue, sortedHas] = [due.sort(), has.sort()]
  if (sortedDue.length !== sortedHas.length) return `${sortedHas.length} rows, not ${sortedDue.length}`
  const at = sortedDue.findIndex((row, n) => row !== sortedHas[n])
  return at < 0 ? '' : `${sortedHas[at]} and not ${sortedDue[at]}`
}

/** Numbers by their value, whatever type the column has. */
const spelled = (value: Value) =>
  value === null ? '' : Number.isFinite(Number(value)) && value !== '' ? String(Number(value)) : String(value).trim()
