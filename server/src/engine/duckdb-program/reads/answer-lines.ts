import { BIGINT, type DuckDBDataChunk, type DuckDBResult } from '@duckdb/node-api'
import { assertState } from '../../../platform/errors.ts'
import type { EngineResult, LinesCommand } from '../../duckdb/protocol/protocol.ts'
import { ROW_ID } from '../../table/table.ts'
import { readColumns } from '../encode/column-values.ts'
import { csvEncoder } from '../encode/csv-rows.ts'
import { halvesOf } from '../encode/json-cells.ts'
import type { ResultColumn } from '../encode/result-columns.ts'
import { budgetOf } from '../encode/row-encoder.ts'
import type { LoadedTable } from '../tables/loaded-table.ts'
import { allBlocks } from './answer-page.ts'
import { ask, findHeld, type Reading, typeOf } from './answer-read.ts'
import { linesStatement } from './read-statements.ts'
import { guessWidth, lastId } from './row-sender.ts'

/** Enough to be worth a question, and little enough to be held by the process that sends it on. */
const MOST_BYTES = 16 * 1024 * 1024
const [FIRST_ROWS, LEAST_ROWS, MOST_ROWS] = [8_192, 256, 262_144]

/** What was seen of a table's rows when they were last sent. */
type SentLines = {
  /** They do not lie in the order of their ids: edits are laid behind what they replace. */
  isUnordered: boolean
  /** So many fill an answer. What a statement reads beyond that is read again by the next. */
  rows: number
}

const visibleTables = new WeakMap<LoadedTable, SentLines>()

/** Rows from behind one of them on, in the order of their ids, as lines of csv: as many as are worth a question. */
export async function readLines(reading: Reading, command: LinesCommand): Promise<EngineResult> {
  const { table, send } = reading
  const { version } = await findHeld(reading)
  const blocks = await allBlocks(reading, version)
  const last = lastId(blocks)
  const seen = visibleTables.get(table) ?? { isUnordered: false, rows: FIRST_ROWS }
  const window = {
    after: command.after,
    last: Math.min(last, command.after + guessWidth(blocks, command.after, seen.rows)),
  }
  let sent = seen.isUnordered ? undefined : await sendRows(reading, command, { ...window, isSorted: false })
  if (!sent) {
    seen.isUnordered = true
    send.restart()
    sent = await sendRows(reading, command, { ...window, isSorted: true })
  }
  visibleTables.set(table, { ...seen, rows: fillingRows(sent?.taken ?? NOTHING) })
  const reached = sent?.stoppedAt ?? window.last
  return { version, next: reached < last ? { values: [], rowId: reached } : null }
}

type Taken = { rows: number; bytes: number }
const NOTHING: Taken = { rows: 0, bytes: 0 }

/** A guessed width has room for half as many more. */
function fillingRows({ rows, bytes }: Taken): number {
  if (rows === 0) return FIRST_ROWS
  return Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor((rows * MOST_BYTES) / bytes / 1.6)))
}

type Window = { after: number; last: number; isSorted: boolean }

/** `stoppedAt`: the last row for which there was room, if there was one too many. */
type Sent = { stoppedAt: number | null; taken: Taken }

/** Undefined when the rows come in another order. */
async function sendRows(
  { connection, table, send }: Reading,
  command: LinesCommand,
  window: Window,
): Promise<Sent | undefined> {
  const { result, chunks } = await ask(connection, linesStatement(table.relation, command.columns, window))
  const encoder = csvEncoder(columnsOf(result, command), command.form)
  const budget = budgetOf(Number.POSITIVE_INFINITY, MOST_BYTES)
  let rowId = window.after
  for await (const chunk of chunks) {
    const ids = idsIn(chunk)
    if (!isAscending(ids, rowId)) return given(connection, undefined)
    const before = budget.taken.rows
    encoder.load(chunk)
    for (let isThrough = false; !isThrough && !budget.isFull; ) {
      isThrough = encoder.add(budget)
      send.bytes(encoder.take())
    }
    rowId = ids[budget.taken.rows - before - 1] ?? rowId
    if (budget.isFull) return given(connection, { stoppedAt: rowId, taken: budget.taken })
    await send.drained()
  }
  return { stoppedAt: null, taken: budget.taken }
}

/** What is left of a statement would keep its snapshot; the next one on the connection ends it. */
async function given<T>(connection: Reading['connection'], result: T): Promise<T> {
  await connection.run('SELECT 1')
  return result
}

function columnsOf(result: DuckDBResult, { columns, hasRowIds }: LinesCommand): ResultColumn[] {
  const sources = result.columnTypes()
  const shown = columns.flatMap(({ type }, n): ResultColumn[] => {
    const source = sources[n + 1]
    return source ? [{ name: '', type: typeOf(type), source, place: n + 1 }] : []
  })
  return hasRowIds ? [...shown, ID_COLUMN] : shown
}

const ID_COLUMN: ResultColumn = { name: ROW_ID, type: { name: 'BIGINT' }, source: BIGINT, place: 0 }

function idsIn(chunk: DuckDBDataChunk): Float64Array {
  const [read] = readColumns([ID_COLUMN], chunk)
  assertState(read?.values.form === 'longs', 'an id is a long')
  const { numberAt } = halvesOf(read.values.longs)
  const ids = new Float64Array(chunk.rowCount)
  for (let row = 0; row < ids.length; row++) ids[row] = numberAt(row)
  return ids
}

function isAscending(ids: Float64Array, after: number): boolean {
  let before = after
  for (const id of ids) {
    if (id <= before) return false
    before = id
  }
  return true
}
