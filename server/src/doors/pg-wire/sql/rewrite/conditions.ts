import type { CaseExpr, MinMaxExpr, Node } from 'libpg-query'
import { asNumeric, BOOL, commonType, duckType, isInteger, isNumber, type PgType, TEXT, UNKNOWN } from '../pg-type.ts'
import { cast } from './casts.ts'
import { comparable, comparison } from './operators.ts'
import { noCommonType, refuse, unsupported } from './refusals.ts'
import type { Rewriting } from './rewriting.ts'
import type { Scope } from './scope.ts'
import type { Typed } from './typed.ts'

const DOUBLE_DIGITS = 15

/** Beside a quotient, which is a double, a number of more digits would lose some. */
export function refuseLoss(what: string, type: PgType, all: readonly Pick<Typed, 'type' | 'place'>[]) {
  if (type.name !== 'numeric' || type.scale !== undefined) return
  const long = all.find((each) => (asNumeric(each.type).precision ?? 0) > DOUBLE_DIGITS)
  if (long) throw unsupported(`${what} of a quotient and a long number`, long.place, 'Round the quotient: round(x, 2).')
}

/** All of them with the one type that PostgreSQL finds for them. */
export function unified(
  { parameters }: Rewriting,
  what: string,
  all: readonly Typed[],
): { type: PgType; all: Typed[] } {
  const found = all.reduce<PgType>((common, { type, place }) => {
    const next = commonType(common, type)
    if (!next) throw noCommonType(what, common, type, place)
    return next
  }, UNKNOWN)
  const type = found.name === 'unknown' ? TEXT : found
  refuseLoss(what, type, all)
  return { type, all: all.map((each) => cast(each, type, parameters)) }
}

/** An operand of AND, OR, NOT, WHERE and so on: PostgreSQL takes nothing but a boolean for one. */
export function booleanSql(rewriting: Rewriting, node: Node, scope: Scope, what: string): string {
  return cast(mustBeBoolean(rewriting.expression(node, scope), what), BOOL, rewriting.parameters).sql
}

export function caseOf(
  rewriting: Rewriting,
  { arg, args = [], defresult }: CaseExpr,
  scope: Scope,
  place: number,
): Typed {
  const subject = arg && rewriting.expression(arg, scope)
  const whens = args.flatMap((when) => ('CaseWhen' in when ? [when.CaseWhen] : []))
  const tests = whens.map(({ expr }) => {
    if (!expr) throw refuse('42601', 'WHEN has no condition', { place })
    const test = rewriting.expression(expr, scope)
    return subject
      ? comparison(rewriting, '=', subject, test, test.place).sql
      : cast(mustBeBoolean(test, 'CASE/WHEN'), BOOL, rewriting.parameters).sql
  })
  const results = whens.flatMap(({ result }) => (result ? [rewriting.expression(result, scope)] : []))
  const otherwise: Typed = defresult
    ? rewriting.expression(defresult, scope)
    : { sql: 'NULL', type: UNKNOWN, literal: null, place: -1 }
  // PostgreSQL asks ELSE for its type first.
  const { type, all } = unified(rewriting, 'CASE', [otherwise, ...results])
  const [last, ...rest] = all
  const parts = rest.map(({ sql }, n) => `WHEN ${tests[n]} THEN ${sql}`)
  return { sql: `CASE ${parts.join(' ')} ELSE ${last?.sql} END`, type, place }
}

function mustBeBoolean(test: Typed, what: string): Typed {
  if (!['bool', 'unknown', 'any'].includes(test.type.name))
    throw refuse('42804', `argument of ${what} must be type boolean`, { place: test.place })
  return test
}

export function coalesced(rewriting: Rewriting, args: readonly Node[], scope: Scope, place: number): Typed {
  const { type, all } = unified(
    rewriting,
    'COALESCE',
    args.map((arg) => rewriting.expression(arg, scope)),
  )
  return { sql: `coalesce(${all.map(({ sql }) => sql).join(', ')})`, type, place }
}

export function extreme(rewriting: Rewriting, { op, args = [] }: MinMaxExpr, scope: Scope, place: number): Typed {
  const name = op === 'IS_GREATEST' ? 'greatest' : 'least'
  const { type, all } = unified(
    rewriting,
    name.toUpperCase(),
    args.map((arg) => rewriting.expression(arg, scope)),
  )
  return { sql: `${name}(${all.map(({ sql }) => sql).join(', ')})`, type, place }
}

/** A number is converted for a comparison with one of another kind, and NULLIF returns it so. */
function comparedAs(one: PgType, other: PgType): PgType {
  const common = isNumber(one) && isNumber(other) ? commonType(one, other) : undefined
  if (!common || isInteger(common) || one.name === common.name) return one
  return common.name === 'numeric' ? asNumeric(one) : common
}

export function nullIf(rewriting: Rewriting, left: Typed, right: Typed, place: number): Typed {
  const [one, other] = comparable(rewriting, '=', left, right, place)
  const type = comparedAs(one.type, other.type)
  const duck = duckType(type)
  const sql = `nullif(${cast(one, type, rewriting.parameters).sql}, ${other.sql})`
  return { sql: duck === '' ? sql : `CAST(${sql} AS ${duck})`, type, place }
}
