import { SqlRefused } from '../sql-question.ts'
import type { EngineState } from './engine-state.ts'
import { explainError } from './gate/explain-error.ts'
import type { PartSender } from './part-sender.ts'

/** What DuckDB says about SQL is told in words of the product; what is the engine's own trouble goes on. */
export async function explaining<T>(
  { state, send }: { state: EngineState; send?: PartSender },
  sql: string,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    send?.refuseIfCancelled()
    const message = error instanceof Error ? error.message : String(error)
    const problem = error instanceof SqlRefused ? undefined : explainError(message, sql, state.catalog.known, tables)
    throw problem ? new SqlRefused(problem) : error
  }
}
