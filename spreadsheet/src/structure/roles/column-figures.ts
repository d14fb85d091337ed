import type { Box } from '../../grid.ts'
import type { Sheet } from '../sheet.ts'

/** What many rows of a column together say; lines count from the top of the table. */
export type ColumnFigures = {
  /** Of all figures above a line. */
  above(line: number): { count: number; sum: number; most: number; least: number }
  /** The lines whose figure is more than nothing and lies between two, both included. */
  linesBetween(least: number, most: number): readonly number[]
}

/** Each column is read once, when it is first asked for: a list of many rows that look computed is asked about each of them. */
export function figuresByColumn(sheet: Sheet, box: Box): (column: number) => ColumnFigures {
  const columns = new Map<number, ColumnFigures>()
  return (column) => {
    const known = columns.get(column) ?? readFigures(sheet, box, column)
    columns.set(column, known)
    return known
  }
}

function readFigures(sheet: Sheet, { top, bottom }: Box, column: number): ColumnFigures {
  const lines: number[] = []
  const figures: number[] = []
  for (let row = top; row <= bottom; row++) {
    const value = sheet.cellAt(row, column)?.value
    if (value?.kind !== 'number') continue
    lines.push(row - top)
    figures.push(value.number)
  }
  const running = runningOf(figures)
  const byFigure = [...figures.keys()]
    .filter((n) => figures[n] !== 0)
    .sort((one, other) => (figures[one] ?? 0) - (figures[other] ?? 0))
  const sorted = byFigure.map((n) => figures[n] ?? 0)
  return {
    above: (line) => running[firstFrom(lines, line)] ?? NONE,
    linesBetween: (least, most) => {
      const from = firstFrom(sorted, least)
      const found: number[] = []
      for (let n = from; n < sorted.length && (sorted[n] ?? 0) <= most; n++) found.push(lines[byFigure[n] ?? 0] ?? 0)
      return found
    },
  }
}

const NONE = { count: 0, sum: 0, most: Number.NEGATIVE_INFINITY, least: Number.POSITIVE_INFINITY }

/** Of the first none, one, two figures and so on. */
function runningOf(figures: readonly number[]) {
  const running = [NONE]
  let last = NONE
  for (const figure of figures) {
    last = {
      count: last.count + 1,
      sum: last.sum + figure,
      most: Math.max(last.most, figure),
      least: Math.min(last.least, figure),
    }
    running.push(last)
  }
  return running
}

/** The place of the first number of an ascending list that is not smaller; its length where all are. */
function firstFrom(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
