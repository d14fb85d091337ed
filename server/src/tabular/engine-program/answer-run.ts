import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { writeParquet } from '../builder/write-parquet.ts'
import { chunksOf } from '../chunks-of.ts'
import { formatColumnType } from '../column-type.ts'
import { canonicalFromDuckDb } from '../duckdb-values.ts'
import type {
  CellsOfRunCommand,
  EngineResult,
  KeepRunCommand,
  NamedColumn,
  NumberRunCommand,
  RunAnswer,
  RunCommand,
} from '../engine/protocol.ts'
import { SqlRefused } from '../sql-question.ts'
import { ROW_ID } from '../table.ts'
import { findDependencies } from './dependencies/find-dependencies.ts'
import { NOTHING, type Sources, sourceFrom } from './dependencies/seen-columns.ts'
import { distinctNames, productType, type ResultColumn } from './encode/result-columns.ts'
import type { EngineDatabase, Folders } from './engine-database.ts'
import type { EngineState } from './engine-state.ts'
import { idLiteral } from './filter-sql.ts'
import { checkSql } from './gate/check-sql.ts'
import { explainError } from './gate/explain-error.ts'
import { asciiLower } from './gate/names.ts'
import { serializeSql } from './gate/serialize-sql.ts'
import { wireColumn } from './planned-columns.ts'
import { type RowSender, RowsTooLarge } from './row-sender.ts'
import {
  carryByKey,
  carryByValues,
  countCarriedStatement,
  keepStatement,
  numberedRows,
  numberStatement,
  type RunColumn,
  repeatedKeyStatement,
  type SameColumn,
} from './run-statements.ts'

/** What this process knows of the run it is for. */
export type RunState = {
  readonly database: EngineDatabase
  readonly state: EngineState
  readonly folders: Folders
  kept: KeptRun | null
}

/** Rows in a file, and how to read them once they have ids. */
type KeptRun = { path: string; columns: readonly ResultColumn[]; isFirst: boolean; rows: string | null }

/** One after another on one connection: what a step leaves behind is there for the next. */
export function runStep(run: RunState, command: RunCommand, send: RowSender): Promise<EngineResult> {
  return run.database.lend(async (connection) => {
    switch (command.do) {
      case 'plan-run':
        return { version: 0, run: { ...(await plan(run, connection, command.sql)).told, rowCount: 0, newRows: 0 } }
      case 'keep-run':
        return keepRun(run, connection, command)
      case 'number-run':
        return numberRun(run, connection, command)
      case 'cells-of-run':
        return cellsOfRun(run, connection, command, send)
    }
  })
}

/** `width`: how many columns the SQL answers with, those that are not kept among them. */
type Planned = { columns: readonly RunColumn[]; width: number; told: Pick<RunAnswer, 'columns' | 'dependencies'> }

/** Passes the gate, then asks DuckDB what the columns will be. */
async function plan(run: RunState, connection: DuckDBConnection, sql: string): Promise<Planned> {
  const { known } = run.state.catalog
  const checked = await checkSql(connection, sql, known)
  if (!checked.ok) throw new SqlRefused(checked.problem)
  if (checked.parameters.length > 0) throw refusal('A transform has no parameters.', 'Write the values into the SQL.')
  return explaining(run, sql, checked.tables, async () => {
    const all = preparedColumns(await connection.prepare(sql))
    const { node } = await serializeSql(connection, sql)
    const { columns: found, deciding, isExact } = findDependencies(node, known, all.length)
    // Rows have ids of their own: those of the input are of no use to them.
    const columns = all.filter(({ name }) => !isRowId(name))
    const dependencies = columns.map(({ place }) => ({
      from: named(found[place] ?? NOTHING),
      deciding: named(deciding),
      isExact,
    }))
    return { columns, width: all.length, told: { columns: columns.map(wireColumn), dependencies } }
  })
}

function preparedColumns(prepared: DuckDBPreparedStatement): RunColumn[] {
  const raw = Array.from({ length: prepared.columnCount }, (_, n) => prepared.columnName(n))
  const kept = distinctNames(raw.filter((name) => !isRowId(name)))
  let next = 0
  return raw.map((name, place) => {
    const source = prepared.columnType(place)
    return { name: isRowId(name) ? name : (kept[next++] ?? ''), place, source, type: productType(source) }
  })
}

const isRowId = (name: string) => asciiLower(name) === ROW_ID

const named = (sources: Sources) =>
  [...sources].map((source): [string, string] => {
    const { table, column } = sourceFrom(source)
    return [table, column]
  })

async function keepRun(run: RunState, connection: DuckDBConnection, command: KeepRunCommand): Promise<EngineResult> {
  const { sql, keyColumns, previous } = command
  const { columns, width, told } = await plan(run, connection, sql)
  const path = `${run.folders.own}/run.parquet`
  await explaining(run, sql, [], () => connection.run(keepStatement({ sql, width }, columns, path)))
  const rowCount = await countOf(connection, `SELECT count(*) FROM read_parquet('${path}')`)
  const keys = keyColumns.map((name) => placeOf(columns, name))
  if (keys.length > 0 && (await connection.runAndReadAll(repeatedKeyStatement(path, keys))).currentRowCount > 0)
    throw refusal('Several rows have the same key.', `Make ${keyColumns.join(', ')} unique, or leave out key.`)
  const carry = previous && carryStatement(path, columns, keys, previous.columns, relationOf(run, previous.key))
  if (carry) await connection.run(carry)
  const carried = carry ? await countOf(connection, countCarriedStatement) : 0
  run.kept = { path, columns, isFirst: !carry, rows: null }
  return { version: 0, run: { ...told, rowCount, newRows: rowCount - carried } }
}

function placeOf(columns: readonly ResultColumn[], name: string): number {
  const place = columns.findIndex((column) => column.name === name)
  if (place < 0) throw refusal(`The SQL answers with no column "${name}", which key names.`, 'Mend key or the SQL.')
  return place
}

/** Undefined where no row can be the same: the columns by which they are compared differ. */
function carryStatement(
  path: string,
  columns: readonly ResultColumn[],
  keys: readonly number[],
  previous: readonly NamedColumn[],
  relation: string,
): string | undefined {
  const same = columns.map(({ name, type }, place): SameColumn | undefined => {
    const found = previous.find((column) => column.name === name && column.type === formatColumnType(type))
    return found && { id: found.id, place }
  })
  const wanted = keys.length > 0 ? keys.map((place) => same[place]) : same
  const known = wanted.flatMap((column) => column ?? [])
  if (known.length !== wanted.length || known.length === 0) return undefined
  if (keys.length > 0) return carryByKey(path, relation, known)
  return columns.length === previous.length ? carryByValues(path, relation, known) : undefined
}

function relationOf({ state }: RunState, key: string): string {
  const table = state.tables.get(key)
  if (!table) throw new Error(`table ${key} is not held`)
  return table.relation
}

async function numberRun(
  run: RunState,
  connection: DuckDBConnection,
  command: NumberRunCommand,
): Promise<EngineResult> {
  const { kept, folders } = run
  if (!kept) throw new Error('rows are numbered after they were kept')
  const { columnIds, idsAfter, limits } = command
  if (!kept.isFirst) await connection.run(numberStatement(kept.path, idsAfter))
  kept.rows = numberedRows(kept.path, columnIds, idsAfter, kept.isFirst)
  const columns = kept.columns.map(({ type }, n) => ({
    id: columnIds[n] ?? 0,
    type: formatColumnType(type),
    initial: null,
  }))
  const segments = await writeParquet({ duckdb: connection, folder: folders.own, limits }, { sql: kept.rows, columns })
  return { version: 0, segments }
}

async function cellsOfRun(
  { kept }: RunState,
  connection: DuckDBConnection,
  { rowIds }: CellsOfRunCommand,
  send: RowSender,
): Promise<EngineResult> {
  if (!kept?.rows) throw new Error('rows have no ids before they were numbered')
  const ids = rowIds.map(idLiteral).join(', ')
  const result = await connection.stream(`SELECT * FROM (${kept.rows}) WHERE ${ROW_ID} IN (${ids})`)
  for await (const chunk of chunksOf(result)) {
    for (const [rowId, ...cells] of chunk.getRows()) {
      const texts = kept.columns.map(({ type }, n) => canonicalFromDuckDb(type, cells[n] ?? null))
      if (!send.add([Number(rowId), ...texts])) throw new RowsTooLarge()
    }
  }
  return { version: 0 }
}

async function countOf(connection: DuckDBConnection, sql: string): Promise<number> {
  return Number((await connection.runAndReadAll(sql)).getRows()[0]?.[0])
}

const refusal = (message: string, suggestion: string) =>
  new SqlRefused({ code: 'invalid_sql', message, line: null, column: null, suggestion })

/** What DuckDB says about the SQL is told in words of the product; what is the engine's own trouble goes on. */
async function explaining<T>(
  { state }: RunState,
  sql: string,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const problem = error instanceof SqlRefused ? undefined : explainError(message, sql, state.catalog.known, tables)
    throw problem ? new SqlRefused(problem) : error
  }
}
