import { cheapestAlignment, type Pairs } from './cheapest-alignment.ts'
import { fewestEdits, type Span } from './fewest-edits.ts'
import { differencesOfRows, hashRows, type LaidSheet, weighRows } from './laid-sheet.ts'
import { uniqueAnchors } from './unique-anchors.ts'

/** So many comparisons of cells are made to find the very cheapest pairs of a part. */
const MOST_COMPARISONS = 4_000_000
const MOST_EDITS = 1_000

/** Which row of the old sheet is which of the new one, counting rows that hold something; both ascend. */
export function alignRows(old: LaidSheet, next: LaidSheet): Pairs {
  return new RowAlignment(old, next).pairs
}

/**
 * Small parts are paired as cheaply as can be. Large ones are parted at rows that are surely the same: those of the fewest
 * edits, else those that are there once, else those whose texts are. What is large still is paired from the top.
 */
class RowAlignment {
  readonly pairs: Pairs = []
  readonly #old: LaidSheet
  readonly #next: LaidSheet
  readonly #rows: { old: Float64Array; next: Float64Array }
  readonly #weights: { old: Int32Array; next: Int32Array }
  #labels: { old: Float64Array; next: Float64Array } | undefined

  constructor(old: LaidSheet, next: LaidSheet) {
    this.#old = old
    this.#next = next
    this.#rows = { old: hashRows(old, 'cells'), next: hashRows(next, 'cells') }
    this.#weights = { old: weighRows(old), next: weighRows(next) }
    const { length: oldTo } = old.cells.rows
    const { length: newTo } = next.cells.rows
    this.#pairWithin({ oldFrom: 0, oldTo, newFrom: 0, newTo }, 'edits')
  }

  #pairWithin(span: Span, by: 'edits' | 'rows' | 'labels') {
    // Equal ends could be paired at once, but rows that are there twice would then tear what came in one piece apart.
    if (this.#isSmall(span)) return this.#pairCheaply(span)
    const { oldFrom, oldTo, newFrom, newTo } = this.#pairBeginning(span)
    let same = 0
    while (this.#isSame(oldTo - 1 - same, newTo - 1 - same, oldFrom, newFrom)) same += 1
    const rest = { oldFrom, oldTo: oldTo - same, newFrom, newTo: newTo - same }
    if (rest.oldTo > rest.oldFrom && rest.newTo > rest.newFrom) this.#pairRest(rest, by)
    for (let n = same; n > 0; n--) this.pairs.push([oldTo - n, newTo - n])
  }

  #pairBeginning({ oldFrom, oldTo, newFrom, newTo }: Span): Span {
    let from = 0
    while (oldFrom + from < oldTo && newFrom + from < newTo && this.#areEqual(oldFrom + from, newFrom + from)) {
      this.pairs.push([oldFrom + from, newFrom + from])
      from += 1
    }
    return { oldFrom: oldFrom + from, oldTo, newFrom: newFrom + from, newTo }
  }

  #isSame(oldRow: number, newRow: number, oldFrom: number, newFrom: number) {
    return oldRow >= oldFrom && newRow >= newFrom && this.#areEqual(oldRow, newRow)
  }

  #areEqual(oldRow: number, newRow: number) {
    return this.#rows.old[oldRow] === this.#rows.next[newRow]
  }

  #pairRest(span: Span, by: 'edits' | 'rows' | 'labels') {
    if (this.#isSmall(span)) return this.#pairCheaply(span)
    if (by === 'edits') {
      const anchors = fewestEdits(this.#rows, span, MOST_EDITS)
      if (anchors && anchors.length > 0) return this.#pairBetween(span, anchors, 'labels')
    }
    if (by !== 'labels') {
      const anchors = uniqueAnchors(this.#rows, span)
      if (anchors.length > 0) return this.#pairBetween(span, anchors, 'rows')
    }
    this.#labels ??= { old: hashRows(this.#old, 'labels'), next: hashRows(this.#next, 'labels') }
    const anchors = uniqueAnchors(this.#labels, span)
    return anchors.length > 0 ? this.#pairBetween(span, anchors, 'labels') : this.#pairFromTop(span)
  }

  #pairBetween({ oldFrom, oldTo, newFrom, newTo }: Span, anchors: Pairs, by: 'rows' | 'labels') {
    let oldAt = oldFrom
    let newAt = newFrom
    for (const [oldRow, newRow] of anchors) {
      this.#pairWithin({ oldFrom: oldAt, oldTo: oldRow, newFrom: newAt, newTo: newRow }, by)
      this.pairs.push([oldRow, newRow])
      oldAt = oldRow + 1
      newAt = newRow + 1
    }
    this.#pairWithin({ oldFrom: oldAt, oldTo, newFrom: newAt, newTo }, by)
  }

  #isSmall({ oldFrom, oldTo, newFrom, newTo }: Span) {
    const cells = cellsIn(this.#old, oldFrom, oldTo) + cellsIn(this.#next, newFrom, newTo)
    return (
      (oldTo - oldFrom) * (newTo - newFrom) + cells * Math.max(oldTo - oldFrom, newTo - newFrom) <= MOST_COMPARISONS
    )
  }

  #pairCheaply({ oldFrom, oldTo, newFrom, newTo }: Span) {
    const pairs = cheapestAlignment({
      oldCount: oldTo - oldFrom,
      newCount: newTo - newFrom,
      pair: (old, next) =>
        this.#areEqual(oldFrom + old, newFrom + next)
          ? 0
          : differencesOfRows(this.#old, oldFrom + old, this.#next, newFrom + next),
      drop: (old) => this.#weights.old[oldFrom + old] ?? 0,
      add: (next) => this.#weights.next[newFrom + next] ?? 0,
    })
    for (const [old, next] of pairs) this.pairs.push([oldFrom + old, newFrom + next])
  }

  #pairFromTop({ oldFrom, oldTo, newFrom, newTo }: Span) {
    const count = Math.min(oldTo - oldFrom, newTo - newFrom)
    for (let n = 0; n < count; n++) this.pairs.push([oldFrom + n, newFrom + n])
  }
}

const cellsIn = ({ cells: { starts } }: LaidSheet, from: number, to: number) => (starts[to] ?? 0) - (starts[from] ?? 0)
