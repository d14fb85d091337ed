import { notFound } from '../../platform/errors.ts'
import type { ReadableColumn } from '../../tabular/readable-table.ts'
import { maskedColumn } from '../governance/governance.errors.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'

/** A column somebody wants to change: one he may not see he may not change either. */
export function openColumn({ table }: OpenedTable, name: string): ReadableColumn {
  const column = table.columns.find((candidate) => candidate.name === name)
  if (!column) throw notFound('column', name)
  if (column.isMasked) throw maskedColumn([name])
  return column
}
