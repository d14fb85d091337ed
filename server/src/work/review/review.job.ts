import type { JobHandler } from '../../core/jobs/job.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { presentReview } from './present-review.ts'
import { reviewWorkbook } from './review-workbook.ts'
import { payForReview, type ReviewJob } from './start-review.ts'

/** No connection waits for it. */
const MOST_MS = 30 * 60_000

/** What its endpoint does that does not wait. It is paid for with its end: begun again, it looks again and costs nothing more. */
export const reviewInBackground: JobHandler = async (ctx, asked) => {
  // Safe: startReview alone starts these jobs.
  const { wish } = asked as ReviewJob
  const { workbookId } = ctx.job
  const review = await reviewWorkbook(ctx, workbookId, wish, {
    mostMs: MOST_MS,
    signal: ctx.signal,
    report: (done, total) => ctx.report({ phase: 'tables', done, total }),
  })
  const result = presentReview(review)
  if (review.credits === 0) return result
  return inTransaction(ctx.db, async (tx) => {
    await payForReview(tx, workbookId, review)
    await ctx.complete(tx, result)
    return result
  })
}
