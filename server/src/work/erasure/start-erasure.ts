import { artifactIdIn, hasRows } from '../../core/artifacts/artifact.ts'
import { invalidField } from '../../core/artifacts/artifacts.errors.ts'
import { startJob } from '../../core/jobs/start-job.ts'
import { openForGovernance } from '../../core/policies/open-for-governance.ts'
import { findRegistered } from '../../core/reading/readable-tables.store.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { ErasureTarget, TableCells } from './erasure.ts'

export type ErasureJob = { cells: TableCells; table: string; actor: string | null }

/** As a client sends it: one of the two should be there. */
type ErasureRequest = { rowIds: readonly number[] | null; column: string | null }

/** Takes values out of a table for good, in every version, and out of every copy of them. Returns the id of the job. */
export async function startErasure(
  ctx: Context,
  { workbookId, name }: { workbookId: string; name: string },
  wish: ErasureRequest,
  actor: string | null,
): Promise<string> {
  await openForGovernance(ctx, workbookId)
  const found = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name))
  if (!found || !hasRows(found.kind)) throw notFound('table', name)
  const asked = askedIn(wish)
  const { columns, artifactId: tableId, name: table } = found
  const origins = originsOf(columns, asked)
  const cells = { tableId, origins, rowIds: 'rowIds' in asked ? asked.rowIds : null }
  const request: ErasureJob = { cells, table, actor }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'purge', workbookId, request }))
}

function askedIn({ rowIds, column }: ErasureRequest): ErasureTarget {
  if (rowIds && column === null) return { rowIds }
  if (column !== null && !rowIds) return { column }
  throw invalidField(['body', 'row_ids'], 'exclusive', 'send row_ids or column, one of the two')
}

function originsOf(columns: readonly { name: string; origin: number }[], asked: ErasureTarget): number[] {
  if (!('column' in asked)) return columns.map(({ origin }) => origin)
  const column = columns.find(({ name }) => name === asked.column.normalize('NFC'))
  if (!column) throw notFound('column', asked.column)
  return [column.origin]
}
