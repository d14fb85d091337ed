import { copyFile, link, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { askUntilAnswered } from '../reading/read-again.ts'
import {
  type KeptRows,
  type ResultColumn,
  type SqlEnd,
  type SqlQuestion,
  type SqlReader,
  SqlRefused,
  type SqlRun,
  type UsedTable,
} from '../reading/sql-question.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import { formatColumnType, parseColumnType } from '../table/column-type.ts'
import type { AccountTurns } from './account-turns.ts'
import type { StreamEnd } from './answer-stream.ts'
import { EngineDied, EngineFailed, queryTimeout, readTooLarge, readUnavailable } from './engine.errors.ts'
import type { Engine } from './engine.ts'
import type { EngineProcess } from './engine-process-handle.ts'
import { bringTo } from './held/bring-to.ts'
import type { EngineScope } from './held/engine-scope.ts'
import { tableIdOf } from './held/engine-tables.ts'
import type { EnginePool } from './pool.ts'
import type { ResultHead, SqlStreamCommand } from './protocol/protocol.ts'
import type { WireColumn } from './protocol/run-protocol.ts'

/** Planning alone can be made to take for ever. */
const VALIDATE_MS = 5_000
/** An engine may have to be started first. */
const VALIDATE_WAIT_MS = 30_000
/** After so many statements of users a process is replaced, whatever they may have left behind in it. */
const MOST_STATEMENTS = 500

export type SqlReaderOptions = {
  pool: EnginePool
  log: Log
  folder: string
  /** How long the page of a kept result may take. */
  readMs: number
  /** How long a statement may take at most, whatever it asks for. */
  queryMs: number
  /** Whose statements run, and how many. */
  turns: AccountTurns
}

/** Begins statements. One that has no rows so far is asked again; what has begun to come is not. */
function createBegin({ pool, turns }: Pick<SqlReaderOptions, 'pool' | 'turns'>) {
  const retireIfWorn = (scope: EngineScope, engine: Engine, error: unknown) => {
    const isSpoilt = error instanceof EngineFailed && !['refused', 'too_large'].includes(error.failure)
    if (isSpoilt || engine.statements >= MOST_STATEMENTS) pool.retire(scope, engine)
  }

  const beginOnce = (scope: EngineScope, asked: SqlAttempt) =>
    pool.use(scope, async (engine) => {
      try {
        // What waiting for an engine took is not the statement's.
        const endsAt = Math.min(asked.endsAt, performance.now() + asked.timeoutMs)
        const begun = await engine.query(asked.question, asked.command, endsAt, asked.signal)
        if (!begun) throw queryTimeout(asked.timeoutMs)
        const { head, stream } = begun
        stream.end.then(
          () => retireIfWorn(scope, engine, undefined),
          (error: unknown) => retireIfWorn(scope, engine, error),
        )
        return { head, stream, own: engine.process.folders.own }
      } catch (error) {
        retireIfWorn(scope, engine, error)
        throw error
      }
    })

  return async (asked: SqlAttempt) => {
    const { workbookId, tables, snapshotId } = asked.question
    const leave = await turns.take(workbookId, asked.endsAt - performance.now())
    if (!leave) throw queryTimeout(asked.timeoutMs)
    try {
      const scope = await pool.scopes.ofTables(workbookId, tables, snapshotId)
      const begun = await askUntilAnswered('user', () => beginOnce(scope, asked))
      begun.stream.end.then(leave, leave)
      return begun
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** Users' SQL, run in the engine of their workbook. */
export function createSqlReader({ pool, log, folder, readMs, queryMs, turns }: SqlReaderOptions): SqlReader {
  const report = (error: unknown, timeoutMs: number) => toServiceError(error, timeoutMs, log)
  const begin = createBegin({ pool, turns })

  return {
    query: async (question, run) => {
      const { signal } = run
      const timeoutMs = Math.min(run.timeoutMs, queryMs)
      const failed = (error: unknown) => Promise.reject(report(error, timeoutMs))
      const command = commandOf(question, run)
      const asked = { question, command, timeoutMs, endsAt: performance.now() + timeoutMs, signal }
      const { head, stream, own } = await begin(asked).catch(failed)
      return {
        columns: head.columns.map(columnOf),
        tables: usedTables(head),
        page: telling(stream, (error) => report(error, timeoutMs)),
        end: mayBeIgnored(stream.end.then((end) => endOf(end, own, folder), failed)),
      }
    },
    validate: async (question) => {
      const { sql, parameters } = question
      try {
        const command = { do: 'validate', sql, parameters } as const
        const endsAt = performance.now() + VALIDATE_WAIT_MS
        const { head } = await begin({ question, command, timeoutMs: VALIDATE_MS, endsAt })
        return { columns: head.columns.map(columnOf), tables: usedTables(head) }
      } catch (error) {
        const problem = report(error, VALIDATE_MS)
        if (problem instanceof SqlRefused) return { problem: problem.problem }
        throw problem
      }
    },
    postgresRows: async (question, { binary, signal, ...run }) => {
      const { sql, parameters } = question
      const timeoutMs = Math.min(run.timeoutMs, queryMs)
      const failed = (error: unknown) => Promise.reject(report(error, timeoutMs))
      const command = { do: 'postgres-rows', sql, parameters, binary } as const
      const asked = { question, command, timeoutMs, endsAt: performance.now() + timeoutMs, signal }
      const { head, stream } = await begin(asked).catch(failed)
      return {
        columns: head.postgres?.columns ?? [],
        tables: usedTables(head),
        rows: telling(stream, (error) => report(error, timeoutMs)),
        end: mayBeIgnored(stream.end.then(({ result }) => result?.rowCount ?? 0, failed)),
      }
    },
    postgresShape: async (question) => {
      const { sql } = question
      try {
        const command = { do: 'validate', sql, parameters: [], isForPostgres: true } as const
        const endsAt = performance.now() + VALIDATE_MS
        const { head } = await begin({
          question: { ...question, parameters: [] },
          command,
          timeoutMs: VALIDATE_MS,
          endsAt,
        })
        assertState(head.postgres, 'a statement that was planned has a shape')
        return head.postgres
      } catch (error) {
        throw report(error, VALIDATE_MS)
      }
    },
    citing: async (question) => {
      const { sql, parameters } = question
      try {
        const command = { do: 'validate', sql, parameters, isCited: true } as const
        const endsAt = performance.now() + VALIDATE_MS
        const { head } = await begin({ question, command, timeoutMs: VALIDATE_MS, endsAt })
        assertState(head.citing, 'a statement that was asked for its rows has an answer')
        return { tables: usedTables(head), citing: head.citing }
      } catch (error) {
        throw report(error, VALIDATE_MS)
      }
    },
    resultPage: async ({ workbookId, columns, kept, offset, limit, format }) => {
      const scope = await pool.scopes.ofTables(workbookId, [], null)
      const askOnce = async (engine: Engine) => {
        const file = 'file' in kept ? await placeResult(kept.file, engine.process) : null
        const wire = columns.map(({ name, type }) => ({ name, type: formatColumnType(type) }))
        const command = { do: 'result-page', file, columns: wire, offset, limit, format } as const
        const stream = engine.resultPage(command, 'bytes' in kept ? kept.bytes : undefined)
        const removed = () => (file ? rm(join(engine.process.folders.input, file), { force: true }) : undefined)
        stream.end.then(removed, removed)
        const pageRows = mayBeIgnored(stream.end.then(({ result }) => result?.pageRows ?? 0))
        return { page: telling(stream, (error) => report(error, readMs)), pageRows }
      }
      return askUntilAnswered('ours', () => pool.use(scope, askOnce)).catch((error: unknown) => {
        throw error instanceof EngineDied ? readUnavailable() : error
      })
    },
  }
}

type SqlAttempt = {
  question: SqlQuestion
  command: SqlStreamCommand
  timeoutMs: number
  /** For all tries together, and what they wait for before they begin. */
  endsAt: number
  signal?: AbortSignal | undefined
}

const commandOf = ({ sql, parameters }: SqlQuestion, { format, pageRows, maxRows }: SqlRun) =>
  ({ do: 'query', sql, parameters, format, pageRows, maxRows, keepAs: `${newId()}.parquet` }) as const

/** The rows of a large result are taken out of the engine's folder, which may go at any time. */
async function endOf({ result, kept }: StreamEnd, own: string, folder: string): Promise<SqlEnd> {
  assertState(result, 'a query that is through has a result')
  const { rowCount, isTruncated, pageRows } = result
  return { rowCount, isTruncated, pageRows, kept: await keptRows(result.file, kept, own, folder) }
}

async function keptRows(file: string | null, bytes: Buffer | null, own: string, folder: string): Promise<KeptRows> {
  if (file === null) return { bytes: bytes ?? Buffer.alloc(0) }
  const path = join(folder, file)
  await rename(join(own, file), path)
  return { file: path, sizeBytes: (await stat(path)).size, release: () => rm(path, { force: true }) }
}

const usedTables = ({ tables }: ResultHead): UsedTable[] =>
  tables.map(({ key, version }) => ({ tableId: tableIdOf(key), version }))

function columnOf({ name, type }: WireColumn): ResultColumn {
  const parsed = parseColumnType(type)
  assertState(parsed, `a result has a column of type ${type}`)
  return { name, type: parsed }
}

async function* telling(parts: AsyncIterable<Buffer>, report: (error: unknown) => unknown): AsyncGenerator<Buffer> {
  try {
    yield* parts
  } catch (error) {
    throw report(error)
  }
}

/** The caller that takes the page learns of a failure there, and need not look at this. */
function mayBeIgnored<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** In words of the product; what went wrong inside is for the log. */
function toServiceError(error: unknown, timeoutMs: number, log: Log): unknown {
  if (error instanceof EngineDied && !error.isLate) log.warn({ err: error }, 'an engine ended under a query')
  if (error instanceof EngineDied) return error.isLate ? queryTimeout(timeoutMs) : new SqlRefused(TOO_MUCH_MEMORY)
  if (!(error instanceof EngineFailed)) return error
  switch (error.failure) {
    case 'refused':
      return error.problem ? new SqlRefused(error.problem) : error
    case 'late':
      return queryTimeout(timeoutMs)
    case 'memory':
      return new SqlRefused(TOO_MUCH_MEMORY)
    case 'too_large':
      return readTooLarge()
    case 'cancelled':
      return error
    default:
      log.error({ err: error }, 'a query failed')
      return readUnavailable()
  }
}

const TOO_MUCH_MEMORY = {
  code: 'invalid_sql',
  message: 'The query needs more memory than one query may have (512 MB).',
  line: null,
  column: null,
  suggestion: 'Read fewer rows or columns, aggregate earlier, or avoid building very long texts and lists.',
} as const

/** Puts a file of a kept result into an engine's input folder; its name there. */
async function placeResult(from: string, engine: EngineProcess): Promise<string> {
  const name = `${newId()}.parquet`
  const to = join(engine.folders.input, name)
  await bringTo(engine, () => link(from, to).catch(() => copyFile(from, to)))
  shareWithSandbox(to, 'read')
  return name
}
