import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import type { ArtifactState } from '../artifacts/artifact.ts'
import type { VisiblePlace } from './visible-place.ts'

export type ItemKey = { workbookId: string; artifactId: string }

export type CatalogOptions = { states: readonly ArtifactState[]; after: ItemKey | null; limit: number }

/** Every artifact in these places, the newest workbook first and in it the newest artifact. */
export async function listItems(
  db: Db,
  places: readonly VisiblePlace[],
  { states, after, limit }: CatalogOptions,
): Promise<ItemKey[]> {
  const accounts = places.filter((place) => !place.workspaceId).map((place) => place.accountId)
  const workspaces = places.flatMap((place) => (place.workspaceId && !place.workbookId ? place.workspaceId : []))
  const workbooks = places.flatMap((place) => place.workbookId ?? [])
  // Workbook after workbook, each by its key, until the page is full: nothing behind it is read.
  const { rows } = await sql<ItemKey>`
    select w.workbook_id, a.artifact_id
    from (
      select workbook_id from workbook
      where deleted_at is null and (${after?.workbookId ?? null}::uuid is null or workbook_id <= ${after?.workbookId ?? null})
        and (workbook_id = any (${workbooks}::uuid[]) or workspace_id = any (${workspaces}::uuid[])
          or workspace_id in (select workspace_id from workspace where account_id = any (${accounts}::uuid[])))
      order by workbook_id desc
    ) as w cross join lateral (
      select artifact_id from artifact
      where workbook_id = w.workbook_id and deleted_at is null and state = any (${states}::text[])
        and (w.workbook_id is distinct from ${after?.workbookId ?? null}::uuid or artifact_id < ${after?.artifactId ?? null}::uuid)
      order by artifact_id desc limit ${limit}
    ) as a
    order by w.workbook_id desc, a.artifact_id desc
    limit ${limit}
  `.execute(db)
  return rows
}
