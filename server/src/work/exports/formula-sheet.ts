import type { ReturnedCell } from '@bindery-data/spreadsheet/returned/returned-cell.ts'
import { fromR1C1 } from '@bindery-data/spreadsheet/write/from-r1c1.ts'
import { wholeRowCount } from '../../core/reading/refuse-if-hidden.ts'
import { type Reader, readAllRows } from '../../engine/reading/reader.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import { isSameInFile } from '../branches/file-cells.ts'
import type { ExportedTable } from './export.ts'
import { HEADER_ROWS } from './moved-tables.ts'

/** By row of the table: which formula, from 1, and what it came to in the file it is from; 0 for none. */
type FormulaColumn = { formulas: Int32Array; values: ReturnedCell[] }

type Counted = { written: number; dropped: number }

/** The formulas of a table that goes out as a sheet. */
export class FormulaSheet {
  readonly #rowCount: number
  readonly #columns = new Map<number, FormulaColumn>()
  /** A formula filled down is one text of R1C1 notation. */
  readonly #texts: string[] = []
  readonly #known = new Map<string, number>()

  constructor({ table }: ExportedTable) {
    this.#rowCount = wholeRowCount(table)
  }

  add({ row, column }: { row: number; column: number }, r1c1: string, value: ReturnedCell) {
    const known = this.#known.get(r1c1) ?? this.#texts.push(r1c1)
    this.#known.set(r1c1, known)
    const own = this.#columns.get(column) ?? { formulas: new Int32Array(this.#rowCount), values: [] }
    this.#columns.set(column, own)
    own.formulas[row - HEADER_ROWS] = known
    own.values[row - HEADER_ROWS] = value
  }

  /** Forgets the formulas of cells that say something else by now. How many are left, and how many are not. */
  async forgetEdited(reader: Reader, { table, columns }: ExportedTable): Promise<Counted> {
    const counted = { written: 0, dropped: 0 }
    const looked = [...this.#columns].flatMap(([place, own]) => {
      const column = columns[place]
      return column ? [{ ...column, ...own }] : []
    })
    if (looked.length === 0) return counted
    const columnIds = looked.map(({ id }) => id)
    let row = 0
    for await (const rows of readAllRows(reader, table, columnIds)) {
      for (const { cells } of rows) {
        for (const [n, column] of looked.entries()) forgetIfEdited(column, row, cells[n] ?? null, counted)
        row++
      }
    }
    for (const { values } of looked) values.length = 0
    return counted
  }

  /** As the cell spells it; rows of the table, from 0. */
  at(row: number, column: number): string | undefined {
    const text = this.#texts[(this.#columns.get(column)?.formulas[row] ?? 0) - 1]
    return text === undefined ? undefined : fromR1C1(text, row + HEADER_ROWS, column)
  }
}

function forgetIfEdited(
  { type, formulas, values }: FormulaColumn & Pick<ReadableColumn, 'type'>,
  row: number,
  cell: string | null,
  counted: Counted,
) {
  if (!formulas[row]) return
  const isSame = isSameInFile(type, cell, values[row] ?? null, false)
  if (!isSame) formulas[row] = 0
  counted[isSame ? 'written' : 'dropped'] += 1
}
