import { Type } from 'typebox'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish, OneOf, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { diffSnapshots, type TableDiff } from '../../../work/snapshots/diff-snapshots.ts'
import { type Restored, restoreSnapshot, revertVersion } from '../../../work/snapshots/restore-snapshot.ts'

const AT = '/api/v1/workbooks/{workbook_id}'

const SomeTables = Type.Optional(
  Type.Object({
    tables: Nullish(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 500,
        description: 'Only these, by the names they had then',
      }),
    ),
  }),
)

const RestoredInfo = NamedObject('RestoredSnapshot', {
  snapshot_id: WireId('snap'),
  label: Nullable(Type.String()),
  safety_snapshot_id: WireId('snap'),
  tables: Type.Array(Type.Object({ name: Type.String(), edit_version: Type.Integer() })),
  recomputed: Type.Array(
    Type.Object({
      name: Type.String(),
      edit_version: Type.Integer(),
      row_count: Type.Integer(),
      elapsed_ms: Type.Integer(),
    }),
  ),
  failed: Type.Array(Type.Object({ name: Type.String(), error: Type.String() })),
})

const presentRestored = ({ snapshotId, label, safetySnapshotId, tables, recomputed, failed }: Restored) => ({
  snapshot_id: toWireId('snap', snapshotId),
  label,
  safety_snapshot_id: toWireId('snap', safetySnapshotId),
  tables: tables.map(({ name, editVersion }) => ({ name, edit_version: editVersion })),
  recomputed: recomputed.map(({ name, editVersion, rowCount, elapsedMs }) => ({
    name,
    edit_version: editVersion,
    row_count: rowCount,
    elapsed_ms: elapsedMs,
  })),
  failed: failed.map(({ name, error }) => ({ name, error })),
})

const presentDiff = ({ name, status, rowsAdded, rowsRemoved, rowsChanged }: TableDiff) => ({
  name,
  status,
  rows_added: rowsAdded,
  rows_removed: rowsRemoved,
  rows_changed: rowsChanged,
})

const PROBLEMS = ['role_required', 'history_expired', 'name_taken', 'unavailable']

export const restoreEndpoints = [
  endpoint({
    method: 'POST',
    path: `${AT}/snapshots/{snapshot_id}/restore`,
    operation: 'restoreSnapshot',
    summary: 'Bring tables back to what a snapshot has',
    description:
      'Names, states, columns, rows and row ids, of derived tables too. What is there now is committed first as safety_snapshot_id. Tables that came later are archived. Tags, policies and members stay as they are.',
    scope: 'workbooks:delete',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), snapshot_id: Id('snap') }),
    body: SomeTables,
    status: 200,
    response: RestoredInfo,
    problems: [...PROBLEMS, 'rule_violated'],
    handle: async ({ ctx, params, body }) =>
      presentRestored(
        await restoreSnapshot(ctx, params.workbook_id, params.snapshot_id, { tables: body?.tables ?? null }),
      ),
  }),
  endpoint({
    method: 'POST',
    path: `${AT}/versions/{label}/revert`,
    operation: 'revertVersion',
    summary: 'Go back to a version',
    description:
      'The rows of base tables come back; derived tables become stale and are rebuilt by their transforms. What is there now is committed first as safety_snapshot_id.',
    scope: 'workbooks:delete',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), label: Type.String() }),
    body: SomeTables,
    status: 200,
    response: RestoredInfo,
    problems: [...PROBLEMS, 'rule_violated'],
    handle: async ({ ctx, params, body }) =>
      presentRestored(await revertVersion(ctx, params.workbook_id, params.label, { tables: body?.tables ?? null })),
  }),
  endpoint({
    method: 'GET',
    path: `${AT}/snapshots/{snapshot_id}/diff`,
    operation: 'diffSnapshots',
    summary: 'What a snapshot changed, table by table',
    description: 'Against the snapshot before it, or another one; the editing snapshot is the workbook as it is now.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), snapshot_id: Id('snap') }),
    query: Type.Object({ against: Type.Optional(Id('snap')) }),
    status: 200,
    response: Type.Object({
      against: Nullable(WireId('snap')),
      tables: Type.Array(
        Type.Object({
          name: Type.String(),
          status: OneOf(['added', 'removed', 'changed', 'same']),
          rows_added: Type.Integer(),
          rows_removed: Type.Integer(),
          rows_changed: Type.Integer(),
        }),
      ),
    }),
    problems: ['history_expired', 'unavailable', 'query_timeout'],
    handle: async ({ ctx, params, query }) => {
      const { against, tables } = await diffSnapshots(
        ctx,
        params.workbook_id,
        params.snapshot_id,
        query.against ?? null,
      )
      return { against: against && toWireId('snap', against), tables: tables.map(presentDiff) }
    },
  }),
]
