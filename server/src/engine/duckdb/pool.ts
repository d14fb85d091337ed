import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import type { Keyring } from '../../platform/keyring.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres.ts'
import { type SharePercent, shareOf } from '../../platform/shares.ts'
import { askUntilAnswered } from '../reading/read-again.ts'
import { Spares } from '../sandbox/spares.ts'
import type { SegmentCache } from '../storage/object-cache.ts'
import type { AccountOf } from '../table/owning-account.store.ts'
import type { ReadableTable } from '../table/readable-table.ts'
import type { Column } from '../table/table.ts'
import { EngineDied, EngineFailed, readTimeout, readTooLarge, readUnavailable } from './engine.errors.ts'
import { Engine, FILE_MS } from './engine.ts'
import type { Answered } from './engine-conversation.ts'
import { type EngineProcess, type LendBuilder, type StartEngine, startEngineProcess } from './engine-process-handle.ts'
import { EngineFiles } from './held/engine-files.ts'
import { type EngineScope, EngineScopes, wholeKey } from './held/engine-scope.ts'
import { type Erasure, ErasureWatch } from './held/erasure-watch.ts'
import { FilteredRows } from './held/filtered-rows.ts'
import type { FindWholeRows } from './held/filtered-step.ts'
import { NativeFiles } from './held/native-files.ts'
import { type WholeTable, wholeRowsAt } from './held/whole-rows-at.ts'
import type { EngineCommand } from './protocol/protocol.ts'

export type PoolOptions = {
  db: Db
  /** Which account an engine counts for, and what of the memory one account keeps when it runs short. */
  owners: { accountOf: AccountOf; accountShare: SharePercent }
  log: Log
  cache: SegmentCache
  keyring: Pick<Keyring, 'sign'>
  /** Where projections and native files are kept, and how many bytes of each. */
  folder: string
  keptBytes: number
  /** How processes are started here; rejects while the node may not read. */
  engine: () => Promise<StartEngine>
  spares: number
  inMemoryBytes: number
  /** Memory that all engines together may take, as far as it is theirs alone. */
  memoryBytes: number
  /** How long a question may take that is no statement of a user's. */
  readMs: number
  /** Values of a workbook were erased: what else this node keeps of it must go, too. */
  onErased: (workbookId: string) => void
}

const LOOK_EVERY_MS = 10_000
/** Most work that has an engine of its own is done by then. */
const REPLACE_MS = 1_000
/** What answers took is given back by then: an engine that was not used since takes what it took when it was last measured. */
const SETTLED_MS = 30_000
/** What an engine with some small tables takes. */
const USUAL_BYTES = 40 * 1024 * 1024
/** Engines of one workbook that others make room for: one for each set of hidden columns and rows. More stay where there is room. */
const ENGINES_PER_WORKBOOK = 4
/** How much of the memory may be taken while there is room. */
const ROOMY = 0.5

/** The engines of this node: one process for each hot workbook and set of hidden columns. */
export class EnginePool {
  readonly scopes: EngineScopes
  readonly #options: PoolOptions
  readonly #spares: Spares<EngineProcess>
  readonly files: EngineFiles
  readonly #natives: NativeFiles
  readonly #filtered: FilteredRows
  readonly #engines = new Map<string, Promise<Engine>>()
  readonly #timer: NodeJS.Timeout
  readonly #erasures: ErasureWatch
  #isClosed = false
  #isTrimming = false
  /** What the engines took when they were last measured. */
  #measured = { engines: 0, bytes: 0 }
  /** And each of them; `at` by the monotonic clock. */
  readonly #sizes = new WeakMap<Engine, { bytes: number; at: number }>()

  constructor(options: PoolOptions) {
    this.#options = options
    this.scopes = new EngineScopes(options.db, options.keyring)
    this.#spares = new Spares(options.spares, async () => startEngineProcess(await options.engine()))
    const { db, log, cache, folder, keptBytes } = options
    const lend: LendBuilder = (work) => this.lendAlone(work)
    this.files = new EngineFiles({ cache, lend, folder: join(folder, 'projections'), budgetBytes: keptBytes })
    const natives = { db, log, files: this.files, lend, folder: join(folder, 'natives'), budgetBytes: keptBytes }
    this.#natives = new NativeFiles(natives)
    this.#filtered = new FilteredRows(this.files, lend)
    this.#erasures = new ErasureWatch({ db, log, discard: (erasure) => this.#discardErased(erasure) })
    this.#timer = setInterval(() => void this.#trim(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /** Starts what waits for the first read. */
  warm() {
    this.#spares.fill()
  }

  read(table: ReadableTable, columnIds: readonly number[], question: (key: string) => EngineCommand) {
    return this.#ask(table, (engine) => engine.read(table, columnIds, question))
  }

  /** The same for a question that writes a file, which is then at `to`. */
  readToFile(
    table: ReadableTable,
    columnIds: readonly number[],
    question: (key: string) => EngineCommand & { file: string },
    to: string,
  ) {
    return this.#ask(table, (engine) => engine.readToFile(table, columnIds, question, to), FILE_MS)
  }

  /** At some version up to the table's, or a later one: whichever is at hand. */
  readAnyVersion(
    table: ReadableTable,
    columnIds: readonly number[],
    question: (key: string) => EngineCommand,
    expect: (version: number) => void,
  ) {
    return this.#ask(table, (engine) => engine.readAnyVersion(table, columnIds, question, expect))
  }

  async #ask(
    table: ReadableTable,
    ask: (engine: Engine) => Promise<Answered>,
    readMs = this.#options.readMs,
  ): Promise<Answered> {
    const scope = await this.scopes.ofTable(table)
    const onRetry = (error: unknown) =>
      this.#options.log.warn({ err: error, workbook: table.workbookId }, 'an engine failed; the read is tried again')
    try {
      return await askUntilAnswered('ours', () => this.use(scope, ask), onRetry)
    } catch (error) {
      throw this.#toServiceError(error, readMs)
    }
  }

  /** Lends the engine of a scope. One that fails so that it is spoilt is thrown away. */
  async use<T>(scope: EngineScope, work: (engine: Engine) => Promise<T>): Promise<T> {
    const started = this.#engines.get(scope.key) ?? this.#open(scope)
    const engine = await started
    try {
      return await work(engine)
    } catch (error) {
      if (isEnginesEnd(error)) this.#discard(scope.key, started, engine)
      throw error
    }
  }

  /** Lends a process of its own, which ends with the work; what takes its place leaves it the cores, for a while. */
  async lendAlone<T>(work: (engine: EngineProcess) => Promise<T>): Promise<T> {
    const engine = await this.#spares.take()
    const replacing = setTimeout(() => this.#spares.fill(), REPLACE_MS)
    return work(engine).finally(() => {
      engine.kill()
      clearTimeout(replacing)
      this.#spares.fill()
    })
  }

  /** The next who asks gets another engine; this one ends when it is no longer in use. */
  retire({ key }: EngineScope, engine: Engine) {
    if (engine.isRetired) return
    this.#engines.delete(key)
    engine.retire()
  }

  /** The next one starts while this one works. */
  async #take(): Promise<EngineProcess> {
    const process = await this.#spares.take()
    this.#spares.fill()
    return process
  }

  #open(scope: EngineScope): Promise<Engine> {
    assertState(!this.#isClosed, 'nothing is read after the end')
    const opened = this.#take().then((process) => {
      const { db, inMemoryBytes, readMs } = this.#options
      const findWholeRows: FindWholeRows = (table, columns, rowIds) =>
        this.#findWholeRows({ workbookId: scope.workbookId, ...table }, columns, rowIds)
      const made = { files: this.files, natives: this.#natives, filtered: this.#filtered }
      const source = { db, inMemoryBytes, ...made, findWholeRows }
      const engine = new Engine(process, source, scope, readMs)
      void process.exited.then(() => this.#forget(scope.key, opened))
      return engine
    })
    this.#engines.set(scope.key, opened)
    opened.catch(() => this.#forget(scope.key, opened))
    if (this.#supposedBytes() > this.#options.memoryBytes) void this.#trim()
    return opened
  }

  /** From the engine of those who see all of the workbook, if it is there; one that fails is none. */
  async #findWholeRows(table: WholeTable, columns: readonly Column[], rowIds: readonly number[]) {
    const engine = await this.#engines.get(wholeKey(table.workbookId))?.catch(() => undefined)
    if (!engine || engine.isRetired) return undefined
    const ask: Engine['wholeRows'] = (...asked) => engine.wholeRows(...asked)
    return wholeRowsAt({ db: this.#options.db, ask }, table, columns, rowIds).catch(() => undefined)
  }

  /** By the last measurement: another one at every opening would take longer than all the rest. */
  #supposedBytes(): number {
    const unknown = this.#engines.size - this.#measured.engines
    return this.#measured.bytes + Math.max(0, unknown) * USUAL_BYTES
  }

  figures() {
    const { made } = this.#filtered
    const { engines, bytes } = { engines: this.#engines.size, bytes: this.#measured.bytes }
    return { engines, memoryBytes: bytes, limitBytes: this.#options.memoryBytes, filteredCopies: made }
  }

  /** The engines that hold a workbook now. */
  async enginesOf(workbookId: string): Promise<Engine[]> {
    const engines = await Promise.all(this.#engines.values())
    return engines.filter((engine) => engine.workbookId === workbookId)
  }

  /** Engines may hold what was erased, also of older versions: all of the workbook end. */
  async #discardErased({ workbookId, tables, objects }: Erasure) {
    this.#options.onErased(workbookId)
    for (const [key, opened] of [...this.#engines]) {
      const engine = await opened.catch(() => undefined)
      if (engine?.workbookId !== workbookId) continue
      this.#forget(key, opened)
      engine.retire()
    }
    for (const tableId of tables) await this.#natives.discard(tableId)
    await this.files.discard(objects)
  }

  #forget(key: string, opened: Promise<Engine>) {
    if (this.#engines.get(key) === opened) this.#engines.delete(key)
  }

  #discard(key: string, opened: Promise<Engine>, engine: Engine) {
    this.#forget(key, opened)
    engine.process.kill()
  }

  /** Throws out the engines that were not used for longest, until the others keep to the budget. */
  async #trim() {
    if (this.#isTrimming) return
    this.#isTrimming = true
    await this.#throwOut().finally(() => {
      this.#isTrimming = false
    })
  }

  /** The kernel walks all pages of a process to measure it, which takes a millisecond: those at rest are not measured again. */
  async #sizeOf(engine: Engine): Promise<number> {
    const known = this.#sizes.get(engine)
    if (known && engine.users === 0 && known.at > engine.lastUsed + SETTLED_MS) return known.bytes
    const bytes = await engine.process.pssBytes()
    this.#sizes.set(engine, { bytes, at: performance.now() })
    return bytes
  }

  async #throwOut() {
    const settled = await Promise.allSettled([...this.#engines.values()])
    const engines = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const sizes = new Map(
      await Promise.all(engines.map(async (engine) => [engine, await this.#sizeOf(engine)] as const)),
    )
    const perWorkbook = new Map<string, number>()
    let total = 0
    this.#measured = { engines: engines.length, bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) }
    for (const engine of await this.#inOrderOfKeeping(engines, sizes)) {
      const siblings = (perWorkbook.get(engine.workbookId) ?? 0) + 1
      perWorkbook.set(engine.workbookId, siblings)
      total += sizes.get(engine) ?? 0
      const { memoryBytes } = this.#options
      const isTooMuch = total > memoryBytes || (siblings > ENGINES_PER_WORKBOOK && total > ROOMY * memoryBytes)
      if (isTooMuch && engine.users === 0) engine.process.kill()
    }
  }

  /** Those used last come first, and behind them what an account has beyond its share: one that opens many keeps others in memory. */
  async #inOrderOfKeeping(engines: readonly Engine[], sizes: ReadonlyMap<Engine, number>): Promise<Engine[]> {
    const { owners, memoryBytes } = this.#options
    const share = shareOf(memoryBytes, owners.accountShare)
    const held = new Map<string, number>()
    const [within, beyond]: [Engine[], Engine[]] = [[], []]
    for (const engine of engines.toSorted((a, b) => b.lastUsed - a.lastUsed)) {
      const account = await owners.accountOf(engine.workbookId)
      const bytes = (held.get(account) ?? 0) + (sizes.get(engine) ?? 0)
      held.set(account, bytes)
      if (bytes <= share) within.push(engine)
      else beyond.push(engine)
    }
    return [...within, ...beyond]
  }

  /** In words of the product; what went wrong inside is for the log. */
  #toServiceError(error: unknown, readMs: number): unknown {
    const isLate = error instanceof EngineDied && error.isLate
    if (isLate) return readTimeout(readMs)
    if (error instanceof EngineFailed && error.failure === 'too_large') return readTooLarge()
    if (!(error instanceof EngineDied || error instanceof EngineFailed)) return error
    this.#options.log.error({ err: error }, 'a read failed')
    return readUnavailable()
  }

  async close() {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#erasures.close()
    await this.#spares.close()
  }
}

/** A failed statement has changed nothing; one that ran out of memory, or of files, has spoilt more than itself. */
function isEnginesEnd(error: unknown): boolean {
  return error instanceof EngineDied || (error instanceof EngineFailed && ['memory', 'file'].includes(error.failure))
}
