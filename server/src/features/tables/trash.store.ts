import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres.ts'
import type { Actor } from '../audit/actor.ts'
import type { AuditParts } from '../audit/audit-entry.ts'

export type Trashing = {
  workbookId: string
  tableId: string
  expected: number | null
  actor: Actor
  detail: Record<string, unknown>
  audit: AuditParts
}

export type TrashAnswer =
  | { status: 'ok'; op_id: number }
  | { status: 'gone' }
  | { status: 'conflict'; current: number; changed: number[] | null }

/** Everything about the deletion in one call, under the workbook's lock. */
export async function trashTable(
  tx: Tx,
  { workbookId, tableId, expected, actor, detail, audit }: Trashing,
): Promise<TrashAnswer> {
  const { rows } = await sql<{ answer: TrashAnswer }>`
    select trash_table(
      ${workbookId}, ${tableId}, ${expected}, ${JSON.stringify(actor)}::jsonb, ${JSON.stringify(detail)}::jsonb,
      row(${audit.action}, ${audit.actor}, ${audit.detail}, ${audit.ip}, ${audit.outcome}, ${audit.target})::audit_parts
    ) as answer
  `.execute(tx)
  const answer = rows[0]?.answer
  if (!answer) throw new Error('impossible: a deletion without an answer')
  return answer
}
