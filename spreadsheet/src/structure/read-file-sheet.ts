import type { Grid, GridBounds } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import { readSheet } from './read-sheet.ts'
import type { Sheet } from './sheet.ts'

/** A sheet with more cells is understood from its head: all that is known of each cell fits no loader. */
export const HEAD_BOUNDS = { rows: 1_048_576, cells: 400_000 }
/** Cells of such a head. Beside it a loader holds what is staged of the sheet, and passes over the rest. */
const MOST_IN_HEAD = 100_000

/** A sheet of a file as structuring looks at it; null for one that holds nothing. `fileName` has no ending. */
export async function readFileSheet(
  file: OpenedFile,
  place: number,
  fileName: string,
  bounds: GridBounds = HEAD_BOUNDS,
): Promise<Sheet | null> {
  const cells = Math.min(bounds.cells, MOST_IN_HEAD)
  const grid = (await wholeGrid(file, place, bounds)) ?? (await file.readGrid(place, { ...bounds, cells }))
  return readSheet({
    name: file.sheets[place]?.name ?? '',
    fileName,
    grid,
    styles: file.styles,
    isUntyped: file.dialect !== null,
    isDate1904: file.isDate1904,
  })
}

/** Null where there is more than the bounds: what was read of it is let go. */
async function wholeGrid(file: OpenedFile, place: number, bounds: GridBounds): Promise<Grid | null> {
  const grid = await file.readGrid(place, bounds)
  return grid.isTruncated ? null : grid
}
