import type { CellSink } from '../cell-sink.ts'
import { FileRefused } from '../errors.ts'
import type { RecordDialect } from './record-dialect.ts'
import { createRecordReader } from './record-reader.ts'

/** In order of preference: of two that fit equally well the first wins. */
const DELIMITERS = [',', '\t', ';', '|', '^', '~', '\x01', '\x1f', ' '] as const

const SAMPLE_ROWS = 2000

/** The dialect in which the sample is most of a table: rows of one width, cells that look like values. */
export function detectDialect(sample: string, hints: Partial<RecordDialect>): RecordDialect {
  let best: RecordDialect = { delimiter: ',', quoteChar: '"', escapeChar: '"', ...hints }
  let bestScore = 0
  for (const dialect of candidates(sample, hints)) {
    const score = scoreOf(sample, dialect)
    if (score > bestScore * 1.02) {
      best = dialect
      bestScore = score
    }
  }
  return best
}

function* candidates(sample: string, hints: Partial<RecordDialect>): Iterable<RecordDialect> {
  const delimiters =
    hints.delimiter === undefined ? DELIMITERS.filter((each) => sample.includes(each)) : [hints.delimiter]
  const quotes =
    hints.quoteChar === undefined ? ['"', ...(LONE_APOSTROPHE.test(sample) ? ["'"] : [])] : [hints.quoteChar]
  for (const quoteChar of quotes) {
    const escapes = hints.escapeChar === undefined ? escapesIn(sample, quoteChar) : [hints.escapeChar]
    for (const escapeChar of escapes) {
      for (const delimiter of delimiters) yield { delimiter, quoteChar, escapeChar }
    }
  }
}

/** A quote is written twice, behind a backslash, or as it is: the last only where a field may end with one, `"a 5"",`. */
function escapesIn(sample: string, quoteChar: string | null): (string | null)[] {
  if (quoteChar === null) return [null]
  const hasBackslash = sample.includes(`\\${quoteChar}`)
  const endsInQuote = sample.includes(`${quoteChar}${quoteChar}`)
  return [quoteChar, ...(hasBackslash ? ['\\'] : []), ...(endsInQuote ? [null] : [])]
}

/** An apostrophe that opens a field. */
const LONE_APOSTROPHE = /(?:^|[\r\n,;\t|])'[^'\r\n]*'(?:[\r\n,;\t|]|$)/

/** 0 for a sample of one column; near 1 for a wide table of clean values. */
function scoreOf(sample: string, dialect: RecordDialect): number {
  const { widths, cells, values, figures, strays } = measure(sample, dialect)
  const rows = widths.reduce((sum, count) => sum + (count ?? 0), 0)
  const isMostlyOneColumn = (widths[1] ?? 0) * 2 > rows
  if (rows === 0 || cells === 0 || isMostlyOneColumn) return 0
  // Words have spaces between them too, and figures that are moved to the right have many: one between figures is a delimiter.
  const fields = widths.reduce((sum, count, width) => sum + (count ?? 0) * width, 0)
  if (dialect.delimiter === ' ' && figures < fields * MOSTLY) return 0
  // Rows of one width count for more than as many of several, wide ones for more than narrow ones.
  const shape = widths.reduce((sum, count, width) => sum + ((count ?? 0) / rows) ** 2 * (1 - 1 / width), 0)
  return shape * (values / cells) * (1 - strays / cells)
}

type Measures = { widths: number[]; cells: number; values: number; figures: number; strays: number }

const MOSTLY = 0.75

function measure(sample: string, dialect: RecordDialect): Measures {
  const found = { widths: [] as number[], cells: 0, values: 0, figures: 0 }
  let cellsBefore = 0
  const reader = createRecordReader(dialect, countingSink(found), {
    onRowEnd: (fields) => {
      const isBlank = found.cells === cellsBefore
      cellsBefore = found.cells
      if (!isBlank) found.widths[fields] = (found.widths[fields] ?? 0) + 1
    },
  })
  try {
    reader.push(sample)
    reader.end()
  } catch (error) {
    // A dialect in which the sample breaks a limit is not the one it is in; if it is, reading says so.
    if (!(error instanceof FileRefused)) throw error
    return { widths: [], cells: 0, values: 0, figures: 0, strays: 0 }
  }
  return { ...found, strays: Math.min(found.cells, reader.strayQuotes()) }
}

function countingSink(found: Pick<Measures, 'cells' | 'values' | 'figures'>): CellSink {
  let rows = 0
  const unheard = () => {}
  return {
    row: () => {
      rows++
    },
    text: (_, text) => {
      found.cells++
      const isFigure = NUMBER.test(text)
      if (isFigure) found.figures++
      if (isFigure || !HOLDS_DELIMITER.test(text)) found.values++
    },
    number: unheard,
    boolean: unheard,
    error: unheard,
    date: unheard,
    isFull: () => rows >= SAMPLE_ROWS,
  }
}

/** What is cut at the wrong places still holds the right ones. */
const HOLDS_DELIMITER = /[,;\t|"]/
const NUMBER = /^[-+(▲△¥$€£]*[0-9]{1,3}(?:[,. '][0-9]{3})*(?:[.,][0-9]+)?[%)-]*$/
