import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { tellError } from '../../jobs/job.ts'
import type { Source } from '../source.ts'
import { updateSource } from '../sources.store.ts'

/** Keeps at the source why it could not be read, if the file itself is at fault. What was read from it before stays. */
export async function recordFailure(ctx: Context, source: Source, error: unknown) {
  const { text, isFinal, isOurs } = tellError(error)
  if (isFinal && !isOurs)
    await inTransaction(ctx.db, (tx) => updateSource(tx, source, { status: 'failed', error: text }))
}
