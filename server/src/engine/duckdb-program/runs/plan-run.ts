import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import type { NamedColumn, RunAnswer } from '../../duckdb/protocol/run-protocol.ts'
import { SqlRefused } from '../../reading/sql-question.ts'
import { formatColumnType } from '../../table/column-type.ts'
import { ROW_ID } from '../../table/table.ts'
import { findDependencies } from '../dependencies/find-dependencies.ts'
import { findRowWiseSql } from '../dependencies/row-wise.ts'
import { NOTHING, type Sources, sourceFrom } from '../dependencies/traced-columns.ts'
import { distinctNames, productType, type ResultColumn } from '../encode/result-columns.ts'
import type { EngineDatabase, Folders } from '../engine-database.ts'
import { checkSql } from '../gate/check-sql.ts'
import { explaining } from '../gate/explain-error.ts'
import { asciiLower } from '../gate/names.ts'
import { serializeSql } from '../gate/serialize-sql.ts'
import type { EngineState } from '../tables/engine-state.ts'
import type { LoadedTable } from '../tables/loaded-table.ts'
import { type RunColumn, type SameColumn, wireColumn } from './run-statements.ts'

/** What this process knows of the run it is for. */
export type RunState = {
  readonly database: EngineDatabase
  readonly state: EngineState
  readonly folders: Folders
  kept: KeptRun | null
}

/** Rows in a file, and how to read them once they have ids. `order`: the column that says in which order. */
export type KeptRun = {
  path: string
  columns: readonly ResultColumn[]
  order: string
  isFirst: boolean
  rows: string | null
}

/** `width`: how many columns the SQL answers with, those that are not kept among them. */
export type PlannedRun = {
  columns: readonly RunColumn[]
  width: number
  answer: Pick<RunAnswer, 'columns' | 'dependencies'>
  isExact: boolean
}

/** Passes the gate, then asks DuckDB what the columns will be. */
export async function planRun(run: RunState, connection: DuckDBConnection, sql: string): Promise<PlannedRun> {
  const { known } = run.state.catalog
  const checked = await checkSql(connection, sql, known)
  if (!checked.ok) throw new SqlRefused(checked.problem)
  if (checked.parameters.length > 0) throw refusal('A transform has no parameters.', 'Write the values into the SQL.')
  return explaining(run, sql, checked.tables, async () => {
    const all = preparedColumns(await connection.prepare(sql))
    const { node } = await serializeSql(connection, sql)
    const { columns: found, copies, deciding, isExact } = findDependencies(node, known, all.length)
    const isByRow = copies.some(Boolean) && (await findRowWiseSql(connection, sql)) !== null
    // Rows have ids of their own: those of the input are of no use to them.
    const columns = all.filter(({ name }) => !isRowId(name))
    const dependencies = columns.map(({ place }) => ({
      from: named(found[place] ?? NOTHING),
      deciding: named(deciding),
      isExact,
      ...(isByRow && copies[place] ? { isCopy: true as const } : {}),
    }))
    return { columns, width: all.length, isExact, answer: { columns: columns.map(wireColumn), dependencies } }
  })
}

/** The SQL with the id of the row each row is made from, where every row is made from one; else undefined. */
export async function planByRow({ state }: RunState, connection: DuckDBConnection, sql: string, isExact: boolean) {
  // A name that is no column may stand for the hour, or for who asks.
  const byRow = isExact ? await findRowWiseSql(connection, sql) : null
  if (byRow === null) return undefined
  // It is another text than the one that was looked at.
  return (await checkSql(connection, byRow, state.catalog.known)).ok ? byRow : undefined
}

export function preparedColumns(prepared: DuckDBPreparedStatement): RunColumn[] {
  const raw = Array.from({ length: prepared.columnCount }, (_, n) => prepared.columnName(n))
  const kept = distinctNames(raw.filter((name) => !isRowId(name)))
  let next = 0
  return raw.map((name, place) => {
    const source = prepared.columnType(place)
    return { name: isRowId(name) ? name : (kept[next++] ?? ''), place, source, type: productType(source) }
  })
}

export const isRowId = (name: string) => asciiLower(name) === ROW_ID

const named = (sources: Sources) =>
  [...sources].map((source): [string, string] => {
    const { table, column } = sourceFrom(source)
    return [table, column]
  })

export function placeOf(columns: readonly ResultColumn[], name: string): number {
  const place = columns.findIndex((column) => column.name === name)
  if (place < 0) throw refusal(`The SQL answers with no column "${name}", which key names.`, 'Mend key or the SQL.')
  return place
}

/** For each column the one of the run before that has its name and type. */
export const sameColumns = (
  columns: readonly ResultColumn[],
  previous: readonly NamedColumn[],
): (SameColumn | undefined)[] =>
  columns.map(({ name, type }, place) => {
    const found = previous.find((column) => column.name === name && column.type === formatColumnType(type))
    return found && { id: found.id, place }
  })

export function heldTable({ state }: RunState, key: string): LoadedTable {
  const table = state.tables.get(key)
  if (!table) throw new Error(`table ${key} is not held`)
  return table
}

export const refusal = (message: string, suggestion: string) =>
  new SqlRefused({ code: 'invalid_sql', message, line: null, column: null, suggestion })
