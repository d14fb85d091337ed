import type { Box } from '@bindery/spreadsheet/grid.ts'
import type { OpenedFile } from '@bindery/spreadsheet/opened-file.ts'
import type { Region } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'

export type FillFrom = (row: number, column: number) => { row: number; column: number } | null

/** Where the value of a cell below or beside others in a merged area is to come from, if the spec says so. */
export async function fillFromMerges(file: OpenedFile, sheet: number, region: Region, box: Box): Promise<FillFrom> {
  if (region.fill_merged !== 'down' && region.fill_merged !== 'all') return () => null
  const { merges } = await file.readGrid(sheet, { rows: box.bottom + 1, cells: 0 })
  const areas = merges
    .map((merge) => (region.fill_merged === 'down' ? { ...merge, right: merge.left } : merge))
    .filter(({ top, bottom }) => top <= box.bottom && bottom >= box.top)
  const byColumn = Map.groupBy(
    areas.flatMap((area) => columnsOf(area, box).map((column) => ({ column, area }))),
    ({ column }) => column,
  )
  return (row, column) => {
    const found = byColumn.get(column)?.find(({ area }) => row >= area.top && row <= area.bottom)
    return found ? { row: found.area.top, column: found.area.left } : null
  }
}

/** Those of the region only: an area may be as wide as the sheet. */
function columnsOf(area: Box, box: Box): number[] {
  const from = Math.max(area.left, box.left)
  const to = Math.min(area.right, box.right)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
}
