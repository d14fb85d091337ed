import type { PostgresColumn } from '../../../engine/reading/sql-question.ts'
import * as backend from '../protocol/backend.ts'
import type { Bind, Frontend } from '../protocol/frontend.ts'
import { type WireError, wireError } from '../protocol/wire-error.ts'
import { countParameters } from '../sql/count-parameters.ts'
import { parseStatements } from '../sql/parse.ts'
import { readStatement, type Statement } from '../sql/statement.ts'
import { readParameter } from '../types/parameters.ts'
import type { Send } from './row-reader.ts'
import { endImplicit, type SessionOptions, type SessionState } from './session-state.ts'
import { type Portal, type Prepared, StatementBook } from './statement-book.ts'
import { StatementRunner } from './statement-runner.ts'
import { toWireError } from './to-wire-error.ts'

const TEXT = 25

/** One client's conversation: what it has prepared, the transaction it is in, and the statement that runs. */
export class Session {
  readonly #state: SessionState
  readonly #runner: StatementRunner
  /** After an error in the extended protocol everything is passed over up to Sync. */
  #isSkipping = false
  #running: AbortController | null = null
  #isCancelled = false

  constructor(options: SessionOptions) {
    const { asker, settings } = options
    const transaction = { status: 'I', cut: null, before: null } as const
    this.#state = {
      ...options,
      asker: { ...asker, settings },
      book: new StatementBook(),
      transaction: { ...transaction },
    }
    this.#runner = new StatementRunner(this.#state)
  }

  get isIdle(): boolean {
    return this.#running === null
  }

  /** After an error every message up to Sync is passed over, whatever is in it. */
  get isSkipping(): boolean {
    return this.#isSkipping
  }

  /** For a request to cancel, and for a client that went away. */
  cancel() {
    if (!this.#running) return
    this.#isCancelled = true
    this.#running.abort(new Error('the client asked to cancel'))
  }

  async close() {
    this.cancel()
    await this.#state.book.endTransaction({ hasFailed: true })
  }

  /** Answers one message. A fatal error is thrown: the connection ends with it. */
  async handle(message: Frontend): Promise<void> {
    if (message.kind === 'sync') return this.#sync()
    if (this.#isSkipping) return
    if (message.kind === 'query') return this.#query(message.sql)
    let sql = ''
    try {
      switch (message.kind) {
        case 'parse':
          sql = message.sql
          return await this.#parse(message.name, message.sql, message.types)
        case 'bind':
          return await this.#bind(message)
        case 'describe':
          sql = this.#sqlOf(message.of, message.name)
          return await this.#describe(message.of, message.name)
        case 'execute':
          sql = this.#sqlOf('portal', message.portal)
          return await this.#execute(message.portal, message.maxRows)
        case 'close':
          return await this.#close(message.of, message.name)
        case 'flush':
          return await this.#state.line.flush()
        default:
      }
    } catch (error) {
      this.#isSkipping = true
      await this.#fail(error, sql)
    }
  }

  /** An error of the protocol that does not end the connection. */
  async refuse(error: WireError) {
    if (this.#isSkipping) return
    this.#isSkipping = true
    await this.#fail(error, '')
  }

  #sqlOf(of: 'statement' | 'portal', name: string): string {
    try {
      return of === 'statement' ? this.#state.book.statement(name).sql : this.#state.book.portal(name).prepared.sql
    } catch {
      return ''
    }
  }

  async #sync() {
    this.#isSkipping = false
    if (this.#state.transaction.status === 'I') await endImplicit(this.#state, false)
    this.#ready()
    await this.#state.line.flush()
  }

  #ready() {
    this.#state.line.send(backend.readyForQuery(this.#state.transaction.status))
  }

  async #fail(error: unknown, sql: string) {
    const reported = toWireError(error, this.#state.ground.platform.log)
    if (reported.isFatal) throw reported
    if (this.#state.transaction.status === 'T') this.#state.transaction.status = 'E'
    this.#state.line.send(backend.errorResponse(reported, positionIn(sql, reported.place)))
  }

  async #query(sql: string) {
    this.#isSkipping = false
    await this.#state.book.dropPortal('')
    try {
      const statements = await parseStatements(sql)
      if (statements.length === 0) this.#state.line.send(backend.emptyQuery)
      for (const parsed of statements) await this.#runSimply(readStatement(parsed), sql)
      if (this.#state.transaction.status === 'I') await endImplicit(this.#state, false)
    } catch (error) {
      await this.#fail(error, sql)
      if (this.#state.transaction.status === 'I') await endImplicit(this.#state, true)
    }
    this.#ready()
    await this.#state.line.flush()
  }

  async #runSimply(statement: Statement, sql: string) {
    const prepared = { sql, statement, types: [] }
    await this.#cancellable(statement, async (signal) => {
      const outcome = await this.#runner.open(prepared, [], [], signal)
      try {
        if (outcome.columns) this.#state.line.send(backend.rowDescription(outcome.columns, outcome.formats))
        const { count } = await outcome.run(0, this.#send)
        this.#state.line.send(backend.commandComplete(outcome.tag(count)))
      } finally {
        await outcome.close()
      }
    })
  }

  async #parse(name: string, sql: string, types: readonly number[]) {
    const statements = await parseStatements(sql)
    if (statements.length > 1) throw wireError('42601', 'cannot insert multiple commands into a prepared statement')
    const [parsed] = statements
    this.#state.book.addStatement(name, { sql, statement: parsed ? readStatement(parsed) : { kind: 'empty' }, types })
    this.#state.line.send(backend.parseComplete)
  }

  async #bind({ portal, statement: name, formats, values, resultFormats }: Bind) {
    const prepared = this.#state.book.statement(name)
    const wanted = parametersIn(prepared.statement)
    if (values.length !== wanted)
      throw wireError(
        '08P01',
        `bind message supplies ${values.length} parameters, but prepared statement "${name}" requires ${wanted}`,
      )
    const texts = values.map((value, n) => {
      if (value === null) return null
      const isBinary = (formats.length === 1 ? formats[0] : formats[n]) === 1
      return readParameter(prepared.types[n] || prepared.shape?.parameters[n] || 0, isBinary, value)
    })
    await this.#state.book.addPortal(portal, {
      prepared,
      values: texts,
      formats: resultFormats,
      outcome: null,
      sent: 0,
      isDone: false,
    })
    this.#state.line.send(backend.bindComplete)
  }

  async #describe(of: 'statement' | 'portal', name: string) {
    const { line } = this.#state
    if (of === 'statement') {
      const prepared = this.#state.book.statement(name)
      const shape = await this.#shapeOf(prepared)
      const parameters = Array.from(
        { length: parametersIn(prepared.statement) },
        (_, n) => prepared.types[n] || shape?.parameters[n] || TEXT,
      )
      line.send(backend.parameterDescription(parameters))
      line.send(shape ? backend.rowDescription(shape.columns, []) : backend.noData)
      return
    }
    const cursor = this.#state.book.findCursor(name)
    if (cursor) return line.send(backend.rowDescription(cursor.shape.columns, []))
    const portal = this.#state.book.portal(name)
    const columns = await this.#columnsOf(portal)
    line.send(columns ? backend.rowDescription(columns, portal.formats) : backend.noData)
  }

  /** Of a query the columns are known once it has begun; it goes on when it is executed. */
  async #columnsOf(portal: Portal): Promise<readonly PostgresColumn[] | null> {
    const { statement } = portal.prepared
    if (statement.kind !== 'select') return this.#runner.fixedColumns(statement)
    if (!portal.outcome)
      portal.outcome = await this.#cancellable(statement, (signal) =>
        this.#runner.open(portal.prepared, portal.values, portal.formats, signal),
      )
    return portal.outcome.columns
  }

  async #shapeOf(prepared: Prepared) {
    const { statement } = prepared
    if (statement.kind !== 'select') {
      const columns = this.#runner.fixedColumns(statement)
      return columns ? { columns, parameters: [] } : undefined
    }
    if (!prepared.shape) {
      const select = { query: statement.query, types: prepared.types, values: null }
      prepared.shape = await this.#cancellable(statement, (signal) => this.#runner.plan(select, signal))
    }
    return prepared.shape
  }

  async #execute(name: string, most: number) {
    const portal = this.#state.book.portal(name)
    const { statement } = portal.prepared
    const { line } = this.#state
    if (statement.kind === 'empty') return line.send(backend.emptyQuery)
    if (portal.isDone && statement.kind !== 'select')
      throw wireError('55000', `portal "${name}" cannot be run any more`)
    await this.#cancellable(statement, async (signal) => {
      portal.outcome ??= await this.#runner.open(portal.prepared, portal.values, portal.formats, signal)
      const { count, isDone } = await portal.outcome.run(most, this.#send)
      portal.sent += count
      portal.isDone = isDone
      line.send(isDone ? backend.commandComplete(portal.outcome.tag(count)) : backend.portalSuspended)
    })
  }

  async #close(of: 'statement' | 'portal', name: string) {
    if (of === 'statement') this.#state.book.dropStatement(name)
    else await this.#state.book.dropPortal(name)
    this.#state.line.send(backend.closeComplete)
  }

  /** Runs something that can be cancelled. */
  async #cancellable<T>(statement: Statement, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#state.transaction.status === 'E' && !ENDS.has(statement.kind))
      throw wireError('25P02', 'current transaction is aborted, commands ignored until end of transaction block')
    const began = performance.now()
    const running = new AbortController()
    this.#running = running
    this.#isCancelled = false
    let sqlState = '00000'
    try {
      return await work(running.signal)
    } catch (error) {
      const reported = this.#isCancelled
        ? wireError('57014', 'canceling statement due to user request')
        : toWireError(error, this.#state.ground.platform.log)
      sqlState = reported.sqlState
      throw reported
    } finally {
      this.#running = null
      this.#state.onStatement(statement.kind, (performance.now() - began) / 1000, sqlState)
    }
  }

  readonly #send: Send = async (bytes) => {
    const { line } = this.#state
    line.send(bytes)
    await line.flushIfMuch()
    if (this.#isCancelled) throw wireError('57014', 'canceling statement due to user request')
  }
}

/** Statements that are heard in a transaction that has failed. */
const ENDS: ReadonlySet<Statement['kind']> = new Set(['commit', 'rollback', 'rollback-to'])

function parametersIn(statement: Statement): number {
  return 'query' in statement ? countParameters(statement.query.select) : 0
}

/** PostgreSQL counts characters, from 1. */
const positionIn = (sql: string, place: number | undefined) =>
  place === undefined || place < 0 ? undefined : [...sql.slice(0, place)].length + 1
