import type { Context } from '../../platform/context.ts'
import { inputsOf, RUN_MS, told } from './compute-output.ts'
import type { Runnable } from './run.ts'
import { listStandings } from './runs.store.ts'
import { boundPython, boundSql } from './transform.ts'

/** What a transform would answer with. No row is read: Python, which says it in no other way, is run on tables without any. */
export async function planOutput(ctx: Context, runnable: Runnable) {
  const { workbookId, language, code, keyColumns } = runnable
  const standings = await listStandings(ctx.bulk.db, workbookId)
  const inputs = inputsOf(runnable, { standings, computed: new Map() })
  const question = { workbookId, inputs, keyColumns }
  try {
    if (language === 'python') return await ctx.python.plan({ ...question, code: boundPython(code) })
    return await ctx.runs.plan({ ...question, sql: boundSql(code), timeoutMs: RUN_MS })
  } catch (error) {
    throw told(error, runnable)
  }
}
