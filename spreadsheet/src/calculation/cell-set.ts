import type { Box } from '../grid.ts'

const WORD_ROWS = 32
const BLOCK_WORDS = 32

/** The rows of one column: a bit each, in words, and in blocks of words so that a long span is looked at in few steps. */
type ColumnRows = { words: Map<number, number>; blocks: Map<number, number> }

/** Cells of one sheet, which can be asked for a box of them. */
export class CellSet {
  readonly #columns = new Map<number, ColumnRows>()
  #size = 0

  get size() {
    return this.#size
  }

  has(row: number, column: number): boolean {
    const word = this.#columns.get(column)?.words.get(Math.floor(row / WORD_ROWS)) ?? 0
    return (word & bit(row)) !== 0
  }

  add(row: number, column: number) {
    const rows = this.#columns.get(column) ?? { words: new Map<number, number>(), blocks: new Map<number, number>() }
    this.#columns.set(column, rows)
    const place = Math.floor(row / WORD_ROWS)
    const word = rows.words.get(place) ?? 0
    if ((word & bit(row)) !== 0) return
    rows.words.set(place, word | bit(row))
    rows.blocks.set(Math.floor(place / BLOCK_WORDS), 1)
    this.#size++
  }

  /** Whether a cell of the box is in the set. */
  meets({ top, left, bottom, right }: Box): boolean {
    if (this.#size === 0) return false
    if (right - left < this.#columns.size) {
      for (let column = left; column <= right; column++)
        if (meetsRows(this.#columns.get(column), top, bottom)) return true
      return false
    }
    for (const [column, rows] of this.#columns)
      if (column >= left && column <= right && meetsRows(rows, top, bottom)) return true
    return false
  }
}

const bit = (row: number) => 1 << (row % WORD_ROWS)

function meetsRows(rows: ColumnRows | undefined, top: number, bottom: number): boolean {
  if (!rows) return false
  const blockRows = WORD_ROWS * BLOCK_WORDS
  for (const block of rows.blocks.keys()) {
    const from = Math.max(top, block * blockRows)
    const to = Math.min(bottom, (block + 1) * blockRows - 1)
    if (from <= to && meetsWords(rows.words, from, to)) return true
  }
  return false
}

function meetsWords(words: ReadonlyMap<number, number>, from: number, to: number): boolean {
  const last = Math.floor(to / WORD_ROWS)
  for (let place = Math.floor(from / WORD_ROWS); place <= last; place++) {
    let word = words.get(place) ?? 0
    if (word === 0) continue
    const first = place * WORD_ROWS
    if (from > first) word &= -1 << (from - first)
    if (to < first + WORD_ROWS - 1) word &= ~(-1 << (to - first + 1))
    if (word !== 0) return true
  }
  return false
}
