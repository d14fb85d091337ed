import {
  type CommitRequest,
  type Committed,
  commit,
  type NotCommitted,
  type TableWrite,
} from '../../engine/table/commit.ts'
import type { RulesChecked } from '../../engine/table/rules-checked.ts'
import type { Context } from '../../platform/context.ts'
import { assertState, notFound, ServiceError } from '../../platform/errors.ts'
import { inOneStatement } from '../../platform/postgres.ts'
import { refuseIfNoGovernor } from '../artifacts/policy-input.ts'
import { actorOf } from '../audit/actor.ts'
import { type AuditDetail, partsOf } from '../audit/audit-entry.ts'
import type { OpDetail } from '../ops/op.ts'
import { type CheckedWrites, checkWrites } from '../rules/check-writes.ts'
import { knownRules, readRules } from '../rules/known-rules.ts'
import { findRulesEpoch, type WorkbookRules } from '../rules/rules.store.ts'
import type { SetAside } from '../rules/set-aside.ts'
import type { Ingest } from '../rules/writes-to-check.ts'
import { rowConflict, tooBusy, versionConflict, writesBehind } from './tables.errors.ts'

/** An edit, ready to be committed: what it writes, and what history and audit log say of it. */
export type TableEdit = {
  workbookId: string
  /** The table's name, for history and errors. */
  table: string
  writes: readonly TableWrite[]
  op: { kind: string; actor: string | null; detail: Omit<OpDetail, 'table' | 'idempotency_key'>; undoes?: number }
  auditDetail?: AuditDetail
  /** Per row of the only write: its place in the request, for a refusal that names it. */
  sentAs?: readonly number[]
  /** Its writer does not see all rows of the table: a refusal names none but theirs. */
  hidesRows?: boolean
  /** Values are erased by law, whatever rules would have them be. */
  isErasure?: boolean
  /** The rows come out of a file or a run. Its committer keeps what is set aside: see quarantine/keep-rows.ts. */
  ingest?: Ingest
}

/** What was committed, with the rows of an ingest that were set aside or came in although they break a rule. */
export type CommittedWrites = Committed & { ingested?: Pick<CheckedWrites, 'aside' | 'warned'> }

/** What a preparation found out: the edit, null where there is nothing to write, and what its caller needs afterwards. */
export type PreparedEdit = { edit: TableEdit | null }

/** The edits of a dry run, each as its commit took it, with the ids of its rows. */
export type DryRun = { edits: (TableEdit & { rowIds: readonly number[] })[] }

/** The preparation that counted, and its commit; null where there was nothing to write. */
export type CommittedEdit<P extends PreparedEdit> = { prepared: P; committed: CommittedWrites | null }

const MOST_ATTEMPTS = 5

/**
 * The only door to changing table data: version check, edit, op, audit entry, stale marks and events in one call.
 * `prepare` reads what the edit needs. It runs again, with the number of the attempt, when that changed before the commit.
 */
export async function commitTableEdit<P extends PreparedEdit>(
  ctx: Context,
  workbookId: string,
  prepare: (attempt: number) => Promise<P>,
): Promise<CommittedEdit<P>> {
  const first = await prepare(1)
  if (!first.edit) return { prepared: first, committed: null }
  const work = () => commitPrepared(ctx, first, prepare)
  // Inside a transaction this request may hold the lock already: waiting for the others here would be a deadlock.
  return ctx.db.isTransaction ? work() : inTurn(workbookId, work)
}

/** Prepares again within the same turn, so that no other edit of this node can come in between once more. */
async function commitPrepared<P extends PreparedEdit>(
  ctx: Context,
  first: P,
  prepare: (attempt: number) => Promise<P>,
): Promise<CommittedEdit<P>> {
  for (let prepared = first, attempt = 1; ; prepared = await prepare(++attempt)) {
    const { edit } = prepared
    if (!edit) return { prepared, committed: null }
    if (attempt > MOST_ATTEMPTS) throw tooBusy(edit.table)
    const outcome = await commitOnce(ctx, edit)
    if (outcome.status === 'ok') {
      ctx.dryRun?.edits.push({ ...edit, rowIds: outcome.tables[0]?.rowIds ?? [] })
      return { prepared, committed: outcome }
    }
    if (outcome.status !== 'reread') throw refusalOf(edit, outcome)
  }
}

/** One commit of an edit that is prepared elsewhere: a bulk writer does its own catching up. */
export function commitInTurn(ctx: Context, edit: TableEdit): Promise<CommittedWrites | NotCommitted> {
  const work = () => commitOnce(ctx, edit)
  return ctx.db.isTransaction ? work() : inTurn(edit.workbookId, work)
}

/** Rules are checked here, in the turn of the edit: no other edit of this node can come between the look and the commit. */
async function commitOnce(ctx: Context, edit: TableEdit): Promise<CommittedWrites | NotCommitted> {
  let rules = knownRules(edit.workbookId)
  for (let attempt = 1; ; attempt++) {
    const passed = await checkWrites(ctx, edit, rules).catch((error: unknown) => staleRefusal(ctx, edit, rules, error))
    if ('epoch' in passed) {
      rules = passed
      continue
    }
    const { checked, writes, aside, warned } = passed
    const outcome = await commitChecked(ctx, aside.length > 0 ? withoutAside(edit, writes, aside) : edit, checked)
    if (outcome.status === 'ok' && edit.ingest) return { ...outcome, ingested: { aside, warned } }
    if (outcome.status !== 'unchecked') return outcome
    const { tableId, current, epoch } = outcome
    if (attempt === MOST_ATTEMPTS) return { status: 'reread', tableId, current }
    rules = await readRules(ctx, edit.workbookId, epoch)
  }
}

/** A refusal by rules that others have replaced since counts for nothing: returns those of now. */
async function staleRefusal(
  ctx: Context,
  { workbookId }: TableEdit,
  { epoch }: WorkbookRules,
  error: unknown,
): Promise<WorkbookRules> {
  const now = error instanceof ServiceError ? await findRulesEpoch(ctx.db, workbookId) : epoch
  if (now === epoch) throw error
  return readRules(ctx, workbookId, now)
}

/** History counts the rows that came in, and says how many did not. */
function withoutAside(edit: TableEdit, writes: readonly TableWrite[], aside: readonly SetAside[]): TableEdit {
  const count = aside.reduce((sum, { rows }) => sum + rows.length, 0)
  const { detail } = edit.op
  const said = { rows: Math.max(detail.rows - count, 0), summary: `${detail.summary}; ${count} of them were set aside` }
  return { ...edit, writes, op: { ...edit.op, detail: { ...detail, ...said } } }
}

async function commitChecked(ctx: Context, edit: TableEdit, checked: RulesChecked) {
  const outcome = await commitAsCaller(ctx, edit, checked)
  // In a transaction it may still be taken back.
  if (outcome.status === 'ok' && !ctx.db.isTransaction) notifyReader(ctx, edit, outcome)
  return outcome
}

/** The commit says where a table decides who sees what; only then it is looked up whether the caller may change that. */
async function commitAsCaller(ctx: Context, edit: TableEdit, checked: RulesChecked): Promise<Committed | NotCommitted> {
  const request = requestOf(ctx, edit, checked)
  const outcome = await inOneStatement(ctx.db, (tx) => commit(tx, request))
  if (outcome.status !== 'policy_input') return outcome
  await refuseIfNoGovernor(ctx, edit.workbookId, edit.table)
  return inOneStatement(ctx.db, (tx) => commit(tx, { ...request, governs: true }))
}

function notifyReader({ reader }: Context, { writes }: TableEdit, { tables }: Committed) {
  for (const { tableId, kind, columns, rows = [] } of writes) {
    const written = tables.find((table) => table.tableId === tableId)
    if (!written || kind !== 'rows' || columns) continue
    const edits = rows.map(({ op, cells }, n) => ({ op, cells: cells ?? {}, rowId: written.rowIds[n] ?? 0 }))
    reader.follow({ tableId, version: written.editVersion, rowCount: written.rowCount, edits })
  }
}

function requestOf(
  ctx: Context,
  { workbookId, table, writes, op, auditDetail }: TableEdit,
  checked: RulesChecked,
): CommitRequest {
  const detail = {
    ...op.detail,
    table,
    ...(ctx.idempotencyKey === undefined ? {} : { idempotency_key: ctx.idempotencyKey }),
  }
  const entry = {
    workbookId,
    action: op.kind,
    target: { table },
    detail: { rows: op.detail.rows, ...auditDetail },
    actor: op.actor,
  }
  const undoes = op.undoes === undefined ? {} : { undoes: op.undoes }
  return {
    workbookId,
    writes,
    checked,
    op: { kind: op.kind, actor: actorOf(ctx, op.actor), detail, ...undoes },
    audit: partsOf(ctx, entry, 'ok'),
  }
}

/** The error for a caller whose edit was not written. */
export function refusalOf(
  { table, writes, hidesRows }: Pick<TableEdit, 'table' | 'writes' | 'hidesRows'>,
  refused: NotCommitted,
): Error {
  switch (refused.status) {
    case 'conflict': {
      const expected = writes.find(({ tableId }) => tableId === refused.tableId)?.expected ?? null
      return versionConflict({
        table,
        expected,
        current: refused.current,
        changedRows: hidesRows ? null : refused.changed,
      })
    }
    case 'row_conflict':
      return rowConflict({ table, current: refused.current, changedRows: refused.changed })
    case 'behind':
      return writesBehind(table)
    case 'gone':
      return notFound('table', table)
    case 'reread':
    case 'unchecked':
      return tooBusy(table)
    case 'policy_input':
    case 'fenced':
      assertState(false, 'policy inputs are refused before, and an interactive edit has no run to be fenced off from')
  }
}

/** The end of each workbook's queue on this node. */
const ends = new Map<string, Promise<unknown>>()

/**
 * Runs the work when everything before it in the same workbook has ended. PostgreSQL would queue them too, but waking
 * one waiter after another there costs more than half of the throughput.
 */
export async function inTurn<T>(workbookId: string, work: () => Promise<T>): Promise<T> {
  const before = ends.get(workbookId) ?? Promise.resolve()
  const result = before.then(work)
  // The next one waits for the end of this one, however it ends.
  const end = result.then(
    () => undefined,
    () => undefined,
  )
  ends.set(workbookId, end)
  try {
    return await result
  } finally {
    if (ends.get(workbookId) === end) ends.delete(workbookId)
  }
}
