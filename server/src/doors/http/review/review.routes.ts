import { Type } from 'typebox'
import { acceptJob } from '../../../core/jobs/job.ts'
import { StartedJob } from '../../../core/jobs/jobs.schema.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish, OneOf } from '../../../platform/http/schema.ts'
import { CHECKS, SEVERITIES } from '../../../work/review/finding.ts'
import { presentReview } from '../../../work/review/present-review.ts'
import { JUDGE_STATES, MODES, type Mode, type ReviewOptions, wasLate } from '../../../work/review/review.ts'
import { reviewWorkbook } from '../../../work/review/review-workbook.ts'
import { giveReview, startReview } from '../../../work/review/start-review.ts'

/** How long a request waits for the answer before it becomes a job. */
const PATIENCE_MS = 45_000

const ReviewRequest = NamedObject('ReviewRequest', {
  target: Nullish(
    Type.Object({
      tables: Nullish(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 500 })),
      sheet: Nullish(Type.String({ minLength: 1, maxLength: 200 })),
    }),
  ),
  mode: Type.Optional(OneOf(MODES)),
  async: Type.Optional(Type.Boolean({ default: false, description: 'Answer 202 with a job' })),
  judge: Type.Optional(Type.Boolean({ default: false })),
  checks: Nullish(Type.Array(OneOf(CHECKS), { minItems: 1, uniqueItems: true })),
  max_findings: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
})

const FindingBody = NamedObject('Finding', {
  finding_id: Type.String(),
  check: Type.String(),
  severity: OneOf(SEVERITIES),
  table: Type.String(),
  column: Nullable(Type.String()),
  row_ids: Type.Array(Type.Integer(), { maxItems: 20 }),
  count: Type.Integer(),
  message: Type.String(),
  evidence: Type.Object({
    sql: Nullable(Type.String({ description: 'A query that shows the rows at fault' })),
    sample: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  }),
  suggested_fix: Type.String(),
  judgement: Nullable(Type.Object({ verdict: OneOf(['fault', 'fine']), reason: Type.String() })),
})

const ReviewBody = NamedObject('Review', {
  findings: Type.Array(FindingBody),
  findings_left_out: Type.Integer({ description: 'Found beyond max_findings' }),
  coverage: Type.Object({
    tables_checked: Type.Array(Type.String()),
    tables_skipped: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
    rows_checked: Type.Integer(),
    checks_run: Type.Array(Type.String()),
    checks_skipped: Type.Array(Type.Object({ check: Type.String(), reason: Type.String() })),
    complete: Type.Boolean(),
  }),
  judge: OneOf(JUDGE_STATES),
  mode: OneOf(MODES),
  advice: Nullable(
    Type.Object(
      { proposed: Type.Integer(), dropped: Type.Integer() },
      { description: 'What an adviser has proposed, and what of it its own SQL did not show' },
    ),
  ),
  elapsed_ms: Type.Integer(),
})

const optionsOf = (body: {
  target?: { tables?: string[] | null; sheet?: string | null } | null
  checks?: ReviewOptions['checks']
  max_findings?: number
  mode?: Mode
  judge?: boolean
}): ReviewOptions => ({
  tables: body.target?.tables ?? null,
  sheet: body.target?.sheet ?? null,
  checks: body.checks ?? null,
  maxFindings: body.max_findings ?? 200,
  mode: body.mode ?? 'lint',
  isJudged: body.judge ?? false,
})

export const reviewEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/review',
    operation: 'reviewWorkbook',
    summary: 'Look for what is usually wrong with tables; every finding comes with SQL that shows it',
    description:
      'Answers 200 within 45 seconds, else 202 with a job; mode agent is always a job. Reads only. A governed workbook is not reviewed. Where no adviser is set up, judge has no effect.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    body: ReviewRequest,
    status: 200,
    alsoStatus: [202],
    response: Type.Union([ReviewBody, StartedJob]),
    problems: ['governed_workbook', 'out_of_credits', 'provider_disabled', 'upstream_error', 'unavailable'],
    // It changes nothing and may take its time: a job only where it was too much for that.
    prepare: async ({ ctx, params, body, gone }) =>
      body.async || body.mode === 'agent'
        ? null
        : reviewWorkbook(ctx, params.workbook_id, optionsOf(body), { mostMs: PATIENCE_MS, signal: gone }),
    handle: async ({ ctx, params, body, prepared }) => {
      if (prepared && !wasLate(prepared)) return presentReview(await giveReview(ctx, params.workbook_id, prepared))
      const accepted = acceptJob(await startReview(ctx, params.workbook_id, optionsOf(body)))
      return new Answer(accepted.status, accepted.body, accepted.headers)
    },
  }),
]
