import type { CellSink } from '../cell-sink.ts'
import type { Grid } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import type { Styles } from '../styles.ts'

const COLORS = /\[[A-Za-z]+\d*\]/g
const LITERAL = /"([^"]*)"|\\(.)/g
/** Zeros alone, or parted by dashes and spaces as postal codes and account numbers are. */
const PADDED = /^[A-Za-z]{0,3}-?0+(?:[- /.]0+)*$/
/** `00` shows hours and months: no code is so short. */
const FEWEST_ZEROS = 3

/** A number format that pads with zeros shows a code and no quantity: 52 under `0000` is `0052`. Null for other formats. */
export function codePattern(numberFormat: string): string | null {
  const [section = ''] = numberFormat.replaceAll(COLORS, '').split(';')
  const pattern = section.replaceAll(LITERAL, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '').trim()
  const zeros = pattern.replaceAll(/[^0]/g, '').length
  const isDecimal = /^0+\.0+$/.test(pattern)
  return PADDED.test(pattern) && zeros >= FEWEST_ZEROS && !isDecimal ? pattern : null
}

/** What a person reads in the cell. Null where the number is none that a code can be. */
export function spellCode(value: number, pattern: string): string | null {
  if (!Number.isSafeInteger(value) || value < 0) return null
  const zeros = pattern.replaceAll(/[^0]/g, '').length
  const digits = String(value).padStart(zeros, '0')
  let next = digits.length - zeros
  const shown = pattern.replaceAll('0', () => digits[next++] ?? '')
  // Digits beyond the pattern stand before it, as Excel shows them.
  const spare = digits.slice(0, digits.length - zeros)
  return spare === '' ? shown : shown.replace(/\d/, (first) => spare + first)
}

/** The file with such cells as the texts that people see in them, in every sheet and for every reader alike. */
export function withCodesAsTexts(file: OpenedFile): OpenedFile {
  const { calculation } = file
  // Readers of old formats come to know their styles cell by cell.
  if (file.format === 'xlsx' && !file.styles.some(({ numberFormat }) => codePattern(numberFormat) !== null)) return file
  const patternOf = patternsIn(file.styles)
  const codeOf = (value: number, style: number) => {
    const pattern = patternOf(style)
    return pattern === null ? null : spellCode(value, pattern)
  }
  return {
    ...file,
    scan: (sheet, sink) => file.scan(sheet, sinkOfCodes(sink, codeOf)),
    readGrid: async (sheet, bounds) => gridOfCodes(await file.readGrid(sheet, bounds), codeOf),
    ...(calculation && {
      calculation: { ...calculation, withComputed: (cells) => withCodesAsTexts(calculation.withComputed(cells)) },
    }),
  }
}

type CodeOf = (value: number, style: number) => string | null

function patternsIn(styles: Styles): (style: number) => string | null {
  const known = new Map<number, string | null>()
  return (style) => {
    const found = known.get(style)
    if (found !== undefined) return found
    const pattern = codePattern(styles[style]?.numberFormat ?? '')
    known.set(style, pattern)
    return pattern
  }
}

function sinkOfCodes(sink: CellSink, codeOf: CodeOf): CellSink {
  return {
    ...sink,
    number: (column, value, style) => {
      const code = codeOf(value, style)
      if (code === null) sink.number(column, value, style)
      else sink.text(column, code, style)
    },
  }
}

function gridOfCodes(grid: Grid, codeOf: CodeOf): Grid {
  return {
    ...grid,
    cells: grid.cells.map((held) => {
      const code = held.cell?.kind === 'number' ? codeOf(held.cell.value, held.style) : null
      return code === null ? held : { ...held, cell: { kind: 'text', value: code } }
    }),
  }
}
