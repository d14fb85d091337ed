import type { Wire } from '@bindery-data/sdk'
import type { Style, Terminal } from '../terminal.ts'
import { displayWidth, fitted } from './display-width.ts'
import { textOf } from './draw-table.ts'

type Region = Wire.Region
type Cells = Wire.Operations['previewSource']['answer']['cells']
type Cell = Cells[number][number]
type Part = 'title' | 'unit' | 'note' | 'keyvalue' | 'header' | 'data' | 'group' | 'total' | 'ignored' | 'nothing'

/** What a row is taken for: a sign at its margin for every eye, and a colour where there are any. */
const PARTS: Record<Part, { sign: string; style: Style }> = {
  title: { sign: 'T', style: ['bold', 'magenta'] },
  unit: { sign: 'U', style: 'magenta' },
  note: { sign: 'N', style: 'blue' },
  keyvalue: { sign: 'K', style: 'blue' },
  header: { sign: 'H', style: ['bold', 'cyan'] },
  data: { sign: ' ', style: 'reset' },
  group: { sign: 'G', style: 'green' },
  total: { sign: 'Σ', style: 'yellow' },
  ignored: { sign: '·', style: 'dim' },
  nothing: { sign: ' ', style: 'dim' },
}

const TOTALS = new Set(['subtotal', 'total', 'difference', 'ratio'])
const WIDEST_CELL = 16
const NARROWEST_CELL = 2
const MARGIN = 8

/** The upper left part of a sheet, each cell in the colour of what it is taken for, and what becomes of it. */
export function drawStructure(sheet: string, regions: readonly Region[], cells: Cells, terminal: Terminal): string {
  const { paint } = terminal
  const united = unitedIn(regions)
  const here = regions.filter((region) => region.sheet === sheet)
  const shown = cells.slice(0, cells.findLastIndex((row) => row.some(isFilled)) + 1)
  const widths = shownWidths(shown, terminal)
  const rows = shown.map((row, y) => ({ row, parts: widths.map((_, x) => partAt(here, y + 1, x + 1)) }))
  const letters = widths
    .map((width, x) => fitted(lettersOf(x), width))
    .join(' ')
    .trimEnd()
  const lines = rows.map(({ row, parts }, y) => {
    const number = paint('dim', String(y + 1).padStart(5))
    return `${number} ${PARTS[signOf(parts)].sign} ${drawRow(row, parts, widths, terminal)}`.trimEnd()
  })
  const legend = [...new Set(rows.flatMap(({ parts }) => parts))]
    .filter((part) => PARTS[part].sign !== ' ')
    .map((part) => paint(PARTS[part].style, `${PARTS[part].sign} ${part}`))
  const below = legend.length > 0 ? [`${' '.repeat(MARGIN)}${legend.join('   ')}`] : []
  return [
    paint('bold', textOf(sheet)),
    `${' '.repeat(MARGIN)}${paint('dim', letters)}`,
    ...lines,
    ...below,
    ...outputsOf(here, united),
    '',
  ].join('\n')
}

/** A text that is too long for its cell runs on over empty ones, as it does in a sheet. */
function drawRow(row: Cells[number], parts: readonly Part[], widths: readonly number[], { paint }: Terminal): string {
  let line = ''
  for (let x = 0; x < widths.length; ) {
    const text = cellText(row[x])
    let [width, next] = [widths[x] ?? 0, x + 1]
    while (displayWidth(text) > width && next < widths.length && !isFilled(row[next]))
      width += 1 + (widths[next++] ?? 0)
    const style = PARTS[parts[x] ?? 'nothing'].style
    line += paint(style, fitted(text, width, row[x]?.t === 'n' ? 'right' : 'left')) + paint('dim', '│')
    x = next
  }
  return line
}

type Union = NonNullable<Region['union']>

/** The union that a region is a part of, by the id of the region. */
const unitedIn = (regions: readonly Region[]): ReadonlyMap<string, Union> =>
  new Map(
    regions.flatMap(({ union }) => (union?.parts ?? []).flatMap((part) => (union ? [[part.region_id, union]] : []))),
  )

/** Each table once, with the ranges it is made of. */
function outputsOf(regions: readonly Region[], united: ReadonlyMap<string, Union>): string[] {
  const ranges = new Map<string, string[]>()
  for (const { range, outputs, region_id } of regions)
    for (const { name, kind, level } of outputs) {
      const union = united.get(region_id)
      const table = union?.outputs.find((one) => one.kind === kind && one.level === level)
      const of = table && union ? `, one table of ${union.parts.length} sheets` : ''
      const output = `${textOf(table?.name ?? name)} (${kind}${of})`
      ranges.set(output, [...(ranges.get(output) ?? []), range])
    }
  return [...ranges].map(([output, from]) => `${' '.repeat(MARGIN)}${from.join(', ')} → ${output}`)
}

/** As many columns as are filled and the terminal has room for, each as wide as most of what it shows. */
function shownWidths(cells: Cells, { columns }: Terminal): number[] {
  const filled = Math.max(0, ...cells.map((row) => row.findLastIndex(isFilled) + 1))
  const widths: number[] = []
  let room = columns - MARGIN
  for (let x = 0; x < filled; x++) {
    // What runs on over empty cells needs no room of its own.
    const own = cells.filter((row) => isFilled(row[x]) && (isFilled(row[x + 1]) || x + 1 === filled))
    const widest = own.reduce((most, row) => Math.max(most, displayWidth(cellText(row[x]))), NARROWEST_CELL)
    const width = Math.min(WIDEST_CELL, widest)
    room -= width + 1
    if (room < 0) break
    widths.push(width)
  }
  return widths
}

const isFilled = (cell: Cell | undefined) => cell?.v !== null && cell?.v !== undefined && cell.v !== ''

const cellText = (cell: Cell | undefined) => (isFilled(cell) ? textOf(cell?.v) : '')

/** 0 → A, 26 → AA. */
const lettersOf = (x: number): string =>
  (x < 26 ? '' : lettersOf(Math.floor(x / 26) - 1)) + String.fromCharCode(65 + (x % 26))

/** The most telling of what stands in a row. */
const signOf = (parts: readonly Part[]): Part => parts.find((part) => PARTS[part].sign !== ' ') ?? 'nothing'

function partAt(regions: readonly Region[], row: number, column: number): Part {
  const region = regions.find(({ range }) => isInside(range, row, column))
  if (!region) return 'nothing'
  if (region.kind === 'ignore') return 'ignored'
  if (region.kind !== 'data') return region.kind
  if (region.header_rows.includes(row)) return 'header'
  const role = region.row_roles.find(({ rows }) => rows.includes(row))?.role ?? 'data'
  if (TOTALS.has(role)) return 'total'
  if (role === 'separator' || role === 'repeat_header') return 'ignored'
  return role === 'group' || role === 'note' || role === 'unit' ? role : 'data'
}

function isInside(range: string, row: number, column: number): boolean {
  const [from, to = from] = range.split(':').map(placeOf)
  if (!from || !to) return false
  return row >= from.row && row <= to.row && column >= from.column && column <= to.column
}

/** A1 → row 1, column 1. */
function placeOf(cell: string) {
  const [, letters = '', digits = ''] = cell.match(/^([A-Z]+)(\d+)$/) ?? []
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(digits), column }
}
