import type { Context } from '../../../platform/context.ts'
import { assertState, notFound } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { refuseIfPolicyInput } from '../../artifacts/policy-input.ts'
import { actorOf } from '../../audit/actor.ts'
import { partsOf } from '../../audit/audit-entry.ts'
import type { OpDetail } from '../../ops/op.ts'
import { openReadableTable } from '../../reading/open-readable-table.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { versionConflict } from '../tables.errors.ts'
import { trashTable } from './trash.store.ts'

/** Puts a table into the trash. What was made from it stays, stale. */
export async function deleteTable(ctx: Context, place: EditPlace, expected: number | null, actor: string | null) {
  const { workbookId, artifactId, name } = await openReadableTable(ctx, place.workbookId, place.name, {
    role: 'editor',
  })
  await refuseIfPolicyInput(ctx, { workbookId, artifactId, name })
  const detail: OpDetail = {
    table: name,
    expected_version: expected,
    unconditional: expected === null,
    rows: 0,
    summary: `Deleted table ${name}`,
    ...(ctx.idempotencyKey === undefined ? {} : { idempotency_key: ctx.idempotencyKey }),
  }
  const answer = await inTransaction(ctx.db, (tx) =>
    trashTable(tx, {
      workbookId,
      tableId: artifactId,
      expected,
      actor: actorOf(ctx, actor),
      detail,
      audit: partsOf(ctx, { workbookId, action: 'table.delete', target: { table: name }, actor }, 'ok'),
    }),
  )
  if (answer.status === 'gone') throw notFound('table', name)
  if (answer.status === 'conflict')
    throw versionConflict({ table: name, expected, current: answer.current, changedRows: answer.changed })
  // Safe: whatever else the database may come to answer is no deletion, and must not be taken for one.
  assertState((answer.status as string) === 'ok', `a deletion ended as ${answer.status}`)
}
