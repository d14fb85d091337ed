import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { MOST_READS } from '../reading/read-again.ts'
import type { SqlQuestion } from '../reading/sql-question.ts'
import { formatColumnType } from '../table/column-type.ts'
import type { ReadableTable } from '../table/readable-table.ts'
import type { Column } from '../table/table.ts'
import type { AnswerStream } from './answer-stream.ts'
import { EngineFailed } from './engine.errors.ts'
import type { Answered } from './engine-conversation.ts'
import type { EngineProcess } from './engine-process-handle.ts'
import { bringTo } from './held/bring-to.ts'
import type { EngineScope } from './held/engine-scope.ts'
import { EngineTables, tableIdOf } from './held/engine-tables.ts'
import type { EngineSource } from './held/plan-move.ts'
import type { EngineCommand, ResultHead, ResultPageCommand, SqlStreamCommand } from './protocol/protocol.ts'
import { Slots } from './slots.ts'

/** Statements of users; more would only take each other's memory. */
const STATEMENTS_AT_ONCE = 4
/** How long a file of rows may take. */
export const FILE_MS = 120_000
/** No question comes for so long: a caller that waits for an answer asks in several steps. */
const REST_MS = 100

/** A result that has begun. */
export type BegunResult = { head: ResultHead; stream: AnswerStream }

/** One hot workbook, for one set of hidden columns: a process, and a way to ask it. */
export class Engine {
  readonly process: EngineProcess
  readonly workbookId: string
  lastUsed = performance.now()
  /** Reads under way; an engine in use is never thrown out. */
  users = 0
  /** Statements of users that it has run. */
  statements = 0
  isRetired = false
  readonly #tables: EngineTables
  readonly #readMs: number
  readonly #slots = new Slots({ places: STATEMENTS_AT_ONCE })

  /** `readMs`: how long a question may take that is no statement of a user's. */
  constructor(process: EngineProcess, source: EngineSource, scope: EngineScope, readMs: number) {
    this.process = process
    this.workbookId = scope.workbookId
    this.#readMs = readMs
    this.#tables = new EngineTables(process, source, scope)
  }

  /** Asks about a table, at a state no older than the table was opened at. `columnIds` are those the question names. */
  read(
    table: ReadableTable,
    columnIds: readonly number[],
    question: (key: string) => EngineCommand,
  ): Promise<Answered> {
    return this.#using(async () => this.process.ask(question(await this.#tables.bring(table, columnIds)), this.#readMs))
  }

  /** The same for a question that writes a file into the engine's own folder: it is moved out before the engine may go. */
  readToFile(
    table: ReadableTable,
    columnIds: readonly number[],
    question: (key: string) => EngineCommand & { file: string },
    to: string,
  ): Promise<Answered> {
    return this.#using(async () => {
      const command = question(await this.#tables.bring(table, columnIds))
      const answered = await this.process.ask(command, FILE_MS)
      await bringTo(this.process, () => rename(join(this.process.folders.own, command.file), to))
      return answered
    })
  }

  /**
   * The same at whatever version is at hand, however old: it does not wait for edits to be applied. The answer says which;
   * `expect` gets beforehand which it most likely will be.
   */
  readAnyVersion(
    table: ReadableTable,
    columnIds: readonly number[],
    question: (key: string) => EngineCommand,
    expect: (version: number) => void,
  ): Promise<Answered> {
    const held = this.#tables.findHeld(table, columnIds)
    if (!held) return this.read(table, columnIds, question)
    expect(held.version)
    return this.#using(() => this.process.ask(question(held.key), this.#readMs))
  }

  /** Rows with all these columns, hidden or not, at whatever version is at hand; undefined where the table is not held whole. For the node alone. */
  async wholeRows(
    tableId: string,
    columns: readonly Column[],
    rowIds: readonly number[],
  ): Promise<Answered | undefined> {
    const key = this.#tables.findWhole(tableId, columns)
    if (key === undefined) return undefined
    const wire = columns.map(({ id, type }) => ({ id, type: formatColumnType(type), isMasked: false }))
    return this.#using(() => this.process.ask({ do: 'rows', key, rowIds, columns: wire }, this.#readMs))
  }

  /**
   * Resolves when the first rows are there, or it is known that there are none; the stream must be taken or cancelled.
   * With nothing when its time was over before it could begin. `endsAt` is by the monotonic clock.
   */
  async query(
    question: SqlQuestion,
    command: SqlStreamCommand,
    endsAt: number,
    signal?: AbortSignal | undefined,
  ): Promise<BegunResult | undefined> {
    this.statements += 1
    const leave = await this.#slots.take(leftUntil(endsAt))
    if (!leave) return undefined
    try {
      const begun = await this.#begin(question, command, endsAt, signal)
      if (begun) begun.stream.end.then(leave, leave)
      else leave()
      return begun
    } catch (error) {
      leave()
      throw error
    }
  }

  async #begin(
    question: SqlQuestion,
    command: SqlStreamCommand,
    endsAt: number,
    signal: AbortSignal | undefined,
  ): Promise<BegunResult | undefined> {
    const tableIds = new Set<string>()
    const { editSeq, tables: all } = question
    for (let n = 0; n < MOST_READS.tableNeeded; n++) {
      await this.#using(() => this.#tables.bringAll({ editSeq, tableIds: [...tableIds], all }))
      signal?.throwIfAborted()
      if (leftUntil(endsAt) === 0) return undefined
      const stream = this.process.stream(command, leftUntil(endsAt))
      signal?.addEventListener('abort', () => stream.cancel(), { once: true })
      void this.#using(() => stream.end).catch(() => {})
      const head = await stream.head
      if (!('needed' in head)) return { head, stream }
      for (const key of head.needed) tableIds.add(tableIdOf(key))
    }
    throw new Error('impossible: a table that was brought is still needed')
  }

  resultPage(command: ResultPageCommand, lines: Buffer | undefined): AnswerStream {
    const stream = this.process.stream(command, this.#readMs, lines)
    void this.#using(() => stream.end).catch(() => {})
    return stream
  }

  /** Takes no more work, and ends when what is under way is done. */
  retire() {
    this.isRetired = true
    if (this.users === 0) this.process.kill()
  }

  async #using<T>(work: () => Promise<T>): Promise<T> {
    this.users += 1
    try {
      return await work()
    } catch (error) {
      if (error instanceof EngineFailed && error.failure === 'file') await this.#tables.discardDamaged()
      throw error
    } finally {
      this.users -= 1
      this.lastUsed = performance.now()
      if (this.users === 0) this.#rest()
    }
  }

  #rest() {
    if (this.isRetired) this.process.kill()
    else if (this.#tables.isUnsettled) setTimeout(() => void this.#settle(), REST_MS).unref()
  }

  async #settle() {
    if (this.users > 0 || !this.#tables.isUnsettled) return
    // Without it the next answers are right too, only slower.
    await this.#tables.settle().catch(() => {})
  }
}

const leftUntil = (endsAt: number) => Math.max(0, endsAt - performance.now())
