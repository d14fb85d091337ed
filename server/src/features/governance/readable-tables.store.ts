import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import type { Column } from '../../tabular/table.ts'
import { columnsFromSql } from '../../tabular/tables.store.ts'
import { ARTIFACT_STATES, type ArtifactState } from '../artifacts/artifact.ts'
import { named } from '../artifacts/artifacts.store.ts'

/** Artifacts with where their rows stand: one statement, so one consistent cut. A chart has no head. */
function withHeads(db: Db) {
  return db
    .selectFrom('artifact')
    .innerJoin('workbookHead', 'workbookHead.workbookId', 'artifact.workbookId')
    .leftJoin('tableHead', (join) =>
      join
        .onRef('tableHead.workbookId', '=', 'artifact.workbookId')
        .onRef('tableHead.tableId', '=', 'artifact.artifactId'),
    )
    .leftJoin('tableSchema', (join) =>
      join
        .onRef('tableSchema.workbookId', '=', 'artifact.workbookId')
        .onRef('tableSchema.tableId', '=', 'artifact.artifactId')
        .onRef('tableSchema.schemaNo', '=', 'tableHead.schemaNo'),
    )
    .leftJoin('tableVersion', (join) =>
      join
        .onRef('tableVersion.workbookId', '=', 'artifact.workbookId')
        .onRef('tableVersion.tableId', '=', 'artifact.artifactId')
        .onRef('tableVersion.version', '=', 'tableHead.editVersion'),
    )
    .where('artifact.deletedAt', 'is', null)
    .select([
      'artifact.workbookId',
      'artifact.artifactId',
      'artifact.kind',
      'artifact.layer',
      'artifact.name',
      'artifact.state',
      'artifact.description',
      'artifact.createdAt',
      'workbookHead.editSeq',
      'tableHead.editVersion',
      'tableHead.rowCount',
      'tableHead.schemaNo',
      'tableHead.nextColumnId',
      'tableHead.staleSince',
      'tableHead.staleReason',
      'tableSchema.columns',
      sql<Date>`greatest(artifact.updated_at, table_version.at)`.as('updatedAt'),
      sql<Record<string, string> | null>`(
        select json_object_agg(d.origin, d.description) from column_description d
        where d.workbook_id = artifact.workbook_id and d.table_id = artifact.artifact_id)`.as('descriptions'),
    ])
}

type HeadRow = Awaited<ReturnType<ReturnType<typeof withHeads>['execute']>>[number]

/** What stands in the registry under a name, rows or not. */
export type Registered = Omit<HeadRow, 'columns' | 'descriptions'> & { columns: Column[] }

export async function findRegistered(
  db: Db,
  workbookId: string,
  name: string,
  artifactId: string | null,
  states: readonly ArtifactState[] = ARTIFACT_STATES,
): Promise<Registered | undefined> {
  const wanted = named(db.selectFrom('artifact'), workbookId, name, artifactId, states).select('artifact.artifactId')
  const row = await withHeads(db)
    .where('artifact.workbookId', '=', workbookId)
    .where('artifact.artifactId', '=', wanted)
    .executeTakeFirst()
  return row && registeredFrom(row)
}

export async function listRegistered(
  db: Db,
  workbookId: string,
  states: readonly ArtifactState[],
): Promise<Registered[]> {
  const rows = await withHeads(db)
    .where('artifact.workbookId', '=', workbookId)
    .where('artifact.state', 'in', states)
    .orderBy('artifact.name')
    .orderBy('artifact.artifactId')
    .execute()
  return rows.map(registeredFrom)
}

function registeredFrom({ columns, descriptions, ...row }: HeadRow): Registered {
  const described = columnsFromSql(columns ?? []).map((column) => ({
    ...column,
    description: descriptions?.[column.origin] ?? null,
  }))
  return { ...row, columns: described }
}
