import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { chunksOf, StreamBroken } from '../../duckdb/chunks-of.ts'
import type { EngineResult, QueryCommand, ResultHead, ValidateCommand } from '../../duckdb/protocol/protocol.ts'
import { SqlRefused } from '../../reading/sql-question.ts'
import { citingStatement } from '../dependencies/citing-statement.ts'
import { readColumns } from '../encode/column-values.ts'
import { encoderOf } from '../encode/encode-result.ts'
import { resultColumns } from '../encode/result-columns.ts'
import { budgetOf } from '../encode/row-encoder.ts'
import type { EngineDatabase, Folders } from '../engine-database.ts'
import { checkOnce } from '../gate/check-sql.ts'
import { explaining } from '../gate/explain-error.ts'
import { bindParameters, plannedColumns, wireColumn } from '../runs/run-statements.ts'
import type { EngineState } from '../tables/engine-state.ts'
import { KeptRows } from './kept-column.ts'
import type { PartSender } from './part-sender.ts'

/** Bytes of one page. */
const PAGE_BYTES = 64 * 1024 * 1024

export type Querying = {
  database: EngineDatabase
  state: EngineState
  folders: Folders
  send: PartSender
  head: (head: ResultHead) => void
}

export type Begun = {
  connection: DuckDBConnection
  prepared: DuckDBPreparedStatement
  result: DuckDBResult
  tables: ResultHead['tables']
}

/** Runs one SELECT of a user's: its first page goes out while the rest is kept. */
export async function answerQuery(querying: Querying, command: QueryCommand): Promise<EngineResult> {
  const named = await namedTables(querying, command.sql)
  if ('needed' in named) return { version: 0, needed: named.needed }
  const begin = (connection: DuckDBConnection) =>
    explaining(querying, command.sql, named.names, () => beginQuery(querying, connection, command, named.keys))
  const answer = (begun: Begun) =>
    explaining(querying, command.sql, named.names, () =>
      sendResult(querying, begun, command).catch((error: unknown) => failAgain(querying, begun, error)),
    )
  return readTables(querying, named.keys, () => querying.state.readCut(begin, answer))
}

/** With as many threads as the tables are worth. */
export const readTables = <T>({ database, state }: Querying, keys: readonly string[], work: () => Promise<T>) =>
  database.threads.forRows(state.mostRows(keys), work)

/** A statement that broke off says why only if it is run as a whole. */
export async function failAgain({ send }: Querying, { prepared }: Begun, error: unknown): Promise<never> {
  if (!(error instanceof StreamBroken)) throw error
  send.refuseIfCancelled()
  await prepared.run()
  throw error
}

/** Parses and plans: nothing is read. */
export async function answerValidate(querying: Querying, command: ValidateCommand): Promise<EngineResult> {
  const named = await namedTables(querying, command.sql)
  if ('needed' in named) return { version: 0, needed: named.needed }
  const plan = (connection: DuckDBConnection) =>
    explaining(querying, command.sql, named.names, async () => {
      const columns = await plannedColumns(connection, command.sql, command.parameters)
      const citing = command.isCited
        ? { citing: await citingStatement(connection, command.sql, querying.state.catalog.known, columns.length) }
        : {}
      querying.head({ columns, tables: versionsOf(querying.state, named.keys), ...citing })
      return { version: 0 }
    })
  return querying.state.readCut(plan, async (planned) => planned)
}

type Named = { needed: string[] } | { names: string[]; keys: string[] }

/** The tables the SQL reads, if it may be run at all and they are all held. */
export async function namedTables({ database, state }: Querying, sql: string): Promise<Named> {
  const checked = await checkOnce(database, sql, state.catalog.known)
  if (!checked.ok) throw new SqlRefused(checked.problem)
  const keys = checked.tables.flatMap((name) => state.catalog.find(name)?.key ?? [])
  const needed = keys.filter((key) => !state.tables.has(key))
  return needed.length > 0 ? { needed } : { names: checked.tables, keys }
}

export async function beginQuery(
  { database, state, send }: Querying,
  connection: DuckDBConnection,
  { sql, parameters }: Pick<QueryCommand, 'sql' | 'parameters'>,
  keys: readonly string[],
): Promise<Begun> {
  send.onCancel(() => connection.interrupt())
  const prepared = await database.prepareOnce(connection, sql)
  bindParameters(prepared, parameters)
  const result = await prepared.stream()
  return { connection, prepared, result, tables: versionsOf(state, keys) }
}

export const versionsOf = (state: EngineState, keys: readonly string[]): ResultHead['tables'] =>
  keys.map((key) => ({ key, version: state.tables.get(key)?.version ?? 0 }))

async function sendResult(
  { database, folders, send, head }: Querying,
  { connection, result, tables }: Begun,
  { format, pageRows, maxRows, keepAs }: QueryCommand,
): Promise<EngineResult> {
  const columns = resultColumns(result)
  send.beginWith(() => head({ columns: columns.map(wireColumn), tables }))
  const encoder = encoderOf(format.format, columns, format.shape)
  const page = budgetOf(Math.min(pageRows, maxRows), PAGE_BYTES)
  const kept = new KeptRows(database, columns, maxRows)
  let rowCount = 0
  try {
    await send.page(encoder.begin())
    for await (const chunk of chunksOf(result)) {
      send.refuseIfCancelled()
      rowCount += chunk.rowCount
      // What is sent and what is kept are made from one copy.
      const read = page.isFull ? undefined : readColumns(columns, chunk)
      if (read) encoder.load(chunk, read)
      for (let isThrough = false; !isThrough && !page.isFull; ) {
        isThrough = encoder.add(page)
        await send.page(encoder.take())
      }
      await kept.add(chunk, read)
      if (rowCount > maxRows) break
    }
    // What is left of the statement would keep its snapshot; the next one on the connection ends it.
    if (rowCount > maxRows) await connection.run('SELECT 1')
    await send.page(encoder.end())
    await send.flush()
    const lines = await kept.end(`${folders.own}/${keepAs}`)
    if (lines) send.kept(lines)
    const size = { rowCount: Math.min(rowCount, maxRows), isTruncated: rowCount > maxRows, pageRows: page.taken.rows }
    return { version: 0, result: { ...size, file: lines ? null : keepAs } }
  } finally {
    kept.close()
  }
}
