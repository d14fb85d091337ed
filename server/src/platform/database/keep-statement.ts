import type { CompiledQuery } from 'kysely'
import { assertState } from '../errors.ts'
import type { Db } from '../postgres.ts'

/** Stands for a value while a statement is built. */
class Place {
  readonly n: number

  constructor(n: number) {
    this.n = n
  }
}

/**
 * Builds a statement once, whatever its values, which `build` may only hand on. To build it takes longer than to send it: worth it
 * for those that nearly every request asks.
 */
export function keepStatement<V extends readonly unknown[], O>(
  build: (db: Db, ...values: V) => CompiledQuery<O>,
): (db: Db, ...values: V) => Promise<O[]> {
  let kept: CompiledQuery<O> | undefined
  return async (db, ...values) => {
    kept ??= buildOnce(build, db, values.length)
    const parameters = kept.parameters.map((part) => (part instanceof Place ? values[part.n] : part))
    const { rows } = await db.executeQuery<O>({ ...kept, parameters })
    return rows
  }
}

function buildOnce<V extends readonly unknown[], O>(
  build: (db: Db, ...values: V) => CompiledQuery<O>,
  db: Db,
  count: number,
): CompiledQuery<O> {
  const places = Array.from({ length: count }, (_, n) => new Place(n))
  // Safe: no value is looked at before the statement runs; one that was would be missing below.
  const built = build(db, ...(places as unknown as V))
  for (const place of places) assertState(built.parameters.includes(place), `value ${place.n} of ${built.sql} is one`)
  return built
}
