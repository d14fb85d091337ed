import type { Context } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { historyExpired } from '../../policies/governance.errors.ts'
import { type OpenedTable, openReadableTable } from '../../reading/open-readable-table.ts'
import { rowsChangedSince } from '../../reading/rows-changed-since.ts'
import { readWholeRows } from '../../reading/whole-rows.ts'
import { type MergedRow, mergeRows, type RowsNow } from './merge-rows.ts'
import type { ProposedTable } from './proposal.ts'
import { listProposedRows, type ProposalPlace } from './proposals.store.ts'

/** A table of a proposal beside the table of now. */
export type MergedTable = { opened: OpenedTable; baseVersion: number; rows: MergedRow[]; now: RowsNow }

const NO_ROWS: RowsNow = { rows: new Map(), changed: new Set() }

export async function mergeTableNow(ctx: Context, place: ProposalPlace, table: ProposedTable): Promise<MergedTable> {
  const { baseVersion, tableId } = table
  const opened = await openProposedTable(ctx, place, tableId)
  const proposed = await listProposedRows(ctx.db, place, tableId)
  const idsOf = (op: 'U' | 'D') => proposed.flatMap((row) => (row.op === op && row.rowId !== null ? [row.rowId] : []))
  const deleted = idsOf('D')
  const rows = await readWholeRows(ctx, opened, [...idsOf('U'), ...deleted])
  const now = { rows, changed: await changedSince(ctx, opened, baseVersion, deleted) }
  return { opened, baseVersion, rows: mergeRows(opened, proposed, now), now }
}

/** The same as it was made, whatever the table is now: asks no engine. */
export async function tableAsMade(ctx: Context, place: ProposalPlace, table: ProposedTable): Promise<MergedTable> {
  const { baseVersion, tableId } = table
  const opened = await openProposedTable(ctx, place, tableId)
  const proposed = await listProposedRows(ctx.db, place, tableId)
  return { opened, baseVersion, rows: mergeRows(opened, proposed, null), now: NO_ROWS }
}

const openProposedTable = (ctx: Context, { workbookId }: ProposalPlace, tableId: string) =>
  openReadableTable(ctx, workbookId, toWireId('art', tableId), { role: 'editor' })

/** Where the version is forgotten by now, all of them may have changed. */
async function changedSince(ctx: Context, opened: OpenedTable, version: number, rowIds: readonly number[]) {
  try {
    return await rowsChangedSince(ctx, opened, version, rowIds)
  } catch (error) {
    if (error instanceof ServiceError && error.code === historyExpired('', 0).code) return new Set(rowIds)
    throw error
  }
}
