import { Type } from 'typebox'
import { acceptJob, JOB_KINDS } from '../src/core/jobs/job.ts'
import { startJob } from '../src/core/jobs/start-job.ts'
import { openWorkbook } from '../src/core/workbooks/open-workbook.ts'
import { Answer, endpoint } from '../src/platform/http/endpoint.ts'
import { Id, OneOf, WireId } from '../src/platform/http/schema.ts'
import { inTransaction } from '../src/platform/postgres.ts'

/** Starts a job of any kind with any request, as the endpoints of later features do with theirs. */
export const jobEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/workbooks/{workbook_id}/test-jobs',
  operation: 'startTestJob',
  summary: 'Start a job',
  scope: 'workbooks:write',
  params: Type.Object({ workbook_id: Id('wb') }),
  body: Type.Object({ kind: OneOf(JOB_KINDS), request: Type.Unknown() }),
  status: 202,
  response: Type.Object({ job_id: WireId('job'), status: Type.Literal('pending') }),
  handle: async ({ ctx, params, body: { kind, request } }) => {
    await openWorkbook(ctx, params.workbook_id, 'viewer')
    const jobId = await inTransaction(ctx.db, (tx) =>
      startJob(tx, ctx, { kind, workbookId: params.workbook_id, request }),
    )
    const { status, body, headers } = acceptJob(jobId)
    return new Answer(status, body, headers)
  },
})
