import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import { structureFile } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { tablesOfSheet } from '@bindery-data/spreadsheet/structure/tables-of-sheet.ts'
import { columnKey } from '@bindery-data/spreadsheet/structure/unions/column-key.ts'
import { type TableOfSheet, uniteTables } from '@bindery-data/spreadsheet/structure/unions/unite-tables.ts'
import { type Book, bytesOfBook, type UnionSheet, type Value } from './book.ts'

/** `right`: the table is what it should be, or the sheets stayed apart as they should. `united`: sheets that became one. */
export type Verdict = { isRight: boolean; isUnited: boolean; isAsked: boolean; why: string }

export type ChangeSpec = (spec: ParseSpec) => ParseSpec

/** What becomes of a workbook, judged by what it was made from. */
export async function judgeBook(book: Book, change: ChangeSpec = (spec) => spec): Promise<Verdict> {
  const file = await openFile(bytesOf(Buffer.from(bytesOfBook(book))), book.filename)
  const spec = change(await structureFile(file, { sourceName: book.filename, sha256: '' }))
  const tables = await tablesIn(file, spec)
  file.close()
  const united = tables.filter(({ union }) => union.size > 1)
  const isAsked = spec.regions.some(({ question }) => question?.code === 'union')
  const verdict = { isUnited: united.length > 0, isAsked }
  if (!book.union)
    return { ...verdict, isRight: united.length === 0, why: united.length > 0 ? sheetsOf(united[0]) : '' }
  const data = united.filter(({ table }) => table.kind !== 'notes' && table.kind !== 'computed')
  const why = data.length === 1 ? difference(book.union, data[0]?.table) : `${data.length} united tables`
  return { ...verdict, isRight: why === '', why }
}

type MadeOf = { table: MadeTable; union: ReadonlySet<string> }

async function tablesIn(file: OpenedFile, spec: ParseSpec): Promise<MadeOf[]> {
  const made: TableOfSheet[] = []
  for (const [place, { name }] of file.sheets.entries()) {
    const sheet = await readFileSheet(file, place, '')
    const regions = spec.regions.filter((region) => region.sheet === name)
    if (sheet) made.push(...tablesOfSheet(sheet, regions).map((table) => ({ sheet: name, table })))
  }
  const columns = new Map(
    spec.regions.flatMap(({ union }) => (union ? union.outputs.map(({ name }) => [name, union.column] as const) : [])),
  )
  return uniteTables(spec.regions, made).map((table) => {
    const isUnion = columns.get(table.name) === table.columns[0]?.name
    return { table, union: new Set(isUnion ? table.rows.map(([first]) => first?.text ?? '') : []) }
  })
}

const sheetsOf = (made: MadeOf | undefined) => [...(made?.union ?? [])].join(', ')

/** The first thing in which a table differs from the records it should hold; empty: nothing. */
function difference(parts: readonly UnionSheet[], table: MadeTable | undefined): string {
  if (!table) return 'no table'
  const keys = table.columns.map(({ name }) => columnKey(name))
  const due = parts.flatMap(({ sheet, records }) =>
    records.map((record) => {
      const values = new Map(Object.entries(record).map(([name, value]) => [columnKey(name), value]))
      return [sheet, ...keys.slice(1).map((key) => spelled(values.get(key) ?? null))].join('|')
    }),
  )
  const names = new Set(parts.flatMap(({ records }) => records.flatMap((record) => Object.keys(record))))
  const missing = [...names].find((name) => !keys.includes(columnKey(name)))
  if (missing !== undefined) return `no column ${missing}`
  const has = table.rows.map((row) => row.map(({ text }) => spelled(text)).join('|'))
  const [sortedDue, sortedHas] = [due.sort(), has.sort()]
  if (sortedDue.length !== sortedHas.length) return `${sortedHas.length} rows, not ${sortedDue.length}`
  const at = sortedDue.findIndex((row, n) => row !== sortedHas[n])
  return at < 0 ? '' : `${sortedHas[at]} and not ${sortedDue[at]}`
}

/** Numbers by their value, whatever type the column has. */
const spelled = (value: Value) =>
  value === null ? '' : Number.isFinite(Number(value)) && value !== '' ? String(Number(value)) : String(value).trim()
