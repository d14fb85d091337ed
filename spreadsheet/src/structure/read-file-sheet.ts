import type { GridBounds } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import { readSheet } from './read-sheet.ts'
import type { Sheet } from './sheet.ts'

/** A sheet with more cells is understood from its head: all that is known of each cell fits no loader. */
export const HEAD_BOUNDS = { rows: 1_048_576, cells: 400_000 }

/** A sheet of a file as structuring looks at it; null for one that holds nothing. `fileName` has no ending. */
export async function readFileSheet(
  file: OpenedFile,
  place: number,
  fileName: string,
  bounds: GridBounds = HEAD_BOUNDS,
): Promise<Sheet | null> {
  const grid = await file.readGrid(place, bounds)
  return readSheet({
    name: file.sheets[place]?.name ?? '',
    fileName,
    grid,
    styles: file.styles,
    isUntyped: file.dialect !== null,
    isDate1904: file.isDate1904,
  })
}
