import { setImmediate } from 'node:timers/promises'
import type { PdfFont } from '@bindery-data/spreadsheet/write/pdf/pdf-font.ts'
import { type PdfMark, type PdfPage, writePdf } from '@bindery-data/spreadsheet/write/pdf/write-pdf.ts'
import type { Line } from './lay-out-sheet.ts'
import { type SheetPart, sheetParts, type TablePart } from './sheet-tables.ts'
import { tooLargeForPdf } from './sheets.errors.ts'

/** A4, in points. */
const [SHORT_SIDE, LONG_SIDE] = [595.28, 841.89]
const MARGIN = 42
const FOOTER_SIZE = 7.5
const [BODY_SIZE, LEAST_SIZE] = [9, 6]
const HEADING_SIZES = [18, 14, 11]
/** Of lines, in the size of the font. */
const LEADING = 1.45
/** Beside the text of a cell, and above and below it. */
const [PADDING_X, PADDING_Y] = [5, 2.5]
const WIDEST_COLUMN = 0.4
/** Some thousand pages, and a second or two. */
const MOST_CELLS = 100_000
/** After so many rows others have their turn. */
const ROWS_AT_ONCE = 100

const [HEADER_FILL, RULE, STRONG_RULE, FAINT] = ['E7ECF3', 'DFE5EC', '5B6B7C', '8895A3']

type PrintedSheet = { title: string; lines: readonly Line[]; font: PdfFont; createdAt: Date }

/** A sheet on paper: tables as wide as they need to be, their headers on every page, every text whole. */
export async function sheetPdf({ title, lines, font, createdAt }: PrintedSheet): Promise<Buffer> {
  const parts = sheetParts(lines)
  refuseIfTooLarge(parts)
  const paper = newPaper(font, parts)
  for (const part of parts) await place(paper, part)
  const pages = finished(paper, title)
  return writePdf({ title, createdAt, font, pages })
}

function refuseIfTooLarge(parts: readonly SheetPart[]) {
  const cells = sum(parts.map((part) => (part.kind === 'table' ? part.rows.length * part.looks.length : 0)))
  if (cells > MOST_CELLS) throw tooLargeForPdf(cells, MOST_CELLS)
}

type Paper = {
  font: PdfFont
  width: number
  height: number
  pages: PdfMark[][]
  /** How far down the next mark stands, from the top of the page. */
  y: number
}

const innerWidth = ({ width }: Pick<Paper, 'width'>) => width - 2 * MARGIN

/** On its side if a table needs that. */
function newPaper(font: PdfFont, parts: readonly SheetPart[]): Paper {
  const upright = innerWidth({ width: SHORT_SIDE })
  const needed = parts.map((part) => (part.kind === 'table' ? sum(cappedWidths(part, font, BODY_SIZE, upright)) : 0))
  const isWide = Math.max(0, ...needed) > upright
  const [width, height] = isWide ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE]
  return { font, width, height, pages: [[]], y: MARGIN }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

/** True: a new page was begun. */
function makeRoom(paper: Paper, height: number): boolean {
  if (paper.y + height <= paper.height - MARGIN || paper.y === MARGIN) return false
  paper.pages.push([])
  paper.y = MARGIN
  return true
}

const draw = ({ pages }: Paper, ...marks: PdfMark[]) => pages.at(-1)?.push(...marks)

async function place(paper: Paper, part: SheetPart) {
  switch (part.kind) {
    case 'heading': {
      const size = HEADING_SIZES[part.level - 1] ?? BODY_SIZE
      if (paper.y > MARGIN) paper.y += size * 0.6
      placeText(paper, part.text, { size, isBold: true })
      paper.y += size * 0.25
      return
    }
    case 'title':
      return placeText(paper, part.text, { size: BODY_SIZE + 1, isBold: true })
    case 'text':
      return placeText(paper, part.text, { size: BODY_SIZE })
    case 'missing':
      return placeText(paper, part.text, { size: BODY_SIZE, color: FAINT })
    case 'space':
      paper.y += BODY_SIZE * LEADING
      return
    case 'table':
      return placeTable(paper, part)
  }
}

type TextLook = { size: number; isBold?: boolean; color?: string }

function placeText(paper: Paper, text: string, { size, ...look }: TextLook) {
  for (const line of wrapText(text, innerWidth(paper) / size, paper.font)) {
    makeRoom(paper, size * LEADING)
    draw(paper, { kind: 'text', x: MARGIN, y: baseline(paper, size), size, text: line, ...look })
    paper.y += size * LEADING
  }
}

const baseline = ({ height, y }: Paper, size: number, down = 0) => height - y - down - size * 1.05

async function placeTable(paper: Paper, table: TablePart) {
  const grid: Grid = { ...fitted(table, paper), table }
  const placeHeader = () => table.header && placeRow(paper, grid, broken(paper, grid, table.header), 'header')
  const placeBelow = (cells: readonly string[], kind: 'row' | 'totals') => {
    const row = broken(paper, grid, cells)
    if (makeRoom(paper, row.height)) placeHeader()
    placeRow(paper, grid, row, kind)
  }
  paper.y += PADDING_Y
  // No header stands alone at the foot of a page.
  makeRoom(paper, 3 * (grid.size * LEADING + 2 * PADDING_Y))
  placeHeader()
  for (const [n, row] of table.rows.entries()) {
    placeBelow(row, 'row')
    if (n % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate()
  }
  if (table.totals) placeBelow(table.totals, 'totals')
  paper.y += grid.size * LEADING
}

type Grid = { size: number; widths: readonly number[]; table: TablePart }

/** As wide as the texts are, if need be in smaller letters; what is then still too wide is broken into lines. */
function fitted(table: TablePart, paper: Paper): Omit<Grid, 'table'> {
  const most = innerWidth(paper)
  for (let size = BODY_SIZE; ; size -= 0.5) {
    const widths = cappedWidths(table, paper.font, size, most)
    const all = sum(widths)
    if (all <= most) return { size, widths }
    if (size <= LEAST_SIZE) return { size, widths: widths.map((width) => (width * most) / all) }
  }
}

function cappedWidths({ header, rows, totals, looks }: TablePart, font: PdfFont, size: number, most: number): number[] {
  const all = [...(header ? [header] : []), ...rows, ...(totals ? [totals] : [])]
  return looks.map((_, n) => {
    let widest = 1
    for (const row of all) for (const line of (row[n] ?? '').split('\n')) widest = Math.max(widest, font.widthOf(line))
    return Math.min(widest * size + 2 * PADDING_X, most * WIDEST_COLUMN)
  })
}

/** The cells of a row in the lines they need, and how high that makes it. */
type BrokenRow = { cells: readonly (readonly string[])[]; height: number }

function broken({ font }: Paper, { size, widths }: Grid, row: readonly string[]): BrokenRow {
  // A hair more than measured, or rounding would break what just fits.
  const cells = row.map((cell, n) => wrapText(cell, ((widths[n] ?? 0) - 2 * PADDING_X + 0.01) / size, font))
  const lines = Math.max(1, ...cells.map(({ length }) => length))
  return { cells, height: lines * size * LEADING + 2 * PADDING_Y }
}

function placeRow(paper: Paper, grid: Grid, { cells, height }: BrokenRow, kind: 'header' | 'row' | 'totals') {
  const { size, widths, table } = grid
  const width = sum(widths)
  const bottom = paper.height - paper.y - height
  const line = { kind: 'line', x: MARGIN, length: width } as const
  if (kind === 'header') draw(paper, { kind: 'box', x: MARGIN, y: bottom, width, height, color: HEADER_FILL })
  if (kind === 'totals') draw(paper, { ...line, y: bottom + height, thickness: 0.9, color: STRONG_RULE })
  draw(paper, { ...line, y: bottom, thickness: 0.5, color: kind === 'row' ? RULE : STRONG_RULE })
  let x = MARGIN
  for (const [n, lines] of cells.entries()) {
    const right = x + (widths[n] ?? 0)
    for (const [down, text] of lines.entries()) {
      const left = table.looks[n]?.isRight ? right - PADDING_X - paper.font.widthOf(text) * size : x + PADDING_X
      const y = baseline(paper, size, PADDING_Y + down * size * LEADING)
      draw(paper, { kind: 'text', x: left, y, size, text, isBold: kind !== 'row' })
    }
    x = right
  }
  paper.y += height
}

/** With its title and the number of the page at the foot of each. */
function finished({ font, width, height, pages }: Paper, title: string): PdfPage[] {
  const [short = ''] = wrapText(title, (width * 0.6) / FOOTER_SIZE, font)
  return pages.map((marks, n) => {
    const text = `${n + 1} / ${pages.length}`
    const foot = { kind: 'text', y: MARGIN / 2, size: FOOTER_SIZE, color: FAINT } as const
    const x = width - MARGIN - font.widthOf(text) * FOOTER_SIZE
    return { width, height, marks: [...marks, { ...foot, x: MARGIN, text: short }, { ...foot, x, text }] }
  })
}

/** A text in lines that are no wider than this, in the size of the font; words stay whole where they fit. */
export function wrapText(text: string, width: number, font: PdfFont): string[] {
  return text.split(/\r\n?|\n/).flatMap((line) => wrapLine(line.replaceAll('\t', ' '), width, font))
}

/** Japanese may be broken between any two characters, other texts where there is a space. */
const PIECES = /[ \u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]|[^ \u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]+/gu

function wrapLine(line: string, width: number, font: PdfFont): string[] {
  if (font.widthOf(line) <= width) return [line]
  const lines: string[] = []
  let current = ''
  for (const piece of line.match(PIECES) ?? []) {
    if (font.widthOf(current + piece) <= width) {
      current += piece
      continue
    }
    if (current.trim() !== '') lines.push(current.trimEnd())
    const [rest = '', ...full] = cut(piece.trimStart(), width, font).reverse()
    lines.push(...full.reverse())
    current = rest
  }
  if (current !== '') lines.push(current)
  return lines
}

/** A word that is too long for a line. */
function cut(word: string, width: number, font: PdfFont): string[] {
  const pieces: string[] = []
  let current = ''
  for (const character of word) {
    if (current !== '' && font.widthOf(current + character) > width) {
      pieces.push(current)
      current = ''
    }
    current += character
  }
  return [...pieces, current]
}
