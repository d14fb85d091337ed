import { columnKey } from '@bindery-data/spreadsheet/structure/unions/column-key.ts'
import type { StagedRows } from '../lib/read-by-loader.ts'
import type { UnionSheet, Value } from './book.ts'

/** The first thing in which a table differs from the records it should hold, each with its sheet; empty: nothing. */
export function difference(parts: readonly UnionSheet[], { table, rows }: StagedRows): string {
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
  const has = rows.map((row) => row.map(spelled).join('|'))
  const [sortedDue, sortedHas] = [due.sort(), has.sort()]
  if (sortedDue.length !== sortedHas.length) return `${sortedHas.length} rows, not ${sortedDue.length}`
  const at = sortedDue.findIndex((row, n) => row !== sortedHas[n])
  return at < 0 ? '' : `${sortedHas[at]} and not ${sortedDue[at]}`
}

/** Numbers by their value, whatever type the column has. */
const spelled = (value: Value) =>
  value === null ? '' : Number.isFinite(Number(value)) && value !== '' ? String(Number(value)) : String(value).trim()
