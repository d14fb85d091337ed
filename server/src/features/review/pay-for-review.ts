import { ServiceError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres.ts'
import { charge } from '../billing/charge.ts'
import type { Review } from './review.ts'

const NOTE = 'review by an adviser'

/** Charges what an adviser has cost, in the transaction in which the review is given out. */
export const payForReview = (tx: Tx, workbookId: string, { accountId, credits }: Review) =>
  charge(tx, { accountId, credits, note: NOTE, workbookId })

/** What is left of a review that cannot be paid for any more: what rules alone have found. */
export const withoutJudgement = (review: Review): Review => ({
  ...review,
  judge: 'skipped_no_credits',
  credits: 0,
  findings: review.findings.map((finding) => ({ ...finding, judgement: null })),
})

export const isOutOfCredits = (error: unknown) => error instanceof ServiceError && error.code === 'out_of_credits'
