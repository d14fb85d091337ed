import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import type { VisiblePlace } from './visible-place.ts'

const MOST_NAMESAKES = 20

/** Workbooks of this name in places that the caller sees; each is judged before it is opened. */
export async function listWorkbooksNamed(db: Db, places: readonly VisiblePlace[], title: string): Promise<string[]> {
  if (places.length === 0) return []
  const { rows } = await sql<{ workbookId: string }>`
    select distinct w.workbook_id
    from unnest(
      ${places.map(({ accountId }) => accountId)}::uuid[],
      ${places.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${places.map(({ workbookId }) => workbookId)}::uuid[]
    ) as p (account_id, workspace_id, workbook_id)
    join workspace s on s.account_id = p.account_id and (p.workspace_id is null or s.workspace_id = p.workspace_id)
    join workbook w on w.workspace_id = s.workspace_id and (p.workbook_id is null or w.workbook_id = p.workbook_id)
    where w.deleted_at is null and w.title = ${title}
    limit ${MOST_NAMESAKES}
  `.execute(db)
  return rows.map(({ workbookId }) => workbookId)
}

/** What users say about columns, by table and origin. */
export async function listColumnDescriptions(db: Db, workbookId: string): Promise<Map<string, Map<number, string>>> {
  const rows = await db
    .selectFrom('columnDescription')
    .select(['tableId', 'origin', 'description'])
    .where('workbookId', '=', workbookId)
    .execute()
  const found = new Map<string, Map<number, string>>()
  for (const { tableId, origin, description } of rows) {
    const columns = found.get(tableId) ?? new Map<number, string>()
    columns.set(origin, description)
    found.set(tableId, columns)
  }
  return found
}
