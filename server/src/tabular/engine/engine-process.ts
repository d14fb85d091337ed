import { once } from 'node:events'
import { Socket } from 'node:net'
import type { DuckDBConnection } from '@duckdb/node-api'
import { matchRows, readPage, readRows, readState } from './answer-read.ts'
import { applyChange, CorruptTable, type LoadedTable } from './apply-change.ts'
import { projectStatement } from './change-statements.ts'
import { type Folders, openDatabase } from './engine-database.ts'
import { encodeFrame, FrameReader } from './frames.ts'
import type {
  ChangeCommand,
  EngineAnswer,
  EngineFailure,
  EngineRequest,
  EngineResult,
  ProjectCommand,
  ReadCommand,
} from './protocol.ts'
import { RowSender, RowsTooLarge } from './row-sender.ts'

/**
 * The program of an engine: DuckDB for one workbook and one set of hidden columns, in a process that holds nothing
 * else and can reach nothing else. It is told what to do over descriptor 3 and ends with whoever holds the other end.
 */
const [input = '/in', own = '/own', spill = '/tmp/spill'] = process.argv.slice(2)
const folders: Folders = { input, own, spill }
const database = await openDatabase(folders)
let tables: ReadonlyMap<string, LoadedTable> = new Map()
/** Counts beginnings and ends of changes: odd while one is under way. */
let steps = 0

const node = new Socket({ fd: 3, readable: true, writable: true })
const answer = (message: EngineAnswer) => void node.write(encodeFrame(message))

async function drained() {
  if (node.writableNeedDrain) await once(node, 'drain')
}

async function handle(request: EngineRequest) {
  const { id } = request
  const send = new RowSender((rows) => answer(rows ? { id, rows } : { id, again: true }), drained)
  try {
    const done = await perform(request, send)
    send.flush()
    answer({ id: request.id, done })
  } catch (error) {
    answer({ id: request.id, ...failureOf(error) })
  }
}

async function perform(request: EngineRequest, send: RowSender): Promise<EngineResult> {
  switch (request.do) {
    case 'change':
      return change(request)
    case 'project':
      return project(request)
    case 'state':
      return database.inSnapshot(readState)
    default:
      return read(request, send)
  }
}

async function change(command: ChangeCommand): Promise<EngineResult> {
  steps += 1
  try {
    tables = await database.inSnapshot((connection) => applyChange(connection, command, folders.input, tables))
  } finally {
    steps += 1
  }
  return { version: 0 }
}

async function project({ from, to, columns }: ProjectCommand): Promise<EngineResult> {
  const sql = projectStatement(`${folders.input}/${from}`, `${folders.own}/${to}`, columns)
  await database.lend((connection) => connection.run(sql))
  return { version: 0 }
}

/** A transaction costs half as much as a page. Where nothing changes meanwhile, every statement sees the same without one. */
async function read(request: ReadCommand, send: RowSender): Promise<EngineResult> {
  const began = steps
  if (began % 2 === 0) {
    try {
      const result = await database.lend((connection) => answerRead(connection, request, send, false))
      if (steps === began) return result
    } catch (error) {
      if (steps === began) throw error
    }
    send.restart()
  }
  return database.inSnapshot((connection) => answerRead(connection, request, send, true))
}

function answerRead(connection: DuckDBConnection, request: ReadCommand, send: RowSender, isInTransaction: boolean) {
  const began = steps
  const isStill = () => steps === began
  const reading = { connection, send, isInTransaction, isStill, table: tables.get(request.key) }
  switch (request.do) {
    case 'rows':
      return readRows(reading, request)
    case 'match':
      return matchRows(reading, request)
    case 'page':
      return readPage(reading, request)
  }
}

function failureOf(error: unknown): { failed: EngineFailure; message: string } {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CorruptTable) return { failed: 'corrupt', message }
  if (error instanceof RowsTooLarge) return { failed: 'too_large', message }
  if (message.startsWith('Out of Memory Error')) return { failed: 'memory', message }
  if (/^(?:IO|Invalid Input) Error.*(?:\.parquet|[Pp]arquet)/.test(message)) return { failed: 'file', message }
  return { failed: 'failed', message }
}

const frames = new FrameReader()
node.on('data', (piece: Buffer) => {
  // Safe: only the node holds the other end.
  for (const { header } of frames.read(piece)) void handle(header as EngineRequest)
})
node.on('close', () => process.exit(0))
node.on('error', () => process.exit(0))
answer({ id: 0, done: { version: 0 } })
