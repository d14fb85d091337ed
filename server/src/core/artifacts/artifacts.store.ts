import { type SelectQueryBuilder, sql } from 'kysely'
import type { Artifact as ArtifactTable, DB } from '../../platform/database/database-schema.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import { ARTIFACT_STATES, type Artifact, type ArtifactState } from './artifact.ts'

const COLUMNS = [
  'artifact.workbookId',
  'artifact.artifactId',
  'artifact.kind',
  'artifact.layer',
  'artifact.name',
  'artifact.state',
  'artifact.description',
  'artifact.createdAt',
  'artifact.updatedAt',
] as const

/** By name the active one wins, else the newest; an id names exactly one. */
export function findArtifact(
  db: Db,
  workbookId: string,
  name: string,
  artifactId: string | null,
): Promise<Artifact | undefined> {
  return named(db.selectFrom('artifact'), workbookId, name, artifactId).select(COLUMNS).executeTakeFirst()
}

/** Narrows a query over artifacts to the one that a path names. */
export function named<O>(
  query: SelectQueryBuilder<DB, 'artifact', O>,
  workbookId: string,
  name: string,
  artifactId: string | null,
  states: readonly ArtifactState[] = ARTIFACT_STATES,
) {
  return query
    .where('artifact.workbookId', '=', workbookId)
    .where('artifact.deletedAt', 'is', null)
    .where(sql<boolean>`artifact.state = any (${states}::text[])`)
    .where((eb) => eb.or([eb('artifact.name', '=', name), eb('artifact.artifactId', '=', artifactId)]))
    .orderBy(sql`artifact.artifact_id is not distinct from ${artifactId}::uuid`, 'desc')
    .orderBy(sql`artifact.state = 'active'`, 'desc')
    .orderBy('artifact.artifactId', 'desc')
    .limit(1)
}

export async function hasActiveName(db: Db, workbookId: string, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('artifact')
    .select('artifactId')
    .where('workbookId', '=', workbookId)
    .where('name', '=', name)
    .where('state', '=', 'active')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether anything in the workbook has it, archived or not. */
export async function isNameUsed(db: Db, workbookId: string, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('artifact')
    .select('artifactId')
    .where('workbookId', '=', workbookId)
    .where('name', '=', name)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether something new may not have this name. `except`: what is to be renamed. */
export async function isNameTaken(db: Db, workbookId: string, name: string, except?: string): Promise<boolean> {
  const found = await db
    .selectFrom('artifact')
    .select('artifactId')
    .where('workbookId', '=', workbookId)
    .where(sql<boolean>`lower(normalize(name, NFKC)) = lower(normalize(${name}, NFKC))`)
    .where('state', '=', 'active')
    .where('deletedAt', 'is', null)
    .where('artifactId', '!=', except ?? NO_ID)
    .executeTakeFirst()
  return found !== undefined
}

export async function countTables(db: Db, workbookId: string): Promise<number> {
  const { n } = await db
    .selectFrom('artifact')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .where('kind', 'in', ['table', 'view'])
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export type NewArtifact = Pick<Artifact, 'workbookId' | 'artifactId' | 'kind' | 'name' | 'description'>

/** One without rows; what has some is made by the commit that brings them. */
export async function insertArtifact(tx: Tx, artifact: NewArtifact) {
  await tx
    .insertInto('artifact')
    .values({ ...artifact, state: 'active' })
    .execute()
}

export type ArtifactChanges = { state?: ArtifactState; name?: string; description?: string | null }

export function updateArtifact(
  tx: Tx,
  { workbookId, artifactId }: Pick<ArtifactTable, 'workbookId' | 'artifactId'>,
  changes: ArtifactChanges,
): Promise<Artifact> {
  return tx
    .updateTable('artifact')
    .set({ ...changes, updatedAt: sql<Date>`now()` })
    .where('workbookId', '=', workbookId)
    .where('artifactId', '=', artifactId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}
