import type { DuckDBConnection } from '@duckdb/node-api'
import { writeParquet } from '../../builder/write-parquet.ts'
import { chunksOf } from '../../duckdb/chunks-of.ts'
import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import type { EngineResult } from '../../duckdb/protocol/protocol.ts'
import type {
  CellsOfRunCommand,
  KeepRunCommand,
  NamedColumn,
  NumberRunCommand,
  PythonRunCommand,
  RunCommand,
} from '../../duckdb/protocol/run-protocol.ts'
import { formatColumnType } from '../../table/column-type.ts'
import { ROW_ID } from '../../table/table.ts'
import type { ResultColumn } from '../encode/result-columns.ts'
import { explaining } from '../gate/explain-error.ts'
import { idLiteral } from '../reads/filter-sql.ts'
import { type RowSender, RowsTooLarge } from '../reads/row-sender.ts'
import { INPUT_ID, patchRun } from './patch-run.ts'
import {
  heldTable,
  type PlannedRun,
  placeOf,
  planByRow,
  planRun,
  type RunState,
  refusal,
  sameColumns,
} from './plan-run.ts'
import {
  carryByKey,
  carryByValues,
  countCarriedStatement,
  type ExtraColumn,
  type KeptRows,
  keepStatement,
  numberedRows,
  numberStatement,
  PLACE,
  type RunSql,
  repeatedKeyStatement,
} from './run-statements.ts'

/** One after another on one connection: what a step leaves behind is there for the next. */
export function runStep(
  run: RunState,
  command: Exclude<RunCommand, PythonRunCommand>,
  send: RowSender,
): Promise<EngineResult> {
  return run.database.lend(async (connection) => {
    switch (command.do) {
      case 'plan-run':
        return { version: 0, run: { ...(await planRun(run, connection, command.sql)).answer, rowCount: 0, newRows: 0 } }
      case 'patch-run':
        return patchRun(run, connection, command, send)
      case 'keep-run':
        return keepRun(run, connection, command)
      case 'number-run':
        return numberRun(run, connection, command)
      case 'cells-of-run':
        return cellsOfRun(run, connection, command, send)
    }
  })
}

async function keepRun(run: RunState, connection: DuckDBConnection, command: KeepRunCommand): Promise<EngineResult> {
  const { columns, answer, ...planned } = await planRun(run, connection, command.sql)
  const { sql, width, order, extra } = await inOrder(run, connection, command, planned)
  const path = keptPath(run)
  await explaining(run, command.sql, [], () => connection.run(keepStatement({ sql, width }, columns, path, extra)))
  return findAgain(run, connection, { columns, answer, order }, command)
}

/** Where the rows of a run are kept until they have their ids. */
export const keptPath = ({ folders }: RunState) => `${folders.own}/run.parquet`

type Kept = Pick<PlannedRun, 'columns' | 'answer'> & { order?: string }

/** Looks for the rows that were kept among those of the run before. */
export async function findAgain(
  run: RunState,
  connection: DuckDBConnection,
  { columns, answer, order = PLACE }: Kept,
  { keyColumns, previous }: Pick<KeepRunCommand, 'keyColumns' | 'previous'>,
): Promise<EngineResult> {
  const path = keptPath(run)
  const rowCount = await countOf(connection, `SELECT count(*) FROM read_parquet('${path}')`)
  const keys = keyColumns.map((name) => placeOf(columns, name))
  if (keys.length > 0 && (await connection.runAndReadAll(repeatedKeyStatement(path, keys))).currentRowCount > 0)
    throw refusal('Several rows have the same key.', `Make ${keyColumns.join(', ')} unique, or leave out key.`)
  const kept = { path, order }
  const carry = previous && carryStatement(kept, columns, keys, previous.columns, heldTable(run, previous.key).relation)
  if (carry) await connection.run(carry)
  const carried = carry ? await countOf(connection, countCarriedStatement) : 0
  run.kept = { ...kept, columns, isFirst: !carry, rows: null }
  return { version: 0, run: { ...answer, rowCount, newRows: rowCount - carried } }
}

/** Rows made from one row each are numbered in the order of these, wherever edits have put them. */
async function inOrder(
  run: RunState,
  connection: DuckDBConnection,
  { sql, isInOrder }: KeepRunCommand,
  { width, isExact }: Pick<PlannedRun, 'width' | 'isExact'>,
): Promise<RunSql & { order: string; extra?: ExtraColumn }> {
  const byRow = isInOrder ? undefined : await planByRow(run, connection, sql, isExact)
  if (byRow === undefined) return { sql, width, order: PLACE }
  return { sql: byRow, width: width + 1, order: INPUT_ID, extra: { place: width, name: INPUT_ID } }
}

/** Undefined where no row can be the same: the columns by which they are compared differ. */
function carryStatement(
  kept: KeptRows,
  columns: readonly ResultColumn[],
  keys: readonly number[],
  previous: readonly NamedColumn[],
  relation: string,
): string | undefined {
  const same = sameColumns(columns, previous)
  const wanted = keys.length > 0 ? keys.map((place) => same[place]) : same
  const known = wanted.flatMap((column) => column ?? [])
  if (known.length !== wanted.length || known.length === 0) return undefined
  if (keys.length > 0) return carryByKey(kept, relation, known)
  return columns.length === previous.length ? carryByValues(kept, relation, known) : undefined
}

async function numberRun(
  run: RunState,
  connection: DuckDBConnection,
  command: NumberRunCommand,
): Promise<EngineResult> {
  const { kept, folders } = run
  if (!kept) throw new Error('rows are numbered after they were kept')
  const { columnIds, idsAfter, limits } = command
  if (!kept.isFirst) await connection.run(numberStatement(kept, idsAfter))
  kept.rows = numberedRows(kept, columnIds, idsAfter, kept.isFirst)
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
