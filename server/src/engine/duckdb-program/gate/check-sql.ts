import type { DuckDBConnection } from '@duckdb/node-api'
import type { SqlProblem } from '../../reading/sql-question.ts'
import type { EngineDatabase } from '../engine-database.ts'
import type { KnownTables } from './names.ts'
import { serializeSql } from './serialize-sql.ts'
import { problemOf, Refused, refused } from './sql-problem.ts'
import { walkStatement } from './walk-statement.ts'

export const MOST_CHARACTERS = 100_000

/** `tables` are the known ones the statement reads, as the workbook spells them; `parameters` the names of its `?` and `$x`. */
type Checked = { ok: true; tables: string[]; parameters: string[] } | { ok: false; problem: SqlProblem }

/**
 * Whether a text may be run as a user's query: one SELECT over known tables, made of nothing that reaches beyond
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

/** Programs ask the same again and again. */
const MOST_TEXTS = 200
const MOST_KEPT_CHARACTERS = 4_000

/** What was found about texts, under the tables that were known then: with other tables it may be something else. */
const found = new WeakMap<KnownTables, Map<string, Checked>>()

/** Where digits may stand inside something that is no number: such texts are taken as they are. */
const HARD_TO_SPLIT = /--|\/\*|[$\\]/
/** What is quoted, and whole numbers behind an operator or a word: not those of DECIMAL(18, 2), which DuckDB's parser looks at. */
const QUOTED_OR_NUMBER = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<=[=<>+*/%-]\s*|[A-Za-z]\s+)\d{1,15}(?=[\s),=<>+*/%;-]|$)/g

/**
 * Texts of one shape differ in whole numbers only, which the check does not look at: DuckDB parses them into the same nodes,
 * and still refuses a number that it cannot take. Programs ask for one row after the other like this.
 */
export const shapeOf = (sql: string): string =>
  HARD_TO_SPLIT.test(sql) ? sql : sql.replace(QUOTED_OR_NUMBER, (found) => (/^\d/.test(found) ? '0' : found))

/** `checkSql`, and for a text that passed lately, or one of the same shape, the same answer again. */
export async function checkOnce(database: EngineDatabase, sql: string, known: KnownTables): Promise<Checked> {
  const texts = found.get(known) ?? new Map<string, Checked>()
  found.set(known, texts)
  const shape = shapeOf(sql)
  const before = texts.get(shape)
  if (before) return before
  const checked = await database.lend((connection) => checkSql(connection, sql, known))
  if (checked.ok && sql.length <= MOST_KEPT_CHARACTERS) {
    if (texts.size >= MOST_TEXTS) texts.clear()
    texts.set(shape, checked)
  }
  return checked
}
