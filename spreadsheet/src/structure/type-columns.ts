import { createFormatCount, formatOfCell } from '../looks/number-formats.ts'
import type { Region, RegionColumn, SpecWarning } from '../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../xlsx/cell-reference.ts'
import { columnDoubts } from './column-doubts.ts'
import type { Sheet, SheetCell } from './sheet.ts'
import { type ColumnToType, typeColumn } from './type-column.ts'

/** Rows that hold nothing a column has a type for; the name of a total may stand in a column of figures. */
const NO_VALUES: ReadonlySet<string> = new Set([
  'group',
  'separator',
  'repeat_header',
  'continued',
  'note',
  'unit',
  'subtotal',
  'total',
  'difference',
  'ratio',
])

/** The columns of a table with the types their values bear, and the warnings about them. */
export function typeColumns(sheet: Sheet, region: Region): { columns: RegionColumn[]; warnings: SpecWarning[] } {
  const values = valuesByColumn(sheet, region)
  const warnings: SpecWarning[] = []
  const columns = region.columns.map((column): RegionColumn => {
    const { cells, rows } = values(column)
    const found = typeColumn({ cells, rows, isUntyped: sheet.isUntyped })
    const typed = isWrittenCode(sheet, column, cells, found.type) ? { ...found, type: 'VARCHAR', format: null } : found
    for (const warning of columnDoubts(cells, typed.warnings))
      warnings.push({ ...warning, region_id: region.region_id, column: column.name })
    const { type, format, evidence } = typed
    const shown = shownBy(cells, type)
    return { ...column, type, format, ...shown, evidence, role: roleOf(column, type, region) }
  })
  return { columns, warnings }
}

/** How most of the values are shown; nothing where the file says nothing. */
function shownBy(cells: readonly SheetCell[], type: string): Pick<RegionColumn, 'number_format'> {
  const formats = createFormatCount()
  for (const cell of cells)
    if (cell.cell.kind === 'number' || cell.value.kind === 'number' || cell.value.kind === 'date')
      formats.add(formatOfCell(cell))
  const number_format = formats.decide(type)
  return number_format === null ? {} : { number_format }
}

const CODE = /(?:^|[\s._-])(?:no|nr|nos|id|code|sku|ref|artikel|art)\.?(?:$|[\s._-])|番号|コード|品番|型番|№|n°/iu

/** `10.250` under `Art.-Nr.`: a workbook that keeps it as a text and calls it a number of something means a code. */
const isWrittenCode = (
  { isUntyped }: Sheet,
  { header, name }: RegionColumn,
  cells: readonly SheetCell[],
  type: string,
) =>
  !isUntyped &&
  /^(?:DECIMAL|DOUBLE)/.test(type) &&
  CODE.test(header ?? name) &&
  cells.every(({ cell }) => cell.kind === 'text')

function valuesByColumn(sheet: Sheet, region: Region): (column: RegionColumn) => Pick<ColumnToType, 'cells' | 'rows'> {
  const box = parseBox(region.data_range)
  const passed = new Set(region.row_roles.filter(({ role }) => NO_VALUES.has(role)).flatMap(({ rows }) => rows))
  const rows: number[] = []
  for (let row = box?.top ?? 0; row <= (box?.bottom ?? -1); row++) if (!passed.has(row + 1)) rows.push(row)
  return ({ source_column }) => {
    const column = columnIndex(source_column)
    const cells: SheetCell[] = []
    for (const row of rows) {
      const cell = sheet.cellAt(row, column)
      if (cell) cells.push(cell)
    }
    return { cells, rows: rows.length }
  }
}

/** Where nothing else is known, a column of numbers measures; one that names its rows never does. */
function roleOf({ role, source_column }: RegionColumn, type: string, { label_columns }: Region): RegionColumn['role'] {
  if (role !== 'label' || label_columns.includes(source_column)) return role
  return /^(?:BIGINT|INTEGER|DOUBLE|DECIMAL)/.test(type) ? 'measure' : 'label'
}
