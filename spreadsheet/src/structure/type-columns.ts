import { createFormatCount, formatOfCell } from '../looks/number-formats.ts'
import type { Region, RegionColumn, SpecWarning } from '../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../xlsx/cell-reference.ts'
import { columnDoubts } from './column-doubts.ts'
import type { Sheet, SheetCell } from './sheet.ts'
import { type ColumnTyper, createColumnTyper } from './type-column.ts'

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

export type TypedColumns = { columns: RegionColumn[]; warnings: SpecWarning[] }

/** The columns of a table with the types their values bear, and the warnings about them. */
export function typeColumns(sheet: Sheet, region: Region): TypedColumns {
  const types = createColumnTypes(region, sheet.isUntyped)
  const { top = 0, bottom = -1 } = parseBox(region.data_range) ?? {}
  const columns = new Set(region.columns.map(({ source_column }) => columnIndex(source_column)))
  for (let row = top; row <= bottom; row++)
    for (const column of columns) {
      const cell = sheet.cellAt(row, column)
      if (cell) types.add(cell)
    }
  return types.decide(bottom)
}

/**
 * Takes the cells of a table row by row, and then types its columns. No cell is kept, so that a table of any length is typed by
 * the same rules.
 */
export function createColumnTypes(region: Region, isUntyped: boolean) {
  const { top = 0 } = parseBox(region.data_range) ?? {}
  const passed = new Set(region.row_roles.filter(({ role }) => NO_VALUES.has(role)).flatMap(({ rows }) => rows))
  const seen = new Map(region.columns.map(({ source_column }) => [columnIndex(source_column), seenOf(isUntyped)]))
  return {
    add(cell: SheetCell) {
      if (!passed.has(cell.row + 1)) seen.get(cell.column)?.add(cell)
    },
    /** `bottom`: the last row of the table, counting from 0. */
    decide(bottom: number): TypedColumns {
      const rows = bottom - top + 1 - [...passed].filter((row) => row > top && row <= bottom + 1).length
      const warnings: SpecWarning[] = []
      const columns = region.columns.map((column): RegionColumn => {
        const its = seen.get(columnIndex(column.source_column)) ?? seenOf(isUntyped)
        const found = its.typer.decide(rows)
        const typed = isWrittenCode(column, its.typer, found.type, isUntyped) ? { ...found, ...TEXT } : found
        for (const warning of columnDoubts(its.typer.areOfOneLength, typed.warnings))
          warnings.push({ ...warning, region_id: region.region_id, column: column.name })
        const { type, format, evidence } = typed
        const { number_format: _before, ...described } = column
        return { ...described, type, format, ...its.shownBy(type), evidence, role: roleOf(column, type, region) }
      })
      return { columns, warnings }
    },
  }
}

const TEXT = { type: 'VARCHAR', format: null }

/** What was seen of a column: of which type its values are, and how most of them are shown. */
function seenOf(isUntyped: boolean) {
  const typer = createColumnTyper(isUntyped)
  const formats = createFormatCount()
  return {
    typer,
    add(cell: SheetCell) {
      typer.add(cell)
      if (cell.cell.kind === 'number' || cell.value.kind === 'number' || cell.value.kind === 'date')
        formats.add(formatOfCell(cell))
    },
    /** Nothing where the file says nothing. */
    shownBy(type: string): Pick<RegionColumn, 'number_format'> {
      const number_format = formats.decide(type)
      return number_format === null ? {} : { number_format }
    },
  }
}

const CODE = /(?:^|[\s._-])(?:no|nr|nos|id|code|sku|ref|artikel|art)\.?(?:$|[\s._-])|番号|コード|品番|型番|№|n°/iu

/** `10.250` under `Art.-Nr.`: a workbook that keeps it as a text and calls it a number of something means a code. */
const isWrittenCode = ({ header, name }: RegionColumn, typer: ColumnTyper, type: string, isUntyped: boolean) =>
  !isUntyped && /^(?:DECIMAL|DOUBLE)/.test(type) && CODE.test(header ?? name) && typer.areAllTexts

/** Where nothing else is known, a column of numbers measures; one that names its rows never does. */
function roleOf({ role, source_column }: RegionColumn, type: string, { label_columns }: Region): RegionColumn['role'] {
  if (role !== 'label' || label_columns.includes(source_column)) return role
  return /^(?:BIGINT|INTEGER|DOUBLE|DECIMAL)/.test(type) ? 'measure' : 'label'
}
