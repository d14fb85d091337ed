import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { WorkbookRole } from '../workbooks/workbook.ts'
import { type Artifact, artifactIdIn, hasRows } from './artifact.ts'
import { findArtifact } from './artifacts.store.ts'

/** The two path families: `tables` knows only what has rows. */
export type Family = 'artifacts' | 'tables'

/** Where an artifact is, as its path says. */
export type ArtifactPlace = { workbookId: string; name: string; family: Family }

/** The door to an artifact of any kind, by its name or its id. Its rows are behind another: openReadableTable. */
export async function openArtifact(ctx: Context, place: ArtifactPlace, role: WorkbookRole): Promise<Artifact> {
  const { workbookId, name, family } = place
  await openWorkbook(ctx, workbookId, role)
  const artifact = await findArtifact(ctx.db, workbookId, name, artifactIdIn(name))
  if (!artifact || (family === 'tables' && !hasRows(artifact.kind))) {
    throw notFound(family === 'tables' ? 'table' : 'artifact', name)
  }
  return artifact
}
