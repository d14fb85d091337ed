import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import type { EngineResult, ValuesCommand } from '../../duckdb/protocol/protocol.ts'
import { findHeld, type Reading, typeOf } from './answer-read.ts'
import type { Statement } from './filter-sql.ts'
import {
  countValuesStatement,
  someValuesStatement,
  statisticsStatement,
  valueCountsStatement,
} from './values-statements.ts'

/** Up to here every value is counted; grouping some millions would take the memory of the engine. */
const COUNTED_VALUES = 200_000

/** The values of a column, the most frequent first; of a column with very many some of them, each counted among all rows. */
export async function readValues(reading: Reading, command: ValuesCommand): Promise<EngineResult> {
  const { version, rowCount } = await findHeld(reading)
  const { relation } = reading.table
  const type = typeOf(command.column.type)
  // Fewer rows cannot hold more values.
  const estimate = rowCount <= COUNTED_VALUES ? rowCount : await estimateOf(reading, command)
  const isExact = estimate <= COUNTED_VALUES
  const statement = isExact ? valueCountsStatement(relation, command) : someValuesStatement(relation, command)
  const rows = await rowsOf(reading, statement)
  return {
    version,
    values: {
      values: rows.map(([value = null, count]) => ({ value: canonicalFromDuckDb(type, value), count: Number(count) })),
      distinctCount: isExact ? Number(rows[0]?.[2] ?? 0) : estimate,
      isExact,
    },
  }
}

/** DuckDB's own statistics say at once that a column has few values; only where they do not, or there are none, all rows are looked at. */
async function estimateOf(reading: Reading, command: ValuesCommand): Promise<number> {
  const [[statistics] = []] = await rowsOf(reading, statisticsStatement(reading.table.relation, command))
  const kept = Number(/\[Approx Unique: (\d+)\]/.exec(String(statistics))?.[1] ?? Number.POSITIVE_INFINITY)
  if (kept <= COUNTED_VALUES) return kept
  const [estimated = []] = await rowsOf(reading, countValuesStatement(reading.table.relation, command))
  return Number(estimated[0])
}

async function rowsOf({ connection }: Reading, { sql, parameters }: Statement) {
  return (await connection.run(sql, [...parameters])).getRows()
}
