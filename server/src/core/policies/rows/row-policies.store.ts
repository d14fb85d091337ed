import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Actor } from '../../audit/actor.ts'
import type { RowPolicies } from './row-access.ts'
import type { Condition, Mapping } from './row-policy.ts'

/** Part of the statement that reads all policies of a workbook, which stands in it as `workbook_head`. */
export const rowPoliciesOf = sql<RowPolicies | null>`(
  select json_build_object(
    'policies', json_agg(json_build_object('tableId', p.table_id, 'condition', p.condition, 'mapping', p.mapping,
      'mayWriteUnseen', p.may_write_unseen) order by p.table_id),
    'made', (select coalesce(json_agg(json_build_object('tableId', l.table_id, 'fromTableId', l.from_table_id, 'copied', l.copied)), '[]')
      from row_lineage l where l.workbook_id = workbook_head.workbook_id))
  from row_policy p where p.workbook_id = workbook_head.workbook_id having count(*) > 0)`

export type StoredRowPolicy = {
  tableId: string
  condition: Condition
  mapping: Mapping | null
  mayWriteUnseen: boolean
  note: string | null
  actor: Actor
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = [
  'tableId',
  'condition',
  'mapping',
  'mayWriteUnseen',
  'note',
  'actor',
  'createdAt',
  'updatedAt',
] as const

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

type NewRowPolicy = Pick<StoredRowPolicy, 'tableId' | 'condition' | 'mapping' | 'mayWriteUnseen' | 'note' | 'actor'> & {
  workbookId: string
}

/** `isNew`: the table had none before. */
export async function upsertRowPolicy(tx: Tx, policy: NewRowPolicy): Promise<StoredRowPolicy & { isNew: boolean }> {
  const { workbookId, tableId, note, mayWriteUnseen } = policy
  const mapping = policy.mapping && JSON.stringify(policy.mapping)
  const [condition, actor] = [JSON.stringify(policy.condition), JSON.stringify(policy.actor)]
  const values = { condition, mapping, mayWriteUnseen, note, actor }
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

/** Columns of another table that are there again, unchanged: each origin there with its origin here. */
export type CopiedColumns = { fromTableId: string; columns: Readonly<Record<string, number>> }

/** What a run made of a table says about all its versions: null where a row is not made from one row. `isFirst`: of its first one. */
export async function keepCopiedColumns(
  tx: Tx,
  { workbookId, tableId }: { workbookId: string; tableId: string },
  copied: CopiedColumns | null,
  isFirst: boolean,
) {
  const columns = copied && JSON.stringify(copied.columns)
  const from = copied?.fromTableId ?? null
  await sql`select keep_copied_columns(${workbookId}, ${tableId}, ${from}, ${columns}, ${isFirst})`.execute(tx)
}
