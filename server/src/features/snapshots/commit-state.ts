import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { actorOf } from '../audit/actor.ts'
import { partsOf } from '../audit/audit-entry.ts'
import type { OpDetail } from '../ops/op.ts'
import { labelTaken } from './snapshots.errors.ts'
import { callCommitSnapshot } from './snapshots.store.ts'

export type StateCommit = { label: string | null; summary: string | null; eventType: string }

/** The step that committing a snapshot and committing a version share. The caller has opened the workbook. */
export async function commitState(ctx: Context, workbookId: string, { label, summary, eventType }: StateCommit) {
  const detail: Omit<OpDetail, 'table'> = {
    expected_version: null,
    unconditional: false,
    rows: 0,
    summary: label === null ? 'Committed a snapshot' : `Committed version ${label}`,
    ...(ctx.idempotencyKey === undefined ? {} : { idempotency_key: ctx.idempotencyKey }),
  }
  const entry =
    label === null
      ? { workbookId, action: 'snapshot.commit', target: {}, detail: { event_type: eventType } }
      : { workbookId, action: 'version.commit', target: { label } }
  const answer = await inTransaction(ctx.db, (tx) =>
    callCommitSnapshot(tx, {
      workbookId,
      label,
      summary,
      eventType,
      actor: actorOf(ctx),
      detail,
      audit: partsOf(ctx, entry, 'ok'),
    }),
  )
  if (answer.status === 'taken') throw labelTaken(label ?? '')
  return { snapshotId: answer.snapshot_id, isNew: answer.is_new }
}
