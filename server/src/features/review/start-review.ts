import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { outOfCredits } from '../billing/billing.errors.ts'
import { creditsOf } from '../billing/credits-of.ts'
import { startJob } from '../jobs/start-job.ts'
import type { ReviewWish } from './review.ts'
import { openForReview } from './review-workbook.ts'

export type ReviewJob = { wish: ReviewWish }

/** Reviews behind the answer; whoever asks for an adviser must have the credits. Returns the id of the job. */
export async function startReview(ctx: Context, workbookId: string, wish: ReviewWish): Promise<string> {
  const { accountId } = await openForReview(ctx, workbookId, wish)
  const needed = (ctx.settings.adviser?.credits ?? 0) * (1 + Number(wish.isJudged))
  const { remaining } = await creditsOf(ctx.db, accountId)
  if (wish.mode === 'agent' && remaining < needed) throw outOfCredits(needed, remaining)
  const request: ReviewJob = { wish }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'review', workbookId, request }))
}
