import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { columnIndex, parseBox, spellCell } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import type { Prediction } from './prediction.ts'
import type { StructuredSheet } from './structure-case.ts'

/**
 * m metadata, h header, g group, d data, v derived, n note, . nothing. What stands below all tables is called a note there,
 * and any other text around them metadata, whatever it says.
 */
const METADATA = 'm'
const NOTE = 'n'

const CODE_OF_ROW = {
  group: 'g',
  data: 'd',
  subtotal: 'v',
  total: 'v',
  difference: 'v',
  ratio: 'v',
  separator: 'd',
  repeat_header: 'h',
  note: NOTE,
  unit: 'h',
  continued: 'd',
} as const

const DERIVED_COLUMNS: ReadonlySet<string> = new Set(['total', 'difference', 'ratio'])

/** One code a line. A line that a table shares with a text is one of the table. */
export function exportLineCodes(regions: readonly Region[]): string {
  const lines: string[] = []
  const tablesEnd = endOfTables(regions)
  for (const region of painted(regions)) {
    const rowCode = codesOfRows(region, tablesEnd)
    const box = parseBox(region.range)
    for (let row = box?.top ?? 0; row <= (box?.bottom ?? -1); row++) lines[row] = rowCode(row)
  }
  return Array.from(lines, (code) => code ?? '.').join('')
}

/** One code a cell, a text a line. */
export function exportCellCodes(regions: readonly Region[]): string[] {
  const lines: string[][] = []
  const tablesEnd = endOfTables(regions)
  for (const region of painted(regions).reverse()) {
    const box = parseBox(region.range)
    if (!box) continue
    const codeAt = codesOfCells(region, tablesEnd)
    for (let row = box.top; row <= box.bottom; row++) {
      lines[row] ??= []
      const line = lines[row] ?? []
      for (let column = box.left; column <= box.right; column++) line[column] = codeAt(row, column)
    }
  }
  return Array.from(lines, (line) => Array.from(line ?? [], (code) => code ?? '.').join(''))
}

/** Texts first. The roles of its rows classify those inside a table. */
const painted = (regions: readonly Region[]) =>
  regions
    .filter(({ evidence }) => !evidence.includes('inside_table'))
    .sort((one, other) => Number(one.kind === 'data') - Number(other.kind === 'data'))

const endOfTables = (regions: readonly Region[]) =>
  Math.max(-1, ...regions.filter(({ kind }) => kind === 'data').map(({ range }) => parseBox(range)?.bottom ?? -1))

function codesOfRows(region: Region, tablesEnd: number): (row: number) => string {
  if (region.kind !== 'data') return (row) => (row > tablesEnd ? NOTE : METADATA)
  const header = new Set(region.header_rows)
  const roles = new Map(region.row_roles.flatMap(({ rows, role }) => rows.map((row) => [row, role] as const)))
  const first = Math.min(...region.header_rows, (parseBox(region.data_range)?.top ?? 0) + 1)
  return (row) => {
    if (row + 1 < first) return METADATA
    const role = roles.get(row + 1)
    return role === undefined && header.has(row + 1) ? 'h' : CODE_OF_ROW[role ?? 'data']
  }
}

/** The name of a computed row counts as a group's, and a computed column's cells as derived. */
function codesOfCells(region: Region, tablesEnd: number): (row: number, column: number) => string {
  const rowCode = codesOfRows(region, tablesEnd)
  if (region.kind !== 'data') return rowCode
  const labels = new Set(region.label_columns.map(columnIndex))
  const derived = new Set(
    region.columns.filter(({ role }) => DERIVED_COLUMNS.has(role)).map((column) => columnIndex(column.source_column)),
  )
  return (row, column) => {
    const code = rowCode(row)
    if (code === 'v' && labels.has(column)) return 'g'
    return code === 'd' && derived.has(column) ? 'v' : code
  }
}

type CellType = Prediction['cell_types'][string]

/** Of the cells that name something, those that say which one are attributes, and those that say what are headers. */
export function exportCellTypes({ sheet, regions }: StructuredSheet): [string, CellType][] {
  const types: [string, CellType][] = []
  for (const region of regions) {
    const box = parseBox(region.range)
    if (!box) continue
    const typeAt = typesOfCells(region, box.left)
    for (let row = box.top; row <= box.bottom; row++)
      for (let column = box.left; column <= box.right; column++)
        if (sheet.cellAt(row, column)) types.push([spellCell(row, column), typeAt(row, column)])
  }
  return types
}

function typesOfCells(region: Region, left: number): (row: number, column: number) => CellType {
  if (region.kind === 'keyvalue') return (_, column) => (column === left ? 'header' : 'data')
  if (region.kind === 'unit') return () => 'attribute'
  if (region.kind !== 'data') return () => 'metadata'
  const header = new Set(region.header_rows)
  const labels = new Set(region.label_columns.map(columnIndex))
  const attributes = (region.attributes ?? []).flatMap((range) => parseBox(range) ?? [])
  const isAttribute = (row: number, column: number) =>
    attributes.some(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right)
  const dataTop = parseBox(region.data_range)?.top ?? 0
  // Where one column says which one, those beside it say something of it.
  const isList = attributes.some(({ bottom, left }) => bottom >= dataTop && labels.has(left))
  return (row, column) => {
    const isHeader = header.has(row + 1)
    if (!isHeader && !labels.has(column)) return 'data'
    if (isAttribute(row, column)) return 'attribute'
    return isList && !isHeader ? 'data' : 'header'
  }
}
