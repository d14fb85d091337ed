import type { Region, RegionColumn, Reshape } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import { pathOf } from '../tables/relation-of.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { rowsWithValues } from './sample.ts'

/** Whether a step would put marks and what they are worth, or pieces and amounts, in one column. */
export function mixesQuantities(sheet: Sheet, region: Region, steps: readonly Reshape[]): boolean {
  const columns = new Map(region.columns.map((column) => [column.name, column]))
  return steps.some((step) => {
    if (step.kind === 'unpivot' || step.kind === 'stack') {
      const values = step.value_columns.flatMap((name) => columns.get(name) ?? [])
      return region.period_axis === null && areOtherQuantities(sheet, region, columnsUnder(sheet, values))
    }
    if (step.kind !== 'wide_to_long') return false
    const groups = step.groups.map((group) => group.columns.flatMap((name) => columns.get(name) ?? []))
    const [first = []] = groups
    const byPlace = first.map((_, place) => groups.flatMap((group) => group[place] ?? []))
    return areOtherQuantities(sheet, region, byPlace)
  })
}

/** Under a header of several lines the columns of each name below the first line, of those names that come again. */
export function columnsUnder(sheet: Sheet, columns: readonly RegionColumn[]): RegionColumn[][] {
  const named = (column: RegionColumn) => {
    const [, ...lower] = pathOf(sheet, column)
    return lower.map(({ text }) => text).join('|')
  }
  return [...Map.groupBy(columns, named)].flatMap(([name, own]) => (name !== '' && own.length > 1 ? [own] : []))
}

/** Whole numbers under one name and fractions under another, in every group: marks and what they are worth, pieces and amounts. */
export function areOtherQuantities(sheet: Sheet, region: Region, under: readonly (readonly RegionColumn[])[]): boolean {
  if (under.length < 2 || under.some(({ length }) => length < 2)) return false
  const roles = rolesByRow(region)
  const records = rowsWithValues(region).filter((row) => !COMPUTED_ROWS.has(roles.get(row) ?? 'data'))
  const areWhole = under.map((columns) => columns.map((column) => holdsWhole(sheet, records, column)))
  const isSame = areWhole.every((all) => all.every((one) => one === all[0]))
  return isSame && areWhole.some(([first]) => first === true) && areWhole.some(([first]) => first === false)
}

function holdsWhole(sheet: Sheet, records: readonly number[], { source_column }: RegionColumn): boolean {
  const column = columnIndex(source_column)
  return records.every((row) => {
    const value = sheet.cellAt(row, column)?.value
    return value?.kind !== 'number' || Number.isInteger(value.number)
  })
}
