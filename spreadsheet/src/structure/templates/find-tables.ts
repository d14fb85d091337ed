import { cellsInRow } from '../cells-in-row.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { labelKey } from './label-key.ts'
import type { TemplateColumn, TemplateTable } from './layout.ts'
import { type Misfit, missing } from './misfit.ts'

/** A list of the template on a sheet. */
export type FoundTable = {
  table: TemplateTable
  /** Rows of the header, counting from 0. */
  header: readonly number[]
  columns: readonly FoundColumn[]
  /** Rows that hold data. */
  body: ReadonlySet<number>
  /** Lines that were left empty but for their number. */
  empty: readonly number[]
  /** What stands below the list and is computed from it. */
  totals: readonly SheetCell[]
  /** The last row of all of these. */
  bottom: number
}

export type FoundColumn = {
  column: TemplateColumn
  at: number
  header: readonly SheetCell[]
  cells: readonly SheetCell[]
}

type Header = { row: number; places: ReadonlyMap<TemplateColumn, number> }

/** Finds the lists of a template by their headers, from the top down, each below the one before. */
export function findTables(sheet: Sheet, templates: readonly TemplateTable[]) {
  const tables: FoundTable[] = []
  const misfits: Misfit[] = []
  let [matched, from] = [0, sheet.box.top]
  for (const table of templates) {
    const header = bestHeader(sheet, table, from)
    const found = table.columns.filter((column) => header?.places.has(column))
    matched += found.length
    const lost = table.columns.filter((column) => column.include && !header?.places.has(column))
    misfits.push(...lost.map(({ labels }) => missing('label_missing', labels.findLast((label) => label !== '') ?? '')))
    if (!header || lost.length > 0) continue
    const read = readList(sheet, table, header)
    tables.push(read)
    from = read.bottom + 1
  }
  return { tables, misfits, matched }
}

/** The first of the rows that have the most of the labels, but only one that has at least half of them. */
function bestHeader(sheet: Sheet, table: TemplateTable, from: number): Header | null {
  let best: Header | null = null
  for (let row = from; row + table.headerRows - 1 <= sheet.box.bottom; row++) {
    const places = table.headerRows === 1 ? placesIn(sheet, table, row) : placesOver(sheet, table, row)
    if (places.size > (best?.places.size ?? 0)) best = { row, places }
  }
  return best && best.places.size * 2 >= table.columns.length ? best : null
}

/** Columns may stand in any order; those of one name keep theirs. */
function placesIn(sheet: Sheet, { columns }: TemplateTable, row: number): Map<TemplateColumn, number> {
  const cells = cellsInRow(sheet, row, sheet.box).filter(({ cell }) => cell.kind === 'text')
  const byKey = Map.groupBy(cells, ({ text }) => labelKey(text))
  const places = new Map<TemplateColumn, number>()
  for (const column of columns) {
    const cell = byKey.get(labelKey(column.labels[0] ?? ''))?.shift()
    if (cell) places.set(column, cell.column)
  }
  return places
}

/** Headers of several rows must stand as they did, maybe further to the right or left. */
function placesOver(sheet: Sheet, { columns, headerRows }: TemplateTable, row: number): Map<TemplateColumn, number> {
  const [first] = columns
  let best = new Map<TemplateColumn, number>()
  for (let at = sheet.box.left; first && at <= sheet.box.right; at++) {
    const shift = at - first.column
    const isThere = ({ column, labels }: TemplateColumn) =>
      Array.from({ length: headerRows }, (_, n) => labels[n] ?? '').every(
        (label, n) => label === '' || labelKey(sheet.cellAt(row + n, column + shift)?.text ?? '') === labelKey(label),
      )
    const places = new Map(columns.filter(isThere).map((column) => [column, column.column + shift]))
    if (places.size > best.size) best = places
  }
  return best
}

/** Rows below a header until one that holds nothing, or that the template knows as computed. */
function readList(sheet: Sheet, table: TemplateTable, { row, places }: Header): FoundTable {
  const headerRows = Array.from({ length: table.headerRows }, (_, n) => row + n)
  const first = row + table.headerRows
  const at = [...places.values()]
  const box = { left: Math.min(...at), right: Math.max(...at) }
  const shift = shiftOf(places)
  const isTotal = (line: number) =>
    table.totals.some(({ label, column }) => {
      const text = sheet.cellAt(line, column + shift)?.text
      return text !== undefined && labelKey(text) === labelKey(label)
    })
  const body = new Set<number>()
  const empty: number[] = []
  const totals: SheetCell[] = []
  let line = first
  for (; line <= sheet.box.bottom && !isTotal(line); line++) {
    const cells = cellsInRow(sheet, line, box)
    if (cells.length === 0) break
    if (isOnlyNumbered(cells, box.left)) empty.push(line)
    else body.add(line)
  }
  for (; line <= sheet.box.bottom && isTotal(line); line++) totals.push(...cellsInRow(sheet, line, box))
  const columns = [...places].map(([column, place]) => ({
    column,
    at: place,
    header: headerRows.flatMap((one) => sheet.cellAt(one, place) ?? []),
    cells: [...body, ...empty].flatMap((one) => sheet.cellAt(one, place) ?? []),
  }))
  return { table, header: headerRows, columns, body, empty, totals, bottom: line - 1 }
}

const shiftOf = (places: Header['places']) => {
  const [shift = 0] = [...places].map(([column, at]) => at - column.column)
  return shift
}

/** A line of a form that was left empty, with its number printed before it. */
const isOnlyNumbered = ([only, ...others]: readonly SheetCell[], left: number) =>
  others.length === 0 && only?.column === left && /^\d{1,4}$/.test(only.text)
