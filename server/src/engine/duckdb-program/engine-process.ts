import { once } from 'node:events'
import { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { type Frame, FrameReader, writeFrame } from '../duckdb/protocol/frames.ts'
import type {
  EncodedRow,
  EngineAnswer,
  EngineFailure,
  EngineRequest,
  EngineResult,
  FlowCommand,
  ProjectCommand,
  ReadCommand,
  ResultHead,
  StreamCommand,
  TableEdit,
} from '../duckdb/protocol/protocol.ts'
import { type SqlProblem, SqlRefused } from '../reading/sql-question.ts'
import { RowTooLarge, ValueTooLarge } from './encode/row-encoder.ts'
import { type EngineDatabase, type Folders, openDatabase } from './engine-database.ts'
import { dropColumns } from './projections/drop-columns.ts'
import { answerPostgresRows, answerPostgresValidate } from './queries/answer-postgres.ts'
import { answerQuery, answerValidate } from './queries/answer-query.ts'
import { answerResultPage } from './queries/answer-result-page.ts'
import { Cancelled, PartSender } from './queries/part-sender.ts'
import { findText } from './reads/answer-find.ts'
import { readLines } from './reads/answer-lines.ts'
import { readPage } from './reads/answer-page.ts'
import { writeRows } from './reads/answer-parquet.ts'
import { readProfile } from './reads/answer-profile.ts'
import { matchRows, readRows, readState } from './reads/answer-read.ts'
import { readValues } from './reads/answer-values.ts'
import { RowSender, RowsTooLarge } from './reads/row-sender.ts'
import { pythonStep } from './runs/answer-python-run.ts'
import { runStep } from './runs/answer-run.ts'
import type { RunState } from './runs/plan-run.ts'
import { buildNative, CorruptTable } from './tables/apply-change.ts'
import { projectStatement, ROW_ID_FIELD } from './tables/change-statements.ts'
import { EngineState } from './tables/engine-state.ts'
import { filterTable } from './tables/filter-table.ts'
import { maskKeyStatements } from './tables/mask-sql.ts'

/**
 * The program of an engine: DuckDB for one workbook and one set of hidden columns, in a process that holds nothing
 * else and can reach nothing else. It gets its commands over descriptor 3 and ends when the other end is closed.
 */
const [input = '/in', own = '/own', spill = '/tmp/spill'] = process.argv.slice(2)
const folders: Folders = { input, own, spill }
let database: EngineDatabase
let state: EngineState
/** The run of a transform that this process is for, if it is for one. */
let run: RunState
/** Answers in parts that are under way. */
const streams = new Map<number, PartSender>()

const node = new Socket({ fd: 3, readable: true, writable: true })

/** What is sent at one moment goes out in one piece: each would wake the node. */
function answer(message: EngineAnswer, payload?: Buffer) {
  if (node.writableCorked === 0) {
    node.cork()
    process.nextTick(() => node.uncork())
  }
  writeFrame(node, message, payload)
}

async function drained() {
  if (node.writableNeedDrain) await once(node, 'drain')
}

async function handle(request: EngineRequest, payload: Buffer) {
  const { id } = request
  const send = new RowSender((part) => sendPart(id, part), drained)
  try {
    const done = await database.threads.forRows(rowsOf(request), () => perform(request, payload, send))
    send.flush()
    answer({ id, done })
  } catch (error) {
    answer({ id, ...failureOf(error) })
  }
}

/** Rows of the largest table that a request reads; those of users' SQL are known when it is parsed. */
function rowsOf(request: EngineRequest): number {
  switch (request.do) {
    case 'change':
      return Math.max(
        0,
        ...[...request.loads, ...request.edits.filter(bringsFiles)].map(({ rowCount }) => rowCount ?? 0),
      )
    case 'state':
    case 'query':
    case 'postgres-rows':
    case 'validate':
    case 'result-page':
      return 0
    case 'rows':
    case 'match':
    case 'page':
    case 'lines':
    case 'parquet':
    case 'profile':
    case 'values':
    case 'find':
      return state.mostRows([request.key])
    default:
      return Number.POSITIVE_INFINITY
  }
}

const bringsFiles = ({ newFiles }: TableEdit) => newFiles.length > 0

function sendPart(id: number, part: readonly EncodedRow[] | Buffer | null) {
  if (part === null) answer({ id, again: true })
  else if (Buffer.isBuffer(part)) answer({ id, bytes: 'page' }, part)
  else answer({ id, rows: part })
}

async function perform(request: EngineRequest, payload: Buffer, send: RowSender): Promise<EngineResult> {
  switch (request.do) {
    case 'change':
      await state.change(request)
      return { version: 0 }
    case 'project':
      return project(request)
    case 'build-native':
      await buildNative(database, request, folders)
      return { version: 0 }
    case 'filter':
      return { version: 0, count: await filterTable(database, request, folders) }
    case 'state':
      return state.readCut(
        (connection) => readState(connection, state.tables),
        async (held) => held,
      )
    case 'query':
    case 'postgres-rows':
    case 'validate':
    case 'result-page':
      return stream(request, payload)
    case 'write-inputs':
    case 'take-run':
      return pythonStep(run, request)
    case 'plan-run':
    case 'patch-run':
    case 'keep-run':
    case 'number-run':
    case 'cells-of-run':
      return runStep(run, request, send)
    default:
      return read(request, send)
  }
}

async function project({ from, to, columns, maskedColumns }: ProjectCommand): Promise<EngineResult> {
  const [segment, projection] = [`${folders.input}/${from}`, `${folders.own}/${to}`]
  const kept = new Set([ROW_ID_FIELD, ...columns.map(({ id }) => id)])
  // Values that are shown masked must be computed; all others are taken over as they are packed.
  if (maskedColumns.length === 0 && (await dropColumns(segment, projection, kept))) return { version: 0 }
  const sql = projectStatement(segment, projection, columns, maskedColumns)
  await database.lend(async (connection) => {
    for (const setKey of maskKeyStatements(maskedColumns)) await connection.run(setKey)
    await connection.run(sql)
  })
  return { version: 0 }
}

function read(request: ReadCommand, send: RowSender): Promise<EngineResult> {
  return state.read(
    request.key,
    (seen) => {
      const reading = { ...seen, send }
      switch (request.do) {
        case 'rows':
          return readRows(reading, request)
        case 'match':
          return matchRows(reading, request)
        case 'page':
          return readPage(reading, request)
        case 'lines':
          return readLines(reading, request)
        case 'parquet':
          return writeRows(reading, request, folders)
        case 'profile':
          return readProfile(reading, request)
        case 'values':
          return readValues(reading, request)
        case 'find':
          return findText(reading, request)
      }
    },
    () => send.restart(),
  )
}

async function stream(request: StreamCommand & { id: number }, payload: Buffer): Promise<EngineResult> {
  const { id } = request
  const send = new PartSender((bytes, part) => answer({ id, bytes }, part))
  const querying = { database, state, folders, send, head: (head: ResultHead) => answer({ id, head }) }
  streams.set(id, send)
  try {
    switch (request.do) {
      case 'query':
        return await answerQuery(querying, request)
      case 'validate':
        return await (request.isForPostgres ? answerPostgresValidate : answerValidate)(querying, request)
      case 'postgres-rows':
        return await answerPostgresRows(querying, request)
      case 'result-page':
        return await answerResultPage(database, folders, request, payload, send)
    }
  } finally {
    streams.delete(id)
  }
}

function steer({ do: what, of }: FlowCommand) {
  if (what === 'more') streams.get(of)?.taken()
  else streams.get(of)?.cancel()
}

function failureOf(error: unknown): Omit<Extract<EngineAnswer, { failed: EngineFailure }>, 'id'> {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof SqlRefused) return { failed: 'refused', message, problem: error.problem }
  if (error instanceof ValueTooLarge) return { failed: 'refused', message, problem: tooLargeFor(error.column) }
  if (error instanceof Cancelled) return { failed: 'cancelled', message }
  if (error instanceof CorruptTable) return { failed: 'corrupt', message }
  if (error instanceof RowsTooLarge || error instanceof RowTooLarge) return { failed: 'too_large', message }
  if (message.startsWith('Out of Memory Error')) return { failed: 'memory', message }
  if (/^(?:IO|Invalid Input) Error.*(?:\.parquet|[Pp]arquet|\.duckdb)/.test(message)) return { failed: 'file', message }
  return { failed: 'failed', message }
}

const tooLargeFor = (column: string): SqlProblem => ({
  code: 'invalid_sql',
  message: `A value of ${column} is larger than 64 bits, which Arrow's integers have.`,
  line: null,
  column: null,
  suggestion: `Cast ${column} to DECIMAL(38, 0) or VARCHAR, or ask for JSON.`,
})

let isKeptSmall = false

/**
 * V8 gives back what answers took: an engine that has given some hundreds is 20 MB smaller, and hardly slower. It collects once after work.
 * Said when the first request comes and not when the process starts: V8 takes no code that was made under other flags.
 */
function keepSmall() {
  if (isKeptSmall) return
  isKeptSmall = true
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--memory-reducer-gc-count=1')
}

function receive({ header, payload }: Frame) {
  keepSmall()
  // Safe: only the node holds the other end.
  const request = header as EngineRequest | FlowCommand
  if ('of' in request) steer(request)
  else void handle(request, Buffer.concat(payload))
}

async function serve() {
  database = await openDatabase(folders)
  state = new EngineState(database, folders)
  run = { database, state, folders, kept: null }
  const frames = new FrameReader()
  node.on('data', (piece: Buffer) => {
    for (const frame of frames.read(piece)) receive(frame)
  })
  node.on('close', () => process.exit(0))
  node.on('error', () => process.exit(0))
  answer({ id: 0, done: { version: 0 } })
}

void serve()
