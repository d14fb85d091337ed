import type { Box } from '../../grid.ts'
import type { Sheet } from '../sheet.ts'
import { type Look, lookOf } from './look.ts'

/** So many rows tell what a column holds. */
const SAMPLE_ROWS = 400
/** A column with more than this share of numbers measures something. */
const MEASURES = 0.5
/** Names that tell rows apart may come twice now and then: totals do. */
const TELLS_APART = 0.9

/** Digits in a column of such a name tell one thing from another. */
const NAMES_THINGS = /\b(?:id|i\.d\.|no\.|code|rank|zip)(?:\W|$)|\bno$|番号|コード|№/i

/** `(百万円)`, `(人)`: what is counted in a unit measures, however small its numbers are. */
const COUNTS_IN_UNITS = /[(（][百千万億兆]*(?:円|株|人|名|件|個|社|台|ドル|%|％)[)）]$/u

/** People do not keep more of them in mind. */
const MOST_KEY_COLUMNS = 6

type ColumnKind = 'empty' | 'names' | 'counts' | 'measures'

/** Columns whose cells name their row: those in front of the measures. `body` is the region without its header. */
export function findLabelColumns(sheet: Sheet, body: Box, headerOf: (column: number) => string): number[] {
  const rows = { ...body, bottom: Math.min(body.bottom, body.top + SAMPLE_ROWS) }
  const columns = Array.from({ length: body.right - body.left + 1 }, (_, n) => body.left + n)
  const kinds = columns.map((column) => {
    const header = headerOf(column)
    if (NAMES_THINGS.test(header)) return 'names'
    const kind = kindOfColumn(sheet, column, rows)
    return kind === 'counts' && COUNTS_IN_UNITS.test(header) ? 'measures' : kind
  })
  if (columns.length < 2 || kinds[0] === 'measures') return []
  if (kinds[0] === 'counts' && !distinguishes(sheet, columns.slice(0, 1), 1, rows)) return []
  const lastNames = kinds.lastIndexOf('names')
  const isInFront = kinds.slice(lastNames + 1).some(isOfNumbers) && !kinds.slice(0, lastNames).includes('measures')
  if (isInFront) return columns.slice(0, Math.max(1, lastNames + 1))
  // Without a measure the last column is what the others name.
  const firstMeasure = kinds.findIndex((kind, n) => n > 0 && isOfNumbers(kind))
  return identifyingColumns(sheet, columns.slice(0, firstMeasure), rows)
}

const isOfNumbers = (kind: ColumnKind) => kind === 'counts' || kind === 'measures'

function kindOfColumn(sheet: Sheet, column: number, { top, bottom }: Box): ColumnKind {
  const counts = new Map<Look, number>()
  let filled = 0
  for (let row = top; row <= bottom; row++) {
    const look = lookOf(sheet.cellAt(row, column))
    if (look === 'empty') continue
    counts.set(look, (counts.get(look) ?? 0) + 1)
    filled++
  }
  const [figures = 0, whole = 0, absent = 0] = [counts.get('figure'), counts.get('count'), counts.get('absent')]
  if (filled === 0) return 'empty'
  if (figures + whole + absent <= MEASURES * filled) return 'names'
  return figures + absent === 0 || whole > figures + absent ? 'counts' : 'measures'
}

/** As few of the first columns as tell the rows apart; the first one alone where none do. */
export function identifyingColumns(sheet: Sheet, columns: readonly number[], body: Box): number[] {
  for (let n = 1; n <= Math.min(columns.length, MOST_KEY_COLUMNS); n++) {
    if (distinguishes(sheet, columns, n, body)) return columns.slice(0, n)
  }
  return columns.slice(0, 1)
}

/** The first `n` of the columns do. An empty cell stands for the one above it, as under a merged name. */
function distinguishes(sheet: Sheet, columns: readonly number[], n: number, { top, bottom }: Box): boolean {
  const above = columns.map(() => '')
  const keys = new Set<string>()
  const last = Math.min(bottom, top + SAMPLE_ROWS)
  let rows = 0
  for (let row = top; row <= last; row++) {
    const texts = columns.map((column) => sheet.cellAt(row, column)?.text)
    if (texts.every((text) => text === undefined)) continue
    for (const [place, text] of texts.entries()) if (text !== undefined) above[place] = text
    keys.add(above.slice(0, n).join('\u0000'))
    rows++
  }
  return keys.size >= TELLS_APART * rows
}
