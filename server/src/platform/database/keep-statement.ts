import type { CompiledQuery } from 'kysely'
import { assertState } from '../errors.ts'
import type { Db } from '../postgres.ts'
import { type AskLists, listsWayOf } from './plain-statements.ts'

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly n: number

  constructor(n: number) {
    this.n = n
  }
}

/**
 * Builds a statement once, whatever its values, which `build` may only hand on. To build it takes longer than to send it: worth it
 * for those that nearly every request asks. Outside a transaction the builder does not see its rows either.
 */
export function keepStatement<V extends readonly unknown[], O>(
  build: (db: Db, ...values: V) => CompiledQuery<O>,
): (db: Db, ...values: V) => Promise<O[]> {
  const kept = new KeptStatement(build)
  return async (db, ...values) => {
    const askLists = listsWayOf(db)
    if (!askLists) return (await db.executeQuery<O>(kept.with(db, values))).rows
    const { names, rows } = await kept.ask(askLists, db, values)
    // Safe: what the statement was built to answer.
    return rows.map((row) => objectOf(names, row)) as O[]
  }
}

/** Names the column between two parts of a row. */
export const PART = '|'

/**
 * The same for a statement that answers several questions at once, with a column named `PART` between their answers: each row is a
 * list of objects, one for each. Outside a transaction only.
 */
export function keepJoinedStatement<V extends readonly unknown[], P extends readonly object[]>(
  build: (db: Db, ...values: V) => CompiledQuery,
): (db: Db, ...values: V) => Promise<P[]> {
  const kept = new KeptStatement(build)
  return async (db, ...values) => {
    const askLists = listsWayOf(db)
    assertState(askLists, 'several questions are asked at once before a transaction begins')
    const { names, rows } = await kept.ask(askLists, db, values)
    // Safe: what the statement was built to answer.
    return rows.map((row) => partsOf(names, row)) as unknown as P[]
  }
}

class KeptStatement<V extends readonly unknown[], O> {
  readonly #build: (db: Db, ...values: V) => CompiledQuery<O>
  #built: CompiledQuery<O> | undefined
  /** Of its columns, in the words of SQL and of the code; known once it was answered. */
  #columns: readonly string[] = []
  #names: readonly string[] = []

  constructor(build: (db: Db, ...values: V) => CompiledQuery<O>) {
    this.#build = build
  }

  with(db: Db, values: V): CompiledQuery<O> {
    this.#built ??= buildOnce(this.#build, db, values.length)
    const parameters = this.#built.parameters.map((part) => (part instanceof Placeholder ? values[part.n] : part))
    return { ...this.#built, parameters }
  }

  async ask(askLists: AskLists, db: Db, values: V) {
    const { sql, parameters } = this.with(db, values)
    const { fields, rows } = await askLists(sql, [...parameters])
    // `*` means other columns after a migration.
    if (fields.length !== this.#columns.length || fields.some(({ name }, n) => name !== this.#columns[n])) {
      this.#columns = fields.map(({ name }) => name)
      this.#names = this.#columns.map(camelCased)
    }
    return { names: this.#names, rows }
  }
}

function buildOnce<V extends readonly unknown[], O>(
  build: (db: Db, ...values: V) => CompiledQuery<O>,
  db: Db,
  count: number,
): CompiledQuery<O> {
  const places = Array.from({ length: count }, (_, n) => new Placeholder(n))
  // Safe: no value is looked at before the statement runs; one that was would be missing below.
  const built = build(db, ...(places as unknown as V))
  for (const place of places) assertState(built.parameters.includes(place), `value ${place.n} of ${built.sql} is one`)
  return built
}

const camelCased = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

function objectOf(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [n, name] of names.entries()) object[name] = row[n]
  return object
}

function partsOf(names: readonly string[], row: readonly unknown[]): Record<string, unknown>[] {
  const parts: Record<string, unknown>[] = [{}]
  for (const [n, name] of names.entries()) {
    const part = parts.at(-1)
    if (name === PART) parts.push({})
    else if (part) part[name] = row[n]
  }
  return parts
}
