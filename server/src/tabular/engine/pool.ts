import { createHash } from 'node:crypto'
import { assertState } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres.ts'
import type { ReadableTable } from '../readable-table.ts'
import type { SegmentCache } from '../segment-cache.ts'
import { findColumns } from '../tables.store.ts'
import { readTimeout, readTooLarge, readUnavailable } from './engine.errors.ts'
import { Engine, type HiddenColumns } from './engine.ts'
import { type Answered, EngineDied, EngineFailed } from './engine-conversation.ts'
import { EngineFiles } from './engine-files.ts'
import type { StartEngine } from './engine-process-handle.ts'
import type { EngineCommand } from './protocol.ts'
import { Spares } from './spares.ts'

export type PoolOptions = {
  db: Db
  log: Log
  cache: SegmentCache
  /** Where projections are kept. */
  folder: string
  /** How processes are started here; rejects while the node may not read. */
  engine: () => Promise<StartEngine>
  spares: number
  inMemoryBytes: number
  /** Memory that all engines together may take, as far as it is theirs alone. */
  memoryBytes: number
}

const LOOK_EVERY_MS = 10_000
/** Engines of one workbook: one for each set of hidden columns. */
const ENGINES_PER_WORKBOOK = 4
const SCHEMAS_KNOWN = 10_000

/** The engines of this node: one process for each hot workbook and set of hidden columns. */
export class EnginePool {
  readonly #options: PoolOptions
  readonly #spares: Spares
  readonly #files: EngineFiles
  readonly #engines = new Map<string, Promise<Engine>>()
  /** Which columns a schema has: it never changes. */
  readonly #schemas = new Map<string, readonly number[]>()
  readonly #timer: NodeJS.Timeout
  #isClosed = false
  #isTrimming = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#spares = new Spares(options.spares, options.engine)
    this.#files = new EngineFiles(options.cache, options.folder, async (work) => {
      const builder = await this.#spares.take()
      return work(builder).finally(() => builder.kill())
    })
    this.#timer = setInterval(() => void this.#trim(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /** Starts what waits for the first read. */
  warm() {
    this.#spares.fill()
  }

  /** Engines end for many reasons, and a read of ours can simply be asked again: once. */
  async read(
    table: ReadableTable,
    columnIds: readonly number[],
    question: (key: string) => EngineCommand,
  ): Promise<Answered> {
    try {
      return await this.#readOnce(table, columnIds, question)
    } catch (error) {
      if (!isWorthAnotherTry(error)) throw this.#told(error)
      this.#options.log.warn({ err: error, workbook: table.workbookId }, 'an engine failed; the read is tried again')
    }
    try {
      return await this.#readOnce(table, columnIds, question)
    } catch (error) {
      throw this.#told(error)
    }
  }

  async #readOnce(table: ReadableTable, columnIds: readonly number[], question: (key: string) => EngineCommand) {
    const hidden = await this.#hiddenOf(table)
    const key = keyOf(table.workbookId, hidden)
    const started = this.#engines.get(key) ?? this.#open(key, table.workbookId, hidden)
    const engine = await started
    try {
      return await engine.read(table, columnIds, question)
    } catch (error) {
      if (isEnginesEnd(error)) this.#discard(key, started, engine)
      throw error
    }
  }

  #open(key: string, workbookId: string, hidden: HiddenColumns): Promise<Engine> {
    assertState(!this.#isClosed, 'nothing is read after the end')
    const opened = this.#spares.take().then((process) => {
      const { db, inMemoryBytes } = this.#options
      const engine = new Engine(process, { db, inMemoryBytes, files: this.#files }, workbookId, hidden)
      void process.exited.then(() => this.#forget(key, opened))
      return engine
    })
    this.#engines.set(key, opened)
    opened.catch(() => this.#forget(key, opened))
    void this.#trim()
    return opened
  }

  /** The engines that hold a workbook now. */
  async enginesOf(workbookId: string): Promise<Engine[]> {
    const engines = await Promise.all(this.#engines.values())
    return engines.filter((engine) => engine.workbookId === workbookId)
  }

  #forget(key: string, opened: Promise<Engine>) {
    if (this.#engines.get(key) === opened) this.#engines.delete(key)
  }

  #discard(key: string, opened: Promise<Engine>, engine: Engine) {
    this.#forget(key, opened)
    engine.process.kill()
  }

  /** What the table's schema has and its reader may not see. */
  async #hiddenOf({ workbookId, tableId, schemaNo, columns }: ReadableTable): Promise<HiddenColumns> {
    const plain = new Set(columns.flatMap(({ id, isMasked }) => (isMasked ? [] : [id])))
    const hidden = (await this.#columnIds(workbookId, tableId, schemaNo)).filter((id) => !plain.has(id))
    return hidden.length > 0 ? new Map([[tableId, new Set(hidden)]]) : new Map()
  }

  async #columnIds(workbookId: string, tableId: string, schemaNo: number): Promise<readonly number[]> {
    const key = `${tableId}/${schemaNo}`
    const known = this.#schemas.get(key)
    if (known) return known
    const ids = (await findColumns(this.#options.db, workbookId, tableId, schemaNo)).map(({ id }) => id)
    if (this.#schemas.size >= SCHEMAS_KNOWN) this.#schemas.clear()
    this.#schemas.set(key, ids)
    return ids
  }

  /** Throws out the engines that were not used for longest, until the others keep to the budget. */
  async #trim() {
    if (this.#isTrimming) return
    this.#isTrimming = true
    await this.#throwOut().finally(() => {
      this.#isTrimming = false
    })
  }

  async #throwOut() {
    const settled = await Promise.allSettled([...this.#engines.values()])
    const engines = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const sizes = new Map(
      await Promise.all(engines.map(async (engine) => [engine, await engine.process.pssBytes()] as const)),
    )
    const perWorkbook = new Map<string, number>()
    let total = 0
    for (const engine of engines.sort((a, b) => b.lastUsed - a.lastUsed)) {
      const siblings = (perWorkbook.get(engine.workbookId) ?? 0) + 1
      perWorkbook.set(engine.workbookId, siblings)
      total += sizes.get(engine) ?? 0
      const isTooMuch = total > this.#options.memoryBytes || siblings > ENGINES_PER_WORKBOOK
      if (isTooMuch && engine.users === 0) engine.process.kill()
    }
  }

  /** In words of the product; what went wrong inside is for the log. */
  #told(error: unknown): unknown {
    const isLate = error instanceof EngineDied && error.isLate
    if (isLate) return readTimeout()
    if (error instanceof EngineFailed && error.failure === 'too_large') return readTooLarge()
    if (!(error instanceof EngineDied || error instanceof EngineFailed)) return error
    this.#options.log.error({ err: error }, 'a read failed')
    return readUnavailable()
  }

  async close() {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#spares.close()
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof EngineDied) return !error.isLate
  return error instanceof EngineFailed && error.failure !== 'too_large' && error.failure !== 'corrupt'
}

/** A failed statement has changed nothing; one that ran out of memory, or of files, has spoilt more than itself. */
function isEnginesEnd(error: unknown): boolean {
  return error instanceof EngineDied || (error instanceof EngineFailed && ['memory', 'file'].includes(error.failure))
}

function keyOf(workbookId: string, hidden: HiddenColumns): string {
  if (hidden.size === 0) return workbookId
  const hash = createHash('sha256')
  for (const [tableId, ids] of [...hidden].sort()) hash.update(`${tableId}:${[...ids].sort((a, b) => a - b)};`)
  return `${workbookId}/${hash.digest('hex')}`
}
