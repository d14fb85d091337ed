import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type EngineDeadlines, type OpenReader, openReader } from '../src/engine/duckdb/open-reader.ts'
import type { PageRequest, Reader, RowPage } from '../src/engine/reading/reader.ts'
import { retypeColumn } from '../src/engine/storage/bulk/retype-column.ts'
import { checkpointTable } from '../src/engine/storage/checkpoint-table.ts'
import { type ColumnType, parseColumnType } from '../src/engine/table/column-type.ts'
import { type Committed, commit, type RowEdit, type TableWrite } from '../src/engine/table/commit.ts'
import type { MaskStyle } from '../src/engine/table/mask-style.ts'
import { asReadable, masked as maskedColumn, type ReadableTable } from '../src/engine/table/readable-table.ts'
import type { Cells, Column } from '../src/engine/table/table.ts'
import { findColumns, findTableHead, findVersion } from '../src/engine/table/tables.store.ts'
import { openBlobs } from '../src/platform/blobs/open-blobs.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import { inTransaction } from '../src/platform/postgres.ts'
import type { Settings } from '../src/platform/settings.ts'
import { appendRows } from './append-rows.ts'
import { newOwner } from './context.ts'
import { type RunningService, runService } from './start-service.ts'
import { openTestStorage } from './test-storage.ts'
import { UNDER_NO_RULES } from './under-no-rules.ts'

/** Columns by their ids. */
type Hidden = { masked?: number[]; denied?: number[]; styles?: Record<number, MaskStyle> }
type NodeOptions = {
  spares?: number
  inMemoryBytes?: number
  log?: Log
  settings?: Partial<Settings>
  deadlines?: EngineDeadlines
}

/** Workbooks with tables, committed as every write is, and readers as nodes have them. No api is running. */
export class TableWorld {
  readonly running: RunningService
  readonly #readers: OpenReader[] = []
  readonly #storage: Awaited<ReturnType<typeof openWorldStorage>>

  static async open(): Promise<TableWorld> {
    const running = await runService({ apiNodes: 0 })
    return new TableWorld(running, await openWorldStorage(running))
  }

  constructor(running: RunningService, storage: Awaited<ReturnType<typeof openWorldStorage>>) {
    this.running = running
    this.#storage = storage
  }

  async newWorkbook(): Promise<string> {
    return (await newOwner(this.running)).workbookId
  }

  /** A table in a workbook of its own. */
  async newTableAlone(types: readonly string[] = ['VARCHAR', 'INTEGER']) {
    const workbookId = await this.newWorkbook()
    return { workbookId, tableId: await this.newTable(workbookId, types) }
  }

  /** A table with columns 1, 2, … of these types. */
  async newTable(workbookId: string, types: readonly string[]): Promise<string> {
    const tableId = randomUUID()
    const columns = types.map((type, n) => column(n + 1, type))
    await this.write(workbookId, {
      tableId,
      expected: null,
      kind: 'replace',
      columns,
      nextColumnId: columns.length + 1,
      segments: [],
      rowCount: 0,
      create: { name: `t${tableId.slice(0, 8)}`, kind: 'table', layer: 'base', description: null },
    })
    return tableId
  }

  async write(workbookId: string, ...writes: TableWrite[]): Promise<Committed> {
    const answer = await inTransaction(this.running.db, (tx) =>
      commit(tx, {
        workbookId,
        writes,
        checked: UNDER_NO_RULES,
        op: { kind: 'rows.upsert', actor: { name: 'test', user_id: null }, detail: {} },
        audit: { action: '"rows.upsert"', actor: '{}', detail: '{}', ip: 'null', outcome: '"ok"', target: '{}' },
      }),
    )
    if (answer.status !== 'ok') throw new Error(`the commit answered ${answer.status}`)
    return answer
  }

  edit(workbookId: string, tableId: string, rows: readonly RowEdit[]): Promise<Committed> {
    return this.write(workbookId, { tableId, expected: null, kind: 'rows', rows })
  }

  async insert(workbookId: string, tableId: string, rows: readonly Cells[]): Promise<number[]> {
    const edits = rows.map((cells): RowEdit => ({ op: 'I', rowId: null, cells, before: null }))
    return (await this.edit(workbookId, tableId, edits)).tables[0]?.rowIds ?? []
  }

  /** Rows as segments of their own. */
  async append(workbookId: string, tableId: string, rows: Iterable<Cells>) {
    await appendRows(this.#storage, { workbookId, tableId }, rows, (write) => this.write(workbookId, write))
  }

  /** Casts a column; returns the id of its new form. */
  async retype(workbookId: string, tableId: string, columnId: number, type: ColumnType): Promise<number> {
    const head = await findTableHead(this.running.db, workbookId, tableId)
    const request = { columnId, type, expected: null }
    const answer = await retypeColumn(this.#storage, { workbookId, tableId }, request, (write) =>
      this.write(workbookId, write),
    )
    if (answer.status !== 'ok') throw new Error(`the retype answered ${answer.status}`)
    return head?.nextColumnId ?? 0
  }

  async checkpoint(workbookId: string, tableId: string) {
    return checkpointTable(this.#storage, workbookId, tableId)
  }

  /** As governance opens a table, for a reader from whom these columns are hidden. */
  async readable(
    workbookId: string,
    tableId: string,
    { masked = [], denied = [], styles = {}, version }: Hidden & { version?: number } = {},
  ): Promise<ReadableTable> {
    const { db } = this.running
    const workbook = await db
      .selectFrom('workbookHead')
      .select('editSeq')
      .where('workbookId', '=', workbookId)
      .executeTakeFirstOrThrow()
    const head = await findTableHead(db, workbookId, tableId)
    const at = await findVersion(db, workbookId, tableId, version ?? head?.editVersion ?? 0)
    if (!at) throw new Error('there is no such version')
    const columns = await findColumns(db, workbookId, tableId, at.schemaNo)
    return asReadable({
      workbookId,
      tableId,
      name: 'test',
      version: at.version,
      schemaNo: at.schemaNo,
      rowCount: at.rowCount,
      editSeq: workbook.editSeq,
      ...(version === undefined ? {} : { isPast: true }),
      columns: columns
        .filter(({ id }) => !denied.includes(id))
        .map((seen) => {
          const isMasked = masked.includes(seen.id) || seen.id in styles
          return isMasked ? maskedColumn(seen, styles[seen.id]) : { ...seen, isMasked }
        }),
    })
  }

  /** Where this node keeps segments. */
  get segmentFolder() {
    return join(this.running.settings.cacheFolder, 'storage/segments')
  }

  /** A node of its own. */
  newReader({ spares = 0, ...options }: NodeOptions = {}): OpenReader {
    const { settings, db } = this.running
    const log = options.log ?? createLog('silent')
    const reader = openReader({
      settings: { ...settings, engineSpares: spares, ...options.settings },
      ...(options.inMemoryBytes === undefined ? {} : { inMemoryBytes: options.inMemoryBytes }),
      deadlines: options.deadlines ?? {},
      log,
      db,
      cache: this.#storage.storage.cache,
    })
    this.#readers.push(reader)
    return reader
  }

  async close() {
    await Promise.all(this.#readers.map((reader) => reader.close()))
    await this.running.close()
  }
}

/** A page of all columns, the first of the table unless said otherwise. */
export function readPage(reader: Reader, table: ReadableTable, request: Partial<PageRequest> = {}): Promise<RowPage> {
  return reader.page(table, {
    columnIds: table.columns.map(({ id }) => id),
    limit: 10_000,
    start: { offset: 0 },
    orderBy: [],
    filter: null,
    isCounted: false,
    ...request,
  })
}

export const contentOf = ({ rows }: RowPage) => rows.map(({ rowId, cells }) => [rowId, ...cells])

/** What the engines of a workbook hold, each in one snapshot. */
export async function statesOf(reader: OpenReader, workbookId: string) {
  const engines = await reader.pool.enginesOf(workbookId)
  const answers = await Promise.all(engines.map((engine) => engine.process.ask({ do: 'state' }, 10_000)))
  return answers.flatMap(({ tables }) => tables ?? [])
}

async function openWorldStorage({ settings, db }: RunningService) {
  const blobs = await openBlobs(settings.blobs)
  return { db, blobs, storage: openTestStorage(settings, blobs, join(settings.cacheFolder, 'storage')) }
}

export function column(id: number, type: string, initial: string | null = null): Column {
  return { id, origin: id, name: `column ${id}`, type: typeNamed(type), initial, description: null }
}

export function typeNamed(text: string): ColumnType {
  const type = parseColumnType(text)
  if (!type) throw new Error(`there is no type ${text}`)
  return type
}
