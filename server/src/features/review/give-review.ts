import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { isOutOfCredits, payForReview, withoutJudgement } from './pay-for-review.ts'
import type { Review } from './review.ts'

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
