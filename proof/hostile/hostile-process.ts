/**
 * An engine that runs every statement it is given, without a gate: DuckDB `locked` as engines open it, or `open` as it
 * comes. It receives statements over descriptor 3, and answers there.
 */
import { Socket } from 'node:net'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { FrameReader, writeFrame } from '../../server/src/engine/duckdb/protocol/frames.ts'
import { openDatabase } from '../../server/src/engine/duckdb-program/engine-database.ts'

export type HostileRequest = { statements: readonly string[] }
/** One for each statement, then the end. */
export type HostileAnswer = { isReady: true } | { said: string } | { isDone: true }

const CHANNEL = 3
const MOST_BYTES = 4 * 1024 * 1024

const [mode, , input = '/in', own = '/own', spill = '/tmp/spill'] = process.argv.slice(2)
const node = new Socket({ fd: CHANNEL, readable: true, writable: true })
const answer = (message: HostileAnswer) => writeFrame(node, message)

async function openPeople<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const people = `CREATE VIEW people AS SELECT *, NULL::DECIMAL(10, 2) AS salary FROM read_parquet('${input}/people.parquet')`
  const prepared = async (connection: DuckDBConnection) => {
    await connection.run(people)
    return work(connection)
  }
  if (mode === 'locked') return (await openDatabase({ input, own, spill })).lend(prepared)
  const instance = await DuckDBInstance.create(':memory:', { temp_directory: spill })
  return prepared(await instance.connect())
}

/** A text may hold several statements: each is run, as the worst caller would. */
async function run(connection: DuckDBConnection, sql: string): Promise<string> {
  const parts: string[] = []
  const extracted = await connection.extractStatements(sql)
  for (let n = 0; n < extracted.count; n++) {
    const result = await (await extracted.prepare(n)).stream()
    parts.push(result.columnNames().join().slice(0, MOST_BYTES))
    let bytes = 0
    for await (const rows of result.yieldRowsJson()) {
      const text = JSON.stringify(rows)
      parts.push(text.slice(0, MOST_BYTES))
      bytes += text.length
      if (bytes > MOST_BYTES) break
    }
  }
  return parts.join('\n')
}

async function obey({ statements }: HostileRequest) {
  await openPeople(async (connection) => {
    for (const sql of statements) {
      const said = await run(connection, sql).catch((error: unknown) => `refused: ${String(error)}`)
      answer({ said })
    }
  })
  answer({ isDone: true })
}

const frames = new FrameReader()
node.on('data', (piece: Buffer) => {
  // Safe: only the proof holds the other end.
  for (const { header } of frames.read(piece)) void obey(header as HostileRequest)
})
node.on('close', () => process.exit(0))
node.on('error', () => process.exit(0))
answer({ isReady: true })
