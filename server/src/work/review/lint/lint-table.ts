import { firstOf, keyStatement, totalsStatement } from '../../../engine/duckdb/lint/evidence-sql.ts'
import { isText, type LintColumn, measureStatement, measuresOf } from '../../../engine/duckdb/lint/measure-columns.ts'
import type { ReadableTable } from '../../../engine/table/readable-table.ts'
import { ROW_ID } from '../../../engine/table/table.ts'
import { type Finding, findingIdOf, MOST_ROW_IDS, MOST_SAMPLE_ROWS, type Suspicion } from '../finding.ts'
import type { Ask } from './ask-engine.ts'
import { guessTotals, type Measured, mayBeKey, suspectRepetition, suspectTotals } from './suspect-rows.ts'
import { suspectTexts } from './suspect-texts.ts'
import { suspectValues } from './suspect-values.ts'

/** So many columns are measured in one pass. */
const AT_ONCE = 20

/** Counts what the values of a table's columns are like, in few passes over it. */
export async function measureTable(ask: Ask, table: ReadableTable, today: string): Promise<Measured[]> {
  const columns: LintColumn[] = table.columns.map(({ name, type }) => ({ name, type }))
  const measured: Omit<Measured, 'exact'>[] = []
  for (let from = 0; from < columns.length; from += AT_ONCE) {
    const some = columns.slice(from, from + AT_ONCE)
    const [answer = {}] = await ask(measureStatement(table.name, some, today), 1)
    const taken = measuresOf(answer, some.length)
    for (const [n, column] of some.entries()) {
      const its = taken[n]
      if (its) measured.push({ column, its })
    }
  }
  const keys = measured.filter(mayBeKey)
  const columnsOfKeys = keys.map(({ column }) => column)
  const [exact = {}] = keys.length > 0 ? await ask(keyStatement(table.name, columnsOfKeys), 1) : []
  return measured.map((each) => {
    const place = keys.indexOf(each)
    return { ...each, exact: place < 0 ? null : Number(exact[`d${place}`]) }
  })
}

/** What seems to be wrong with a table for itself, keys aside: these are seen beside other tables. */
export async function suspectTable(
  ask: Ask,
  { name: table }: ReadableTable,
  measured: readonly Measured[],
  today: string,
): Promise<Suspicion[]> {
  const columns = measured.map(({ column }) => column)
  const suspicions = measured.flatMap(({ column, its }) => [
    ...suspectValues(table, column, its, today),
    ...(isText(column) ? suspectTexts(table, column, its) : []),
  ])
  const guesses = guessTotals(columns)
  const [answer = {}] = guesses.length > 0 ? await ask(totalsStatement(table, guesses), 1) : []
  const counted = guesses.map((guess, n) => ({
    guess,
    counts: { holds: Number(answer[`h${n}`]), rows: Number(answer[`n${n}`]), stated: Number(answer[`s${n}`]) },
  }))
  const rows = measured[0]?.its.rows ?? 0
  return [...suspicions, ...suspectTotals(table, counted), ...suspectRepetition(table, columns, rows)]
}

/** Runs the evidence: a finding is what it shows, and what shows nothing is none. */
export async function findOut(ask: Ask, suspicion: Suspicion): Promise<Finding | null> {
  const rows = await ask(firstOf(suspicion.sql, MOST_ROW_IDS), MOST_ROW_IDS)
  const count = Number(rows[0]?.__count ?? 0)
  if (count === 0 || count > (suspicion.mostRows ?? Number.POSITIVE_INFINITY)) return null
  const { check, severity, table, column, sql, suggestedFix } = suspicion
  return {
    findingId: findingIdOf(suspicion),
    check,
    severity,
    table,
    column,
    count,
    rowIds: rows.map((row) => Number(row[ROW_ID])),
    message: suspicion.message(count),
    evidence: { sql, sample: rows.slice(0, MOST_SAMPLE_ROWS).map(({ __count, ...row }) => row) },
    suggestedFix,
    judgement: null,
  }
}
