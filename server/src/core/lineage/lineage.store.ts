import { sql } from 'kysely'
import type { Dependency } from '../../engine/reading/sql-run.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Edge } from './lineage.ts'

/** Every edge of a workbook: there are some hundreds at most. */
export function listEdges(db: Db, workbookId: string): Promise<Edge[]> {
  return db
    .selectFrom('lineage')
    .select(['fromId', 'toId', 'kind', 'transformId', 'opId'])
    .where('workbookId', '=', workbookId)
    .execute()
}

/** The tables that a transform makes this one from. */
export async function listUpstreamNames(db: Db, workbookId: string, toId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('lineage')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.workbookId', '=', 'lineage.workbookId').onRef('artifact.artifactId', '=', 'lineage.fromId'),
    )
    .select('artifact.name')
    .where('lineage.workbookId', '=', workbookId)
    .where('lineage.toId', '=', toId)
    .where('lineage.kind', '=', 'transform')
    .orderBy('artifact.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Charts and sheets over any of these tables, by name. */
export async function listReportNames(db: Db, workbookId: string, tableIds: readonly string[]): Promise<string[]> {
  if (tableIds.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select a.name from chart c
    join artifact a on a.workbook_id = c.workbook_id and a.artifact_id = c.artifact_id and a.deleted_at is null
    where c.workbook_id = ${workbookId} and c.table_id = any (${tableIds}::uuid[])
    union
    select s.name from sheet s
    join artifact t on t.workbook_id = s.workbook_id and t.artifact_id = any (${tableIds}::uuid[])
    where s.workbook_id = ${workbookId} and exists (
      select from json_array_elements(s.spec -> 'blocks') as b
      where b ->> 'kind' = 'table_view' and b ->> 'table' = t.name)
    order by name
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Draws edges; one that is there already is replaced. */
export async function insertEdges(tx: Tx, workbookId: string, edges: readonly Edge[]) {
  if (edges.length === 0) return
  await tx
    .insertInto('lineage')
    .values(edges.map((edge) => ({ workbookId, ...edge })))
    .onConflict((conflict) =>
      conflict.columns(['workbookId', 'fromId', 'toId']).doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        transformId: eb.ref('excluded.transformId'),
        opId: eb.ref('excluded.opId'),
      })),
    )
    .execute()
}

/** Before a transform gets other inputs. */
export async function deleteTransformEdges(tx: Tx, workbookId: string, toId: string) {
  await tx
    .deleteFrom('lineage')
    .where('workbookId', '=', workbookId)
    .where('toId', '=', toId)
    .where('kind', '=', 'transform')
    .execute()
}

/** A file, and a table that was made of it. */
export type SourceEdge = { sourceId: string; source: string; tableId: string }

export function listSourceEdges(db: Db, workbookId: string): Promise<SourceEdge[]> {
  return db
    .selectFrom('sourceTable')
    .innerJoin('source', (join) =>
      join
        .onRef('source.workbookId', '=', 'sourceTable.workbookId')
        .onRef('source.sourceId', '=', 'sourceTable.sourceId'),
    )
    .select(['source.sourceId', 'source.name as source', 'sourceTable.tableId'])
    .where('sourceTable.workbookId', '=', workbookId)
    .orderBy('source.name')
    .execute()
}

/** What a transform reads, column by column, and when it last ran. */
export type TransformLineage = {
  transformId: string
  tableId: string
  code: string
  dependencies: readonly Dependency[]
  at: Date
  version: number
}

export async function listTransformLineage(db: Db, workbookId: string): Promise<TransformLineage[]> {
  const rows = await db
    .selectFrom('transform')
    .innerJoin('tableHead', (join) =>
      join
        .onRef('tableHead.workbookId', '=', 'transform.workbookId')
        .onRef('tableHead.tableId', '=', 'transform.tableId'),
    )
    .innerJoin('tableVersion', (join) =>
      join
        .onRef('tableVersion.workbookId', '=', 'tableHead.workbookId')
        .onRef('tableVersion.tableId', '=', 'tableHead.tableId')
        .onRef('tableVersion.version', '=', 'tableHead.editVersion'),
    )
    .select([
      'transform.transformId',
      'transform.tableId',
      'transform.code',
      'transform.columns',
      'tableVersion.at',
      'tableVersion.version',
    ])
    .where('transform.workbookId', '=', workbookId)
    .execute()
  // Safe: written by the store of transforms alone.
  return rows.map(({ columns, ...row }) => ({ ...row, dependencies: columns as unknown as Dependency[] }))
}
