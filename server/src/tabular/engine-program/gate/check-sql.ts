import type { DuckDBConnection } from '@duckdb/node-api'
import type { SqlProblem } from '../../sql-question.ts'
import type { KnownTables } from './names.ts'
import { serializeSql } from './serialize-sql.ts'
import { problemOf, Refused, refused } from './sql-problem.ts'
import { walkStatement } from './walk-statement.ts'

export const MOST_CHARACTERS = 100_000

/** `tables` are the known ones the statement reads, as the workbook spells them; `parameters` the names of its `?` and `$x`. */
export type Checked = { ok: true; tables: string[]; parameters: string[] } | { ok: false; problem: SqlProblem }

/**
 * Whether a text may be run as somebody's query: one SELECT over tables he knows, made of nothing that reaches beyond
 * them. The very same text must be run then. A second layer: what the process cannot reach is the first.
 */
export async function checkSql(connection: DuckDBConnection, sql: string, known: KnownTables): Promise<Checked> {
  try {
    refuseText(sql)
    const statement = await serializeSql(connection, sql)
    const tables = walkStatement(statement, known)
    return { ok: true, tables: [...tables], parameters: statement.named_param_map.map(({ key }) => key) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ok: false, problem: problemOf(error.fault, sql) }
  }
}

/** DuckDB's parser would stop reading at a NUL, and JSON has no half characters. */
function refuseText(sql: string) {
  if (sql.length > MOST_CHARACTERS) {
    throw refused(`The SQL has more than ${MOST_CHARACTERS} characters.`, 'Split it into several smaller queries.')
  }
  if (sql.includes('\0') || !sql.isWellFormed()) {
    throw refused('The SQL holds characters that are no text.', 'Send it as plain Unicode text without NUL.')
  }
}
