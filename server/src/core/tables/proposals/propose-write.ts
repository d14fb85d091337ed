import type { Context } from '../../../platform/context.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import type { EditPlace } from '../open-editable-table.ts'
import type { UpsertPlan } from '../rows/plan-upsert.ts'
import { planRows, type Upsert, type Upserted } from '../rows/upsert-rows.ts'
import { STANDARD_DAYS } from './proposal.ts'
import type { NewProposedRow } from './proposals.store.ts'
import { type JudgedProposal, openProposal } from './proposals.ts'
import { keepProposal, proposedDeletions, proposedRows } from './propose-rows.ts'

/** Writes of a credential that may only propose. They answer as the write does, which has changed nothing. */

/** Null: the table holds all of it already. */
type Proposed = { proposal: JudgedProposal | null }

export async function proposeUpsert(
  ctx: Context,
  place: EditPlace,
  upsert: Upsert,
): Promise<{ done: Upserted } & Proposed> {
  if (upsert.lock === 'row')
    throw invalidField(['body', 'lock'], 'conflict', 'must be table where a write becomes a proposal')
  const { opened, plan, bad } = await whilePoliciesHold(ctx, place.workbookId, async () => {
    const { policyEpoch } = await openWorkbook(ctx, place.workbookId, 'editor')
    return { ...(await planRows(ctx, place, upsert)), policyEpoch }
  })
  const { inserted, updated, unchanged } = plan
  const rejected = [...bad, ...plan.rejected].sort((a, b) => a.index - b.index)
  const done = {
    editVersion: opened.editVersion,
    opId: null,
    inserted: 0,
    updated: 0,
    unchanged,
    rowIds: rowIdsOf(plan),
    rejected: rejected.map(({ index, column, code, message }) => ({ index, column, code, message })),
    rows: null,
    stale: [],
    warned: null,
  }
  const title = [inserted > 0 ? `add ${countOf(inserted)}` : '', updated > 0 ? `change ${countOf(updated)}` : '']
  return { done, ...(await keep(ctx, opened, proposedRows(opened, plan), title, upsert.actor)) }
}

export type ProposedDeletion = { rowIds: readonly number[]; expected: number | null; actor: string | null }

export async function proposeDeletion(ctx: Context, place: EditPlace, { rowIds, expected, actor }: ProposedDeletion) {
  const { opened, rows, missing } = await whilePoliciesHold(ctx, place.workbookId, async () => {
    const { policyEpoch } = await openWorkbook(ctx, place.workbookId, 'editor')
    return { ...(await proposedDeletions(ctx, place, expected, rowIds)), policyEpoch }
  })
  const done = { editVersion: opened.editVersion, opId: null, deleted: 0, missing, stale: [] }
  return { done, ...(await keep(ctx, opened, rows, [`delete ${countOf(rows.length)}`], actor)) }
}

const countOf = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`)

/** New rows have no ids yet. */
const rowIdsOf = ({ targets, edits }: UpsertPlan) =>
  targets.map((target) => {
    if (target === null) return null
    return 'rowId' in target ? target.rowId : (edits[target.edit]?.rowId ?? null)
  })

/** The title says what is done to which table, and no value: every editor reads it. */
async function keep(
  ctx: Context,
  { workbookId, artifactId, name, editVersion }: OpenedTable,
  rows: readonly NewProposedRow[],
  deeds: readonly string[],
  actor: string | null,
): Promise<Proposed> {
  if (rows.length === 0) return { proposal: null }
  const title = `${name}: ${deeds.filter(Boolean).join(', ')}`.slice(-200)
  const said = { title, description: null, days: STANDARD_DAYS, actor }
  const table = { tableId: artifactId, name, baseVersion: editVersion, rows: [...rows] }
  const proposalId = await keepProposal(ctx, workbookId, said, [table])
  return { proposal: await openProposal(ctx, { workbookId, proposalId }) }
}
