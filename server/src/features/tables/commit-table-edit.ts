import type { Context } from '../../platform/context.ts'
import { assertState, notFound } from '../../platform/errors.ts'
import { inOneStatement } from '../../platform/postgres.ts'
import { type Committed, commit, type NotCommitted, type TableWrite } from '../../tabular/commit.ts'
import { actorOf } from '../audit/actor.ts'
import { type AuditDetail, partsOf } from '../audit/audit-entry.ts'
import type { OpDetail } from '../ops/op.ts'
import { inTurn } from './in-turn.ts'
import { rowConflict, tooBusy, versionConflict, writesBehind } from './tables.errors.ts'

/** An edit, ready to be committed: what it writes, and what history and audit log say of it. */
export type TableEdit = {
  workbookId: string
  /** The table's name, for history and errors. */
  table: string
  writes: readonly TableWrite[]
  op: { kind: string; actor: string | null; detail: Omit<OpDetail, 'table' | 'idempotency_key'>; undoes?: number }
  auditDetail?: AuditDetail
}

export type CommittedEdit<E extends TableEdit> = { edit: E; committed: Committed }

const MOST_ATTEMPTS = 5

/**
 * The only door to changing table data: version check, edit, op, audit entry, stale marks and events in one call.
 * `prepare` reads what the edit needs; it is asked again when that changed before the commit. Null: nothing to do.
 */
export async function commitTableEdit<E extends TableEdit>(
  ctx: Context,
  workbookId: string,
  prepare: () => Promise<E | null>,
): Promise<CommittedEdit<E> | null> {
  const first = await prepare()
  if (!first) return null
  const work = () => attempt(ctx, first, prepare)
  // Inside a transaction the lock may be held already; whoever waited here for others would wait for himself.
  return ctx.db.isTransaction ? work() : inTurn(workbookId, work)
}

/** Whoever must prepare again keeps his turn, so nobody on this node can get ahead of him once more. */
async function attempt<E extends TableEdit>(
  ctx: Context,
  first: E,
  prepare: () => Promise<E | null>,
): Promise<CommittedEdit<E> | null> {
  let edit = first
  for (let n = 1; n <= MOST_ATTEMPTS; n++) {
    const outcome = await commitOnce(ctx, edit)
    if (outcome.status === 'ok') return { edit, committed: outcome }
    if (outcome.status !== 'reread') throw refusalOf(edit, outcome)
    const again = await prepare()
    if (!again) return null
    edit = again
  }
  throw tooBusy(first.table)
}

/** One commit of an edit that is prepared elsewhere: a bulk writer does its own catching up. */
export function commitInTurn(ctx: Context, edit: TableEdit): Promise<Committed | NotCommitted> {
  const work = () => commitOnce(ctx, edit)
  return ctx.db.isTransaction ? work() : inTurn(edit.workbookId, work)
}

function commitOnce(ctx: Context, { workbookId, table, writes, op, auditDetail }: TableEdit) {
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
  return inOneStatement(ctx.db, (tx) =>
    commit(tx, {
      workbookId,
      writes,
      op: {
        kind: op.kind,
        actor: actorOf(ctx, op.actor),
        detail,
        ...(op.undoes === undefined ? {} : { undoes: op.undoes }),
      },
      audit: partsOf(ctx, entry, 'ok'),
    }),
  )
}

/** What a caller is told when nothing was written. */
export function refusalOf({ table, writes }: Pick<TableEdit, 'table' | 'writes'>, refused: NotCommitted): Error {
  switch (refused.status) {
    case 'conflict': {
      const expected = writes.find(({ tableId }) => tableId === refused.tableId)?.expected ?? null
      return versionConflict({ table, expected, current: refused.current, changedRows: refused.changed })
    }
    case 'row_conflict':
      return rowConflict({ table, current: refused.current, changedRows: refused.changed })
    case 'behind':
      return writesBehind(table)
    case 'gone':
      return notFound('table', table)
    case 'reread':
      return tooBusy(table)
    case 'fenced':
      assertState(false, 'an interactive edit has no run to be fenced off from')
  }
}
