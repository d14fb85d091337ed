import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'

/** Of one connection. */
const MOST_STATEMENTS = 16
const MOST_CHARACTERS = 4_000

/** What statements were made from: another object once anything has changed. */
type Basis = object

/**
 * Planned statements, by connection and text: to plan one again takes longer than to run it over a small table. A plan may rest on what
 * was in the tables, so all of them are forgotten when anything changes.
 */
export class KeptStatements {
  readonly #kept = new WeakMap<DuckDBConnection, { basis: Basis; statements: Map<string, DuckDBPreparedStatement> }>()
  #basis: Basis = {}

  /** `isForAnyValue`: its plan is as good for one value of its parameters as for another. */
  async prepare(connection: DuckDBConnection, sql: string, isForAnyValue = false): Promise<DuckDBPreparedStatement> {
    const basis = this.#basis
    const known = this.#of(connection).get(sql)
    if (known) return known
    const prepared = await connection.prepare(sql)
    // With parameters the plan hangs on their values.
    const isLasting = isForAnyValue || prepared.parameterCount === 0
    if (!isLasting || sql.length > MOST_CHARACTERS || this.#basis !== basis) return prepared
    const statements = this.#of(connection)
    if (statements.size >= MOST_STATEMENTS) forgetAll(statements)
    statements.set(sql, prepared)
    return prepared
  }

  /** To be called before and after every change. Statements hold on to the tables they read: those of `idle` connections go at once. */
  forget(idle: readonly DuckDBConnection[]) {
    this.#basis = {}
    for (const connection of idle) this.release(connection)
  }

  /** The connection is not in use now: what is of no use any more is freed. */
  release(connection: DuckDBConnection) {
    const kept = this.#kept.get(connection)
    if (!kept || kept.basis === this.#basis) return
    forgetAll(kept.statements)
    this.#kept.delete(connection)
  }

  #of(connection: DuckDBConnection): Map<string, DuckDBPreparedStatement> {
    this.release(connection)
    const kept = this.#kept.get(connection) ?? { basis: this.#basis, statements: new Map() }
    this.#kept.set(connection, kept)
    return kept.statements
  }
}

function forgetAll(statements: Map<string, DuckDBPreparedStatement>) {
  for (const statement of statements.values()) statement.destroySync()
  statements.clear()
}
