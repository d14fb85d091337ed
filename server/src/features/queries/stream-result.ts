import { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import type { SqlEnd } from '../../tabular/sql-question.ts'
import { policiesKeepChanging } from '../governance/governance.errors.ts'
import { forgetRows, keepResult } from './keep-result.ts'
import type { Result } from './result.ts'

/** A page that has begun to come. */
export type Streaming = {
  parts: readonly Buffer[]
  rest: AsyncIterator<Buffer>
  end: Promise<SqlEnd>
  ended: (end: SqlEnd) => Result
}

/**
 * The page as it comes. It ends when its result is durable; if that fails, or the query does, it breaks: nobody takes a
 * part of a page for the whole.
 */
export function streamResult(ctx: Context, streaming: Streaming): Readable {
  return Readable.from(pageOf(ctx, streaming), { objectMode: false })
}

async function* pageOf(ctx: Context, { parts, rest, end, ended }: Streaming): AsyncGenerator<Buffer> {
  let isTaken = false
  try {
    yield* parts
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    isTaken = true
    const through = await end
    if (!(await keepResult(ctx, ended(through), through.kept))) throw policiesKeepChanging()
  } catch (error) {
    ctx.log.warn({ err: error }, 'a query failed after its first rows were sent')
    throw error
  } finally {
    // Whoever went away wants no more of it.
    if (!isTaken) {
      forgetRows(end)
      await rest.return?.()
    }
  }
}
