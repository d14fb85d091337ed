import type { Context } from '../../platform/context.ts'
import { inputsOf, RUN_MS, type Runnable, told } from './compute-output.ts'
import { listStandings } from './runs.store.ts'
import { boundSql } from './transform.ts'

/** What a transform would answer with. Nothing is run. */
export async function planOutput(ctx: Context, runnable: Runnable) {
  const { workbookId, code, keyColumns } = runnable
  const standings = await listStandings(ctx.bulk.db, workbookId)
  const inputs = inputsOf(runnable, { standings, computed: new Map() })
  try {
    return await ctx.runs.plan({ workbookId, sql: boundSql(code), inputs, keyColumns, timeoutMs: RUN_MS })
  } catch (error) {
    throw told(error, runnable)
  }
}
