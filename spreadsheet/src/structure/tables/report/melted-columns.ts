import type { Region, RegionColumn, Reshape } from '../../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../../xlsx/cell-reference.ts'
import type { Sheet } from '../../sheet.ts'
import type { MadeCell } from '../made-table.ts'
import { pathOf } from '../relation-of.ts'
import { stepsOf } from '../reshape/apply-reshape.ts'
import { labelsOf } from '../reshape/melt.ts'

/** A column of values that is turned into rows, and what its header says of each of them. */
export type MeltedColumn = { place: number; column: RegionColumn; labels: readonly MadeCell[] }

/** The columns a report's values stand in, and the names of what their headers tell apart. */
export function meltedColumns(
  sheet: Sheet,
  region: Region,
): { names: readonly string[]; columns: readonly MeltedColumn[]; valueTo: string } | null {
  const step = stepsOf(region).find(
    (one): one is Extract<Reshape, { kind: 'unpivot' | 'stack' }> => one.kind === 'unpivot' || one.kind === 'stack',
  )
  if (!step) return null
  const wanted = new Set(step.value_columns)
  const columns = region.columns
    .filter(({ name, include }) => include && wanted.has(name))
    .map((column) => ({
      place: columnIndex(column.source_column),
      column,
      labels: labelsOf({ ...column, path: pathOf(sheet, column) }, step),
    }))
  const names = step.names_to?.filter((name) => name !== null) ?? []
  return { names: names.length > 0 ? names : [step.name_to], columns, valueTo: step.value_to }
}
