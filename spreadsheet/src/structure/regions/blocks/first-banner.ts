import { cellsInRow } from '../../cells-in-row.ts'
import { findShape } from '../../header/find-shape.ts'
import type { Sheet, SheetCell } from '../../sheet.ts'
import type { FoundRegion } from '../found-region.ts'

/**
 * Tables whose groups are named by lines between the rows, and the first group by such a line above the header: it is no
 * title of the table but a label of its first rows.
 */
export function withFirstBanners(sheet: Sheet, regions: readonly FoundRegion[]): FoundRegion[] {
  const found = regions.map((region) => (region.kind === 'data' ? withBanner(sheet, region) : region))
  const taken = found.flatMap(({ banner, box }) => (banner === undefined ? [] : [{ row: banner, box }]))
  return found.filter(
    ({ kind, box }) =>
      kind === 'data' ||
      !taken.some(({ row, box: table }) => box.top === row && box.bottom === row && box.left === table.left),
  )
}

function withBanner(sheet: Sheet, region: FoundRegion): FoundRegion {
  const { box } = region
  const [above, ...others] = cellsInRow(sheet, box.top - 1, box)
  if (!above || others.length > 0 || above.column !== box.left || above.value.kind !== 'text') return region
  const { headerRows, dataTop, dataBottom } = findShape(sheet, box)
  if (headerRows[0] !== box.top) return region
  const isBanner = (row: number) => {
    const [cell, ...more] = cellsInRow(sheet, row, box)
    return cell !== undefined && more.length === 0 && looksLike(sheet, cell, above)
  }
  // Where the first rows have such a line of their own, the one above the header is the title.
  if (isBanner(dataTop)) return region
  for (let row = dataTop + 1; row <= dataBottom; row++)
    if (isBanner(row)) return { ...region, box: { ...box, top: box.top - 1 }, banner: box.top - 1 }
  return region
}

/** Set apart from the rows in the same way: a plain text above a table is a title more often than a label. */
function looksLike(sheet: Sheet, cell: SheetCell, banner: SheetCell): boolean {
  if (cell.column !== banner.column || cell.value.kind !== 'text') return false
  const isSetApart = banner.style.isBold || banner.style.fill !== null || widthOf(sheet, banner) > 1
  return (
    isSetApart &&
    cell.style.isBold === banner.style.isBold &&
    cell.style.fill === banner.style.fill &&
    widthOf(sheet, cell) === widthOf(sheet, banner)
  )
}

function widthOf(sheet: Sheet, { row, column }: SheetCell): number {
  const merge = sheet.mergeAt(row, column)
  return merge ? merge.right - merge.left + 1 : 1
}
