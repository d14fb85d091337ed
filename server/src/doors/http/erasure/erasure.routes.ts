import { Type } from 'typebox'
import { acceptJob } from '../../../core/jobs/job.ts'
import { StartedJob } from '../../../core/jobs/jobs.schema.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullish } from '../../../platform/http/schema.ts'
import { MOST_ROWS } from '../../../work/erasure/erasure.ts'
import { startErasure } from '../../../work/erasure/start-erasure.ts'

export const erasureEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/purge',
    operation: 'purgeTableValues',
    summary: 'Erase the values of rows or of a column, in every version and every copy',
    description:
      'What a deletion leaves in the history is taken out for good: of all versions, snapshots, branches, results, ' +
      'tables made from it, and the files it was read from, which go as a whole. Reads of older versions then show ' +
      'NULL there. Ops and the audit log stay, which hold no values. It cannot be undone.',
    scope: ['workbooks:delete', 'governance:configure'],
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    body: Type.Object({
      row_ids: Nullish(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: MOST_ROWS })),
      column: Nullish(Type.String({ minLength: 1, maxLength: 200 })),
      actor: Nullish(Type.String({ maxLength: 200 })),
    }),
    status: 202,
    response: StartedJob,
    problems: ['role_required'],
    handle: async ({ ctx, params, body: { row_ids: rowIds = null, column = null, actor = null } }) => {
      const place = { workbookId: params.workbook_id, name: params.name }
      const jobId = await startErasure(ctx, place, { rowIds, column }, actor)
      const { status, body: accepted, headers } = acceptJob(jobId)
      return new Answer(status, accepted, headers)
    },
  }),
]
