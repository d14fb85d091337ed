import { ServiceError } from '../../platform/errors.ts'

const RETRY_AFTER_S = 15

export const tooManyJobs = (most: number) =>
  new ServiceError('rate_limited', 'rate_limited', {
    title: 'Too many jobs of this account are under way',
    detail: `The account has ${most} jobs that wait or run, which is as many as it may have.`,
    suggestedFix: `Wait ${RETRY_AFTER_S} s and send the request again; GET /api/v1/jobs lists your jobs, and those that wait can be canceled.`,
    extra: { retry_after: RETRY_AFTER_S },
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  })
