import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { tellError } from '../jobs/job.ts'
import type { Source } from './source.ts'
import { updateSource } from './sources.store.ts'

/** Does what reads a source. If the file itself is at fault, that is told at the source, too; what it gave before stays. */
export async function markFailed<T>(ctx: Context, source: Source, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { text, isFinal, isOurs } = tellError(error)
    if (isFinal && !isOurs)
      await inTransaction(ctx.db, (tx) => updateSource(tx, source, { status: 'failed', error: text }))
    throw error
  }
}
