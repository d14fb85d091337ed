import type { TableCut } from '../../../core/reading/table-cut.ts'
import type { PostgresColumn, PostgresShape } from '../../../engine/reading/sql-question.ts'
import { wireError } from '../protocol/wire-error.ts'
import type { Statement } from '../sql/statement.ts'
import type { Send, Taken } from './row-reader.ts'

/** A statement that was parsed, to be bound any number of times. */
export type Prepared = {
  sql: string
  statement: Statement
  /** As the client gave them, and completed once its shape is known. */
  types: readonly number[]
  shape?: PostgresShape
}

/** What a statement answers with. `columns` is null where it has no rows. */
export type Outcome = {
  columns: readonly PostgresColumn[] | null
  formats: readonly number[]
  run: (most: number, send: Send) => Promise<Taken>
  tag: (count: number) => string
  close: () => Promise<void>
}

/** A statement with its values; or a cursor, which has the same names. */
export type Portal = {
  prepared: Prepared
  values: readonly (string | null)[]
  formats: readonly number[]
  outcome: Outcome | null
  /** Rows that were sent so far, when it was suspended. */
  sent: number
  isDone: boolean
}

export type Cursor = {
  statement: Extract<Statement, { kind: 'declare' }>
  types: readonly number[]
  values: readonly (string | null)[]
  shape: PostgresShape
  cut: TableCut | null
  outcome: Outcome | null
}

const MOST_STATEMENTS = 1_000
const MOST_PORTALS = 100

/** The statements, portals and cursors of a connection, by their names. */
export class StatementBook {
  readonly #statements = new Map<string, Prepared>()
  readonly #portals = new Map<string, Portal>()
  readonly #cursors = new Map<string, Cursor>()

  addStatement(name: string, prepared: Prepared) {
    if (name !== '' && this.#statements.has(name))
      throw wireError('42P05', `prepared statement "${name}" already exists`)
    if (this.#statements.size >= MOST_STATEMENTS) throw wireError('53400', 'too many prepared statements')
    this.#statements.set(name, prepared)
  }

  statement(name: string): Prepared {
    const found = this.#statements.get(name)
    if (!found) throw wireError('26000', `prepared statement "${name}" does not exist`)
    return found
  }

  dropStatement(name: string | null) {
    if (name === null) this.#statements.clear()
    else this.#statements.delete(name)
  }

  async addPortal(name: string, portal: Portal) {
    if (name !== '' && (this.#portals.has(name) || this.#cursors.has(name)))
      throw wireError('42P03', `cursor "${name}" already exists`)
    await this.dropPortal(name)
    if (this.#portals.size >= MOST_PORTALS) throw wireError('53400', 'too many portals')
    this.#portals.set(name, portal)
  }

  portal(name: string): Portal {
    const found = this.#portals.get(name)
    if (!found) throw wireError('34000', `portal "${name}" does not exist`)
    return found
  }

  async dropPortal(name: string) {
    const portal = this.#portals.get(name)
    this.#portals.delete(name)
    await portal?.outcome?.close()
    if (name !== '') await this.dropCursor(name)
  }

  addCursor(name: string, cursor: Cursor) {
    if (this.#cursors.has(name) || this.#portals.has(name)) throw wireError('42P03', `cursor "${name}" already exists`)
    if (this.#cursors.size >= MOST_PORTALS) throw wireError('53400', 'too many cursors')
    this.#cursors.set(name, cursor)
  }

  findCursor(name: string): Cursor | undefined {
    return this.#cursors.get(name)
  }

  cursor(name: string): Cursor {
    const found = this.#cursors.get(name)
    if (!found) throw wireError('34000', `cursor "${name}" does not exist`)
    return found
  }

  async dropCursor(name: string) {
    const cursor = this.#cursors.get(name)
    this.#cursors.delete(name)
    await cursor?.outcome?.close()
  }

  async dropCursors() {
    for (const name of [...this.#cursors.keys()]) await this.dropCursor(name)
  }

  /** At the end of a transaction only cursors that were declared to be held go on, and none when it failed. */
  async endTransaction({ hasFailed }: { hasFailed: boolean }) {
    for (const name of [...this.#portals.keys()]) {
      const portal = this.#portals.get(name)
      this.#portals.delete(name)
      await portal?.outcome?.close()
    }
    for (const [name, { statement }] of [...this.#cursors])
      if (hasFailed || !statement.isHeld) await this.dropCursor(name)
  }
}
