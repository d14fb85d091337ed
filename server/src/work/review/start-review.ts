import { startJob } from '../../core/jobs/start-job.ts'
import { outOfCredits } from '../../people/billing/billing.errors.ts'
import { charge, creditsOf } from '../../people/billing/credits/credits.ts'
import type { Context } from '../../platform/context.ts'
import { ServiceError } from '../../platform/errors.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import type { Review, ReviewOptions } from './review.ts'
import { openForReview } from './review-workbook.ts'

export type ReviewJob = { wish: ReviewOptions }

/** Reviews in the background; a caller who asks for an adviser must have the credits. Returns the id of the job. */
export async function startReview(ctx: Context, workbookId: string, wish: ReviewOptions): Promise<string> {
  const { accountId } = await openForReview(ctx, workbookId, wish)
  const needed = (ctx.settings.adviser?.credits ?? 0) * (1 + Number(wish.isJudged))
  const { remaining } = await creditsOf(ctx.db, accountId)
  if (wish.mode === 'agent' && remaining < needed) throw outOfCredits(needed, remaining)
  const request: ReviewJob = { wish }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'review', workbookId, request }))
}

/** Pays for a review and gives it out; where the credits have gone meanwhile, without what they would have paid for. */
export async function giveReview(ctx: Context, workbookId: string, review: Review): Promise<Review> {
  if (review.credits === 0) return review
  try {
    await inTransaction(ctx.db, (tx) => payForReview(tx, workbookId, review))
    return review
  } catch (error) {
    if (isOutOfCredits(error)) return withoutJudgement(review)
    throw error
  }
}

const NOTE = 'review by an adviser'

/** Charges what an adviser has cost, in the transaction in which the review is given out. */
export const payForReview = (tx: Tx, workbookId: string, { accountId, credits }: Review) =>
  charge(tx, { accountId, credits, note: NOTE, workbookId })

/** What is left of a review that cannot be paid for any more: what rules alone have found. */
const withoutJudgement = (review: Review): Review => ({
  ...review,
  judge: 'skipped_no_credits',
  credits: 0,
  findings: review.findings.map((finding) => ({ ...finding, judgement: null })),
})

const isOutOfCredits = (error: unknown) => error instanceof ServiceError && error.code === 'out_of_credits'
