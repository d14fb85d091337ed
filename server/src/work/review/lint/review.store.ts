import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres.ts'

/** How a file was read that tables were made of. */
export type ReadSource = { sourceId: string; name: string; revision: number; spec: ParseSpec }

/** Of the files that these tables came out of, those that were analyzed. */
export async function listReadSources(db: Db, workbookId: string, tableIds: readonly string[]): Promise<ReadSource[]> {
  const { rows } = await sql<ReadSource>`
    select s.source_id, s.name, s.revision, s.spec from source s
    where s.workbook_id = ${workbookId} and s.spec is not null and exists (
      select from source_table t
      where t.workbook_id = s.workbook_id and t.source_id = s.source_id and t.table_id = any (${tableIds}::uuid[]))
  `.execute(db)
  return rows
}
