import { sql } from 'kysely'
import type { VisiblePlace } from '../../core/catalog/visible-place.ts'
import type { Column, TablePlace } from '../../engine/table/table.ts'
import { columnsFromSql } from '../../engine/table/tables.store.ts'
import type { Db } from '../../platform/postgres.ts'

/** A version that can be read, and the names people gave it. */
export type KeptVersion = { version: number; schemaNo: number; rowCount: number; at: Date; labels: string[] }

/** The newest versions of a table and all that have a name, newest first; `named`: only these and the current one. */
export async function listKeptVersions(
  db: Db,
  { workbookId, tableId }: TablePlace,
  { most, isNamedOnly }: { most: number; isNamedOnly: boolean },
): Promise<KeptVersion[]> {
  const { rows } = await sql<KeptVersion>`
    with named as (
      select s.version, array_agg(v.label order by v.op_id) as labels
      from snapshot_table s join version v on v.workbook_id = s.workbook_id and v.snapshot_id = s.snapshot_id
      where s.workbook_id = ${workbookId} and s.table_id = ${tableId}
      group by s.version order by s.version desc limit ${most}
    ), newest as (
      select version from table_version where workbook_id = ${workbookId} and table_id = ${tableId}
      order by version desc limit ${isNamedOnly ? 1 : most}
    )
    select t.version, t.schema_no, t.row_count, t.at, coalesce(n.labels, '{}') as labels
    from table_version t left join named n on n.version = t.version
    where t.workbook_id = ${workbookId} and t.table_id = ${tableId}
      and t.version in (select version from newest union select version from named)
    order by t.version desc
  `.execute(db)
  return rows
}

export async function countKeptVersions(db: Db, { workbookId, tableId }: TablePlace): Promise<number> {
  const { n } = await db
    .selectFrom('tableVersion')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .executeTakeFirstOrThrow()
  return n
}

/** By their numbers. */
export async function listSchemas(db: Db, { workbookId, tableId }: TablePlace): Promise<Map<number, Column[]>> {
  const rows = await db
    .selectFrom('tableSchema')
    .select(['schemaNo', 'columns'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .execute()
  return new Map(rows.map(({ schemaNo, columns }) => [schemaNo, columnsFromSql(columns)]))
}

/** Workbooks in these places, the newest first; a caller who sees the place need not see each of them. */
export async function listWorkbookIds(
  db: Db,
  places: readonly VisiblePlace[],
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const accounts = places.filter((place) => !place.workspaceId).map((place) => place.accountId)
  const workspaces = places.flatMap((place) => (place.workspaceId && !place.workbookId ? place.workspaceId : []))
  const workbooks = places.flatMap((place) => place.workbookId ?? [])
  const { rows } = await sql<{ workbookId: string }>`
    select workbook_id from workbook
    where deleted_at is null and (${after}::uuid is null or workbook_id < ${after})
      and (workbook_id = any (${workbooks}::uuid[]) or workspace_id = any (${workspaces}::uuid[])
        or workspace_id in (select workspace_id from workspace where account_id = any (${accounts}::uuid[])))
    order by workbook_id desc limit ${limit}
  `.execute(db)
  return rows.map(({ workbookId }) => workbookId)
}
