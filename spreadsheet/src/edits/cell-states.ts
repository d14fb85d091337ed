import type { Cell, Formula } from '../cell.ts'
import type { CellSink } from '../cell-sink.ts'
import type { OpenedFile } from '../opened-file.ts'
import { numberCell } from '../returned/read-returned-sheet.ts'
import { PLAIN_STYLE } from '../styles.ts'
import { fromR1C1 } from '../write/from-r1c1.ts'
import { type CellOfSheet, placeKey } from './plan-edits.ts'

/** A cell as a person sees it: days are their text, colors `RRGGBB`. */
export type CellState = {
  value: string | number | boolean | null
  /** In A1 notation, without the leading `=`. */
  formula: string | null
  numberFormat: string | null
  isBold: boolean
  isItalic: boolean
  color: string | null
  fill: string | null
}

export const NO_CELL: CellState = {
  value: null,
  formula: null,
  numberFormat: null,
  isBold: false,
  isItalic: false,
  color: null,
  fill: null,
}

/** The cells at these places, by their keys. */
export async function readCellStates(
  file: OpenedFile,
  places: readonly CellOfSheet[],
): Promise<Map<string, CellState>> {
  const states = new Map<string, CellState>(places.map((place) => [placeKey(place), NO_CELL]))
  for (const [sheet, its] of Map.groupBy(places, (place) => place.sheet)) {
    const lastRow = its.reduce((last, { row }) => Math.max(last, row), 0)
    const put = (at: Omit<CellOfSheet, 'sheet'>, state: () => CellState) => {
      const key = placeKey({ sheet, ...at })
      if (states.has(key)) states.set(key, state())
    }
    await scanStates(file, sheet, put, (row) => row >= lastRow)
  }
  return states
}

/** Passes over the cells of a sheet; `isFull` is asked after each row. */
export function scanStates(
  file: OpenedFile,
  sheet: number,
  put: (at: Omit<CellOfSheet, 'sheet'>, state: () => CellState) => void,
  isFull: (row: number) => boolean,
): Promise<void> {
  return (file.calculation?.scanSaved ?? file.scan)(sheet, stateSink(file, put, isFull))
}

function stateSink(
  file: OpenedFile,
  report: (at: Omit<CellOfSheet, 'sheet'>, state: () => CellState) => void,
  isFull: (row: number) => boolean,
): CellSink {
  let row = 0
  let formula: Formula | null = null
  const put = (column: number, style: number, cell: Cell | null) => {
    const its = formula
    report({ row, column }, () => stateOf(file, { row, column, style, formula: its, cell }))
    formula = null
  }
  return {
    row: (next) => {
      row = next
      formula = null
    },
    formula: (_, next) => {
      formula = next
    },
    number: (column, value, style) => put(column, style, { kind: 'number', value }),
    text: (column, value, style) => put(column, style, { kind: 'text', value }),
    boolean: (column, value, style) => put(column, style, { kind: 'boolean', value }),
    error: (column, value, style) => put(column, style, { kind: 'error', value }),
    date: (column, value, style) => put(column, style, { kind: 'date', value }),
    blank: (column, style) => put(column, style, null),
    isFull: () => isFull(row),
  }
}

type ReadCell = { row: number; column: number; style: number; formula: Formula | null; cell: Cell | null }

function stateOf({ styles, isDate1904 }: OpenedFile, { row, column, style, formula, cell }: ReadCell): CellState {
  const { numberFormat, meaning, isBold, isItalic, fontColor, fill } = styles[style] ?? PLAIN_STYLE
  const shown = cell?.kind === 'number' ? numberCell(cell.value, meaning, isDate1904) : null
  const day = typeof shown === 'object' && shown !== null && 'date' in shown ? shown.date : null
  return {
    value: day ?? cell?.value ?? null,
    formula: formula && fromR1C1(formula.r1c1, row, column),
    numberFormat: numberFormat === 'General' ? null : numberFormat,
    isBold,
    isItalic,
    color: fontColor,
    fill,
  }
}

export const isSameState = (one: CellState, other: CellState) => JSON.stringify(one) === JSON.stringify(other)
