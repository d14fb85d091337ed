import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { Id, Nullable, OneOf, Time, WireId } from '../../http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import { presentColumn } from './column-info.ts'
import { readArtifact, readArtifacts, type SeenArtifact } from './read-artifacts.ts'

const ColumnInfo = Type.Object({
  column: Type.String(),
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean(),
  description: Nullable(Type.String()),
})

const ArtifactSummary = Type.Object({
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

const State = Type.Object({ state: Type.Optional(OneOf(['active', 'archived', 'all'])) })

const presentArtifact = ({ artifact, opened }: SeenArtifact) => ({
  name: artifact.name,
  type: artifact.kind,
  description: artifact.description,
  id: toWireId('art', artifact.artifactId),
  row_count: artifact.rowCount,
  schema: opened?.table.columns.map(presentColumn) ?? null,
  state: artifact.state,
  table_name: opened ? artifact.name : null,
  updated_at: artifact.updatedAt.toISOString(),
  workbook_id: toWireId('wb', artifact.workbookId),
  layer: artifact.layer,
  edit_version: artifact.editVersion,
})

export const artifactListEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/artifacts',
    operation: 'listArtifacts',
    summary: 'Tables, views, charts and reports of a workbook, by name',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: State,
    status: 200,
    response: Type.Object({ artifacts: Type.Array(ArtifactSummary) }),
    handle: async ({ ctx, params, query }) => ({
      artifacts: (await readArtifacts(ctx, params.workbook_id, query.state ?? 'active')).map(presentArtifact),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/artifacts/{name}',
    operation: 'readArtifact',
    summary: 'An artifact, by its name or its id',
    description: 'Of several with one name the active one is meant, else the newest archived one.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: State,
    status: 200,
    response: ArtifactSummary,
    handle: async ({ ctx, params, query }) =>
      presentArtifact(await readArtifact(ctx, params.workbook_id, params.name, query.state ?? 'all')),
  }),
]
