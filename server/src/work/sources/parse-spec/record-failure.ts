import { describeError } from '../../../core/jobs/job.ts'
import type { Context } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import type { Source } from '../source.ts'
import { failUnchangedSource, updateSource } from '../sources.store.ts'

/** Refuses where another node works on the job by now. */
type Fence = (tx: Tx) => Promise<void>

/**
 * Keeps at the source why it could not be read or made into tables, where another attempt is of no use. What was made of it before
 * stays. A job says with its fence that it still is the only one; for a request nothing is kept where the source has changed since.
 */
export async function recordFailure(ctx: Context, source: Source, error: unknown, fence?: Fence) {
  const { text, isFinal } = describeError(error)
  if (!isFinal) return
  await inTransaction(ctx.db, async (tx) => {
    if (!fence) return failUnchangedSource(tx, source, text)
    await fence(tx)
    await updateSource(tx, source, { status: 'failed', error: text })
  })
}

/** The same for tables made of it: that these moved on, or are closed to the caller, is no fault of the file. */
export async function recordMakingFailure(ctx: Context, source: Source, error: unknown, fence?: Fence) {
  const isOfTheFile = !(error instanceof ServiceError && NOT_OF_THE_FILE.has(error.kind))
  if (isOfTheFile) await recordFailure(ctx, source, error, fence)
}

const NOT_OF_THE_FILE: ReadonlySet<string> = new Set(['conflict', 'forbidden'])
