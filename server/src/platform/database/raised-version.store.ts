import { sql } from 'kysely'
import type { Writer } from '../caller.ts'

/**
 * The version after a change, of what links may show. Its writers count for that version if they did for the one before, or are written
 * with it. A node of the release before raises `version` alone, and links then show nothing until the next write.
 */
export const raisedVersion = (areWritersWritten: boolean) => ({
  version: sql<number>`version + 1`,
  writersVersion: areWritersWritten
    ? sql<number>`version + 1`
    : sql<number>`case when writers_version = version then version + 1 else writers_version end`,
  updatedAt: sql<Date>`now()`,
})

/** Null: they are not known. */
export const knownWriters = <W = readonly Writer[]>(row: {
  version: number
  writers: unknown
  writersVersion: number | null
}): W | null =>
  // Safe: written by the service alone.
  row.writersVersion === row.version ? (row.writers as W) : null
