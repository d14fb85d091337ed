import { duckType, isImplicit, isOpen, type PgType } from '../../pg-type.ts'
import { cast, settled } from '../casts.ts'
import { noFunction } from '../refusals.ts'
import type { Rewriting } from '../rewriting.ts'
import type { Typed } from '../typed.ts'

/** A function of PostgreSQL: what it takes, what it returns, and the engine's expression with the same meaning. */
export type Signature = { args: readonly PgType[]; result: PgType; sql: (...args: string[]) => string }

/** Where several fit, PostgreSQL takes that with the most exact types, and of these the one with the preferred types. */
export function resolve(
  rewriting: Rewriting,
  name: string,
  signatures: readonly Signature[],
  args: readonly Typed[],
  place: number,
): Typed {
  const fitting = signatures.filter(
    (signature) =>
      signature.args.length === args.length && args.every(({ type }, n) => isImplicit(type, argAt(signature, n))),
  )
  const best = fitting.toSorted((one, other) => score(other, args) - score(one, args))[0]
  if (!best)
    throw noFunction(
      name,
      args.map(({ type }) => type),
      place,
    )
  const given = args.map((arg, n) => {
    const type = argAt(best, n)
    return isOpen(type) ? settled(arg, rewriting.parameters).sql : cast(arg, type, rewriting.parameters).sql
  })
  return { sql: shaped(best.sql(...given), best.result), type: best.result, place }
}

const argAt = ({ args }: Signature, n: number): PgType => args[n] ?? { name: 'any' }

const PREFERRED = new Set(['float8', 'text', 'timestamptz', 'bool'])

const score = (signature: Signature, args: readonly Typed[]) =>
  args.reduce((sum, { type }, n) => {
    const wanted = argAt(signature, n).name
    return sum + (type.name === wanted ? 100 : PREFERRED.has(wanted) ? 1 : 0)
  }, 0)

const AS_THEY_ARE = new Set([
  'text',
  'bool',
  'any',
  'list',
  'record',
  'unknown',
  'date',
  'timestamp',
  'timestamptz',
  'interval',
])

/** The engine's functions return other widths of numbers. */
export const shaped = (sql: string, type: PgType) =>
  AS_THEY_ARE.has(type.name) ? sql : `CAST(${sql} AS ${duckType(type)})`
