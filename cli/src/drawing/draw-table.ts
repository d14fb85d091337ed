import type { Terminal } from '../terminal.ts'
import { displayWidth, fitted, harmless } from './display-width.ts'

export type DrawnColumn = { name: string; isNumber?: boolean }

const NARROWEST_COLUMN = 4
const GAP = '  '

/** Rows under their names, in as many columns of the terminal as there are. */
export function drawTable(columns: readonly DrawnColumn[], rows: readonly unknown[][], terminal: Terminal): string {
  const texts = rows.map((row) => columns.map((_, n) => textOf(row[n])))
  const widths = widthsFor(columns, texts, terminal)
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, n) => fitted(cell, widths[n] ?? 0, columns[n]?.isNumber ? 'right' : 'left'))
      .join(GAP)
      .trimEnd()
  const head = terminal.paint('bold', line(columns.map(({ name }) => harmless(name))))
  const rule = terminal.paint('dim', widths.map((width) => '─'.repeat(width)).join(GAP))
  const body = texts.map((cells, n) => paintEmpty(line(cells), rows[n], terminal))
  return `${[head, rule, ...body].join('\n')}\n`
}

/** As wide as its widest value; the widest give way when the terminal is too narrow. */
function widthsFor(columns: readonly DrawnColumn[], texts: readonly string[][], terminal: Terminal): number[] {
  const widths = columns.map(({ name }, n) =>
    texts.reduce((most, cells) => Math.max(most, displayWidth(cells[n] ?? '')), displayWidth(name)),
  )
  const room = terminal.columns - GAP.length * (columns.length - 1)
  while (terminal.isScreen && sum(widths) > room) {
    const widest = Math.max(...widths)
    if (widest <= NARROWEST_COLUMN) break
    widths[widths.indexOf(widest)] = widest - 1
  }
  return widths
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const paintEmpty = (line: string, row: readonly unknown[] | undefined, terminal: Terminal) =>
  row?.every((value) => value === null) ? terminal.paint('dim', line) : line

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '∅'
  return harmless(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

export const isNumeric = (type: string | null | undefined) =>
  /^(?:INTEGER|BIGINT|DOUBLE|DECIMAL|HUGEINT|FLOAT)/.test(type ?? '')
