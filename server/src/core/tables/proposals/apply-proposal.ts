import type { Committed, RowEdit } from '../../../engine/table/commit.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound, type QuotedCell } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { actorOf } from '../../audit/actor.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { visibleIn } from '../../reading/visible-value.ts'
import { commitTableEdit, type TableEdit } from '../commit-table-edit.ts'
import { refuseIfBehind } from '../open-editable-table.ts'
import { type ConflictChoice, editsOf } from './merge-rows.ts'
import { notApproved, proposalClosed, proposalConflict, proposalHidden } from './proposals.errors.ts'
import { closeProposal, type ProposalPlace } from './proposals.store.ts'
import { type JudgedProposal, openProposal } from './proposals.ts'
import { recordProposal } from './record-proposal.ts'
import { refuseIfClosed } from './review-proposal.ts'
import { type MergedTable, mergeTableNow } from './rows-now.ts'

export type Application = {
  /** Tables by name or id, and the version of each that the caller read. */
  expected: readonly { table: string; version: number }[]
  onConflict: ConflictChoice
  actor: string | null
}

export type Applied = {
  proposal: JudgedProposal
  opId: number | null
  inserted: number
  updated: number
  deleted: number
  /** Rows that were left as they are: the table had them already, or a conflict was decided so. */
  skipped: number
  stale: string[]
}

type Planned = { tables: MergedTable[]; writes: { table: MergedTable; edits: RowEdit[] }[] }

/**
 * Writes what was proposed, once, as one op. Under the workbook's lock: of two who apply it at the same time the second finds it
 * closed.
 */
export async function applyProposal(ctx: Context, place: ProposalPlace, asked: Application): Promise<Applied> {
  // Only those who may see it wait for the lock.
  await openProposal(ctx, place)
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    await lockWorkbookHead(tx, place.workbookId)
    const proposal = await openProposal(within, place)
    refuseIfClosed(proposal)
    const { approvals, needed } = proposal
    const proposalId = toWireId('prop', place.proposalId)
    if (approvals < needed) throw notApproved(proposalId, approvals, needed)

    const { prepared, committed } = await commitTableEdit(within, place.workbookId, async () => {
      const plan = await planApplication(within, place, proposal, asked)
      return { plan, edit: plan.writes.length > 0 ? editOf(place, plan, asked) : null }
    })
    const { tables } = prepared.plan
    const opId = committed?.opId ?? null
    if (!(await closeProposal(tx, place, { state: 'applied', by: actorOf(ctx, asked.actor), opId })))
      throw proposalClosed(proposalId, 'applied')
    await recordProposal(tx, ctx, {
      place,
      tables: tables.map(({ opened }) => opened.name),
      action: committed ? null : 'proposal.apply',
      event: 'proposal.applied',
      data: { op_id: opId },
      actor: asked.actor,
    })
    return { proposal: await openProposal(within, place), opId, ...countsOf(tables, committed) }
  })
}

function countsOf(tables: readonly MergedTable[], committed: Committed | null) {
  const written = committed?.tables ?? []
  const sum = (kind: 'inserted' | 'updated' | 'deleted') => written.reduce((total, table) => total + table[kind], 0)
  const counts = { inserted: sum('inserted'), updated: sum('updated'), deleted: sum('deleted') }
  const rows = tables.reduce((total, table) => total + table.rows.length, 0)
  const skipped = rows - counts.inserted - counts.updated - counts.deleted
  return { ...counts, skipped, stale: committed?.stale ?? [] }
}

async function planApplication(
  ctx: Context,
  place: ProposalPlace,
  proposal: JudgedProposal,
  { expected, onConflict }: Application,
): Promise<Planned> {
  const tables: MergedTable[] = []
  for (const table of proposal.tables) tables.push(await mergeTableNow(ctx, place, table))
  for (const { table, version } of expected) {
    const named = tables.find(({ opened }) => opened.name === table || toWireId('art', opened.artifactId) === table)
    if (!named) throw notFound('table of the proposal', table)
    await refuseIfBehind(ctx, named.opened, version)
  }
  if (tables.some(({ rows }) => rows.some(({ isPartial }) => isPartial))) throw proposalHidden()
  if (onConflict === 'refuse') refuseIfConflicts(tables)
  const writes = tables.map((table) => ({ table, edits: editsOf(table.opened, table.rows, table.now, onConflict) }))
  return { tables, writes: writes.filter(({ edits }) => edits.length > 0) }
}

function refuseIfConflicts(tables: readonly MergedTable[]) {
  const found = tables.flatMap(({ opened, rows }) =>
    rows.flatMap((row) => (row.conflict === null ? [] : [{ ...row, table: opened.name, conflict: row.conflict }])),
  )
  if (found.length === 0) return
  const cells = found.flatMap(({ rowId, cells: some }): QuotedCell[] =>
    some.flatMap(({ column, now, after, isConflict }) => {
      if (!isConflict || rowId === null) return []
      const [written, current] = [visibleIn(column, after), visibleIn(column, now)]
      return [{ row_id: rowId, column: column.name, written, current }]
    }),
  )
  throw proposalConflict(found, cells)
}

function editOf(place: ProposalPlace, { writes }: Planned, { actor }: Application): TableEdit {
  const proposalId = toWireId('prop', place.proposalId)
  const rows = writes.reduce((sum, { edits }) => sum + edits.length, 0)
  const detail = {
    expected_version: null,
    unconditional: false,
    rows,
    summary: `Applied ${proposalId}`,
    session: proposalId,
  }
  return {
    workbookId: place.workbookId,
    table: writes.map(({ table }) => table.opened.name).join(', '),
    writes: writes.map(({ table, edits }) => ({
      tableId: table.opened.artifactId,
      expected: null,
      read: table.opened.editVersion,
      kind: 'rows',
      rows: edits,
    })),
    op: { kind: 'proposal.apply', actor, detail },
    auditDetail: { proposal_id: proposalId },
  }
}
