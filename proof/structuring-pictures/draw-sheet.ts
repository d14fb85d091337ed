import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { columnIndex, columnLetters, parseBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { cell, cellFrame, cellText, columnWidth, type Look, ROW_PX, rectangle, shortened } from './svg.ts'

export type Drawn = { content: string; width: number; height: number }

/** What a cell is for, and its colour. */
export const COLORS = {
  header: '#cfe2f7',
  label: '#eef4fb',
  value: '#ffffff',
  computed: '#fde9c4',
  group: '#d9efd9',
  title: '#e5d9f2',
  unit: '#d2eeee',
  note: '#e6e6e6',
  keyvalue: '#fbdcd0',
  ignore: '#f7f7f7',
} as const

type Part = keyof typeof COLORS

const COMPUTED: ReadonlySet<string> = new Set(['subtotal', 'total', 'difference', 'ratio'])

/** A sheet with every region framed and every cell in the colour of what it is for. */
export function drawSheet(sheet: Sheet, regions: readonly Region[], top: number): Drawn {
  const { box } = sheet
  const columns = numbersTo(box.right)
  const widths = columns.map((column) => columnWidth([columnLetters(column), ...widestTexts(sheet, regions, column)]))
  const xs = widths.map((_, n) => ROW_PX * 1.5 + widths.slice(0, n).reduce((sum, width) => sum + width, 0))
  const yOf = (row: number) => top + ROW_PX * (row + 1)
  const margin = { fill: '#f3f3f3', color: '#888' }
  const marks = columns.map((n) => cell(xs[n] ?? 0, top, widths[n] ?? 0, columnLetters(n), margin))
  const numbers = numbersTo(box.bottom).map((row) => cell(0, yOf(row), ROW_PX * 1.5, String(row + 1), margin))
  const cells = numbersTo(box.bottom).flatMap((row) =>
    columns.flatMap((column) => cellToDraw(sheet, regions, row, column, widths) ?? []),
  )
  // Texts over all frames: a title reaches over the empty cells at its right.
  const frames = cells.map(({ row, column, width, look }) => cellFrame(xs[column] ?? 0, yOf(row), width, look))
  const texts = cells.map(({ row, column, width, text, look }) =>
    cellText(xs[column] ?? 0, yOf(row), width, text, look),
  )
  const borders = regions.map(({ range }) => drawFrame(parseBox(range), xs, widths, yOf))
  return {
    content: [...marks, ...numbers, ...frames, ...borders, ...texts].join('\n'),
    width: (xs.at(-1) ?? 0) + (widths.at(-1) ?? 0),
    height: ROW_PX * (box.bottom + 2),
  }
}

const numbersTo = (last: number) => Array.from({ length: last + 1 }, (_, n) => n)

/** The texts of a column's tables; what stands around these may reach over its neighbours. */
const widestTexts = (sheet: Sheet, regions: readonly Region[], column: number): string[] =>
  sheet.cells
    .filter((held) => held.column === column && sheet.mergeAt(held.row, column) === null)
    .filter(({ row }) => !TEXTS.has(partAt(regions, row, column) ?? ''))
    .map((held) => `${shortened(held.text)}${'  '.repeat(held.indent)}`)

const TEXTS: ReadonlySet<string> = new Set(['title', 'note', 'ignore'])

type CellToDraw = { row: number; column: number; width: number; text: string; look: Look }

/** Null for a cell that a merged one covers. */
function cellToDraw(
  sheet: Sheet,
  regions: readonly Region[],
  row: number,
  column: number,
  widths: readonly number[],
): CellToDraw | null {
  const merge = sheet.mergeAt(row, column)
  if (merge && (row !== merge.top || column !== merge.left)) return null
  const width = widths.slice(column, (merge?.right ?? column) + 1).reduce((sum, each) => sum + each, 0)
  const held = sheet.cellAt(row, column)
  const part = held ? partAt(regions, row, column) : null
  const text = part && TEXTS.has(part) ? (held?.text ?? '') : shortened(held?.text ?? '')
  const look = {
    fill: part ? COLORS[part] : '#fff',
    isBold: held?.style.isBold ?? false,
    isRight: held?.value.kind === 'number',
    indent: held?.indent ?? 0,
    rows: merge ? merge.bottom - merge.top + 1 : 1,
  }
  return { row, column, width, text, look }
}

function partAt(regions: readonly Region[], row: number, column: number): Part | null {
  const region = regions.find(({ range }) => isInside(parseBox(range), row, column))
  if (!region) return null
  if (region.kind !== 'data') return region.kind
  if (region.header_rows.includes(row + 1)) return 'header'
  const role = region.row_roles.find(({ rows }) => rows.includes(row + 1))?.role ?? 'data'
  if (role === 'group') return 'group'
  const its = region.columns.find(({ source_column }) => columnIndex(source_column) === column)
  if (COMPUTED.has(role) || COMPUTED.has(its?.role ?? '')) return 'computed'
  if (region.orientation === 'columns' && region.label_columns.includes(columnLetters(column))) return 'header'
  return region.label_columns.includes(columnLetters(column)) ? 'label' : 'value'
}

const isInside = (box: Box | null, row: number, column: number) =>
  box !== null && row >= box.top && row <= box.bottom && column >= box.left && column <= box.right

function drawFrame(
  box: Box | null,
  xs: readonly number[],
  widths: readonly number[],
  yOf: (row: number) => number,
): string {
  if (!box) return ''
  const x = xs[box.left] ?? 0
  const right = (xs[box.right] ?? 0) + (widths[box.right] ?? 0)
  const height = yOf(box.bottom + 1) - yOf(box.top)
  return rectangle(x, yOf(box.top), right - x, height, 'fill="none" stroke="#1f5fa8" stroke-width="2" rx="2"')
}
