import type { CitedCell, CitedRange } from './citation.ts'
import { cellsIn, rangesOfCells } from './ranges-of-cells.ts'

/** Ranges that are listed for one column; the rest is counted. */
const MOST_RANGES = 50

/** Cells as ranges, by file and sheet. */
export function rangesIn(cells: readonly CitedCell[]): { ranges: CitedRange[]; cells: number; isCut: boolean } {
  const sheets = Map.groupBy(cells, ({ source, revision, sheet }) => JSON.stringify([source, revision, sheet]))
  const all = [...sheets.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { source, revision, sheet } = first
    return rangesOfCells(some.map(({ at }) => at)).map((range) => ({ source, revision, sheet, range }))
  })
  return {
    ranges: all.slice(0, MOST_RANGES),
    cells: all.reduce((sum, { range }) => sum + cellsIn(range), 0),
    isCut: all.length > MOST_RANGES,
  }
}
