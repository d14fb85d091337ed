import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { ErasedCells } from '../builder/build-request.ts'
import { type Column, type SegmentRef, segmentToSql } from '../table/table.ts'
import { columnsFromSql, segmentFromSql } from '../table/tables.store.ts'

/** Every segment that some version of a table is read from. */
export async function listNamedSegments(db: Db, workbookId: string, tableId: string): Promise<SegmentRef[]> {
  const { rows } = await sql<{ segments: unknown[][] }>`
    select segments_named(${workbookId}, ${tableId}) as segments
  `.execute(db)
  return (rows[0]?.segments ?? []).map(segmentFromSql)
}

/** Every column that a table ever had, by its id. */
export async function listEveryColumn(db: Db, workbookId: string, tableId: string): Promise<Map<number, Column>> {
  const schemas = await db
    .selectFrom('tableSchema')
    .select('columns')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .orderBy('schemaNo')
    .execute()
  return new Map(schemas.flatMap(({ columns }) => columnsFromSql(columns)).map((column) => [column.id, column]))
}

/** Takes cells out of edits, overrides and conflicts of every version. How many of these it were. */
export async function eraseCells(
  tx: Tx,
  workbookId: string,
  tableId: string,
  { columnIds, rowIds }: ErasedCells,
): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    select erase_cells(${workbookId}, ${tableId}, ${[...columnIds]}::integer[], ${rowIds && [...rowIds]}::bigint[]) as erased
  `.execute(tx)
  return rows[0]?.erased ?? 0
}

/** The segments that were written in place of others, by the ids of those. */
export type Swaps = ReadonlyMap<string, SegmentRef>

/** False: versions are read from segments that are not among `known`. */
export async function swapSegments(
  tx: Tx,
  workbookId: string,
  tableId: string,
  swaps: Swaps,
  known: readonly string[],
): Promise<boolean> {
  const listed = Object.fromEntries([...swaps].map(([id, segment]) => [id, segmentToSql(segment)]))
  const { rows } = await sql<{ isSwapped: boolean }>`
    select swap_segments(${workbookId}, ${tableId}, ${JSON.stringify(listed)}::jsonb, ${[...known]}::uuid[]) as is_swapped
  `.execute(tx)
  return rows[0]?.isSwapped === true
}

export type NewErasure = {
  workbookId: string
  erasureId: string
  tables: readonly string[]
  /** Names of objects that are gone. */
  objects: readonly string[]
}

export async function insertErasure(tx: Tx, { workbookId, erasureId, tables, objects }: NewErasure) {
  await sql`
    select record_erasure(${workbookId}, ${erasureId}, ${[...tables]}::uuid[], ${[...objects]}::text[])
  `.execute(tx)
}

/** Undefined: nothing of it is committed. */
export function findErasure(db: Db, workbookId: string, erasureId: string) {
  return db
    .selectFrom('erasure')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('erasureId', '=', erasureId)
    .executeTakeFirst()
}

/** Which erasure of a table was the last: what was read before it must not be written after it. */
export async function findLastErasure(db: Db, workbookId: string, tableId: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('erasure')
    .select('erasureId')
    .where('workbookId', '=', workbookId)
    .where(sql<boolean>`${tableId}::uuid = any (tables)`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.erasureId
}

/** Those of the last `seconds`. */
export function listErasures(db: Db, seconds: number) {
  return db
    .selectFrom('erasure')
    .selectAll()
    .where('at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute()
}

/** After so many days no node has anything older. */
export async function deleteOldErasures(tx: Tx, days: number) {
  await sql`select forget_erasures(${days})`.execute(tx)
}
