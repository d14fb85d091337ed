import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ARTIFACT_STATES, type ArtifactState, artifactIdIn, hasRows } from '../artifacts/artifact.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { type OpenedTable, readableFrom } from './open-readable-table.ts'
import { findRegistered, listRegistered, listRegisteredTables, type Registered } from './readable-tables.store.ts'

export type AskedState = ArtifactState | 'all'

/** An artifact, and if it has rows what of them may be seen. */
export type SeenArtifact = { artifact: Registered; opened: OpenedTable | null }

export async function readArtifacts(ctx: Context, workbookId: string, state: AskedState): Promise<SeenArtifact[]> {
  await openWorkbook(ctx, workbookId, 'viewer')
  return (await listRegistered(ctx.db, workbookId, statesOf(state))).map(seen)
}

export async function readArtifact(
  ctx: Context,
  workbookId: string,
  name: string,
  state: AskedState,
): Promise<SeenArtifact> {
  await openWorkbook(ctx, workbookId, 'viewer')
  const artifact = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name), statesOf(state))
  if (!artifact) throw notFound('artifact', name)
  return seen(artifact)
}

/** Of tables already at hand. */
export async function readTables(
  ctx: Context,
  workbookId: string,
  tableIds: readonly string[],
): Promise<SeenArtifact[]> {
  return (await listRegisteredTables(ctx.db, workbookId, tableIds)).map(seen)
}

const statesOf = (state: AskedState) => (state === 'all' ? ARTIFACT_STATES : [state])

const seen = (artifact: Registered): SeenArtifact => ({
  artifact,
  opened: hasRows(artifact.kind) ? readableFrom(artifact) : null,
})
