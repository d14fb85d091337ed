import type { ResultColumn, RowFormat } from '../../engine/reading/sql-question.ts'

/** A table that a query read, and where it stood. */
export type ReadTable = { tableId: string; name: string; editVersion: number; isStale: boolean }

/** What is known of a result once its first rows are there. */
export type BegunResult = {
  resultId: string
  workbookId: string
  userId: string
  createdAt: Date
  expiresAt: Date
  /** Of the policies its rows were read under, and what these hid. */
  policyEpoch: number
  hiddenHash: Buffer
  format: RowFormat
  columns: readonly ResultColumn[]
  maskedColumns: readonly string[]
  tables: readonly ReadTable[]
  sqlSha256: string
  /** Rows that were asked for at once. */
  limit: number
}

/** What is known when its query is through. */
export type ResultSize = { rowCount: number; isTruncated: boolean; elapsedMs: number }

export type Result = BegunResult & ResultSize

/** Where the rows of a result are. */
export type StoredRows =
  | { inline: Buffer; object: null }
  | { inline: null; object: { objectId: string; bytes: number; sha256: string } }

export const resultObjectName = (workbookId: string, objectId: string) => `results/${workbookId}/${objectId}.parquet`

const DAY_MS = 24 * 3600 * 1000

export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)

/** Whether a result of this age can only be a thing of the past, no matter who made it. */
export const isPastKeeping = (born: Date, now: Date, days: number) => now > daysAfter(born, days)

/** Where a page ends and another begins; null at the end of the result. */
export const nextOffset = (passed: number, rowCount: number) => (passed < rowCount ? passed : null)
