import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/postgres.ts'
import type { Actor } from '../../../audit/actor.ts'
import type { RowPolicies } from './row-access.ts'
import type { Condition, Mapping } from './row-policy.ts'

/** Part of the statement that reads all policies of a workbook, which stands in it as `workbook_head`. */
export const rowPoliciesOf = sql<RowPolicies | null>`(
  select json_build_object(
    'policies', json_agg(json_build_object('tableId', p.table_id, 'condition', p.condition, 'mapping', p.mapping) order by p.table_id),
    'made', (select coalesce(json_agg(json_build_object('tableId', l.table_id, 'fromTableId', l.from_table_id)), '[]')
      from row_lineage l where l.workbook_id = workbook_head.workbook_id))
  from row_policy p where p.workbook_id = workbook_head.workbook_id having count(*) > 0)`

export type StoredRowPolicy = {
  tableId: string
  condition: Condition
  mapping: Mapping | null
  note: string | null
  actor: Actor
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = ['tableId', 'condition', 'mapping', 'note', 'actor', 'createdAt', 'updatedAt'] as const

type Row = Omit<StoredRowPolicy, 'condition' | 'mapping' | 'actor'> & {
  condition: unknown
  mapping: unknown
  actor: unknown
}

const storedFrom = ({ condition, mapping, actor, ...row }: Row): StoredRowPolicy => ({
  ...row,
  // Safe: written by `upsertRowPolicy`, or looked at when a bundle arrived.
  condition: condition as Condition,
  mapping: mapping as Mapping | null,
  actor: actor as Actor,
})

export async function listRowPolicies(db: Db, workbookId: string): Promise<StoredRowPolicy[]> {
  const rows = await db
    .selectFrom('rowPolicy')
    .select(COLUMNS)
    .where('workbookId', '=', workbookId)
    .orderBy('tableId')
    .execute()
  return rows.map(storedFrom)
}

export async function hasRowPolicies(db: Db, workbookId: string): Promise<boolean> {
  const found = await db
    .selectFrom('rowPolicy')
    .select('tableId')
    .where('workbookId', '=', workbookId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type NewRowPolicy = Pick<StoredRowPolicy, 'tableId' | 'condition' | 'mapping' | 'note' | 'actor'> & {
  workbookId: string
}

/** `isNew`: the table had none before. */
export async function upsertRowPolicy(tx: Tx, policy: NewRowPolicy): Promise<StoredRowPolicy & { isNew: boolean }> {
  const { workbookId, tableId, note } = policy
  const mapping = policy.mapping && JSON.stringify(policy.mapping)
  const values = { condition: JSON.stringify(policy.condition), mapping, note, actor: JSON.stringify(policy.actor) }
  const row = await tx
    .insertInto('rowPolicy')
    .values({ workbookId, tableId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['workbookId', 'tableId']).doUpdateSet({ ...values, updatedAt: sql<Date>`now()` }),
    )
    .returning(COLUMNS)
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return { ...storedFrom(row), isNew: row.isNew }
}

export async function deleteRowPolicy(tx: Tx, workbookId: string, tableId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('rowPolicy')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
