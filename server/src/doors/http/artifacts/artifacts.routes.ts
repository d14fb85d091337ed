import { Type } from 'typebox'
import { type Artifact, hasRows } from '../../../core/artifacts/artifact.ts'
import { archiveArtifact, describeArtifact, unarchiveArtifact } from '../../../core/artifacts/artifacts.ts'
import { FreeName } from '../../../core/artifacts/free-name.schema.ts'
import type { Family } from '../../../core/artifacts/open-artifact.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish } from '../../../platform/http/schema.ts'

const AtArtifact = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const Name = FreeName()

const ArtifactStateResponse = NamedObject('ArchivedArtifact', {
  name: Type.String(),
  state: Type.String(),
  table_name: Nullable(Type.String()),
  type: Nullable(Type.String()),
})

const presentState = ({ name, state, kind }: Artifact) => ({
  name,
  state,
  table_name: hasRows(kind) ? name : null,
  type: kind,
})

const placeOf = (params: { workbook_id: string; name: string }, family: Family) => ({
  workbookId: params.workbook_id,
  name: params.name,
  family,
})

/** The same resource under both path families; `tables` leads to nothing but what has rows. */
const inFamily = (family: Family, noun: 'Artifact' | 'Table') => [
  endpoint({
    method: 'POST',
    path: `/api/v1/workbooks/{workbook_id}/${family}/{name}/archive`,
    operation: `archive${noun}`,
    summary: 'Take an artifact out of the way; registry and lineage remain',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtArtifact,
    status: 200,
    response: ArtifactStateResponse,
    problems: ['role_required'],
    handle: async ({ ctx, params }) => presentState(await archiveArtifact(ctx, placeOf(params, family))),
  }),
  endpoint({
    method: 'POST',
    path: `/api/v1/workbooks/{workbook_id}/${family}/{name}/unarchive`,
    operation: `unarchive${noun}`,
    summary: 'Bring an archived artifact back',
    description:
      'When its name is in use meanwhile it becomes <name>_raw, or whatever as_name says. The sheet behind a structured table is archived as <name>__raw.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtArtifact,
    body: Type.Object({ as_name: Nullish(Name) }),
    status: 200,
    response: ArtifactStateResponse,
    problems: ['role_required', 'name_taken'],
    handle: async ({ ctx, params, body }) =>
      presentState(await unarchiveArtifact(ctx, placeOf(params, family), body.as_name ?? null)),
  }),
  endpoint({
    method: 'PUT',
    path: `/api/v1/workbooks/{workbook_id}/${family}/{name}/description`,
    operation: `describe${noun}`,
    summary: 'Say what an artifact is',
    description: 'Null, or nothing at all, takes the description away.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtArtifact,
    body: Type.Object({ description: Nullish(Type.String({ maxLength: 10_000 })) }),
    status: 200,
    response: Type.Object({ name: Type.String(), description: Nullable(Type.String()) }),
    problems: ['role_required'],
    handle: async ({ ctx, params, body }) => {
      const { name, description } = await describeArtifact(ctx, placeOf(params, family), body.description ?? null)
      return { name, description }
    },
  }),
]

export const artifactEndpoints = [...inFamily('artifacts', 'Artifact'), ...inFamily('tables', 'Table')]
