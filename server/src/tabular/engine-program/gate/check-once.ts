import type { EngineDatabase } from '../engine-database.ts'
import { type Checked, checkSql } from './check-sql.ts'
import type { KnownTables } from './names.ts'

/** Programs ask the same again and again. */
const MOST_TEXTS = 200
const MOST_CHARACTERS = 4_000

/** What was found about texts, under the tables that were known then: with other tables it may be something else. */
const found = new WeakMap<KnownTables, Map<string, Checked>>()

/** `checkSql`, and for a text that passed lately the same answer again. */
export async function checkOnce(database: EngineDatabase, sql: string, known: KnownTables): Promise<Checked> {
  const texts = found.get(known) ?? new Map<string, Checked>()
  found.set(known, texts)
  const before = texts.get(sql)
  if (before) return before
  const checked = await database.lend((connection) => checkSql(connection, sql, known))
  if (checked.ok && sql.length <= MOST_CHARACTERS) {
    if (texts.size >= MOST_TEXTS) texts.clear()
    texts.set(sql, checked)
  }
  return checked
}
