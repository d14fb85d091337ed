import { type Static, Type } from 'typebox'
import { lookAheadForTable } from '../../../core/reading/look-ahead-for-tables.ts'
import { diffOf, dryRun } from '../../../core/tables/dry-run.ts'
import type { EditPlace } from '../../../core/tables/open-editable-table.ts'
import {
  PROPOSES,
  ProposedInstead,
  proposedStatus,
  withProposal,
} from '../../../core/tables/proposals/proposals.schema.ts'
import { proposeDeletion, proposeUpsert } from '../../../core/tables/proposals/propose-write.ts'
import { type Deletion, deleteRows } from '../../../core/tables/rows/delete-rows.ts'
import { type Upsert, type Upserted, upsertRows } from '../../../core/tables/rows/upsert-rows.ts'
import {
  Actor,
  Choice,
  DeletionQuery,
  DryRunDiff,
  DryRunOptions,
  deletionIn,
  ExpectedVersion,
  etagOf,
  FreeRow,
  placeOf,
  presentDiff,
  rowIdIn,
  Session,
  Stale,
} from '../../../core/tables/tables.schema.ts'
import type { Context } from '../../../platform/context.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish } from '../../../platform/http/schema.ts'

const AT_ROWS = '/api/v1/workbooks/{workbook_id}/tables/{name}/rows'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const RowId = Type.Integer({ minimum: 1 })
const AtRow = Type.Object({ workbook_id: Id('wb'), name: Type.String(), row_id: Type.String() })
const MAX_BODY_BYTES = 10 * 1024 * 1024
const WRITE_PROBLEMS = ['role_required', 'version_conflict', 'derived_table_not_editable', 'unavailable']

const presentUpserted = (done: Upserted, returned: 'ids' | 'rows' | 'none') => ({
  edit_version: done.editVersion,
  op_id: done.opId,
  inserted: done.inserted,
  updated: done.updated,
  unchanged: done.unchanged,
  row_ids: returned === 'none' ? [] : done.rowIds,
  rejected: done.rejected,
  rows: done.rows,
  stale: done.stale,
})

const Deleted = NamedObject('DeletedRows', {
  edit_version: Type.Integer(),
  op_id: Nullable(Type.Integer()),
  deleted: Type.Integer(),
  missing: Type.Array(Type.Integer()),
  stale: Stale,
  dry_run: Type.Optional(DryRunDiff),
  proposal: ProposedInstead,
})

const presentDeleted = ({ editVersion, opId, ...rest }: Awaited<ReturnType<typeof deleteRows>>) => ({
  edit_version: editVersion,
  op_id: opId,
  ...rest,
})

/** The version it would have begun at, and no op. */
const unwritten = <T extends { editVersion: number; opId: number | null }>(outcome: T): T => ({
  ...outcome,
  editVersion: outcome.opId === null ? outcome.editVersion : outcome.editVersion - 1,
  opId: null,
})

const UpsertBody = NamedObject('RowsToUpsert', {
  rows: Type.Array(FreeRow, { minItems: 1, maxItems: 5000 }),
  expected_version: ExpectedVersion,
  match_on: Nullish(Type.Array(Type.String(), { minItems: 1, maxItems: 5 })),
  mode: Choice(['upsert', 'insert', 'update']),
  on_error: Choice(['fail', 'skip']),
  return: Choice(['ids', 'rows', 'none']),
  lock: Choice(['table', 'row']),
  actor: Actor,
  session: Session,
  dry_run: DryRunOptions,
})

const upsertIn = (body: Static<typeof UpsertBody>): Upsert => ({
  to: 'filtered',
  rows: body.rows,
  expected: body.expected_version,
  matchOn: body.match_on ?? null,
  mode: body.mode ?? 'upsert',
  onError: body.on_error ?? 'fail',
  lock: body.lock ?? 'table',
  isReturningRows: body.return === 'rows',
  actor: body.actor ?? null,
  ...(body.session ? { session: body.session } : {}),
})

const DeletionBody = NamedObject('RowsToDelete', {
  row_ids: Type.Array(RowId, { minItems: 1, maxItems: 5000 }),
  expected_version: ExpectedVersion,
  actor: Actor,
  session: Session,
  dry_run: DryRunOptions,
})

const deletionOf = (body: Static<typeof DeletionBody>): Deletion => ({
  rowIds: body.row_ids,
  expected: body.expected_version,
  actor: body.actor ?? null,
  ...(body.session ? { session: body.session } : {}),
})

async function tryDeletion(ctx: Context, place: EditPlace, deletion: Deletion) {
  const { outcome, dry } = await dryRun(ctx, (within) => deleteRows(within, place, deletion))
  return { ...presentDeleted(unwritten(outcome)), dry_run: presentDiff(await diffOf(ctx, place, dry)) }
}

async function tryUpsert(ctx: Context, place: EditPlace, upsert: Upsert, returned: 'ids' | 'rows' | 'none') {
  const { outcome, dry } = await dryRun(ctx, (within) => upsertRows(within, place, upsert))
  const diff = presentDiff(await diffOf(ctx, place, dry))
  const done = unwritten(outcome)
  return new Answer(200, { ...presentUpserted(done, returned), dry_run: diff }, etagOf(done.editVersion))
}

export const rowWritingEndpoints = [
  endpoint({
    method: 'POST',
    path: AT_ROWS,
    operation: 'writeTableRows',
    summary: 'Insert and update rows',
    description:
      'A row with __svc_row_id is updated, one without is inserted, or with match_on updates the row that holds the same values. Columns that a row leaves out stay as they are; in a new row they hold their default. A number for a VARCHAR column is written as its JSON text, unless Prefer: handling=strict is sent; true and false are refused.',
    scope: 'workbooks:write',
    ahead: lookAheadForTable,
    reach: { workbook: 'editor' },
    params: AtTable,
    maxBodyBytes: MAX_BODY_BYTES,
    locks: 'body',
    body: UpsertBody,
    status: 200,
    response: NamedObject('WrittenRows', {
      edit_version: Type.Integer(),
      op_id: Nullable(Type.Integer()),
      inserted: Type.Integer(),
      updated: Type.Integer(),
      unchanged: Type.Integer(),
      row_ids: Type.Array(Nullable(Type.Integer())),
      rejected: Type.Array(
        Type.Object({
          index: Type.Integer(),
          column: Nullable(Type.String()),
          code: Type.String(),
          message: Type.String(),
        }),
      ),
      rows: Nullable(Type.Array(FreeRow)),
      stale: Stale,
      dry_run: Type.Optional(DryRunDiff),
      proposal: ProposedInstead,
    }),
    problems: [
      'rule_violated',
      ...WRITE_PROBLEMS,
      'uncastable_value',
      'unknown_column',
      'masked_column',
      'row_not_found',
      'ambiguous_match',
      'limit_reached',
    ],
    handle: async ({ ctx, params, body }) => {
      const returned = body.return ?? 'ids'
      if (body.dry_run) return tryUpsert(ctx, placeOf(params), upsertIn(body), returned)
      const done = await upsertRows(ctx, placeOf(params), upsertIn(body))
      return new Answer(200, presentUpserted(done, returned), etagOf(done.editVersion))
    },
    withLess: {
      ...PROPOSES,
      handle: async ({ ctx, params, body }) => {
        const returned = body.return ?? 'ids'
        if (body.dry_run) return tryUpsert(ctx, placeOf(params), upsertIn(body), returned)
        const { done, proposal } = await proposeUpsert(ctx, placeOf(params), upsertIn(body))
        return new Answer(proposedStatus(proposal), withProposal(presentUpserted(done, returned), proposal))
      },
    },
  }),
  endpoint({
    method: 'POST',
    path: `${AT_ROWS}/delete`,
    operation: 'deleteTableRows',
    summary: 'Delete rows',
    scope: 'workbooks:write',
    ahead: lookAheadForTable,
    reach: { workbook: 'editor' },
    params: AtTable,
    locks: 'body',
    body: DeletionBody,
    status: 200,
    response: Deleted,
    problems: [...WRITE_PROBLEMS, 'rule_violated', 'limit_reached'],
    handle: async ({ ctx, params, body }) =>
      body.dry_run
        ? tryDeletion(ctx, placeOf(params), deletionOf(body))
        : presentDeleted(await deleteRows(ctx, placeOf(params), deletionOf(body))),
    withLess: {
      ...PROPOSES,
      handle: async ({ ctx, params, body }) => {
        if (body.dry_run) return new Answer(200, await tryDeletion(ctx, placeOf(params), deletionOf(body)))
        const { done, proposal } = await proposeDeletion(ctx, placeOf(params), deletionOf(body))
        return new Answer(proposedStatus(proposal), withProposal(presentDeleted(done), proposal))
      },
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT_ROWS}/{row_id}`,
    operation: 'deleteTableRow',
    summary: 'Delete one row',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtRow,
    locks: 'query',
    query: DeletionQuery,
    status: 200,
    response: Deleted,
    problems: [...WRITE_PROBLEMS, 'rule_violated', 'limit_reached'],
    handle: async ({ ctx, params, query }) => {
      const deletion = { rowIds: [rowIdIn(params)], ...deletionIn(query) }
      return presentDeleted(await deleteRows(ctx, placeOf(params), deletion))
    },
    withLess: {
      ...PROPOSES,
      handle: async ({ ctx, params, query }) => {
        const deletion = { rowIds: [rowIdIn(params)], ...deletionIn(query) }
        const { done, proposal } = await proposeDeletion(ctx, placeOf(params), deletion)
        return new Answer(proposedStatus(proposal), withProposal(presentDeleted(done), proposal))
      },
    },
  }),
]
