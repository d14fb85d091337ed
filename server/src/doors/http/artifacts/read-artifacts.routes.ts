import { Type } from 'typebox'
import {
  ArtifactSummary,
  presentArtifact,
  readArtifact,
  readArtifacts,
} from '../../../core/artifacts/read-artifacts.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NextCursor, NO_CURSOR, OneOf } from '../../../platform/http/schema.ts'

const State = Type.Object({ state: Type.Optional(OneOf(['active', 'archived', 'all'])) })

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
    response: Type.Object({ artifacts: Type.Array(ArtifactSummary), next_cursor: NextCursor }),
    handle: async ({ ctx, params, query }) => ({
      artifacts: (await readArtifacts(ctx, params.workbook_id, query.state ?? 'active')).map(presentArtifact),
      ...NO_CURSOR,
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
