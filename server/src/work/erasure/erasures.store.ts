import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres.ts'

/** Forgets what was answered from these tables. Ids of the objects that held results. */
export async function eraseAnswers(tx: Tx, workbookId: string, tableIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ objects: string[] }>`
    select erase_answers(${workbookId}, ${[...tableIds]}::uuid[]) as objects
  `.execute(tx)
  return rows[0]?.objects ?? []
}

/** Says that the files of these sources are gone. Ids of the objects that held them. */
export async function eraseFiles(tx: Tx, workbookId: string, sourceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ objects: string[] }>`
    select erase_files(${workbookId}, ${[...sourceIds]}::uuid[]) as objects
  `.execute(tx)
  return rows[0]?.objects ?? []
}
