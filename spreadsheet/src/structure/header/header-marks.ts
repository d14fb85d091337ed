import type { Box } from '../../grid.ts'
import type { Sheet } from '../sheet.ts'

/** What the file itself says of a header: so many rows from the top of the region, and how much that weighs. */
export type HeaderMark = { rows: number; weight: number; evidence: string }

/** A table made with Excel's own button states where its names are. */
const LIST_OBJECT = 20
/** A filter's arrows stand in the last row of the header. */
const FILTER = 4
/** What stays when one scrolls or turns the page is often more than the header. */
const FROZEN = 2
const PRINT_TITLES = 2

export function headerMarks({ grid }: Sheet, box: Box): HeaderMark[] {
  const marks: HeaderMark[] = []
  for (const { box: list, hasHeader } of grid.listObjects)
    if (list.left <= box.right && list.right >= box.left && list.top >= box.top && list.top <= box.bottom)
      marks.push({ rows: list.top - box.top + Number(hasHeader), weight: LIST_OBJECT, evidence: 'list_object' })
  if (grid.autoFilter && grid.autoFilter.left <= box.right && grid.autoFilter.right >= box.left)
    marks.push({ rows: grid.autoFilter.top - box.top + 1, weight: FILTER, evidence: 'auto_filter' })
  marks.push({ rows: grid.frozen.rows - box.top, weight: FROZEN, evidence: 'frozen_rows' })
  const titles = grid.printTitles.rows
  if (titles) marks.push({ rows: titles[1] - box.top + 1, weight: PRINT_TITLES, evidence: 'print_titles' })
  return marks.filter(({ rows, weight }) => rows > 0 || weight === LIST_OBJECT)
}
