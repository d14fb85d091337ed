import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ARTIFACT_STATES, type ArtifactState, artifactIdIn, hasRows } from '../artifacts/artifact.ts'
import { type OpenedWorkbook, openWorkbook } from '../workbooks/open-workbook.ts'
import { lensFor } from './lens.ts'
import { type OpenedTable, readableFrom } from './open-readable-table.ts'
import { findRegistered, listRegistered, listRegisteredTables, type Registered } from './readable-tables.store.ts'

export type AskedState = ArtifactState | 'all'

/** An artifact, and if it has rows what of them may be seen. */
export type SeenArtifact = { artifact: Registered; opened: OpenedTable | null }

export async function readArtifacts(ctx: Context, workbookId: string, state: AskedState): Promise<SeenArtifact[]> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  return seenThrough(ctx, workbook, await listRegistered(ctx.db, workbookId, statesOf(state)))
}

export async function readArtifact(
  ctx: Context,
  workbookId: string,
  name: string,
  state: AskedState,
): Promise<SeenArtifact> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const artifact = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name), statesOf(state))
  const [seen] = artifact ? await seenThrough(ctx, workbook, [artifact]) : []
  if (!seen) throw notFound('artifact', name)
  return seen
}

export async function readTables(
  ctx: Context,
  workbookId: string,
  tableIds: readonly string[],
): Promise<SeenArtifact[]> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  return seenThrough(ctx, workbook, await listRegisteredTables(ctx.db, workbookId, tableIds))
}

const statesOf = (state: AskedState) => (state === 'all' ? ARTIFACT_STATES : [state])

/** As the caller sees them; `found` are of one workbook, which he has opened. */
export async function seenThrough(ctx: Context, workbook: OpenedWorkbook, found: readonly Registered[]) {
  const lens = await lensFor(ctx, workbook, found[0]?.policyEpoch ?? 0)
  return found.map(
    (artifact): SeenArtifact => ({
      artifact,
      opened: hasRows(artifact.kind) ? readableFrom(artifact, lens) : null,
    }),
  )
}
