import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../engine/table/table.ts'
import { columnsFromSql } from '../../engine/table/tables.store.ts'
import type { FoundCredential } from '../../people/credentials/credentials.store.ts'
import { keepJoinedStatement, keepStatement, PART } from '../../platform/database/keep-statement.ts'
import type { Db } from '../../platform/postgres.ts'
import { ARTIFACT_STATES, type ArtifactState } from '../artifacts/artifact.ts'
import { named } from '../artifacts/artifacts.store.ts'
import { heldAndSeen, type WorkbookRow } from '../workbooks/workbooks.store.ts'
import { keepLastSchema, lastSchemaOf, type SchemaKey } from './known-schemas.ts'

/** What people say about the columns of an artifact, by origin. */
export const descriptionsOf = sql<Record<string, string> | null>`(
  select json_object_agg(d.origin, d.description) from column_description d
  where d.workbook_id = artifact.workbook_id and d.table_id = artifact.artifact_id)`.as('descriptions')

/** What an artifact is, and where its rows stand. */
const STANDING = [
  'artifact.workbookId',
  'artifact.artifactId',
  'artifact.kind',
  'artifact.layer',
  'artifact.name',
  'artifact.state',
  'artifact.description',
  'artifact.createdAt',
  'workbookHead.editSeq',
  'workbookHead.policyEpoch',
  'tableHead.editVersion',
  'tableHead.rowCount',
  'tableHead.schemaNo',
  'tableHead.nextColumnId',
  'tableHead.staleSince',
  'tableHead.staleReason',
  'tableHead.isPolicyInput',
] as const

/** Artifacts with where their rows stand: one statement, so one consistent cut. A chart has no head. */
function withHeads(db: Db, columns = sql<unknown>`table_schema.columns`) {
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
      ...STANDING,
      columns.as('columns'),
      sql<Date>`greatest(artifact.updated_at, table_version.at)`.as('updatedAt'),
      descriptionsOf,
    ])
}

type HeadRow = Awaited<ReturnType<ReturnType<typeof withHeads>['execute']>>[number]

/** What stands in the registry under a name, rows or not. */
export type Registered = Omit<HeadRow, 'columns' | 'descriptions'> & { columns: readonly Column[] }

export async function findRegistered(
  db: Db,
  workbookId: string,
  name: string,
  artifactId: string | null,
  states: readonly ArtifactState[] = ARTIFACT_STATES,
): Promise<Registered | undefined> {
  const [row] = await registeredNamed(db, workbookId, name, artifactId, states)
  return row && registeredFrom(row)
}

const registeredNamed = keepStatement(
  (db, workbookId: string, name: string, artifactId: string | null, states: readonly ArtifactState[]) =>
    namedWithHead(db, { workbookId, name, artifactId }, states).compile(),
)

type TableRequest = { workbookId: string; name: string; artifactId: string | null }

function namedWithHead(
  db: Db,
  { workbookId, name, artifactId }: TableRequest,
  states: readonly ArtifactState[],
  columns?: RawBuilder<unknown>,
) {
  const wanted = named(db.selectFrom('artifact'), workbookId, name, artifactId, states).select('artifact.artifactId')
  return withHeads(db, columns).where('artifact.workbookId', '=', workbookId).where('artifact.artifactId', '=', wanted)
}

type RegisteredAhead = readonly [FoundCredential, WorkbookRow, Registered | undefined]

/**
 * Who holds a credential, what a workbook is to them, and what stands in it under a name, all of one moment. Columns that this node
 * knows are not sent again.
 */
export async function findRegisteredAhead(
  db: Db,
  secretHashes: Buffer[],
  asked: TableRequest,
): Promise<RegisteredAhead | undefined> {
  const known = lastSchemaOf(asked)
  const { workbookId, name, artifactId } = asked
  const place = [known?.artifactId ?? null, known?.schemaNo ?? null, known?.policyEpoch ?? null] as const
  const [found] = await heldSeenAndNamed(db, secretHashes, workbookId, name, artifactId, ARTIFACT_STATES, ...place)
  if (!found) return undefined
  const [held, seen, row] = found
  if (row.artifactId === null) return [held, seen, undefined]
  if (known && isOf(row, known)) return [held, seen, describedFrom(row, known.columns)]
  const columns = undescribedFrom(row)
  if (row.schemaNo !== null) keepLastSchema(asked, { ...row, schemaNo: row.schemaNo }, columns)
  return [held, seen, describedFrom(row, columns)]
}

const isOf = ({ artifactId, schemaNo, policyEpoch }: HeadRow, known: SchemaKey) =>
  artifactId === known.artifactId && schemaNo === known.schemaNo && policyEpoch === known.policyEpoch

type AheadValues = [Buffer[], string, string, string | null, readonly ArtifactState[], ...(string | number | null)[]]

const heldSeenAndNamed = keepJoinedStatement<AheadValues, [FoundCredential, WorkbookRow, HeadRow]>(
  (db, secretHashes, workbookId, name, artifactId, states, knownId, knownSchemaNo, knownEpoch) => {
    const columns = sql`case
      when artifact.artifact_id = ${knownId}::uuid and table_head.schema_no = ${knownSchemaNo}::int
        and workbook_head.policy_epoch = ${knownEpoch}::bigint then null
      else table_schema.columns end`
    return sql`
      select held.*, holder.owner_id, null as ${sql.ref(PART)}, seen.*, null as ${sql.ref(PART)}, found.*
      from ${heldAndSeen(db, secretHashes, workbookId)}
      left join lateral ${namedWithHead(db, { workbookId, name, artifactId }, states, columns)} found on true
    `.compile(db)
  },
)

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

/**
 * Every table of a workbook with where it stands, and the epochs of all: one statement, so one cut. Nothing is in it that only
 * people look at.
 */
export const listTableHeads = keepStatement((db, workbookId: string) =>
  db
    .selectFrom('artifact')
    .innerJoin('workbookHead', 'workbookHead.workbookId', 'artifact.workbookId')
    .innerJoin('tableHead', (join) =>
      join
        .onRef('tableHead.workbookId', '=', 'artifact.workbookId')
        .onRef('tableHead.tableId', '=', 'artifact.artifactId'),
    )
    .where('artifact.workbookId', '=', workbookId)
    .where('artifact.deletedAt', 'is', null)
    .select([...STANDING, 'artifact.updatedAt', 'workbookHead.catalogEpoch'])
    .compile(),
)

export async function listSchemas(db: Db, workbookId: string, keys: readonly Omit<SchemaKey, 'policyEpoch'>[]) {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('tableSchema')
    .innerJoin(
      sql<
        Omit<SchemaKey, 'policyEpoch'>
      >`unnest(${keys.map((key) => key.artifactId)}::uuid[], ${keys.map((key) => key.schemaNo)}::int[])`.as<'wanted'>(
        sql`wanted (artifact_id, schema_no)`,
      ),
      (join) =>
        join
          .onRef('wanted.artifactId', '=', 'tableSchema.tableId')
          .onRef('wanted.schemaNo', '=', 'tableSchema.schemaNo'),
    )
    .where('tableSchema.workbookId', '=', workbookId)
    .select(['tableSchema.tableId as artifactId', 'tableSchema.schemaNo', 'tableSchema.columns'])
    .execute()
  return rows.map(({ columns, ...key }) => ({ ...key, columns: columnsFromSql(columns) }))
}

export async function listRegisteredTables(
  db: Db,
  workbookId: string,
  tableIds: readonly string[],
): Promise<Registered[]> {
  if (tableIds.length === 0) return []
  const rows = await withHeads(db)
    .where('artifact.workbookId', '=', workbookId)
    .where('artifact.artifactId', 'in', tableIds)
    .execute()
  return rows.map(registeredFrom)
}

/** Artifacts of several workbooks, each named by both ids. */
export async function listRegisteredItems(db: Db, keys: readonly Pick<Registered, 'workbookId' | 'artifactId'>[]) {
  const rows = await withHeads(db)
    .innerJoin(
      sql<{
        workbookId: string
        artifactId: string
      }>`unnest(${keys.map((key) => key.workbookId)}::uuid[], ${keys.map((key) => key.artifactId)}::uuid[])`.as<'wanted'>(
        sql`wanted (workbook_id, artifact_id)`,
      ),
      (join) =>
        join
          .onRef('wanted.workbookId', '=', 'artifact.workbookId')
          .onRef('wanted.artifactId', '=', 'artifact.artifactId'),
    )
    .execute()
  return rows.map(registeredFrom)
}

/** Rises with every change of what a user may see. */
export async function findPolicyEpoch(db: Db, workbookId: string): Promise<number | undefined> {
  const [head] = await epochOf(db, workbookId)
  return head?.policyEpoch
}

const epochOf = keepStatement((db, workbookId: string) =>
  db.selectFrom('workbookHead').select('policyEpoch').where('workbookId', '=', workbookId).compile(),
)

export const registeredFrom = (row: HeadRow): Registered => describedFrom(row, undescribedFrom(row))

/** A schema keeps descriptions as they were when it was made. */
const undescribedFrom = ({ columns }: HeadRow): readonly Column[] =>
  columnsFromSql(columns ?? []).map((column) => ({ ...column, description: null }))

/** Columns without descriptions are handed on as they are: what is known about a list of columns is found by that list. */
function describedFrom({ columns: _, descriptions, ...row }: HeadRow, columns: readonly Column[]): Registered {
  if (!descriptions) return { ...row, columns }
  return { ...row, columns: columns.map((column) => ({ ...column, description: descriptions[column.origin] ?? null })) }
}
