import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { rolesByRow } from './roles-by-row.ts'
import { rowsOfRange } from './rows-of-range.ts'

/** What the rows of a report are called. */
export type RowLabels = {
  hasAny(row: number): boolean
  /** The name of the row itself; a subtotal is called by what it sums up. */
  of(row: number): string
  cellOf(row: number): SheetCell | undefined
  /** It only says that it is a sum: `小計`. */
  isBareTotal(row: number): boolean
  /** The label of a row that reads so. */
  cellSaying(row: number, text: string): SheetCell | undefined
  /** Label columns that say something besides the name, such as a code, by their places. */
  stubs: readonly number[]
}

/** The part of a subtotal's name that says that it is one. */
const TOTAL_WORD =
  /(?:[\s_・:：]*(?:小計|合計|総計|中計|計|sub-?total|total|sum))+[\s:：]*$|^(?:total|sub-?total|sum)(?:\s+(?:of|for))?\s+/i

export function labelsOfRows(sheet: Sheet, region: Region): RowLabels {
  const columns = region.label_columns.map(columnIndex)
  const naming = columns.filter((column) => !holdsCodes(sheet, region, column))
  const used = naming.length > 0 ? naming : columns
  const roles = rolesByRow(region)
  const { top } = rowsOfRange(region.data_range)
  const ownCell = (row: number) =>
    used.map((column) => sheet.cellAt(row, column)).findLast((cell) => cell !== undefined)
  const cellOf = (row: number) => {
    const own = ownCell(row)
    if (!own || roles.get(row) !== 'subtotal' || withoutTotalWord(own.text) !== '') return own
    return outerCell(sheet, used, own, top) ?? own
  }
  return {
    hasAny: (row) => columns.some((column) => sheet.cellAt(row, column) !== undefined),
    cellOf,
    isBareTotal: (row) => withoutTotalWord(ownCell(row)?.text ?? '') === '',
    cellSaying: (row, text) => used.map((column) => sheet.cellAt(row, column)).find((cell) => cell?.text === text),
    of: (row) => {
      const text = cellOf(row)?.text ?? ''
      return roles.get(row) === 'subtotal' ? withoutTotalWord(text) || text : text
    },
    stubs: columns.filter((column) => !used.includes(column)),
  }
}

const withoutTotalWord = (text: string) => text.replace(TOTAL_WORD, '').trim()

/** What a bare `小計` sums up: the nearest label above it in a column further out. */
function outerCell(sheet: Sheet, columns: readonly number[], own: SheetCell, top: number): SheetCell | undefined {
  for (const column of columns.filter((one) => one < own.column).toReversed())
    for (let row = own.row; row >= top; row--) {
      const cell = sheet.cellAt(row, column)
      if (cell) return cell
    }
  return undefined
}

/** A column of codes or numbers names nothing by itself. */
function holdsCodes(sheet: Sheet, region: Region, column: number): boolean {
  const { top, bottom } = rowsOfRange(region.data_range)
  let filled = 0
  let codes = 0
  for (let row = top; row <= bottom; row++) {
    const cell = sheet.cellAt(row, column)
    if (!cell) continue
    filled += 1
    if (cell.value.kind === 'code' || cell.value.kind === 'number') codes += 1
  }
  return filled > 0 && codes >= filled * MOSTLY
}

const MOSTLY = 0.8
