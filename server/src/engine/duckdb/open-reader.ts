import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { Keyring } from '../../platform/keyring.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres.ts'
import type { Settings } from '../../platform/settings.ts'
import type { PythonRunner } from '../python/python-run.ts'
import { openPython } from '../python/python-runner.ts'
import { KeptPages, type ReadEncoded } from '../reading/kept-pages.ts'
import type { EncodedPage, FileRequest, Filter, PageRequest, Reader, TableFile } from '../reading/reader.ts'
import type { SqlReader } from '../reading/sql-question.ts'
import type { SqlRunner } from '../reading/sql-run.ts'
import { makeProcessFolder } from '../sandbox/sandbox-user.ts'
import type { SegmentCache } from '../storage/object-cache.ts'
import { formatColumnType } from '../table/column-type.ts'
import { openAccountOf } from '../table/owning-account.store.ts'
import { isBlank, type ReadableTable } from '../table/readable-table.ts'
import { AccountTurns, RUNS_AT_ONCE, STATEMENTS_AT_ONCE } from './account-turns.ts'
import { findTableEdits } from './held/engine.store.ts'
import { EnginePool } from './pool.ts'
import type { PageEncoding } from './protocol/protocol.ts'
import type { ReadColumn } from './protocol/run-protocol.ts'
import { readMatches } from './read-matches.ts'
import { readRowsById } from './read-rows-by-id.ts'
import { sandboxChoice } from './sandbox-mode.ts'
import { createSqlReader } from './sql-reader.ts'
import { createSqlRunner } from './sql-runner.ts'

export type ReaderOptions = {
  settings: Pick<
    Settings,
    | 'sandbox'
    | 'host'
    | 'cacheFolder'
    | 'cacheBytes'
    | 'engineSpares'
    | 'engineMemoryBytes'
    | 'secretKeys'
    | 'accountShare'
  > &
    Partial<Pick<Settings, 'python' | 'pageCacheBytes'>>
  log: Log
  /** Connections of its own: a request that holds one in a transaction waits for the answer. */
  db: Db
  cache: SegmentCache
  inMemoryBytes?: number
  deadlines?: EngineDeadlines
}

/** How long an engine may take for a question of ours, and at most for a statement of a user's, who may allow it less. */
export type EngineDeadlines = { readMs?: number; queryMs?: number }

const READ_MS = 30_000

/** Larger tables are read faster from a file than an engine is filled with them. */
const IN_MEMORY_BYTES = 32 * 1024 * 1024
const NO_PYTHON: Settings['python'] = { runtime: null, spares: 0 }

export type OpenReader = Reader & { pool: EnginePool; sql: SqlReader; runs: SqlRunner; python: PythonRunner }

/** Nothing is started before the first read, or before a caller says that one will come. */
export function openReader(options: ReaderOptions): OpenReader {
  const { settings, log, db, cache, inMemoryBytes = IN_MEMORY_BYTES, deadlines = {} } = options
  const { readMs = READ_MS, queryMs = Number.POSITIVE_INFINITY } = deadlines
  const folder = makeProcessFolder(settings.cacheFolder, 'reader')
  const isSandboxed = sandboxChoice(settings, log)
  const pages = new KeptPages(settings.pageCacheBytes ?? 0, ({ workbookId, tableId, version }, after, most) =>
    findTableEdits(db, workbookId, tableId, { from: after + 1, to: version }, most),
  )
  const owners = { accountOf: openAccountOf(db), accountShare: settings.accountShare }
  const pool = new EnginePool({
    db,
    owners,
    log,
    cache,
    keyring: new Keyring(settings.secretKeys),
    inMemoryBytes,
    folder,
    keptBytes: settings.cacheBytes / 4,
    engine: async () => ({ folder, isSandboxed: await isSandboxed() }),
    spares: settings.engineSpares,
    memoryBytes: settings.engineMemoryBytes,
    readMs,
    onErased: (workbookId) => pages.forget(workbookId),
  })
  const pythonOptions = { settings: settings.python ?? NO_PYTHON, ...owners, isSandboxed, folder, pool, db, log }
  const python = openPython(pythonOptions)

  return {
    ...readerOf(pool, db, pages),
    parquetFile: (table, request) => writeFile(pool, folder, table, request),
    pool,
    sql: createSqlReader({ pool, log, folder, readMs, queryMs, turns: new AccountTurns(STATEMENTS_AT_ONCE, owners) }),
    runs: createSqlRunner({ pool, db, log, turns: new AccountTurns(RUNS_AT_ONCE, owners) }),
    python: python.runner,
    warm: () => {
      pool.warm()
      python.warm()
    },
    check: async () => void (await isSandboxed()),
    close: async () => {
      await python.close()
      await pool.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function readerOf(
  pool: EnginePool,
  db: Db,
  pages: KeptPages,
): Omit<Reader, 'parquetFile' | 'warm' | 'check' | 'close'> {
  return {
    follow: (committed) => pages.follow(committed),
    rowsById: (table, rowIds, columnIds) => readRowsById({ pool, db, pages }, table, rowIds, columnIds),
    matchRows: (table, columnIds, values) => readMatches({ pool, db }, table, columnIds, values),
    page: async (table, request) => {
      const answer = await readPage(pool, table, request)
      const rows = answer.rows.map(([rowId, ...cells]) => ({ rowId, cells }))
      return { version: answer.version, rows, next: answer.next ?? null, count: answer.count ?? null }
    },
    encodedPage: async (table, request, format, hasRowIds) => {
      const read: ReadEncoded = (asked, as) => readEncoded(pool, table, asked, { format: as, hasRowIds })
      const kept = hasRowIds && pages.isFor(table, request, format) ? await pages.page(table, request, read) : undefined
      return kept ?? read(request, format)
    },
    csvLines: async (table, { columnIds, ...request }) => {
      const columns = columnIds.map((id) => readColumn(table, id))
      const answer = await pool.read(table, columnIds, (key) => ({ do: 'lines', key, columns, ...request }))
      return { parts: answer.bytes, next: answer.next?.rowId ?? null }
    },
    profile: async (table, columnIds) => {
      const columns = columnIds.map((id) => readColumn(table, id))
      assertState(!columns.some(({ isMasked }) => isMasked), 'a masked column has no profile')
      const { profile } = await pool.read(table, columnIds, (key) => ({ do: 'profile', key, columns }))
      assertState(profile, 'an engine that was asked for a profile')
      return profile
    },
    values: async (table, { columnId, filter, ...request }) => {
      const column = readColumn(table, columnId)
      assertState(!column.isMasked, 'values of a masked column are not listed')
      const known = [...new Set(filter ? columnsOf(filter) : [])].map((id) => readColumn(table, id))
      const named = [columnId, ...known.map(({ id }) => id)]
      const asked = { ...request, do: 'values', column, known, filter } as const
      const { version, values } = await pool.read(table, named, (key) => ({ ...asked, key }))
      assertState(values, 'an engine that was asked for values')
      return { version, ...values }
    },
    find: async (table, { columnIds, ...request }) => {
      const sought = columnIds.map((id) => readColumn(table, id))
      assertState(!sought.some(({ isMasked }) => isMasked), 'a masked column is not searched')
      const known = [...new Set(columnsNamed(request))].map((id) => readColumn(table, id))
      const named = [...columnIds, ...known.map(({ id }) => id)]
      const asked = { ...request, do: 'find', sought, known } as const
      const { version, found } = await pool.read(table, named, (key) => ({ ...asked, key }))
      assertState(found, 'an engine that was asked to find a text')
      return { version, ...found }
    },
  }
}

async function writeFile(
  pool: EnginePool,
  folder: string,
  table: ReadableTable,
  request: FileRequest,
): Promise<TableFile> {
  const { columnIds } = request
  const known = [...new Set(columnsNamed(request))].map((id) => readColumn(table, id))
  const columns = columnIds.map((id) => readColumn(table, id))
  const names = columnIds.map((id) => nameOf(table, id))
  const asked = { ...request, do: 'parquet', columns, names, known } as const
  const path = join(folder, `${newId()}.parquet`)
  const named = [...columnIds, ...known.map(({ id }) => id)]
  await pool.readToFile(table, named, (key) => ({ ...asked, key, file: `${newId()}.parquet` }), path)
  return { path, release: () => rm(path, { force: true }) }
}

const nameOf = ({ columns }: ReadableTable, id: number) => columns.find((column) => column.id === id)?.name ?? ''

async function readEncoded(
  pool: EnginePool,
  table: ReadableTable,
  request: PageRequest,
  as: Pick<PageEncoding, 'format' | 'hasRowIds'>,
): Promise<EncodedPage> {
  const names = request.columnIds.map((id) => nameOf(table, id))
  const answer = await readPage(pool, table, request, { ...as, names })
  const { version, next = null, count = null, pageRows = 0 } = answer
  return { version, next, count, pageRows, rows: Buffer.concat(answer.bytes) }
}

function readPage(pool: EnginePool, table: ReadableTable, request: PageRequest, encode?: PageEncoding) {
  const known = [...new Set(columnsNamed(request))].map((id) => readColumn(table, id))
  const columns = request.columnIds.map((id) => readColumn(table, id))
  const named = [...request.columnIds, ...known.map(({ id }) => id)]
  const asked = { ...request, do: 'page', columns, known, ...(encode ? { encode } : {}) } as const
  return pool.read(table, named, (key) => ({ ...asked, key }))
}

function readColumn({ columns, name }: ReadableTable, id: number): ReadColumn {
  const column = columns.find((candidate) => candidate.id === id)
  if (!column) throw new Error(`impossible: column ${id} of ${name} is read and is not readable`)
  return { id, type: formatColumnType(column.type), isMasked: isBlank(column) }
}

/** What the order and the filter are about. */
function columnsNamed({ orderBy, filter }: Pick<PageRequest, 'orderBy' | 'filter'>): number[] {
  return [...orderBy.map(({ columnId }) => columnId), ...(filter ? columnsOf(filter) : [])]
}

function columnsOf(filter: Filter): number[] {
  if ('and' in filter) return filter.and.flatMap(columnsOf)
  if ('or' in filter) return filter.or.flatMap(columnsOf)
  if ('not' in filter) return columnsOf(filter.not)
  if ('upTo' in filter) return filter.orderBy.map(({ columnId }) => columnId)
  return [filter.columnId]
}
