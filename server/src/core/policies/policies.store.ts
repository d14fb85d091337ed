import { sql } from 'kysely'
import { keepStatement } from '../../platform/database/keep-statement.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Actor } from '../audit/actor.ts'
import type { ColumnKey, Rule } from './policy.ts'
import type { RowPolicies } from './rows/row-access.ts'
import { hasRowPolicies, rowPoliciesOf } from './rows/row-policies.store.ts'
import type { MadeFrom, SetTag } from './tags/spread-tags.ts'

/** Everything that decides who sees what in a workbook, of one moment. */
export type StoredPolicies = {
  policyEpoch: number
  rules: Rule[]
  tags: SetTag[]
  lineage: MadeFrom[]
  /** Null where there are none. */
  rows: RowPolicies | null
}

export async function findPolicies(db: Db, workbookId: string): Promise<StoredPolicies | undefined> {
  const [found] = await policiesOf(db, workbookId)
  return found
}

const policiesOf = keepStatement((db, workbookId: string) =>
  db
    .selectFrom('workbookHead')
    .where('workbookId', '=', workbookId)
    .select([
      'policyEpoch',
      sql<Rule[]>`(select coalesce(json_agg(json_build_object('tag', p.tag, 'role', p.role, 'effect', p.effect,
          'maskStyle', p.mask_style)), '[]')
        from policy p where p.workbook_id = workbook_head.workbook_id)`.as('rules'),
      sql<SetTag[]>`(select coalesce(json_agg(json_build_object('tableId', t.table_id, 'origin', t.origin, 'tag', t.tag,
          'isAttached', t.is_attached) order by t.created_at), '[]')
        from column_tag t where t.workbook_id = workbook_head.workbook_id)`.as('tags'),
      sql<MadeFrom[]>`(select coalesce(json_agg(json_build_object('tableId', l.table_id, 'origin', l.origin,
          'fromTableId', l.from_table_id, 'fromOrigin', l.from_origin)), '[]')
        from column_lineage l where l.workbook_id = workbook_head.workbook_id)`.as('lineage'),
      rowPoliciesOf.as('rows'),
    ])
    .compile(),
)

/** Roles that an admin of this workspace has given to a user. */
export async function listGivenRoles(db: Db, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    select role from workspace_member m, unnest(m.custom_roles) as role where m.workspace_id = ${workspaceId}
    union
    select role from workspace_guest g, unnest(g.custom_roles) as role where g.workspace_id = ${workspaceId}
    order by role
  `.execute(db)
  return rows.map(({ role }) => role)
}

/** Where a page of rules begins: behind the rule of a tag for a role. */
export type AfterPolicy = { tag: string; role: string } | null

export function listPolicies(db: Db, workbookId: string, limit: number, after: AfterPolicy = null) {
  let query = db.selectFrom('policy').selectAll().where('workbookId', '=', workbookId)
  if (after) query = query.where(sql<boolean>`(tag, role) > (${after.tag}, ${after.role})`)
  return query.orderBy('tag').orderBy('role').limit(limit).execute()
}

export type PolicyRow = Awaited<ReturnType<typeof listPolicies>>[number]

type NewPolicy = Rule & { workbookId: string; note: string | null; actor: Actor }

/** `isNew`: there was no rule for this tag and role before. */
export async function upsertPolicy(tx: Tx, policy: NewPolicy): Promise<PolicyRow & { isNew: boolean }> {
  const { effect, maskStyle, note, actor } = policy
  const values = { effect, maskStyle, note, actor: JSON.stringify(actor) }
  return tx
    .insertInto('policy')
    .values({ ...policy, ...values })
    .onConflict((conflict) =>
      conflict.columns(['workbookId', 'tag', 'role']).doUpdateSet({ ...values, updatedAt: sql<Date>`now()` }),
    )
    .returningAll()
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
}

/** How many rules went: those of one role, or all of the tag. */
export async function deletePolicies(tx: Tx, workbookId: string, tag: string, role: string | null): Promise<number> {
  let query = tx.deleteFrom('policy').where('workbookId', '=', workbookId).where('tag', '=', tag)
  if (role !== null) query = query.where('role', '=', role)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** About columns or rows: the workbook is governed. */
export async function hasPolicies(tx: Tx, workbookId: string): Promise<boolean> {
  return (await listPolicies(tx, workbookId, 1)).length > 0 || (await hasRowPolicies(tx, workbookId))
}

export async function hasTags(db: Db, workbookId: string): Promise<boolean> {
  const found = await db
    .selectFrom('columnTag')
    .select('tag')
    .where('workbookId', '=', workbookId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export function listSetTags(db: Db, workbookId: string) {
  return db.selectFrom('columnTag').selectAll().where('workbookId', '=', workbookId).orderBy('createdAt').execute()
}

export type TagRow = Awaited<ReturnType<typeof listSetTags>>[number]

/** What users read instead of the tag, in any script. */
export async function listTagLabels(db: Db, workbookId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('tagLabel').select(['tag', 'label']).where('workbookId', '=', workbookId).execute()
  return new Map(rows.map(({ tag, label }) => [tag, label]))
}

export function upsertTagLabel(tx: Tx, workbookId: string, tag: string, label: string) {
  return tx
    .insertInto('tagLabel')
    .values({ workbookId, tag, label })
    .onConflict((conflict) => conflict.columns(['workbookId', 'tag']).doUpdateSet({ label }))
    .execute()
}

type NewTag = ColumnKey & { workbookId: string; tag: string; isAttached: boolean; note: string | null; actor: Actor }

export async function upsertTag(tx: Tx, tag: NewTag): Promise<TagRow> {
  const { isAttached, note } = tag
  const values = { isAttached, note, actor: JSON.stringify(tag.actor) }
  return tx
    .insertInto('columnTag')
    .values({ ...tag, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['workbookId', 'tableId', 'origin', 'tag'])
        .doUpdateSet({ ...values, createdAt: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteTag(tx: Tx, workbookId: string, { tableId, origin }: ColumnKey, tag: string) {
  await tx
    .deleteFrom('columnTag')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('origin', '=', origin)
    .where('tag', '=', tag)
    .execute()
}

/** What was known before stays: older versions still hold what they were made from. */
export async function insertColumnLineage(tx: Tx, workbookId: string, lineage: readonly MadeFrom[]) {
  await tx
    .insertInto('columnLineage')
    .values(lineage.map((made) => ({ workbookId, ...made })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the values of a column were ever made from. */
export function listColumnSources(db: Db, workbookId: string, { tableId, origin }: ColumnKey) {
  return db
    .selectFrom('columnLineage')
    .select(['fromTableId', 'fromOrigin'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('origin', '=', origin)
    .execute()
}
