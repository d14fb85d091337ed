import { Type } from 'typebox'
import { acceptJob } from '../../../core/jobs/job.ts'
import { StartedJob } from '../../../core/jobs/jobs.schema.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, Limit, Nullable } from '../../../platform/http/schema.ts'
import { createTransform, startRun, startTransform } from '../../../work/transforms/create-transform.ts'
import { deleteTransform } from '../../../work/transforms/open-transform.ts'
import { prepareTransform } from '../../../work/transforms/prepare-transform.ts'
import { readOutcome, readTransform, readTransforms } from '../../../work/transforms/read-transforms.ts'
import { prepareRun, runTransform } from '../../../work/transforms/runs/run-transform.ts'
import {
  NewTransform,
  Outcome,
  presentTransform,
  ReplacedTransform,
  requestIn,
  TransformBody,
} from '../../../work/transforms/transforms.schema.ts'

const AT_WORKBOOK = '/api/v1/workbooks/{workbook_id}'
const AT_TRANSFORM = `${AT_WORKBOOK}/transforms/{name}`
const InWorkbook = Type.Object({ workbook_id: Id('wb') })
const AtTransform = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const OutcomeOrJob = Type.Union([Outcome, StartedJob])

const PROBLEMS = [
  'role_required',
  'name_taken',
  'unbound_placeholder',
  'transform_failed',
  'lineage_cycle',
  'masked_column',
  'python_disabled',
  'limit_reached',
  'unavailable',
]

const placeOf = (params: { workbook_id: string; name: string }) => ({
  workbookId: params.workbook_id,
  name: params.name,
})

function accepted(jobId: string) {
  const { status, body, headers } = acceptJob(jobId)
  return new Answer(status, body, headers)
}

export const transformEndpoints = [
  endpoint({
    method: 'POST',
    path: `${AT_WORKBOOK}/transforms`,
    operation: 'createTransform',
    summary: 'Make a table from others, and keep how',
    description: 'Runs it at once, and with replace everything that is made from its output as well.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: InWorkbook,
    body: NewTransform,
    status: 201,
    alsoStatus: [200, 202],
    response: OutcomeOrJob,
    problems: PROBLEMS,
    prepare: async ({ ctx, params, body }) =>
      body.async ? null : prepareTransform(ctx, params.workbook_id, requestIn(body, body.name, body.replace ?? false)),
    handle: async ({ ctx, params: { workbook_id: workbookId }, body, prepared }) => {
      const request = requestIn(body, body.name, body.replace ?? false)
      if (!prepared) return accepted(await startTransform(ctx, workbookId, request))
      const { isNew, tableId, run } = await createTransform(ctx, workbookId, request, prepared)
      return new Answer(isNew ? 201 : 200, await readOutcome(ctx, workbookId, tableId, run))
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_WORKBOOK}/transforms`,
    operation: 'listTransforms',
    summary: 'Transforms of a workbook, by name',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: InWorkbook,
    query: Type.Object({ limit: Limit(100, 500), cursor: Type.Optional(Cursor) }),
    status: 200,
    response: Type.Object({ transforms: Type.Array(TransformBody), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const list = `transforms ${params.workbook_id}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { transforms, next } = await readTransforms(ctx, params.workbook_id, limit, after)
      return {
        transforms: transforms.map(({ transform, inputs, isSeen }) => presentTransform(transform, inputs, isSeen)),
        next_cursor: next && writeCursor(ctx.keyring, list, next),
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: AT_TRANSFORM,
    operation: 'readTransform',
    summary: 'A transform, by the name of its output or its id',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtTransform,
    status: 200,
    response: TransformBody,
    handle: async ({ ctx, params }) => {
      const { transform, inputs, isSeen } = await readTransform(ctx, placeOf(params))
      return presentTransform(transform, inputs, isSeen)
    },
  }),
  endpoint({
    method: 'PUT',
    path: AT_TRANSFORM,
    operation: 'putTransform',
    summary: 'Put other code in the place of a transform, or a new one there',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTransform,
    body: ReplacedTransform,
    status: 200,
    alsoStatus: [201, 202],
    response: OutcomeOrJob,
    problems: [...PROBLEMS, 'rule_violated'],
    prepare: async ({ ctx, params, body }) =>
      body.async ? null : prepareTransform(ctx, params.workbook_id, requestIn(body, params.name, true)),
    handle: async ({ ctx, params: { workbook_id: workbookId, name }, body, prepared }) => {
      const request = requestIn(body, name, true)
      if (!prepared) return accepted(await startTransform(ctx, workbookId, request))
      const { isNew, tableId, run } = await createTransform(ctx, workbookId, request, prepared)
      return new Answer(isNew ? 201 : 200, await readOutcome(ctx, workbookId, tableId, run))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: AT_TRANSFORM,
    operation: 'deleteTransform',
    summary: 'Delete a transform with its output; what was made from that stays, stale',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTransform,
    query: Type.Object({ actor: Type.Optional(Type.String({ maxLength: 200 })) }),
    status: 204,
    problems: ['role_required', 'unavailable'],
    handle: async ({ ctx, params, query }) => deleteTransform(ctx, placeOf(params), query.actor ?? null),
  }),
  endpoint({
    method: 'POST',
    path: `${AT_TRANSFORM}/run`,
    operation: 'runTransform',
    summary: 'Run a transform, and everything that is made from its output',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTransform,
    body: Type.Object({
      actor: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
      async: Type.Optional(Type.Boolean({ default: false, description: 'Answer 202 with a job' })),
    }),
    status: 200,
    alsoStatus: [202],
    response: OutcomeOrJob,
    problems: ['rule_violated', 'role_required', 'transform_failed', 'python_disabled', 'unavailable'],
    prepare: async ({ ctx, params, body }) => (body.async ? null : prepareRun(ctx, placeOf(params))),
    handle: async ({ ctx, params, body: { actor = null }, prepared }) => {
      if (!prepared) return accepted(await startRun(ctx, placeOf(params), actor))
      const done = await runTransform(ctx, prepared, actor)
      return readOutcome(ctx, params.workbook_id, done.output.tableId, done)
    },
  }),
]
