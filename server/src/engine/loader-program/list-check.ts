import type { Cell } from '@bindery-data/spreadsheet/cell.ts'
import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { ColumnSum } from '@bindery-data/spreadsheet/parse-spec/table-check.ts'
import {
  addNumber,
  addText,
  type DecimalSum,
  newSum,
  spellSum,
} from '@bindery-data/spreadsheet/structure/invariants/decimal-sum.ts'
import { namesThings } from '@bindery-data/spreadsheet/structure/invariants/repeated-measures.ts'
import { MOST_SUMS, type OutputCheck } from '@bindery-data/spreadsheet/structure/invariants/table-check.ts'
import { COMPUTED_ROWS, type RowRole } from '@bindery-data/spreadsheet/structure/roles/roles.ts'
import { AS_WRITTEN, AS_WRITTEN_WITH_COMMA } from '@bindery-data/spreadsheet/structure/type-column.ts'
import { readWithComma } from '@bindery-data/spreadsheet/structure/values/number-text.ts'
import type { CastValue } from './cast-column.ts'
import { type Conversion, isNumeric, meaningOf } from './convert-cell.ts'

/** The check of a list that is read in one pass: what stands in its rows on the one side, what is written on the other. */
export type ListCheck = {
  /** A row of the table: the cells that stand in it, by their columns, and what is written of it. */
  row(cells: CellsOfRow, line: readonly CastValue[]): void
  /** A row of the sheet that is none of the table. */
  leftOut(role: RowRole, cells: CellsOfRow): void
  /** A row that is reported as rejected: it is not to come out. */
  rejected(cells: CellsOfRow): void
  /** `rowsOut`: as many as the table has. */
  finish(rowsOut: number): OutputCheck
}

type CellsOfRow = ReadonlyMap<number, { cell: Cell }>

/** A column of the list: where it stands, and how its cells are read. */
type ListColumn = { name: string; column: number; conversion: Conversion }

type Added = { n: number; column: ListColumn; sumIn: DecimalSum; sumOut: DecimalSum }

export function createListCheck(region: Region, columns: readonly ListColumn[]): ListCheck {
  const { columns: described, fill_merged } = region
  const mayFill = fill_merged === 'down' || fill_merged === 'all'
  const naming = new Set(described.filter(namesThings).map(({ name }) => name))
  const added = columns
    .map((column, n): Added => ({ n, column, sumIn: newSum(), sumOut: newSum() }))
    .filter(({ column: { name, conversion } }) => isNumeric(conversion.type) && !naming.has(name))
    .slice(0, MOST_SUMS)
  const filledColumns = new Set<number>()
  const count = { rows: 0, filled: 0, dropped: 0, computed: 0 }
  return {
    row: (cells, line) => {
      count.rows++
      for (const { n, column, sumIn, sumOut } of added) {
        addCell(sumIn, cells.get(column.column)?.cell, column.conversion)
        const text = line[n]
        if (typeof text === 'string') addText(sumOut, text)
      }
      if (!mayFill) return
      for (const [n, { column }] of columns.entries())
        if (typeof line[n] === 'string' && !cells.has(column)) {
          count.filled++
          filledColumns.add(n)
        }
    },
    leftOut: (role, cells) => {
      for (const { cell } of cells.values())
        if (!COMPUTED_ROWS.has(role)) count.dropped++
        else if (cell.kind === 'number') count.computed++
    },
    rejected: (cells) => {
      count.dropped += cells.size
    },
    finish: (rowsOut) => {
      const sums = added.flatMap(({ n, column: { name }, sumIn, sumOut }): ColumnSum[] =>
        // A value that stands for several rows because the sheet says so is counted with each of them.
        filledColumns.has(n) ? [] : [{ column: name, sum_in: spellSum(sumIn), sum_out: spellSum(sumOut) }],
      )
      return {
        rows_in: count.rows,
        rows_out: rowsOut,
        factor: 1,
        cells_empty: 0,
        cells_filled: count.filled,
        cells_dropped: count.dropped,
        cells_computed: count.computed,
        sums,
        balanced: count.rows === rowsOut && sums.every(({ sum_in, sum_out }) => sum_in === sum_out),
        reason: null,
      }
    },
  }
}

/** Reads the figure of a cell by itself, whatever is written of it. */
function addCell(sum: DecimalSum, cell: Cell | undefined, { reader, format }: Conversion) {
  if (cell?.kind === 'number') addNumber(sum, cell.value)
  if (cell?.kind !== 'text') return
  const text = cell.value.trim()
  if (text === '' || reader.null_values.includes(text)) return
  const plain = isAsWritten(format) ? text : withPoint(text, reader)
  if (isPlain(plain, format)) addText(sum, plain)
  else addMeaning(sum, text, format)
}

const WHOLE = /^-?\d+$/

/** Where texts are read as people write them, `1.234` may be more than one. */
const isPlain = (text: string, format: string | null) =>
  isAsWritten(format) ? WHOLE.test(text) : Number.isFinite(Number(text))

const isAsWritten = (format: string | null) => format === AS_WRITTEN || format === AS_WRITTEN_WITH_COMMA

function addMeaning(sum: DecimalSum, text: string, format: string | null) {
  const settled = format === AS_WRITTEN_WITH_COMMA ? readWithComma(text.normalize('NFKC')) : null
  const meaning = settled ?? meaningOf(text)
  if (meaning.kind === 'number') addNumber(sum, meaning.number)
}

/** `1.234,50` of a file whose reader says that its decimal sign is a comma, as `1234.50`. */
function withPoint(text: string, { decimal_char: point, group_char: group }: Conversion['reader']): string {
  if (point === '.') return text
  return (group === '' ? text : text.replaceAll(group, '')).replace(point, '.')
}
