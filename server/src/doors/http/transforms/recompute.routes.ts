import { Type } from 'typebox'
import { acceptJob } from '../../../core/jobs/job.ts'
import { StartedJob } from '../../../core/jobs/jobs.schema.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullable } from '../../../platform/http/schema.ts'
import { recompute, startRecompute } from '../../../work/transforms/recompute/recompute.ts'
import { Failed, Made, presentRecomputed } from '../../../work/transforms/transforms.schema.ts'

export const recomputeEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/recompute',
    operation: 'recomputeWorkbook',
    summary: 'Run the transforms behind all stale tables, in the order of their dependencies',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb') }),
    body: Type.Object({
      actor: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
      async: Type.Optional(Type.Boolean({ default: false, description: 'Answer 202 with a job' })),
    }),
    status: 200,
    alsoStatus: [202],
    response: Type.Union([
      Type.Object({
        recomputed: Type.Array(Made),
        skipped_reports: Type.Array(Type.String()),
        failed: Type.Array(Failed),
        fresh: Type.Boolean(),
      }),
      StartedJob,
    ]),
    problems: ['role_required', 'unavailable'],
    // It commits as it goes: repeating it finds nothing left to do, so that twins do no harm.
    prepare: async ({ ctx, params, body }) =>
      body.async ? null : recompute(ctx, params.workbook_id, body.actor ?? null),
    handle: async ({ ctx, params, body: { actor = null }, prepared }) => {
      if (prepared) return presentRecomputed(prepared)
      const { status, body, headers } = acceptJob(await startRecompute(ctx, params.workbook_id, actor))
      return new Answer(status, body, headers)
    },
  }),
]
