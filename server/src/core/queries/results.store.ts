import { sql } from 'kysely'
import { formatColumnType, parseColumnType } from '../../engine/table/column-type.ts'
import { keepStatement } from '../../platform/database/keep-statement.ts'
import { bornAt } from '../../platform/ids.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Result, StoredRows } from './result.ts'

/** Days have parts of their own; the id holds its day. A made-up one may be of the year 10000. */
const dayOf = (resultId: string) =>
  bornAt(resultId)
    .toISOString()
    .replace(/^\+0|T.*/g, '')

type InsertedResult = [
  resultId: string,
  day: string,
  userId: string,
  createdAt: Date,
  expiresAt: Date,
  hiddenHash: Buffer,
  tables: readonly string[],
  manifest: string,
  rowCount: number,
  inline: Buffer | null,
  objectId: string | null,
  bytes: number | null,
  sha256: Buffer | null,
  workbookId: string,
  policyEpoch: number,
]

/** Every query writes one. */
const insert = keepStatement(
  (db, ...[resultId, day, userId, createdAt, expiresAt, hiddenHash, tables, manifest, ...rows]: InsertedResult) => {
    const [rowCount, inline, objectId, bytes, sha256, workbookId, policyEpoch] = rows
    return sql<{ isKept: boolean }>`
    insert into result (workbook_id, result_id, day, user_id, created_at, expires_at, policy_epoch, hidden_hash, tables,
      manifest, row_count, inline, object_id, bytes, sha256)
    select h.workbook_id, ${resultId}::uuid, ${day}::date, ${userId}::uuid, ${createdAt}::timestamptz,
      ${expiresAt}::timestamptz, h.policy_epoch, ${hiddenHash}::bytea, ${tables}::uuid[], ${manifest}::json,
      ${rowCount}::bigint, ${inline}::bytea, ${objectId}::uuid, ${bytes}::bigint, ${sha256}::bytea
    from workbook_head h where h.workbook_id = ${workbookId} and h.policy_epoch = ${policyEpoch}
    returning true as is_kept
  `.compile(db)
  },
)

/** False, and nothing is kept, if policies have changed since its rows were read. */
export async function insertResult(tx: Tx, result: Result, { inline, object }: StoredRows): Promise<boolean> {
  const { resultId, userId, createdAt, expiresAt, hiddenHash, tables, rowCount, workbookId, policyEpoch } = result
  const rows = await insert(
    tx,
    resultId,
    dayOf(resultId),
    userId,
    createdAt,
    expiresAt,
    hiddenHash,
    tables.map(({ tableId }) => tableId),
    JSON.stringify(toSql(result)),
    rowCount,
    inline,
    object?.objectId ?? null,
    object?.bytes ?? null,
    object ? Buffer.from(object.sha256, 'hex') : null,
    workbookId,
    policyEpoch,
  )
  return rows.length > 0
}

export type FoundResult = Result & { rows: StoredRows; isExpired: boolean }

/** Of its owner only: for others it is not there. */
export async function findResultOf(db: Db, resultId: string, userId: string): Promise<FoundResult | undefined> {
  const row = await db
    .selectFrom('result')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('isExpired'))
    .where('resultId', '=', resultId)
    .where('day', '=', sql<string>`${dayOf(resultId)}::date`)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { manifest, inline, objectId, bytes, sha256, day: _, tables: __, ...kept } = row
  const rows: StoredRows =
    inline === null
      ? { inline, object: { objectId: objectId ?? '', bytes: bytes ?? 0, sha256: (sha256 ?? '').toString('hex') } }
      : { inline, object: null }
  return { ...kept, ...fromSql(manifest as StoredManifest), rows } // Safe: insertResult alone writes it.
}

/** The description of a result, as it is kept. */
type StoredManifest = {
  format: Result['format']
  columns: { name: string; type: string }[]
  masked_columns: string[]
  tables: { id: string; name: string; edit_version: number; stale: boolean }[]
  sql_sha256: string
  limit: number
  truncated: boolean
  elapsed_ms: number
}

const toSql = (result: Result): StoredManifest => ({
  format: result.format,
  columns: result.columns.map(({ name, type }) => ({ name, type: formatColumnType(type) })),
  masked_columns: [...result.maskedColumns],
  tables: result.tables.map(({ tableId, name, editVersion, isStale }) => ({
    id: tableId,
    name,
    edit_version: editVersion,
    stale: isStale,
  })),
  sql_sha256: result.sqlSha256,
  limit: result.limit,
  truncated: result.isTruncated,
  elapsed_ms: result.elapsedMs,
})

const fromSql = (manifest: StoredManifest) => ({
  format: manifest.format,
  columns: manifest.columns.map(({ name, type }) => ({
    name,
    type: parseColumnType(type) ?? { name: 'VARCHAR' as const },
  })),
  maskedColumns: manifest.masked_columns,
  tables: manifest.tables.map(({ id, name, edit_version, stale }) => ({
    tableId: id,
    name,
    editVersion: edit_version,
    isStale: stale,
  })),
  sqlSha256: manifest.sql_sha256,
  limit: manifest.limit,
  isTruncated: manifest.truncated,
  elapsedMs: manifest.elapsed_ms,
})

/** Today and the days to come each have a part of their own afterwards. */
export async function ensureResultDays(tx: Tx, ahead: number) {
  await sql`select ensure_result_days(${ahead})`.execute(tx)
}

export async function dropResultDays(tx: Tx, kept: number) {
  await sql`select drop_result_days(${kept})`.execute(tx)
}
