import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Db, Tx } from '../../../../platform/postgres.ts'

type SourceKey = { workbookId: string; sourceId: string }

/** Corrections that can be taken back. */
const MOST_KEPT = 50

/** A spec as it stood before a correction. Those of other analyses, and the oldest ones, go. */
export async function insertUndo(tx: Tx, { workbookId, sourceId }: SourceKey, spec: ParseSpec) {
  const { spec_version: specVersion, revision } = spec
  await tx
    .insertInto('sourceUndo')
    .values({ workbookId, sourceId, specVersion, revision, spec: JSON.stringify(spec) })
    .execute()
  await tx
    .deleteFrom('sourceUndo')
    .where('workbookId', '=', workbookId)
    .where('sourceId', '=', sourceId)
    .where((eb) => eb.or([eb('specVersion', '<>', specVersion), eb('revision', '<=', revision - MOST_KEPT)]))
    .execute()
}

type SpecVersion = Pick<ParseSpec, 'spec_version' | 'sha256'>

/** The spec before the last correction that was not taken back; none where the file or its analysis is another one since. */
export async function findUndo(
  db: Db,
  { workbookId, sourceId }: SourceKey,
  { spec_version, sha256 }: SpecVersion,
): Promise<ParseSpec | undefined> {
  const row = await db
    .selectFrom('sourceUndo')
    .select('spec')
    .where('workbookId', '=', workbookId)
    .where('sourceId', '=', sourceId)
    .where('specVersion', '=', spec_version)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Safe: insertUndo alone writes it.
  const spec = row?.spec as ParseSpec | undefined
  return spec?.sha256 === sha256 ? spec : undefined
}

export async function deleteUndo(tx: Tx, { workbookId, sourceId }: SourceKey, undone: ParseSpec) {
  await tx
    .deleteFrom('sourceUndo')
    .where('workbookId', '=', workbookId)
    .where('sourceId', '=', sourceId)
    .where('specVersion', '=', undone.spec_version)
    .where('revision', '=', undone.revision)
    .execute()
}

export async function deleteUndosOf(tx: Tx, { workbookId, sourceId }: SourceKey) {
  await tx.deleteFrom('sourceUndo').where('workbookId', '=', workbookId).where('sourceId', '=', sourceId).execute()
}
