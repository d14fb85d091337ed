import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

/** Takes checkpoints away that no reader needs. How many. */
export async function thinCheckpoints(tx: Tx, workbookId: string, tableId: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select thin_checkpoints(${workbookId}, ${tableId}) as taken`.execute(tx)
  return rows[0]?.taken ?? 0
}

/** Forgets at most so many of the versions that are past their time, and of their edits. */
export async function forgetVersions(
  tx: Tx,
  workbookId: string,
  tableId: string,
  most: number,
): Promise<{ versions: number; edits: number }> {
  const { rows } = await sql<{ versions: number; edits: number }>`
    select versions, edits from forget_versions(${workbookId}, ${tableId}, ${most})
  `.execute(tx)
  return rows[0] ?? { versions: 0, edits: 0 }
}

/** Asks for workbooks to be tidied whose versions have come of age, of a day at the most. False: there are no more. */
export async function askAboutHistory(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isMore: boolean }>`select ask_about_history() as is_more`.execute(tx)
  return rows[0]?.isMore === true
}

/** What held a version for a time holds it no longer. How many went. */
export async function dropExpiredPins(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`select drop_expired_pins(${most}) as dropped`.execute(tx)
  return rows[0]?.dropped ?? 0
}

export async function listPinnedWithoutCheckpoint(db: Db, workbookId: string, tableId: string): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select version from pinned_without_checkpoint(${workbookId}, ${tableId}) as version order by version
  `.execute(db)
  return rows.map(({ version }) => version)
}
