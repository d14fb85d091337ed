import type { DuckDBConnection } from '@duckdb/node-api'
import { chunksOf } from '../chunks-of.ts'
import { canonicalFromDuckDb } from '../duckdb-values.ts'
import type { EngineResult } from '../engine/protocol.ts'
import type { PatchRunCommand } from '../engine/run-protocol.ts'
import {
  changedStatement,
  findByKeyStatement,
  findByValuesStatement,
  IS_CHANGED,
  isKeyedStatement,
  isOrderedStatement,
  MADE_BEFORE,
  MADE_NOW,
  makeStatement,
  patchByKeyStatement,
  patchByValuesStatement,
  readPatchStatement,
  signedZeroStatement,
} from './patch-statements.ts'
import { heldTable, type PlannedRun, placeOf, planByRow, planRun, type RunState, sameColumns } from './plan-run.ts'
import { type RowSender, RowsTooLarge } from './row-sender.ts'
import type { SameColumn } from './run-statements.ts'

/**
 * Finds out from the changed rows of the input alone what becomes of the output, where every row of it is made from one row
 * of the input. Where that is not so, or would give rows other ids than a run over all of them, nothing is answered.
 */
export async function patchRun(
  run: RunState,
  connection: DuckDBConnection,
  command: PatchRunCommand,
  send: RowSender,
): Promise<EngineResult> {
  const planned = await planRun(run, connection, command.sql)
  const isPatched = await patch(run, connection, command, planned)
  await run.state.catalog.show(run.database, run.state.tables)
  if (isPatched) await sendPatch(connection, planned, send)
  return { version: 0, run: { ...planned.told, rowCount: 0, newRows: 0, isPatched } }
}

async function patch(
  run: RunState,
  connection: DuckDBConnection,
  { sql, keyColumns, previous, input, rowIds }: PatchRunCommand,
  { columns, width, isExact }: PlannedRun,
): Promise<boolean> {
  const same = sameColumns(columns, previous.columns).flatMap((column) => column ?? [])
  if (same.length !== columns.length || columns.length !== previous.columns.length) return false
  const byRow = await planByRow(run, connection, sql, isExact)
  if (byRow === undefined) return false

  await connection.run(changedStatement(rowIds))
  for (const [key, into] of [
    [input.before, MADE_BEFORE],
    [input.now, MADE_NOW],
  ] as const) {
    await run.state.catalog.showSome(connection, input.name, heldTable(run, key), IS_CHANGED)
    // A row that fails would fail a run over all rows as well: that one says why.
    const isMade = await succeeds(connection.run(makeStatement(into, { sql: byRow, width }, columns)))
    if (!isMade) return false
  }
  if ((await connection.runAndReadAll(signedZeroStatement(columns))).currentRowCount > 0) return false
  const keys = keyColumns.map((name) => placeOf(columns, name))
  const held = heldTable(run, previous.key).relation
  if (keys.length === 0) return patchByValues(connection, same, held, heldTable(run, input.now).relation)
  return patchByKey(connection, same, keys, held)
}

async function patchByKey(
  connection: DuckDBConnection,
  columns: readonly SameColumn[],
  keys: readonly number[],
  previous: string,
): Promise<boolean> {
  const keyed = columns.filter(({ place }) => keys.includes(place))
  await connection.run(findByKeyStatement(previous, columns, keyed))
  if (!(await isTrue(connection, isKeyedStatement(keyed)))) return false
  await connection.run(patchByKeyStatement(columns, keyed))
  return true
}

async function patchByValues(
  connection: DuckDBConnection,
  columns: readonly SameColumn[],
  previous: string,
  input: string,
): Promise<boolean> {
  await connection.run(findByValuesStatement(previous, columns))
  if (!(await isTrue(connection, isOrderedStatement(columns, input)))) return false
  await connection.run(patchByValuesStatement(columns))
  return true
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

async function isTrue(connection: DuckDBConnection, sql: string): Promise<boolean> {
  return (await connection.runAndReadAll(sql)).getRows()[0]?.[0] === true
}

async function sendPatch(connection: DuckDBConnection, { columns }: PlannedRun, send: RowSender) {
  const types = [...columns, ...columns].map(({ type }) => type)
  const result = await connection.stream(readPatchStatement(columns.length))
  for await (const chunk of chunksOf(result)) {
    for (const [op, rowId, ...cells] of chunk.getRows()) {
      const texts = types.map((type, n) => canonicalFromDuckDb(type, cells[n] ?? null))
      if (!send.add([Number(rowId ?? 0), String(op), ...texts])) throw new RowsTooLarge()
    }
  }
}
