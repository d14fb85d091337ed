import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Column } from '../../tabular/table.ts'
import { artifactIdIn, hasRows } from '../artifacts/artifact.ts'
import { openForGovernance } from './open-for-governance.ts'
import type { ColumnKey } from './policy.ts'
import { findRegistered } from './readable-tables.store.ts'

export type ColumnPlace = { workbookId: string; name: string; column: string }

/** A column for somebody who decides who sees it, hidden from him or not. */
export async function openTaggedColumn(
  ctx: Context,
  { workbookId, name, column: called }: ColumnPlace,
): Promise<{ table: string; column: Column; key: ColumnKey }> {
  await openForGovernance(ctx, workbookId)
  const found = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name))
  if (!found || !hasRows(found.kind)) throw notFound('table', name)
  const column = found.columns.find((candidate) => candidate.name === called.normalize('NFC'))
  if (!column) throw notFound('column', called)
  return { table: found.name, column, key: { tableId: found.artifactId, origin: column.origin } }
}
