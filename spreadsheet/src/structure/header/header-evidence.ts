import type { CellStyle } from '../../styles.ts'
import { isHeaderSequence } from './header-sequence.ts'
import type { Look } from './look.ts'
import type { TopRows } from './top-rows.ts'

/** What one cell says for (above zero) or against its row being a header, as the logarithm of odds. */
const SAYS = {
  /** Words over figures. */
  wordOverFigures: 2,
  /** Words over days, years and codes. */
  wordOverDigits: 1.2,
  /** Words over other words, that may be names or values. */
  wordOverWords: -0.3,
  /** Words that stand below again, as those of a column of few different values do. */
  wordRepeatedBelow: -1.5,
  /** A year, a month or a range over figures. */
  digitsOverFigures: 1,
  digitsOverDigits: -2,
  /** A year, a day or a step of a sequence. */
  countInSequence: 1,
  /** A number that is neither. */
  countOverFigures: -2,
  /** Only a quantity can look like this. */
  figureOverFigures: -3,
  absent: -1.5,
  /** The lower part of a cell that is merged down. */
  mergedDown: 2,
  /** A sentence over words. */
  sentence: -2,
} as const

/** How much a row's looks differ from those of the rows below it, each between -1 and 1. */
const LOOKS_LIKE_HEADER = { isBold: 1.5, isFilled: 1.5, isCentered: 0.7 } as const

/** Columns that are full below stand empty here: rows of data do not leave out their key. */
const EMPTY_OVER_FULL = 2.5
const FULL = 0.9

/** So many cells say all that a row can say. */
const ENOUGH_CELLS = 16

/** A row of words that comes again, word for word, is the header of a next page. */
const REPEATED_AS_A_WHOLE = 4

/** For (above zero) or against a row of the region being part of its header. */
export function headerEvidence(top: TopRows, row: number): number {
  if (isLone(top, row)) return 0
  if (top.isRepeated(row)) return REPEATED_AS_A_WHOLE
  const isSequence = isHeaderSequence(top, row)
  let sum = 0
  let cells = 0
  for (let column = 0; column < top.width; column++) {
    if (top.lookAt(row, column) === 'empty') continue
    sum += evidenceOfCell(top, row, column, isSequence)
    cells++
  }
  if (cells === 0) return 0
  // Cells of a row agree with each other, so that many of them do not say much more than some.
  const ofCells = (sum / cells) * (1 + Math.log2(Math.min(cells, ENOUGH_CELLS)))
  return ofCells + evidenceOfGaps(top, row) + evidenceOfStyle(top, row)
}

/** Nothing but the first column is filled: such a row heads others or is a title, and says nothing of columns. */
export function isLone(top: TopRows, row: number): boolean {
  const first = top.cellAt(row, 0)
  if (first === undefined) return false
  for (let column = 1; column < top.width; column++) {
    const cell = top.cellAt(row, column)
    if (cell !== undefined && cell !== first) return false
  }
  return true
}

function evidenceOfCell(top: TopRows, row: number, column: number, isSequence: boolean): number {
  const figures = shareBelow(top, row, column, ['figure', 'count', 'absent'])
  const digits = shareBelow(top, row, column, ['digits'])
  switch (isOnlyWord(top, row, column) ? 'text' : top.lookAt(row, column)) {
    case 'text': {
      if (isMergedDown(top, row, column)) return SAYS.mergedDown
      const words = Math.max(0, 1 - figures - digits)
      const overWords = wordOverWords(top, row, column)
      return figures * SAYS.wordOverFigures + digits * SAYS.wordOverDigits + words * overWords
    }
    case 'digits':
      return figures * SAYS.digitsOverFigures + digits * SAYS.digitsOverDigits
    case 'count':
      return isSequence ? SAYS.countInSequence : figures * SAYS.countOverFigures
    case 'figure':
      return figures * SAYS.figureOverFigures
    case 'absent':
      return SAYS.absent
    case 'empty':
      return 0
  }
}

/** `x` and `none` stand for no value, but not in the first row alone: programs call columns so that have no name. */
const isOnlyWord = (top: TopRows, row: number, column: number) =>
  row === 0 &&
  top.lookAt(row, column) === 'absent' &&
  /^\p{L}+$/u.test(top.cellAt(row, column)?.text ?? '') &&
  !top.isBelow(row, column)

function wordOverWords(top: TopRows, row: number, column: number): number {
  if (isSentence(top.cellAt(row, column)?.text ?? '')) return SAYS.sentence
  return top.isBelow(row, column) ? SAYS.wordRepeatedBelow : SAYS.wordOverWords
}

const isMergedDown = (top: TopRows, row: number, column: number) =>
  (top.cellAt(row, column)?.row ?? Infinity) < top.box.top + row

/** Wider than a name: letters of Asia are two wide. */
const WIDEST_NAME = 60

const isSentence = (text: string) =>
  text.length > WIDEST_NAME || (text.length * 2 > WIDEST_NAME && widthOf(text) > WIDEST_NAME)

const widthOf = (text: string) => text.length + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0)

const FILLED = ['text', 'figure', 'count', 'digits', 'absent'] as const

/** Of the cells that hold something. */
function shareBelow(top: TopRows, row: number, column: number, looks: readonly Look[]): number {
  let all = 0
  let some = 0
  for (const look of FILLED) {
    const count = top.below(row, column, look)
    all += count
    if (looks.includes(look)) some += count
  }
  return all === 0 ? 0 : some / all
}

function evidenceOfGaps(top: TopRows, row: number): number {
  let full = 0
  let gaps = 0
  for (let column = 0; column < top.width; column++) {
    const empty = top.below(row, column, 'empty')
    const filled = FILLED.reduce((sum, look) => sum + top.below(row, column, look), 0)
    if (filled < FULL * (filled + empty) || filled < 2) continue
    full++
    if (top.lookAt(row, column) === 'empty') gaps++
  }
  return full === 0 ? 0 : (EMPTY_OVER_FULL * gaps) / full
}

function evidenceOfStyle(top: TopRows, row: number): number {
  return (
    LOOKS_LIKE_HEADER.isBold * moreThanBelow(top, row, ({ isBold }) => isBold) +
    LOOKS_LIKE_HEADER.isFilled * moreThanBelow(top, row, ({ fill }) => fill !== null) +
    LOOKS_LIKE_HEADER.isCentered * moreThanBelow(top, row, ({ horizontal }) => horizontal === 'center')
  )
}

/** By how much more of a row's cells have a style than those of the rows below that are looked at. */
function moreThanBelow(top: TopRows, row: number, has: (style: CellStyle) => boolean): number {
  return shareWith(top, row, row + 1, has) - shareWith(top, row + 1, top.height, has)
}

function shareWith(top: TopRows, from: number, to: number, has: (style: CellStyle) => boolean): number {
  let all = 0
  let some = 0
  for (let row = from; row < to; row++)
    for (let column = 0; column < top.width; column++) {
      const cell = top.cellAt(row, column)
      if (cell === undefined) continue
      all++
      if (has(cell.style)) some++
    }
  return all === 0 ? 0 : some / all
}
