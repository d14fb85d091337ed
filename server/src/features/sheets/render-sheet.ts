import { columnWidth } from '@bindery/spreadsheet/write/column-width.ts'
import type { StyleToWrite } from '@bindery/spreadsheet/write/style-to-write.ts'
import type { CellToWrite, ColumnToWrite, SheetToWrite } from '@bindery/spreadsheet/write/workbook-to-write.ts'
import type { ColumnType } from '../../tabular/column-type.ts'
import { cellMaker, columnStyle } from '../branches/cell-in-file.ts'
import type { Line } from './lay-out-sheet.ts'
import type { SheetSpec } from './sheet.ts'

const HEADINGS: readonly StyleToWrite[] = [
  { isBold: true, fontSize: 16 },
  { isBold: true, fontSize: 13 },
  { isBold: true, fontSize: 11 },
]
const TITLE: StyleToWrite = { isBold: true }
const HEADER: StyleToWrite = { isBold: true, fill: 'E7ECF3', border: { bottom: 'thin' }, borderColor: '9AA5B1' }
const MISSING: StyleToWrite = { isItalic: true, fontColor: '9AA5B1' }

/** The lines of a sheet as the one sheet of a workbook. */
export function sheetToWrite(name: string, spec: SheetSpec, lines: readonly Line[]): SheetToWrite {
  const header = lines.findIndex(({ kind }) => kind === 'header')
  return {
    name,
    rows: [lines.map(rowOf)],
    columns: widthsOf(spec, lines),
    ...(spec.freeze_header && header >= 0 ? { frozen: { rows: header + 1, columns: 0 } } : {}),
    page: { fitsWidth: true },
  }
}

function rowOf(line: Line): CellToWrite[] {
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
      return line.names.map((name) => textCell(name, HEADER))
    case 'row':
    case 'totals':
      return line.values.map((value, n) => valueCell(line.types[n], value, line.kind === 'totals'))
    case 'space':
      return []
  }
}

const textCell = (value: string, style: StyleToWrite): CellToWrite => ({ cell: { kind: 'text', value }, style })

/** One style per type, so that the table of styles knows it at once. */
const styles = new Map<string, StyleToWrite>()

function valueCell(
  type: ColumnType | undefined,
  value: string | number | boolean | null,
  isTotal: boolean,
): CellToWrite {
  if (value === null || !type) return null
  const cell = cellMaker(type)(value)
  const key = JSON.stringify([type, isTotal])
  const style = styles.get(key) ?? {
    ...columnStyle(type),
    ...(isTotal ? { isBold: true, border: { top: 'thin' } } : {}),
  }
  styles.set(key, style)
  if (typeof cell === 'number') return { cell: { kind: 'number', value: cell }, style }
  if (typeof cell === 'boolean') return { cell: { kind: 'boolean', value: cell }, style }
  return typeof cell === 'object' && cell !== null ? { ...cell, style } : textCell(String(cell), style)
}

const MEASURED_LINES = 500

/** As asked for by letter, else as wide as what stands in tables. */
function widthsOf({ column_widths: asked }: SheetSpec, lines: readonly Line[]): ColumnToWrite[] {
  const measured: string[][] = []
  for (const line of lines.slice(0, MEASURED_LINES)) {
    const texts =
      line.kind === 'header' ? line.names : 'values' in line ? line.values.map((value) => String(value ?? '')) : []
    texts.forEach((text, n) => {
      measured[n] = [...(measured[n] ?? []), text]
    })
  }
  const letters = Object.entries(asked ?? {}).map(([letter, width]) => [placeOf(letter), width] as const)
  const count = Math.max(measured.length, ...letters.map(([place]) => place + 1))
  const own = new Map(letters)
  return Array.from({ length: count }, (_, n) => ({ width: own.get(n) ?? columnWidth(measured[n] ?? []) }))
}

/** `A` is 0, `AA` is 26. */
const placeOf = (letters: string) =>
  [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
