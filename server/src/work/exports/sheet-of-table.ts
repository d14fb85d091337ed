import { columnWidth } from '@bindery-data/spreadsheet/write/column-width.ts'
import type { StyleToWrite } from '@bindery-data/spreadsheet/write/style-to-write.ts'
import type {
  CellToWrite,
  ColumnToWrite,
  RichCell,
  RowToWrite,
  SheetToWrite,
} from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import type { Rule } from '../../core/rules/rule.ts'
import type { Reader } from '../../engine/reading/reader.ts'
import { ROW_ID } from '../../engine/table/table.ts'
import type { Part } from '../branches/branch.ts'
import { cellMaker, type ToCell } from '../branches/file-cells.ts'
import type { AnnotatedStyles } from './annotated-styles.ts'
import type { ExportedTable } from './export.ts'
import type { FormulaSheet } from './formula-sheet.ts'
import { partValidations, validationsOf } from './validations-of-rules.ts'
import { type WireRow, wireRows } from './wire-rows.ts'

const HEADER: StyleToWrite = { isBold: true, fill: 'E7ECF3', border: { bottom: 'thin' }, borderColor: '9AA5B1' }
/** So many rows tell how wide the columns are. */
const MEASURED_ROWS = 200

export type SheetOptions = {
  hasRowIds: boolean
  styles: AnnotatedStyles
  formulas?: FormulaSheet | undefined
  rules?: readonly Rule[]
  /** The only value that rows of this sheet may have in a column. */
  part?: Part | undefined
}

/** A table as a sheet: a header that stays, columns as wide as their first values, hidden row ids behind them. */
export async function sheetOfTable(
  reader: Reader,
  exported: ExportedTable,
  wishes: SheetOptions,
): Promise<SheetToWrite> {
  const { table, columns } = exported
  const { hasRowIds, styles } = wishes
  const names = columns.map(({ name }) => name)
  const batches = wireRows(reader, exported, { first: MEASURED_ROWS })
  // Read before the first byte is sent: what fails here can still be reported.
  const first: readonly WireRow[] = (await batches.next()).value ?? []
  const shown: ColumnToWrite[] = names.map((name, n) => ({
    width: columnWidth([name, ...first.map((row) => String(row[n] ?? ''))]),
    style: styles.columns[n] ?? {},
  }))
  const header = [...names, ...(hasRowIds ? [ROW_ID] : [])].map((name) => textCell(name, HEADER))
  return {
    name: table.name,
    columns: [...shown, ...(hasRowIds ? [{ isHidden: true, style: { numberFormat: '0' } }] : [])],
    frozen: { rows: 1, columns: 0 },
    autoFilter: { row: 0, left: 0, right: Math.max(0, names.length - 1) },
    validations: [...partValidations(columns, wishes.part), ...validationsOf(columns, wishes.rules ?? [])],
    printTitleRows: [0, 0],
    rows: sheetRows(
      header,
      [first],
      batches,
      rowMaker(
        columns.map(({ type }) => cellMaker(type)),
        wishes,
      ),
    ),
  }
}

const textCell = (value: string, style: StyleToWrite): CellToWrite => ({ cell: { kind: 'text', value }, style })

type RowMaker = (row: WireRow) => RowToWrite

async function* sheetRows(
  header: RowToWrite,
  first: readonly (readonly WireRow[])[],
  rest: AsyncIterable<readonly WireRow[]>,
  toRow: RowMaker,
): AsyncGenerator<readonly RowToWrite[]> {
  yield [header]
  for (const rows of first) yield rows.map(toRow)
  for await (const rows of rest) yield rows.map(toRow)
}

function rowMaker(toCell: readonly ToCell[], { hasRowIds, styles, formulas }: SheetOptions): RowMaker {
  const width = toCell.length
  let place = -1
  return (values) => {
    place++
    const row: CellToWrite[] = new Array(width)
    for (let n = 0; n < width; n++) {
      const value = values[n] ?? null
      row[n] = value === null ? null : (toCell[n]?.(value) ?? null)
    }
    const rowId = Number(values[width])
    const own = styles.ofRow(rowId)
    const styled = own ? row.map((cell, n) => withStyle(cell, own[n])) : row
    const computed = formulas ? styled.map((cell, n) => withFormula(cell, formulas.at(place, n))) : styled
    if (hasRowIds) computed.push(rowId)
    return computed
  }
}

const withStyle = (cell: CellToWrite, style: StyleToWrite | undefined): CellToWrite =>
  style ? { ...richCell(cell), style } : cell

const withFormula = (cell: CellToWrite, formula: string | undefined): CellToWrite =>
  formula === undefined ? cell : { ...richCell(cell), formula }

function richCell(cell: CellToWrite): RichCell {
  if (typeof cell === 'object') return cell ?? { cell: null }
  if (typeof cell === 'number') return { cell: { kind: 'number', value: cell } }
  if (typeof cell === 'boolean') return { cell: { kind: 'boolean', value: cell } }
  return { cell: { kind: 'text', value: String(cell) } }
}
