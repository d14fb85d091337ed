import type { DuckDBConnection } from '@duckdb/node-api'
import { chunksOf } from '../../duckdb/chunks-of.ts'
import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import type { EngineResult } from '../../duckdb/protocol/protocol.ts'
import type { PatchRunCommand } from '../../duckdb/protocol/run-protocol.ts'
import { ROW_ID } from '../../table/table.ts'
import type { ResultColumn } from '../encode/result-columns.ts'
import { idLiteral } from '../reads/filter-sql.ts'
import { type RowSender, RowsTooLarge } from '../reads/row-sender.ts'
import { heldTable, type PlannedRun, placeOf, planByRow, planRun, type RunState, sameColumns } from './plan-run.ts'
import { placed, type RunColumn, type RunSql, type SameColumn, storedRows } from './run-statements.ts'

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
  return { version: 0, run: { ...planned.answer, rowCount: 0, newRows: 0, isPatched } }
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

/**
 * The statements that find out what becomes of the output when some rows of its input have changed, each of which makes a
 * row of its own or none. They leave what a run over all rows would leave, ids and all.
 */

/** Qualified: an argument of the transform may be called anything. */
const temporary = (name: string) => `temp.main.${name}`

/** What was made from the changed rows as they were, and what is made from them now. */
const MADE_BEFORE = 'made_before'
const MADE_NOW = 'made_now'
const [WAS, NOW, FOUND] = [temporary(MADE_BEFORE), temporary(MADE_NOW), temporary('found')]

/** Ids of the rows that have changed. No table of a workbook is called so in there. */
const CHANGED = '_t.changed_rows'
const IS_CHANGED = `${ROW_ID} IN (SELECT id FROM ${CHANGED})`
const changedStatement = (rowIds: readonly number[]) =>
  `CREATE OR REPLACE TABLE ${CHANGED} AS SELECT unnest([${rowIds.map(idLiteral).join(', ')}]::BIGINT[]) AS id`

/** The id of the row that a row was made from. */
export const INPUT_ID = 'input_id'
const before = (n: number) => `b${n}`

/** `sql`: with the id of the input's row as its last column, after `width` others. */
const makeStatement = (into: string, { sql, width }: RunSql, columns: readonly RunColumn[]) =>
  `CREATE OR REPLACE TEMP TABLE ${into} AS ${storedRows({ sql, width: width + 1 }, columns, { place: width, name: INPUT_ID })}`

const cells = (columns: readonly SameColumn[], table: string) => columns.map(({ place }) => `${table}.${placed(place)}`)
const alike = (one: readonly string[], other: readonly string[]) =>
  one.map((cell, n) => `${cell} IS NOT DISTINCT FROM ${other[n]}`).join(' AND ')

/** A zero with a sign equals one without: a run over all rows would write it again, and no comparison would notice. */
function signedZeroStatement(columns: readonly ResultColumn[]): string {
  const zeros = columns.flatMap(({ type }, n) =>
    type.name === 'DOUBLE' ? [`(${placed(n)} = 0 AND signbit(${placed(n)}))`] : [],
  )
  const found = zeros.join(' OR ') || 'false'
  return `SELECT 1 FROM (SELECT * FROM ${WAS} UNION ALL SELECT * FROM ${NOW}) WHERE ${found} LIMIT 1`
}

/** By key. First the rows of the run before whose keys were among the changed ones, or are now. */
function findByKeyStatement(previous: string, columns: readonly SameColumn[], keys: readonly SameColumn[]): string {
  const names = keys.map(({ place }) => placed(place)).join(', ')
  const shown = columns.map(({ id, place }) => `p.c${id} AS ${placed(place)}`)
  const there = keys.map(({ id }) => `p.c${id}`)
  return `CREATE OR REPLACE TEMP TABLE found AS
    SELECT p.${ROW_ID} AS row_id, ${shown.join(', ')} FROM ${previous} AS p
    SEMI JOIN (SELECT ${names} FROM ${WAS} UNION SELECT ${names} FROM ${NOW}) AS k ON ${alike(there, cells(keys, 'k'))}`
}

/** Each row as it was must be found once, and nothing else: a new key that is there already is an error of the run. */
function isKeyedStatement(keys: readonly SameColumn[]): string {
  const named = keys.map(({ place }) => placed(place)).join(', ')
  return `SELECT (SELECT count(*) FROM ${FOUND}) = (SELECT count(*) FROM ${WAS})
    AND NOT EXISTS (SELECT 1 FROM ${FOUND} AS f ANTI JOIN ${WAS} AS w ON ${alike(cells(keys, 'f'), cells(keys, 'w'))})
    AND NOT EXISTS (SELECT 1 FROM ${NOW} GROUP BY ${named} HAVING count(*) > 1)`
}

function patchByKeyStatement(columns: readonly SameColumn[], keys: readonly SameColumn[]): string {
  const both = columns.flatMap(({ place }) => [
    `n.${placed(place)} AS ${placed(place)}`,
    `f.${placed(place)} AS ${before(place)}`,
  ])
  const isSame = alike(cells(columns, 'n'), cells(columns, 'f'))
  return `CREATE OR REPLACE TEMP TABLE patch AS
    SELECT CASE WHEN f.row_id IS NULL THEN 'I' WHEN n.${INPUT_ID} IS NULL THEN 'D' ELSE 'U' END AS op,
      f.row_id AS row_id, n.${INPUT_ID} AS ${INPUT_ID}, ${both.join(', ')}
    FROM ${NOW} AS n FULL JOIN ${FOUND} AS f ON ${alike(cells(keys, 'n'), cells(keys, 'f'))}
    WHERE f.row_id IS NULL OR n.${INPUT_ID} IS NULL OR NOT (${isSame})`
}

/**
 * By values. How often each was made from the changed rows and is now, how often it is in the output, and the ids of those
 * that go: of several equal rows the last ones.
 */
function findByValuesStatement(previous: string, columns: readonly SameColumn[]): string {
  const names = columns.map(({ place }) => placed(place))
  const there = columns.map(({ id }) => `p.c${id}`)
  const shown = names.map((name) => `any_value(n.${name}) AS ${name}`)
  return `CREATE OR REPLACE TEMP TABLE found AS
    WITH counted AS (
      SELECT ${names.join(', ')}, sum(was)::BIGINT AS was, sum(now)::BIGINT AS now FROM (
        SELECT ${names.join(', ')}, 1 AS was, 0 AS now FROM ${WAS} UNION ALL SELECT ${names.join(', ')}, 0, 1 FROM ${NOW})
      GROUP BY ${names.join(', ')}
    ), numbered AS (SELECT *, row_number() OVER () AS which FROM counted WHERE was <> now),
    joined AS (
      SELECT n.*, p.${ROW_ID} AS row_id FROM numbered AS n LEFT JOIN ${previous} AS p ON ${alike(there, cells(columns, 'n'))})
    SELECT n.which, any_value(n.was) AS was, any_value(n.now) AS now, count(n.row_id) AS held,
      max(n.row_id, (SELECT greatest(1, max(was - now)) FROM numbered)) AS ids, ${shown.join(', ')}
    FROM joined AS n GROUP BY n.which`
}

/** Rows that are new by their values: of several equal ones the last. */
const newByValues = (columns: readonly SameColumn[]) => `
  SELECT n.*, f.which, f.held - f.was AS others FROM (
    SELECT *, row_number() OVER (PARTITION BY ${columns.map(({ place }) => placed(place)).join(', ')} ORDER BY ${INPUT_ID} DESC) AS nth
    FROM ${NOW}) AS n JOIN ${FOUND} AS f ON ${alike(cells(columns, 'n'), cells(columns, 'f'))}
  WHERE n.nth <= f.now - f.was`

/**
 * Whether the order of the new rows is known. Where equal rows are among those that did not change, the last of all of them
 * are the new ones, and these lie behind everything that did not change, or there is only one value and no order.
 */
const isOrderedStatement = (columns: readonly SameColumn[], relation: string) =>
  `SELECT NOT EXISTS (SELECT 1 FROM ${FOUND} WHERE held < was) AND (
      (SELECT count(DISTINCT which) <= 1 FROM (${newByValues(columns)}))
      OR NOT EXISTS (SELECT 1 FROM (${newByValues(columns)}) WHERE others > 0)
      OR (SELECT min(${INPUT_ID}) FROM (${newByValues(columns)}) WHERE others > 0)
        > (SELECT coalesce(max(${ROW_ID}), 0) FROM ${relation} WHERE NOT (${IS_CHANGED})))`

function patchByValuesStatement(columns: readonly SameColumn[]): string {
  const added = columns.flatMap(({ place }) => [`${placed(place)}`, `NULL AS ${before(place)}`])
  const gone = columns.flatMap(({ place }) => ['NULL', placed(place)])
  return `CREATE OR REPLACE TEMP TABLE patch AS
    SELECT 'I' AS op, NULL::BIGINT AS row_id, ${INPUT_ID}, ${added.join(', ')} FROM (${newByValues(columns)})
    UNION ALL
    SELECT 'D', unnest(ids[1:was - now]), NULL, ${gone.join(', ')} FROM ${FOUND} WHERE was > now`
}

/** New rows in the order of the rows they are made from. */
function readPatchStatement(width: number): string {
  const names = (name: (n: number) => string) => Array.from({ length: width }, (_, n) => name(n))
  return `SELECT op, row_id, ${[...names(placed), ...names(before)].join(', ')} FROM ${temporary('patch')} ORDER BY ${INPUT_ID}, row_id`
}
