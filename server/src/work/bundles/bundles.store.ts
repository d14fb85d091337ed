import { sql } from 'kysely'
import type { Actor } from '../../core/audit/actor.ts'
import type { AuditParts } from '../../core/audit/audit-entry.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { CatalogRow } from './bundle.ts'
import type { BundledTable } from './bundled-tables.ts'

/** Everything that the transaction reads from here on is of one moment. Must come first in it. */
export async function beginCut(tx: Tx) {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}

/** The columns of a table below a workbook, without the workbook's id. */
export async function listCatalogColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> 'workbook_id'
    order by attnum
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Rows of a workbook in one table, each as a line of JSON, some hundred at a time. */
export async function* listCatalogLines(
  tx: Tx,
  workbookId: string,
  { name, left = [], only, inOrderOf }: BundledTable,
): AsyncGenerator<string[]> {
  const columns = (await listCatalogColumns(tx, name)).filter((column) => !left.includes(column))
  const cells = sql.join(columns.map((column) => sql`${sql.ref(`r.${column}`)}::text`))
  const chosen = only ? sql`and ${sql.ref(`r.${only.column}`)} = any (${only.values})` : sql``
  const order = inOrderOf ? sql`order by ${sql.ref(`r.${inOrderOf}`)}` : sql``
  await sql`
    declare bundled no scroll cursor for
    select json_object(${columns}::text[], array[${cells}])::text as line
    from ${sql.table(name)} r where r.workbook_id = ${workbookId} ${chosen} ${order}
  `.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch 500 from bundled`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close bundled`.execute(tx)
}

export type CutSegment = { segmentId: string; tableId: string; sha256: string; bytes: number; rows: number }

/** The live segments that versions of these tables are read from. */
export async function listNamedSegments(tx: Tx, workbookId: string): Promise<CutSegment[]> {
  const { rows } = await sql<CutSegment>`
    select s.segment_id, s.table_id, encode(s.sha256, 'hex') as sha256, s.bytes, s.rows
    from segment s
    where s.workbook_id = ${workbookId} and s.state = 'L' and s.segment_id in (
      select (e ->> 0)::uuid from manifest m, jsonb_array_elements(m.segments || coalesce(m.added, '[]')) as e
      where m.workbook_id = ${workbookId})
    order by s.segment_id
  `.execute(tx)
  return rows
}

export type CutFile = { objectId: string; filename: string; sizeBytes: number; sha256: string }

/** The files of all sources, each revision; those that were erased are gone. */
export async function listSourceFiles(tx: Tx, workbookId: string): Promise<CutFile[]> {
  const { rows } = await sql<CutFile>`
    select distinct on (r.object_id) r.object_id, r.filename, r.size_bytes, encode(r.sha256, 'hex') as sha256
    from source_revision r where r.workbook_id = ${workbookId} and r.erased_at is null
    order by r.object_id
  `.execute(tx)
  return rows
}

export type CutTable = { tableId: string; name: string; state: string; version: number; rowCount: number }

/** The tables as they stand, without those in the trash. */
export async function listCutTables(tx: Tx, workbookId: string): Promise<CutTable[]> {
  const { rows } = await sql<CutTable>`
    select c.table_id, c.name, c.state, c.version, c.row_count from current_cut(${workbookId}) as c order by c.name, c.table_id
  `.execute(tx)
  return rows
}

export async function findCounters(tx: Tx, workbookId: string): Promise<{ editSeq: number; opId: number }> {
  const { rows } = await sql<{ editSeq: number; opId: number }>`
    select edit_seq, op_id from workbook_head where workbook_id = ${workbookId}
  `.execute(tx)
  const [head] = rows
  if (!head) throw new Error('impossible: a workbook without a head')
  return head
}

/** Takes rows into a workbook that nothing was ever done in. */
export async function bringRows(
  tx: Tx,
  workbookId: string,
  table: string,
  columns: readonly string[],
  rows: readonly CatalogRow[],
) {
  await sql`select bring_rows(${workbookId}, ${table}, ${columns}, ${JSON.stringify(rows)}::json)`.execute(tx)
}

export type Arrived = {
  workbookId: string
  editSeq: number
  opId: number
  actor: Actor
  detail: Record<string, unknown>
  audit: AuditParts
}

/** Looks at what came as a whole, and lets the workbook count on from where it stood. */
export async function endArrival(tx: Tx, { workbookId, editSeq, opId, actor, detail, audit }: Arrived) {
  await sql`
    select end_arrival(
      ${workbookId}, ${editSeq}, ${opId}, ${JSON.stringify(actor)}::jsonb, ${JSON.stringify(detail)}::jsonb,
      row(${audit.action}, ${audit.actor}, ${audit.detail}, ${audit.ip}, ${audit.outcome}, ${audit.target})::audit_parts
    )
  `.execute(tx)
}
