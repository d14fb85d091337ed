import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import { columnWidth, lineWidth } from '@bindery-data/spreadsheet/write/column-width.ts'
import type { StyleToWrite } from '@bindery-data/spreadsheet/write/style-to-write.ts'
import type {
  CellToWrite,
  ColumnToWrite,
  RowToWrite,
  SheetToWrite,
} from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import type { ColumnType } from '../../engine/table/column-type.ts'
import { cellMaker, columnStyle } from '../branches/file-cells.ts'
import type { Line } from './lay-out-sheet.ts'
import type { ViewValue } from './read-view.ts'
import type { SheetSpec } from './sheet.ts'
import { looksOfLines } from './sheet-tables.ts'
import { type ColumnLook, spellValue } from './spell-value.ts'

const HEADINGS: readonly StyleToWrite[] = [
  { isBold: true, fontSize: 16 },
  { isBold: true, fontSize: 13 },
  { isBold: true, fontSize: 11 },
]
const TITLE: StyleToWrite = { isBold: true }
const HEADER: StyleToWrite = { isBold: true, fill: 'E7ECF3', border: { bottom: 'thin' }, borderColor: '9AA5B1' }
const RIGHT_HEADER: StyleToWrite = { ...HEADER, horizontal: 'right' }
/** For Excel they are numbers, and would stand right of their header. */
const MOMENTS: ReadonlySet<string> = new Set(['DATE', 'TIME', 'TIMESTAMP'])
const WHOLE: ReadonlySet<string> = new Set(['INTEGER', 'BIGINT'])
/** In characters: columns are no wider. */
const LONG_TEXT = 60
const LONG: StyleToWrite = { numberFormat: '@', wraps: true, vertical: 'top' }
const MISSING: StyleToWrite = { isItalic: true, fontColor: '9AA5B1' }

/** The lines of a sheet as the one sheet of a workbook. */
export function sheetToWrite(name: string, spec: SheetSpec, lines: readonly Line[]): SheetToWrite {
  const header = lines.findIndex(({ kind }) => kind === 'header')
  const looks = looksOfLines(lines)
  const columns = widthsOf(spec, lines, looks)
  const merges: Box[] = []
  const rows = lines.map((line, row): RowToWrite => {
    const cells = rowOf(line, looks.get(line) ?? [])
    const height = line.kind === 'text' ? proseHeight(line.text, columns) : cellsHeight(line, columns)
    if (height === LINE_HEIGHT) return cells
    if (line.kind !== 'text') return { cells, height }
    if (columns.length > 1) merges.push({ top: row, bottom: row, left: 0, right: columns.length - 1 })
    return { cells: [textCell(line.text, PROSE)], height }
  })
  return {
    name,
    rows: [rows],
    columns,
    merges,
    ...(spec.freeze_header && header >= 0 ? { frozen: { rows: header + 1, columns: 0 } } : {}),
    page: { fitsWidth: true },
  }
}

/** In points; a row of Excel is no higher than the second. */
const [LINE_HEIGHT, MOST_HEIGHT] = [15, 405]
const PROSE: StyleToWrite = { wraps: true, vertical: 'top' }

/** A text that is wider than all columns together is broken into lines: beside them it would make the page as wide as itself. */
function proseHeight(text: string, columns: readonly ColumnToWrite[]): number {
  return heightIn(
    text,
    columns.reduce((sum, column) => sum + (column.width ?? 0), 0),
  )
}

/** Programs do not make rows higher by themselves when they open a file. */
function cellsHeight(line: Line, columns: readonly ColumnToWrite[]): number {
  if (line.kind !== 'row') return LINE_HEIGHT
  return line.values.reduce<number>((height, value, n) => {
    const isLong = typeof value === 'string' && lineWidth(value) > LONG_TEXT
    return isLong ? Math.max(height, heightIn(value, columns[n]?.width ?? LONG_TEXT)) : height
  }, LINE_HEIGHT)
}

const heightIn = (text: string, width: number) =>
  Math.min(MOST_HEIGHT, LINE_HEIGHT * Math.max(1, Math.ceil((lineWidth(text) * PROSE_ROOM) / width)))

/** Lines end where words do. */
const PROSE_ROOM = 1.1

function rowOf(line: Line, looks: readonly ColumnLook[]): CellToWrite[] {
  switch (line.kind) {
    case 'heading':
      return [textCell(line.text, HEADINGS[line.level - 1] ?? TITLE)]
    case 'text':
      return [textCell(line.text, {})]
    case 'title':
      return [textCell(line.text, TITLE)]
    case 'missing':
      return [textCell(line.text, MISSING)]
    case 'header':
      return line.names.map((name, n) => textCell(name, looks[n]?.isRight ? RIGHT_HEADER : HEADER))
    case 'row':
    case 'totals':
      return line.values.map((value, n) =>
        valueCell(value, {
          type: line.types[n],
          isGrouped: looks[n]?.isGrouped ?? false,
          isTotal: line.kind === 'totals',
        }),
      )
    case 'space':
      return []
  }
}

const textCell = (value: string, style: StyleToWrite): CellToWrite => ({ cell: { kind: 'text', value }, style })

/** One style per type, so that the table of styles knows it at once. */
const styles = new Map<string, StyleToWrite>()

type ValueLook = { type: ColumnType | undefined; isGrouped: boolean; isTotal: boolean }

function valueCell(value: ViewValue, { type, isGrouped, isTotal }: ValueLook): CellToWrite {
  if (!type) return null
  const key = JSON.stringify([type, isGrouped, isTotal])
  const style = styles.get(key) ?? {
    ...columnStyle(type),
    ...(MOMENTS.has(type.name) ? { horizontal: 'left' } : {}),
    ...(isGrouped && WHOLE.has(type.name) ? { numberFormat: '#,##0' } : {}),
    ...(isTotal ? { isBold: true, border: { top: 'thin' } } : {}),
  }
  styles.set(key, style)
  // The line above totals goes over all columns.
  if (value === null) return isTotal ? { cell: null, style } : null
  const cell = cellMaker(type)(value)
  if (typeof cell === 'number') return { cell: { kind: 'number', value: cell }, style }
  if (typeof cell === 'boolean') return { cell: { kind: 'boolean', value: cell }, style }
  if (typeof cell === 'object' && cell !== null) return { ...cell, style }
  return textCell(String(cell), lineWidth(String(cell)) > LONG_TEXT ? LONG : style)
}

const MEASURED_LINES = 500
/** In characters, of a sheet that has no tables. */
const PROSE_WIDTH = 80

type Looks = ReadonlyMap<Line, readonly ColumnLook[]>

/** As asked for by letter, else as wide as what stands in tables. */
function widthsOf({ column_widths: asked }: SheetSpec, lines: readonly Line[], looks: Looks): ColumnToWrite[] {
  const measured: string[][] = []
  for (const line of lines.filter(({ kind }, n) => n < MEASURED_LINES || kind === 'totals')) {
    for (const [n, text] of textsIn(line, looks.get(line) ?? []).entries()) {
      measured[n] ??= []
      measured[n].push(text)
    }
  }
  const letters = Object.entries(asked ?? {}).map(([letter, width]) => [placeOf(letter), width] as const)
  const count = Math.max(measured.length, ...letters.map(([place]) => place + 1))
  if (count === 0) return [{ width: PROSE_WIDTH }]
  const own = new Map(letters)
  return Array.from({ length: count }, (_, n) => ({ width: own.get(n) ?? columnWidth(measured[n] ?? []) }))
}

/** As they are seen. Bold ones are a little wider. */
function textsIn(line: Line, looks: readonly ColumnLook[]): readonly string[] {
  if (line.kind === 'header') return line.names.map((name) => `${name} `)
  if (line.kind !== 'row' && line.kind !== 'totals') return []
  const spelled = line.values.map((value, n) => spellValue(value, looks[n] ?? { isRight: false, isGrouped: false }))
  return line.kind === 'totals' ? spelled.map((text) => `${text}  `) : spelled
}

/** `A` is 0, `AA` is 26. */
const placeOf = (letters: string) =>
  [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
