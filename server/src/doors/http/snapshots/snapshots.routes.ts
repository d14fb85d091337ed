import { Type } from 'typebox'
import { ActorInfo } from '../../../core/audit/actor.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import {
  Cursor,
  Id,
  Limit,
  NamedObject,
  Nullable,
  Nullish,
  OneOf,
  Time,
  WireId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { commitSnapshot, commitVersion, MOST_LABEL_CHARACTERS } from '../../../work/snapshots/commit-snapshot.ts'
import { readSnapshot, readSnapshots, readVersion, readVersions } from '../../../work/snapshots/read-snapshots.ts'
import { type Snapshot, USUAL_EVENT_TYPE, type Version } from '../../../work/snapshots/snapshot.ts'

const AT_SNAPSHOTS = '/api/v1/workbooks/{workbook_id}/snapshots'
const AT_VERSIONS = '/api/v1/workbooks/{workbook_id}/versions'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })
const Page = Type.Object({ limit: Limit(100, 500), cursor: Type.Optional(Cursor) })

const SnapshotBody = NamedObject('Snapshot', {
  snapshot_id: WireId('snap'),
  status: OneOf(['editing', 'committed']),
  summary: Nullable(Type.String()),
  event_type: Type.String(),
  actor: Nullable(ActorInfo),
  parent_id: Nullable(WireId('snap')),
  tables: Type.Array(
    Type.Object({ name: Type.String(), edit_version: Type.Integer(), row_count: Nullable(Type.Integer()) }),
  ),
  versions: Type.Array(Type.String()),
  created_at: Time,
  committed_at: Nullable(Time),
})

const CommittedBody = NamedObject('CommittedVersion', {
  ...SnapshotBody.properties,
  changed: Type.Boolean({ description: 'False: nothing changed since this snapshot, so no other was made' }),
})

const VersionBody = NamedObject('Version', {
  label: Type.String(),
  snapshot_id: WireId('snap'),
  summary: Nullable(Type.String()),
  actor: ActorInfo,
  created_at: Time,
})

const presentSnapshot = (snapshot: Snapshot) => ({
  snapshot_id: toWireId('snap', snapshot.snapshotId),
  status: snapshot.status,
  summary: snapshot.summary,
  event_type: snapshot.eventType,
  actor: snapshot.actor,
  parent_id: snapshot.parentId && toWireId('snap', snapshot.parentId),
  tables: snapshot.tables,
  versions: snapshot.versions,
  created_at: snapshot.createdAt.toISOString(),
  committed_at: snapshot.committedAt?.toISOString() ?? null,
})

const presentVersion = ({ label, snapshotId, summary, actor, createdAt }: Version) => ({
  label,
  snapshot_id: toWireId('snap', snapshotId),
  summary,
  actor,
  created_at: createdAt.toISOString(),
})

export const snapshotEndpoints = [
  endpoint({
    method: 'POST',
    path: AT_SNAPSHOTS,
    operation: 'commitSnapshot',
    summary: 'Commit the current state of all tables',
    description: 'Nothing changed since the newest snapshot: 200 with that one.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({
      summary: Type.String({ maxLength: 2000 }),
      event_type: Type.Optional(Type.String({ maxLength: 100, default: USUAL_EVENT_TYPE })),
    }),
    status: 201,
    alsoStatus: [200],
    response: CommittedBody,
    problems: ['role_required'],
    handle: async ({ ctx, params, body: { summary, event_type: eventType = USUAL_EVENT_TYPE } }) => {
      const { snapshot, isNew } = await commitSnapshot(ctx, params.workbook_id, { summary, eventType })
      return new Answer(isNew ? 201 : 200, { ...presentSnapshot(snapshot), changed: isNew })
    },
  }),
  endpoint({
    method: 'GET',
    path: AT_SNAPSHOTS,
    operation: 'listSnapshots',
    summary: 'Snapshots, newest first; what is not committed yet comes before all',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    query: Page,
    status: 200,
    response: Type.Object({ snapshots: Type.Array(SnapshotBody), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const list = `snapshots ${params.workbook_id}`
      const before = cursor ? Number(readCursor(ctx.keyring, list, cursor)) : null
      const { snapshots, next } = await readSnapshots(ctx, params.workbook_id, { limit, before })
      return { snapshots: snapshots.map(presentSnapshot), next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_SNAPSHOTS}/{snapshot_id}`,
    operation: 'readSnapshot',
    summary: 'A snapshot',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), snapshot_id: Id('snap') }),
    status: 200,
    response: SnapshotBody,
    handle: async ({ ctx, params }) => presentSnapshot(await readSnapshot(ctx, params.workbook_id, params.snapshot_id)),
  }),
  endpoint({
    method: 'POST',
    path: AT_VERSIONS,
    operation: 'commitVersion',
    summary: 'Commit the current state under a name',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({
      label: Type.String({ minLength: 1, maxLength: MOST_LABEL_CHARACTERS }),
      summary: Nullish(Type.String({ maxLength: 500 })),
    }),
    status: 201,
    response: VersionBody,
    problems: ['role_required', 'name_taken'],
    handle: async ({ ctx, params, body: { label, summary = null } }) =>
      presentVersion(await commitVersion(ctx, params.workbook_id, { label, summary })),
  }),
  endpoint({
    method: 'GET',
    path: AT_VERSIONS,
    operation: 'listVersions',
    summary: 'Named versions, newest first',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    query: Page,
    status: 200,
    response: Type.Object({ versions: Type.Array(VersionBody), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const list = `versions ${params.workbook_id}`
      const before = cursor ? Number(readCursor(ctx.keyring, list, cursor)) : null
      const { versions, next } = await readVersions(ctx, params.workbook_id, { limit, before })
      return { versions: versions.map(presentVersion), next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_VERSIONS}/{label}`,
    operation: 'readVersion',
    summary: 'A named version',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), label: Type.String() }),
    status: 200,
    response: VersionBody,
    handle: async ({ ctx, params }) => presentVersion(await readVersion(ctx, params.workbook_id, params.label)),
  }),
]
