import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { NamedObject, Nullable, OneOf, Time, WireId } from '../../platform/http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import { presentColumn, UnitOfColumn } from '../reading/column-info.ts'
import { lensFor } from '../reading/lens.ts'
import { type OpenedTable, readableFrom } from '../reading/open-readable-table.ts'
import {
  findRegistered,
  listRegistered,
  listRegisteredTables,
  type Registered,
} from '../reading/readable-tables.store.ts'
import { type OpenedWorkbook, openWorkbook } from '../workbooks/open-workbook.ts'
import { ARTIFACT_STATES, type ArtifactState, artifactIdIn, hasRows } from './artifact.ts'

export type RequestedState = ArtifactState | 'all'

/** An artifact, and if it has rows what of them may be seen. */
export type VisibleArtifact = { artifact: Registered; opened: OpenedTable | null }

export async function readArtifacts(
  ctx: Context,
  workbookId: string,
  state: RequestedState,
): Promise<VisibleArtifact[]> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  return visibleThrough(ctx, workbook, await listRegistered(ctx.db, workbookId, statesOf(state)))
}

export async function readArtifact(
  ctx: Context,
  workbookId: string,
  name: string,
  state: RequestedState,
): Promise<VisibleArtifact> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const artifact = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name), statesOf(state))
  const [seen] = artifact ? await visibleThrough(ctx, workbook, [artifact]) : []
  if (!seen) throw notFound('artifact', name)
  return seen
}

export async function readTables(
  ctx: Context,
  workbookId: string,
  tableIds: readonly string[],
): Promise<VisibleArtifact[]> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  return visibleThrough(ctx, workbook, await listRegisteredTables(ctx.db, workbookId, tableIds))
}

const statesOf = (state: RequestedState) => (state === 'all' ? ARTIFACT_STATES : [state])

/** As the caller sees them; `found` are of one workbook, which they have opened. */
export async function visibleThrough(ctx: Context, workbook: OpenedWorkbook, found: readonly Registered[]) {
  const lens = await lensFor(ctx, workbook, found[0]?.policyEpoch ?? 0)
  return found.map(
    (artifact): VisibleArtifact => ({
      artifact,
      opened: hasRows(artifact.kind) ? readableFrom(artifact, lens) : null,
    }),
  )
}

// An artifact as several features present it.

const ColumnInfo = NamedObject('Column', {
  column: Type.String(),
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean(),
  description: Nullable(Type.String()),
  ...UnitOfColumn,
})

export const ArtifactSummary = NamedObject('Artifact', {
  name: Type.String(),
  type: OneOf(['table', 'view', 'chart', 'report']),
  description: Nullable(Type.String()),
  id: WireId('art'),
  row_count: Nullable(Type.Integer()),
  schema: Nullable(Type.Array(ColumnInfo)),
  state: OneOf(['active', 'archived']),
  table_name: Nullable(Type.String()),
  updated_at: Time,
  workbook_id: WireId('wb'),
  layer: Nullable(OneOf(['raw', 'base', 'derived'])),
  edit_version: Nullable(Type.Integer()),
})

export const presentArtifact = ({ artifact, opened }: VisibleArtifact) => ({
  name: artifact.name,
  type: artifact.kind,
  description: artifact.description,
  id: toWireId('art', artifact.artifactId),
  row_count: opened?.rowCount ?? null,
  schema: opened?.table.columns.map(presentColumn) ?? null,
  state: artifact.state,
  table_name: opened ? artifact.name : null,
  updated_at: artifact.updatedAt.toISOString(),
  workbook_id: toWireId('wb', artifact.workbookId),
  layer: artifact.layer,
  edit_version: artifact.editVersion,
})
