import type { Column } from '../../../engine/table/table.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import { notify, notifyEditors } from '../../../people/notifications/notify.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { actorOf } from '../../audit/actor.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { refuseIfAnyRowsHidden } from '../../reading/refuse-if-hidden.ts'
import { readWholeRows, visibleCells } from '../../reading/whole-rows.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { openEditableTable } from '../open-editable-table.ts'
import type { UpsertMode, UpsertPlan } from '../rows/plan-upsert.ts'
import { planRows } from '../rows/upsert-rows.ts'
import { rowNotFound } from '../tables.errors.ts'
import { MOST_OPEN, MOST_ROWS } from './proposal.ts'
import {
  countOpenProposals,
  insertProposal,
  type NewProposedRow,
  type NewProposedTable,
  type ProposalPlace,
} from './proposals.store.ts'
import { settingsOf } from './proposals.ts'
import { recordProposal } from './record-proposal.ts'

/** What is to become of the rows of one table. */
export type ProposedChange = {
  table: string
  expected: number | null
  rows: readonly Readonly<Record<string, unknown>>[]
  matchOn: readonly string[] | null
  mode: UpsertMode
  deleted: readonly number[]
}

/** What is said about changes that are kept aside. */
type Said = {
  title: string
  description: string | null
  days: number
  actor: string | null
}

export type SentProposal = Said & { changes: readonly ProposedChange[] }

/** What is to be kept of one table. */
export type PlannedTable = NewProposedTable & { name: string }

const DAY_MS = 24 * 3600 * 1000

/** Keeps changes aside. All that would be refused of a write is refused, but for rules: reviewers see what breaks them. */
export async function proposeRows(ctx: Context, workbookId: string, sent: SentProposal): Promise<string> {
  await openWorkbook(ctx, workbookId, 'editor')
  refuseIfUnclear(sent.changes)
  const { tables } = await whilePoliciesHold(ctx, workbookId, async () => {
    const { policyEpoch } = await openWorkbook(ctx, workbookId, 'editor')
    const planned: PlannedTable[] = []
    for (const change of sent.changes) planned.push(await planChange(ctx, workbookId, change))
    return { tables: planned, policyEpoch }
  })
  refuseIfSame(tables)
  return keepProposal(ctx, workbookId, sent, tables)
}

/** Writes down what is proposed, by those who may read it afterwards. */
export async function keepProposal(ctx: Context, workbookId: string, said: Said, tables: readonly PlannedTable[]) {
  await refuseIfAnyRowsHidden(ctx, await openWorkbook(ctx, workbookId, 'editor'))
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if ((await countOpenProposals(tx, workbookId)) >= MOST_OPEN) throw limitReached('open proposals', MOST_OPEN)
    const proposalId = await insertProposal(tx, {
      workbookId,
      title: said.title,
      description: said.description,
      authorId: ctx.caller.userId,
      actor: actorOf(ctx, said.actor),
      expiresAt: new Date(ctx.now().getTime() + said.days * DAY_MS),
      tables: tables.filter(({ rows }) => rows.length > 0),
    })
    await recordProposal(tx, ctx, {
      place: { workbookId, proposalId },
      tables: tables.map(({ name }) => name),
      action: 'proposal.open',
      event: 'proposal.opened',
      detail: { rows: rowsIn(tables) },
      actor: said.actor,
    })
    await askReviewers(tx, ctx, { workbookId, proposalId })
    return proposalId
  })
}

/** Those who approve hear of it: the reviewers, or where there are none all editors. */
async function askReviewers(tx: Tx, ctx: Context, { workbookId, proposalId }: ProposalPlace) {
  const { reviewers } = await settingsOf({ ...ctx, db: tx }, workbookId)
  const news = { kind: 'proposal', subjectId: proposalId, actorId: ctx.caller.userId } as const
  if (reviewers.length === 0) await notifyEditors(tx, workbookId, news)
  else await notify(tx, reviewers, { ...news, place: { workbookId } })
}

const rowsIn = (tables: readonly NewProposedTable[]) => tables.reduce((sum, { rows }) => sum + rows.length, 0)

function refuseIfUnclear(changes: readonly ProposedChange[]) {
  const rows = changes.reduce((sum, change) => sum + change.rows.length + change.deleted.length, 0)
  if (rows > MOST_ROWS) throw invalidField(['body', 'changes'], 'too_many', `must be at most ${MOST_ROWS} rows in all`)
  changes.forEach((change, n) => {
    if (change.rows.length + change.deleted.length === 0)
      throw invalidField(['body', 'changes', n, 'rows'], 'required', 'must be there, or delete')
  })
}

function refuseIfSame(tables: readonly NewProposedTable[]) {
  const twice = tables.findIndex(({ tableId }, n) => tables.findIndex((other) => other.tableId === tableId) < n)
  if (twice >= 0) throw invalidField(['body', 'changes', twice, 'table'], 'duplicate', 'is the table of another change')
  if (rowsIn(tables) === 0) throw invalidField(['body', 'changes'], 'unchanged', 'would change nothing')
}

async function planChange(ctx: Context, workbookId: string, change: ProposedChange) {
  const { table, expected, deleted } = change
  const place = { workbookId, name: table }
  const written = change.rows.length > 0 ? await planWrites(ctx, place, change) : null
  const erased = deleted.length > 0 ? await planDeletions(ctx, place, expected, deleted) : null
  const opened = written?.opened ?? erased?.opened ?? (await openEditableTable(ctx, place, expected))
  const rows = [...(written?.rows ?? []), ...(erased?.rows ?? [])]
  const both = new Set(deleted)
  const torn = written?.rows.find(({ rowId }) => rowId !== null && both.has(rowId))
  if (torn) throw invalidField(['body', 'changes'], 'conflict', `row ${torn.rowId} is both changed and deleted`)
  return { tableId: opened.artifactId, name: opened.name, baseVersion: opened.editVersion, rows }
}

type ProposedTable = { workbookId: string; name: string }

async function planWrites(ctx: Context, place: ProposedTable, { rows, expected, matchOn, mode }: ProposedChange) {
  const { opened, plan } = await planRows(ctx, place, {
    rows,
    expected,
    matchOn,
    mode,
    onError: 'fail',
    lock: 'table',
    isReturningRows: false,
    actor: null,
  })
  return { opened, rows: proposedRows(opened, plan) }
}

/** The edits of a write, as a proposal keeps them. */
export const proposedRows = ({ schema }: OpenedTable, { edits }: UpsertPlan): NewProposedRow[] =>
  edits.map(({ op, rowId, cells, before }) => {
    if (op === 'I') return { op, rowId: null, cells: withoutDefaults(schema, cells ?? {}), before: null }
    // Safe: an update says what stood in the cells that its writer sees.
    return { op, rowId, cells, before: before as NewProposedRow['before'] }
  })

/** A new row says what is not its columns' default: that is laid under it when it is written. */
function withoutDefaults(columns: readonly Column[], cells: Readonly<Record<string, string | null>>) {
  const defaults = new Map(columns.map(({ id, initial }) => [String(id), initial]))
  return Object.fromEntries(Object.entries(cells).filter(([id, text]) => text !== (defaults.get(id) ?? null)))
}

async function planDeletions(ctx: Context, place: ProposedTable, expected: number | null, deleted: readonly number[]) {
  const { opened, rows, missing } = await proposedDeletions(ctx, place, expected, deleted)
  if (missing.length > 0) throw rowNotFound(opened.name, missing)
  return { opened, rows }
}

/** Rows to delete that are there, as a proposal keeps them, and ids of those that are not. */
export async function proposedDeletions(
  ctx: Context,
  place: ProposedTable,
  expected: number | null,
  deleted: readonly number[],
) {
  const opened: OpenedTable = await openEditableTable(ctx, place, expected)
  const ids = [...new Set(deleted)].filter((id) => id > 0)
  const found = await readWholeRows(ctx, opened, ids)
  const missing = ids.filter((id) => !found.has(id))
  const rows = [...found].map(
    ([rowId, whole]): NewProposedRow => ({ op: 'D', rowId, cells: null, before: visibleCells(opened, whole) }),
  )
  return { opened, rows, missing }
}
