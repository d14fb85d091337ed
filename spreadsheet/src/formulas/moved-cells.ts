import type { Box } from '../grid.ts'
import type { CellPosition, Shift } from './move-formula.ts'

/** Cells that stood one below the other in a column, and do so still, in some tab. */
type Run = { top: number; bottom: number; tab: number; row: number; column: number }

export type MovedTo = CellPosition & { tab: number }

/** Where cells of a sheet stand now; one may stand in several tabs. */
export class MovedCells {
  /** By column of the sheet; in each by tab, from the top down once they are asked for. */
  readonly #columns = new Map<number, Map<number, Run[]>>()
  #isSorted = true
  #runs = 0

  /** This says how much memory it takes. */
  get runs() {
    return this.#runs
  }

  add(from: CellPosition, { tab, row, column }: MovedTo) {
    const byTab = this.#columns.get(from.column) ?? new Map<number, Run[]>()
    this.#columns.set(from.column, byTab)
    const runs = byTab.get(tab) ?? []
    byTab.set(tab, runs)
    const last = runs.at(-1)
    const isNext = last && last.bottom + 1 === from.row && last.column === column
    if (isNext && last.row + last.bottom + 1 - last.top === row) {
      last.bottom = from.row
      return
    }
    if (last && last.bottom >= from.row) this.#isSorted = false
    runs.push({ top: from.row, bottom: from.row, tab, row, column })
    this.#runs += 1
  }

  /** All places where a cell stands now. */
  placesOf({ row, column }: CellPosition): MovedTo[] {
    this.#sort()
    return [...(this.#columns.get(column)?.values() ?? [])].flatMap((runs) => {
      const run = runAt(runs, row)
      return run ? [{ tab: run.tab, row: run.row + row - run.top, column: run.column }] : []
    })
  }

  /** How a box has moved into a tab; null unless all of it is there and every cell beside the ones it was beside. */
  shiftOf({ top, left, bottom, right }: Box, tab: number): Pick<Shift, 'rows' | 'columns'> | null {
    this.#sort()
    let shift: Pick<Shift, 'rows' | 'columns'> | null = null
    for (let column = left; column <= right; column++) {
      const run = runAt(this.#columns.get(column)?.get(tab) ?? [], top)
      if (!run || run.bottom < bottom) return null
      const own = { rows: run.row - run.top, columns: run.column - column }
      shift ??= own
      if (own.rows !== shift.rows || own.columns !== shift.columns) return null
    }
    return shift
  }

  #sort() {
    if (this.#isSorted) return
    for (const byTab of this.#columns.values()) {
      for (const runs of byTab.values()) runs.sort((one, other) => one.top - other.top)
    }
    this.#isSorted = true
  }
}

/** The last that begins at the row or above it, if it reaches there. */
function runAt(runs: readonly Run[], row: number): Run | undefined {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.top ?? 0) <= row) low = middle + 1
    else high = middle
  }
  const run = runs[low - 1]
  return run && run.bottom >= row ? run : undefined
}
