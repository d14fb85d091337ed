import { queryForPostgres, shapeForPostgres } from '../../../core/queries/query-for-postgres.ts'
import type { PostgresColumn } from '../../../engine/reading/sql-question.ts'
import * as backend from '../protocol/backend.ts'
import { WireError, wireError } from '../protocol/wire-error.ts'
import type { Statement } from '../sql/statement.ts'
import { type Admitted, admitStatement, reportRefused } from './admit-statement.ts'
import { copyRows } from './copy-rows.ts'
import { fixedRows, RowReader } from './row-reader.ts'
import { runCommand } from './run-command.ts'
import { prepareSelect, type Select } from './select.ts'
import type { SessionState } from './session-state.ts'
import type { Cursor, Outcome, Prepared } from './statement-book.ts'
import { toWireError } from './to-wire-error.ts'

const TEXT = 25

/** Opens what statements answer with: queries in the engine, everything else here. */
export class StatementRunner {
  readonly #state: SessionState

  constructor(state: SessionState) {
    this.#state = state
  }

  async open(
    prepared: Prepared,
    values: readonly (string | null)[],
    formats: readonly number[],
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { statement, types } = prepared
    switch (statement.kind) {
      case 'select':
        return this.#openSelect({ query: statement.query, types, values }, formats, signal)
      case 'copy':
        return this.#openCopy(statement, values, signal)
      case 'declare':
        return this.#declare(statement, types, values, signal)
      case 'fetch':
        return this.#fetch(this.#state.book.cursor(statement.cursor), statement, formats, signal)
      case 'show':
        return this.#show(statement.name)
      default:
        return command(await runCommand(this.#state, statement))
    }
  }

  fixedColumns(statement: Statement): readonly PostgresColumn[] | null {
    if (statement.kind === 'show') return showColumns(statement.name)
    if (statement.kind === 'fetch' && !statement.isMove) return this.#state.book.cursor(statement.cursor).shape.columns
    return null
  }

  /** Columns and parameters of a query, without running it. */
  async plan(select: Select, signal: AbortSignal, cut = this.#state.transaction.cut) {
    return this.#admitted(async ({ ctx }) => {
      const { query, named, parameters } = prepareSelect(ctx, this.#state.asker, { ...select, values: null }, cut)
      try {
        const shape = await shapeForPostgres(ctx, this.#state.asker.workbookId, query)
        return { columns: named(shape.columns), parameters: parameters() }
      } catch (error) {
        throw await this.#reported(ctx, error, signal)
      }
    })
  }

  async #openSelect(
    select: Select,
    formats: readonly number[],
    signal: AbortSignal,
    cut = this.#state.transaction.cut,
  ): Promise<Outcome & { rows: RowReader }> {
    const { ground, holder } = this.#state
    const { ctx, release } = await admitStatement(ground, holder, this.#state.asker.workbookId)
    const { query, named } = prepareSelect(ctx, this.#state.asker, select, cut)
    const run = { binary: formats.map((format) => format === 1), timeoutMs: this.#state.settings.statementMs }
    try {
      const answer = await queryForPostgres(ctx, this.#state.asker.workbookId, query, run, signal)
      if (this.#state.transaction.cut === null) this.#state.transaction.cut = answer.cut
      const rows = new RowReader(answer.rows)
      return {
        columns: named(answer.columns),
        formats,
        rows,
        run: async (most, send) => {
          try {
            return await rows.take(most, send)
          } catch (error) {
            throw await this.#reported(ctx, error, signal)
          } finally {
            release()
          }
        },
        tag: (count) => `SELECT ${count}`,
        close: async () => {
          release()
          await rows.close()
        },
      }
    } catch (error) {
      release()
      throw await this.#reported(ctx, error, signal)
    }
  }

  /** Lets a statement in as a request is let in. */
  async #admitted<T>(work: (admitted: Admitted) => Promise<T>): Promise<T> {
    const { ground, holder } = this.#state
    const admitted = await admitStatement(ground, holder, this.#state.asker.workbookId)
    return work(admitted).finally(admitted.release)
  }

  async #reported(ctx: Admitted['ctx'], error: unknown, signal: AbortSignal): Promise<WireError> {
    if (error instanceof WireError) return error
    if (signal.aborted) return wireError('57014', 'canceling statement due to user request')
    await reportRefused(ctx, this.#state.asker.workbookId, error)
    return toWireError(error, ctx.log)
  }

  async #openCopy(
    { query, form }: Extract<Statement, { kind: 'copy' }>,
    values: readonly (string | null)[],
    signal: AbortSignal,
  ): Promise<Outcome> {
    const formats = form.format === 'binary' ? [1] : []
    const { columns, rows, close } = await this.#openSelect({ query, types: [], values }, formats, signal)
    return {
      columns: null,
      formats,
      run: async (_most, send) => ({ count: await copyRows(columns ?? [], rows, form, send), isDone: true }),
      tag: (count) => `COPY ${count}`,
      close,
    }
  }

  async #declare(
    statement: Extract<Statement, { kind: 'declare' }>,
    types: readonly number[],
    values: readonly (string | null)[],
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (this.#state.transaction.status === 'I' && !statement.isHeld)
      throw wireError('25P01', 'DECLARE CURSOR can only be used in transaction blocks')
    const select = { query: statement.query, types, values }
    const shape = await this.plan(select, signal)
    this.#state.book.addCursor(statement.cursor, {
      statement,
      types,
      values,
      shape,
      cut: this.#state.transaction.cut,
      outcome: null,
    })
    return command('DECLARE CURSOR')
  }

  async #fetch(
    cursor: Cursor,
    { count: wanted, isMove }: Extract<Statement, { kind: 'fetch' }>,
    formats: readonly number[],
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { statement, types, values, cut } = cursor
    const form = formats.length === 0 && statement.isBinary ? [1] : formats
    cursor.outcome ??= await this.#openSelect(
      { query: statement.query, types, values },
      form,
      signal,
      cut ?? this.#state.transaction.cut,
    )
    const { outcome } = cursor
    return {
      columns: isMove ? null : outcome.columns,
      formats: form,
      run: async (_most, send) => {
        const { count } = await outcome.run(wanted, isMove ? async () => {} : send)
        return { count, isDone: true }
      },
      tag: (count) => `${isMove ? 'MOVE' : 'FETCH'} ${count}`,
      // The cursor stays open.
      close: async () => {},
    }
  }

  #show(name: string): Outcome {
    const isAll = name === 'all'
    const value = this.#state.settings.get(name)
    if (!isAll && value === undefined) throw wireError('42704', `unrecognized configuration parameter "${name}"`)
    const rows = isAll
      ? [...this.#state.settings.all()].map(([setting, held]) => backend.dataRow([setting, held, '']))
      : [backend.dataRow([value ?? ''])]
    const reader = new RowReader(fixedRows(rows))
    return {
      columns: showColumns(name),
      formats: [],
      run: (most, send) => reader.take(most, send),
      tag: () => 'SHOW',
      close: () => reader.close(),
    }
  }
}

const command = (tag: string): Outcome => ({
  columns: null,
  formats: [],
  run: async () => ({ count: 0, isDone: true }),
  tag: () => tag,
  close: async () => {},
})

const showColumns = (name: string): PostgresColumn[] =>
  (name === 'all' ? ['name', 'setting', 'description'] : [name === 'timezone' ? 'TimeZone' : name]).map((column) => ({
    name: column,
    oid: TEXT,
    modifier: -1,
  }))
