import type { FuncCall, Node } from 'libpg-query'
import { namesIn } from '../../labels.ts'
import { ANY, duckType, FLOAT8, INT4, INT8, isInteger, isMoment, isOpen, type PgType } from '../../pg-type.ts'
import { cast, settled } from '../casts.ts'
import { catalogCall, isCatalogFunction } from '../catalog-functions.ts'
import { booleanSql, unified } from '../conditions.ts'
import { noFunction, refuse, unsupported } from '../refusals.ts'
import { type Rewriting, use } from '../rewriting.ts'
import type { Scope } from '../scope.ts'
import { quoteName, type Typed } from '../typed.ts'
import { innerOrder, orderOf, overSql, sortsIn } from '../windows.ts'
import { type Aggregate, aggregate, isAggregate, percentile } from './aggregates.ts'
import { DATE_FUNCTIONS, dateFunction } from './date-functions.ts'
import { NUMBER_FUNCTIONS, numberFunction } from './number-functions.ts'
import { isOfBoth } from './of-both.ts'
import { resolve } from './signature.ts'
import { LIST_FUNCTIONS, TEXT_FUNCTIONS, textFunction } from './text-functions.ts'

const SIGNATURES = { ...TEXT_FUNCTIONS, ...NUMBER_FUNCTIONS, ...DATE_FUNCTIONS, ...LIST_FUNCTIONS }

export function call(rewriting: Rewriting, node: FuncCall, scope: Scope, place: number): Typed {
  const names = namesIn(node.funcname)
  const name = names.at(-1) ?? ''
  if (node.func_variadic) throw unsupported('VARIADIC', place, 'Write the arguments one by one.')
  if (node.agg_within_group) return withinGroup(rewriting, name, node, scope, place)
  const args = (node.args ?? []).map((arg) => argument(rewriting, arg, scope))
  if (isAggregate(name)) return aggregated(rewriting, aggregate(rewriting, name, args, place), node, scope, place)
  if (node.over) return windowed(rewriting, name, args, node, scope, place)
  if (node.agg_distinct || node.agg_order || node.agg_filter || node.agg_star)
    throw refuse('42809', `${name} is not an aggregate function`, { place })
  return plainCall(rewriting, name, args, place)
}

function argument(rewriting: Rewriting, node: Node, scope: Scope): Typed {
  if ('NamedArgExpr' in node)
    throw unsupported(
      'An argument with a name',
      rewriting.placeOf(node.NamedArgExpr.location),
      'Write the arguments in their order.',
    )
  return rewriting.expression(node, scope)
}

/** A function of rows. */
export function plainCall(rewriting: Rewriting, name: string, args: readonly Typed[], place: number): Typed {
  const special =
    setFunction(rewriting, name, args, place) ??
    textFunction(rewriting, name, args, place) ??
    dateFunction(rewriting, name, args, place) ??
    numberFunction(rewriting, name, args, place)
  if (special) return special
  const signatures = Object.hasOwn(SIGNATURES, name) ? SIGNATURES[name] : undefined
  if (signatures) return resolve(rewriting, name, signatures, args, place)
  if (isCatalogFunction(name)) {
    const given = args.map((arg) => settled(arg, rewriting.parameters))
    const literals = given.map((arg, n) => ({ ...arg, literal: args[n]?.literal ?? null }))
    return { ...catalogCall(name, literals, rewriting.facts, (relation) => use(rewriting, relation)), place }
  }
  if (isOfBoth(name))
    throw unsupported(
      `The function ${name}`,
      place,
      'docs/postgresql.md lists the functions that mean the same in both.',
    )
  const given = args.map((arg) => settled(arg, rewriting.parameters).sql)
  // A function of the engine that PostgreSQL does not have.
  return { sql: `${quoteName(name)}(${given.join(', ')})`, type: ANY, place }
}

/** Functions that make rows, in a list of columns. */
function setFunction(rewriting: Rewriting, name: string, args: readonly Typed[], place: number): Typed | undefined {
  const { parameters } = rewriting
  const [first, second, step] = args
  if (name === 'unnest') {
    if (!first || second || (first.type.name !== 'list' && !isOpen(first.type)))
      throw noFunction(
        name,
        args.map(({ type }) => type),
        place,
      )
    return { sql: `unnest(${first.sql})`, type: first.type.item ?? ANY, place, isSet: true }
  }
  if (name === 'generate_subscripts' && first)
    return { sql: `unnest(CAST(generate_series(1, len(${first.sql})) AS INTEGER[]))`, type: INT4, place, isSet: true }
  if (name !== 'generate_series') return undefined
  if (!first || !second)
    throw noFunction(
      name,
      args.map(({ type }) => type),
      place,
    )
  const { type, all } = unified(rewriting, 'generate_series', [first, second])
  const [from, to] = all
  if (isInteger(type)) {
    const by = step ? cast(step, type, parameters).sql : '1'
    return {
      sql: `unnest(CAST(generate_series(${from?.sql}, ${to?.sql}, ${by}) AS ${duckType(type)}[]))`,
      type,
      place,
      isSet: true,
    }
  }
  if (!step || !isMoment(type))
    throw unsupported(
      'generate_series of this type',
      place,
      'Make a series of whole numbers, or of moments with an interval.',
    )
  const span = cast(step, { name: 'interval' }, parameters)
  const [begin, end] = all.map((each) => cast(each, { name: 'timestamp' }, parameters).sql)
  const series = `unnest(generate_series(${begin}, ${end}, ${span.sql}))`
  if (type.name === 'timestamp') return { sql: series, type, place, isSet: true }
  // A series of days is one of moments with a zone to PostgreSQL.
  return { sql: `timezone('UTC', ${series})`, type: { name: 'timestamptz' }, place, isSet: true }
}

function aggregated(rewriting: Rewriting, made: Aggregate, node: FuncCall, scope: Scope, place: number): Typed {
  const order = innerOrder(rewriting, node.agg_order, scope)
  const distinct = node.agg_distinct ? 'DISTINCT ' : ''
  const filter = node.agg_filter ? ` FILTER (WHERE ${booleanSql(rewriting, node.agg_filter, scope, 'FILTER')})` : ''
  const over = node.over ? ` ${overSql(rewriting, node.over, scope)}` : ''
  const sql = `${made.name}(${distinct}${made.inside.join(', ')}${order === '' ? '' : ` ${order}`})${filter}${over}`
  return { sql: made.around ? made.around(sql) : sql, type: made.type, place }
}

function withinGroup(rewriting: Rewriting, name: string, node: FuncCall, scope: Scope, place: number): Typed {
  const [sort, ...others] = sortsIn(node.agg_order)
  const [fraction] = node.args ?? []
  if (!['percentile_cont', 'percentile_disc'].includes(name) || !sort?.node || !fraction || others.length > 0)
    throw unsupported(`${name} WITHIN GROUP`, place, 'Use percentile_cont or percentile_disc.')
  const value = rewriting.expression(sort.node, scope)
  const made = percentile(name, rewriting.expression(fraction, scope), value, orderOf(sort).startsWith('DESC'), place)
  return aggregated(rewriting, made, { ...node, agg_order: [] }, scope, place)
}

const untyped = (place: number) =>
  refuse('42804', 'could not determine polymorphic type because input has type unknown', { place })

const RANKS: Readonly<Record<string, PgType>> = {
  row_number: INT8,
  rank: INT8,
  dense_rank: INT8,
  percent_rank: FLOAT8,
  cume_dist: FLOAT8,
}

function windowed(
  rewriting: Rewriting,
  name: string,
  args: readonly Typed[],
  node: FuncCall,
  scope: Scope,
  place: number,
): Typed {
  if (!node.over || node.agg_filter || node.agg_distinct)
    throw noFunction(
      name,
      args.map(({ type }) => type),
      place,
    )
  const { parameters } = rewriting
  const over = overSql(rewriting, node.over, scope)
  const rank = Object.hasOwn(RANKS, name) && args.length === 0 ? RANKS[name] : undefined
  if (rank) return { sql: `${name}() ${over}`, type: rank, place }
  const [value, count, otherwise] = args
  if (!value) throw noFunction(name, [], place)
  if (name === 'ntile')
    return { sql: `CAST(ntile(${cast(value, INT4, parameters).sql}) ${over} AS INTEGER)`, type: INT4, place }
  if (value.type.name === 'unknown') throw untyped(place)
  const made = settled(value, parameters)
  if (name === 'first_value' || name === 'last_value')
    return { sql: `${name}(${made.sql}) ${over}`, type: made.type, place }
  if (name === 'nth_value' && count)
    return { sql: `nth_value(${made.sql}, ${cast(count, INT4, parameters).sql}) ${over}`, type: made.type, place }
  if (name !== 'lag' && name !== 'lead')
    throw unsupported(`The window function ${name}`, place, 'Use lag, lead, rank, row_number or an aggregate.')
  const rest = [
    ...(count ? [cast(count, INT4, parameters).sql] : []),
    ...(otherwise ? [cast(otherwise, made.type, parameters).sql] : []),
  ]
  return { sql: `${name}(${[made.sql, ...rest].join(', ')}) ${over}`, type: made.type, place }
}
