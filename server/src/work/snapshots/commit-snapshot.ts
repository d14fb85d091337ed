import { invalidField } from '../../core/artifacts/artifacts.errors.ts'
import { actorOf } from '../../core/audit/actor.ts'
import { partsOf } from '../../core/audit/audit-entry.ts'
import type { OpDetail } from '../../core/ops/op.ts'
import { hidesRows } from '../../core/reading/refuse-if-hidden.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { uncounted } from './read-snapshots.ts'
import { USUAL_EVENT_TYPE, type Version } from './snapshot.ts'
import { labelTaken } from './snapshots.errors.ts'
import { callCommitSnapshot, findSnapshot, findVersion } from './snapshots.store.ts'

type NewSnapshot = { summary: string; eventType: string }

/** Freezes the workbook as it stands. Nothing changed since the newest snapshot: it is that one. */
export async function commitSnapshot(ctx: Context, workbookId: string, asked: NewSnapshot) {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const { snapshotId, isNew } = await commitState(ctx, workbookId, { ...asked, label: null })
  const snapshot = await findSnapshot(ctx.db, workbookId, snapshotId)
  assertState(snapshot, 'a snapshot that was just committed')
  return { snapshot: (await hidesRows(ctx, workbook)) ? uncounted(snapshot) : snapshot, isNew }
}

export const MOST_LABEL_CHARACTERS = 120

type NewVersion = { label: string; summary: string | null }

/** Gives the workbook as it stands a name, and freezes it first if that was not done yet. */
export async function commitVersion(ctx: Context, workbookId: string, asked: NewVersion): Promise<Version> {
  await openWorkbook(ctx, workbookId, 'editor')
  const label = composedLabel(asked.label)
  await commitState(ctx, workbookId, { label, summary: asked.summary, eventType: USUAL_EVENT_TYPE })
  const version = await findVersion(ctx.db, workbookId, label)
  assertState(version, 'a version that was just committed')
  return version
}

/** One spelling per label: NFC. Composed it may be longer than it was sent. */
function composedLabel(sent: string): string {
  const label = sent.normalize('NFC')
  if ([...label].length > MOST_LABEL_CHARACTERS)
    throw invalidField(['body', 'label'], 'maxLength', `must NOT have more than ${MOST_LABEL_CHARACTERS} characters`)
  return label
}

type StateCommit = { label: string | null; summary: string | null; eventType: string }

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
