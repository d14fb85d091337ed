import { type Static, Type } from 'typebox'
import { ActorInfo } from '../../../core/audit/actor.ts'
import { CONFLICT_ACTIONS } from '../../../core/conflicts/conflict.ts'
import { ConflictBody, presentConflict } from '../../../core/conflicts/conflicts.schema.ts'
import { Actor, placeOf } from '../../../core/tables/tables.schema.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
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
import { MERGE_FIELDS, presentMerged } from '../../../work/branches/branches.schema.ts'
import { readBranches, type VisibleBranch } from '../../../work/branches/branches.ts'
import type { MergeOptions } from '../../../work/branches/merge-request.ts'
import { mergeTable, prepareMerge } from '../../../work/branches/merge-table.ts'
import { resolveConflict } from '../../../work/branches/resolve-conflict.ts'
import { prepareSync, type SyncResult, syncFile } from '../../../work/branches/sync-file.ts'
import { LANDING_FIELDS, landingOptionsIn } from '../../../work/sources/landing/landing-versions.ts'
import { OVERWRITTEN_FIELDS, presentOverwritten } from '../../../work/sources/materialize/present-materialized.ts'
import type { StoredFile } from '../../../work/sources/source.ts'
import { FILE_PROBLEMS, FilePart } from '../../../work/sources/sources.schema.ts'
import { landFile } from '../../../work/sources/upload/land-file.ts'

const AT = '/api/v1/workbooks/{workbook_id}'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })

const BranchInfo = NamedObject('Branch', {
  branch_id: WireId('br'),
  table: Type.String(),
  row_count: Type.Integer(),
  base_edit_version: Type.Integer(),
  format: OneOf(['xlsx', 'csv']),
  filename: Type.String(),
  status: OneOf(['open', 'merged', 'expired']),
  part: Nullable(
    Type.Object(
      { column: Type.String(), value: Nullable(Type.String()) },
      { description: 'Only rows with this value stood in the file, and only they may come back; null where all did' },
    ),
  ),
  actor: ActorInfo,
  created_at: Time,
  merged_at: Nullable(Time),
})

const presentBranch = (branch: VisibleBranch) => ({
  branch_id: toWireId('br', branch.branchId),
  table: branch.tableName,
  row_count: branch.rowCount,
  base_edit_version: branch.baseVersion,
  format: branch.format,
  filename: branch.filename,
  status: branch.status,
  part: branch.part && { column: branch.partOf ?? '', value: branch.part.value },
  actor: branch.actor,
  created_at: branch.createdAt.toISOString(),
  merged_at: branch.mergedAt?.toISOString() ?? null,
})

const MERGE_OPTIONS = {
  file: FilePart,
  merge_mode: Type.Optional(OneOf(['cell', 'row'])),
  allow_deletes: Type.Optional(
    Type.Boolean({ default: false, description: 'Rows may go although more than half of them are not in the file' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Answers the same, and writes nothing' })),
  actor: Actor,
}
const MergeChoices = Type.Object(MERGE_OPTIONS)

const optionsIn = (body: Static<typeof MergeChoices>, file: StoredFile): MergeOptions => ({
  file,
  mode: body.merge_mode ?? 'cell',
  allowsDeletes: body.allow_deletes ?? false,
  isDryRun: body.dry_run ?? false,
  actor: body.actor ?? null,
})

const SyncChoices = Type.Object({ ...MERGE_OPTIONS, branch_id: Type.Optional(Id('br')), ...LANDING_FIELDS })

const syncOptionsIn = (body: Static<typeof SyncChoices>, file: StoredFile) => ({
  ...optionsIn(body, file),
  branchId: body.branch_id ?? null,
  landing: landingOptionsIn(body),
})

const SyncInfo = NamedObject('SyncedTables', {
  results: Type.Array(
    Type.Object({
      ...Type.Partial(Type.Object(MERGE_FIELDS)).properties,
      sheet: Type.String(),
      table: Nullable(Type.String()),
      action: OneOf(['merged', 'revised', 'skipped']),
      ...Type.Partial(Type.Object(OVERWRITTEN_FIELDS)).properties,
    }),
  ),
  conflict_count: Type.Integer(),
})

function presentSync(results: readonly SyncResult[]) {
  const conflicts = results.map((result) => (result.action === 'merged' ? result.merged.conflictCount : 0))
  return {
    results: results.map(({ sheet, action, ...result }) => {
      if ('merged' in result) return { sheet, action, ...presentMerged(result.merged) }
      if ('table' in result) return { sheet, action, table: result.table, ...presentOverwritten(result) }
      return { sheet, action, table: null }
    }),
    conflict_count: conflicts.reduce((sum, count) => sum + count, 0),
  }
}

const RETURN_PROBLEMS = [
  ...FILE_PROBLEMS,
  'role_required',
  'branch_closed',
  'suspicious_deletion',
  'too_many_rows',
  'history_expired',
  'unavailable',
  'query_timeout',
]
const MERGE_PROBLEMS = [...RETURN_PROBLEMS, 'missing_row_ids', 'derived_table_not_branchable', 'branch_mismatch']
/** A file of no branch becomes the next edition of its source, whose tables are made again. */
const SYNC_PROBLEMS = [...RETURN_PROBLEMS, 'nothing_to_sync', 'governed_workbook', 'too_many_columns', 'limit_reached']

const merging = [
  endpoint({
    method: 'POST',
    path: `${AT}/tables/{name}/merge`,
    operation: 'mergeTable',
    summary: 'Merge an edited export back into its table, cell by cell',
    description:
      'Rows are known by __svc_row_id, columns by their header. What only the file changed is written, what only the service changed stays; where both did, the value of the file is written and a conflict keeps the other. The same bytes again get the same answer.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    consumes: 'multipart',
    maxFileBytes: ({ files }) => files.uploadBytes,
    body: Type.Object({ ...MERGE_OPTIONS, branch_id: Id('br') }),
    status: 200,
    response: NamedObject('MergedTable', MERGE_FIELDS),
    problems: [...MERGE_PROBLEMS, 'rule_violated'],
    land: async ({ ctx, params }, file) => {
      await openWorkbook(ctx, params.workbook_id, 'editor')
      return landFile(ctx, params.workbook_id, file)
    },
    prepare: ({ ctx, params, body, file }) => prepareMerge(ctx, placeOf(params), body.branch_id, optionsIn(body, file)),
    handle: async ({ ctx, params, body, file, prepared }) =>
      presentMerged(await mergeTable(ctx, placeOf(params), body.branch_id, optionsIn(body, file), prepared)),
  }),
]

export const branchEndpoints = [
  endpoint({
    method: 'GET',
    path: `${AT}/branches`,
    operation: 'listBranches',
    summary: 'Tables that were sent out to be edited and have not come back, newest first',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    query: Type.Object({ limit: Limit(200, 1000), cursor: Type.Optional(Cursor) }),
    status: 200,
    response: Type.Object({ branches: Type.Array(BranchInfo), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const list = `branches ${params.workbook_id}`
      const [branchId = '', tableId = ''] = cursor ? String(readCursor(ctx.keyring, list, cursor)).split(' ') : []
      const after = cursor ? { branchId, tableId } : null
      const { branches, next } = await readBranches(ctx, params.workbook_id, { limit, after })
      const nextCursor = next && writeCursor(ctx.keyring, list, `${next.branchId} ${next.tableId}`)
      return { branches: branches.map(presentBranch), next_cursor: nextCursor }
    },
  }),
  ...merging,
  endpoint({
    method: 'POST',
    path: `${AT}/sync`,
    operation: 'syncFile',
    summary: 'Take back a file: it says itself what it belongs to',
    description:
      'A file that was exported with record_branch is merged, sheet by sheet; one that was not becomes the next revision of the source of its name.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    consumes: 'multipart',
    maxFileBytes: ({ files }) => files.uploadBytes,
    body: SyncChoices,
    locks: 'body',
    status: 200,
    response: SyncInfo,
    problems: [...SYNC_PROBLEMS, 'rule_violated', 'version_conflict'],
    land: async ({ ctx, params }, file) => {
      await openWorkbook(ctx, params.workbook_id, 'editor')
      return landFile(ctx, params.workbook_id, file)
    },
    prepare: ({ ctx, params, body, file }) => prepareSync(ctx, params.workbook_id, syncOptionsIn(body, file)),
    handle: async ({ ctx, params, body, file, prepared }) =>
      presentSync(await syncFile(ctx, params.workbook_id, syncOptionsIn(body, file), prepared)),
  }),
  endpoint({
    method: 'POST',
    path: `${AT}/conflicts/{conflict_id}/resolve`,
    operation: 'resolveConflict',
    summary: 'Close a conflict',
    description:
      'acknowledge leaves what was written; revert writes the prior value back as an edit of its own (overwrite conflicts); drop_override lets the transform speak again (stale_override conflicts).',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), conflict_id: Id('cf') }),
    body: Type.Object({
      action: OneOf(CONFLICT_ACTIONS),
      actor: Actor,
      note: Nullish(Type.String({ maxLength: 500 })),
      expected_version: Nullish(Type.Integer()),
    }),
    status: 200,
    response: Type.Object({
      ...ConflictBody.properties,
      edit_version: Nullable(Type.Integer()),
      op_id: Nullable(Type.Integer()),
    }),
    problems: [
      'rule_violated',
      'role_required',
      'action_not_applicable',
      'conflict_closed',
      'version_conflict',
      'row_not_found',
      'masked_column',
      'unavailable',
      'query_timeout',
    ],
    handle: async ({ ctx, params, body }) => {
      const { action, actor = null, note = null, expected_version: expected = null } = body
      const resolution = { action, actor, note, expected }
      const resolved = await resolveConflict(ctx, params.workbook_id, params.conflict_id, resolution)
      const { conflict, opened, editVersion, opId } = resolved
      return { ...presentConflict(conflict, opened), edit_version: editVersion, op_id: opId ?? conflict.opId }
    },
  }),
]
