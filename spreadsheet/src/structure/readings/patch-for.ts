import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import type { Sheet } from '../sheet.ts'
import { rowsOfRange } from '../tables/rows-of-range.ts'
import { isSubtitle } from './find-subtitle.ts'
import { rowsWithValues } from './sample.ts'

/** What a reading says about the region besides how to reshape it; `as` is the region as the reading sees it. */
export function patchFor(sheet: Sheet, region: Region, as: Region, steps: readonly Reshape[]): Partial<Region> | null {
  const [first] = steps
  const { header_rows, data_range, columns, row_roles, totals, hierarchy } = as
  const patch: Partial<Region> = {
    ...(as === region ? {} : { header_rows, data_range, columns, row_roles, totals, hierarchy }),
    ...(first?.kind === 'subtitle' ? { row_roles: withHeadings(sheet, region) } : {}),
    ...(first?.kind === 'pivot' && header_rows.length > 0 ? withoutHeader(region) : {}),
  }
  return Object.keys(patch).length > 0 ? patch : null
}

function withHeadings(sheet: Sheet, region: Region): Region['row_roles'] {
  const places = region.columns.filter(({ include }) => include).map(({ source_column }) => columnIndex(source_column))
  const headings = rowsWithValues(region).filter((row) =>
    isSubtitle(places.map((column) => sheet.cellAt(row, column) ?? null)),
  )
  const headingRows = new Set(headings.map((row) => row + 1))
  const others = region.row_roles.map(({ rows, role }) => ({ role, rows: rows.filter((row) => !headingRows.has(row)) }))
  return [...others.filter(({ rows }) => rows.length > 0), { rows: [...headingRows], role: 'group' }]
}

/** The row that seemed to name the columns is one like all others. */
function withoutHeader(region: Region): Partial<Region> {
  const top = Math.min(...region.header_rows)
  const [, last = ''] = region.data_range.split(':')
  const [first = ''] = region.data_range.split(':')
  const { top: dataTop } = rowsOfRange(region.data_range)
  return { header_rows: [], data_range: `${first.replace(String(dataTop + 1), String(top))}:${last}` }
}
