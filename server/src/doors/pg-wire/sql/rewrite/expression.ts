import type { A_ArrayExpr, A_Expr, BoolExpr, BooleanTest, CollateClause, Node, NullTest, TypeCast } from 'libpg-query'
import { namesIn } from '../labels.ts'
import { tooComplex } from '../parse.ts'
import { BOOL, commonType, INT4, listOf, type PgType, TEXT, UNKNOWN } from '../pg-type.ts'
import { cast, listOfItems, settled } from './casts.ts'
import { objectCastSql } from './catalog-functions.ts'
import { booleanSql, caseOf, coalesced, extreme, nullIf } from './conditions.ts'
import { constant, parameter, valueFunction } from './constants.ts'
import { call } from './functions/call.ts'
import { anyOrAll, between, inList, sublink } from './membership.ts'
import { binary, comparable, liked, prefix } from './operators.ts'
import { similarSql } from './patterns.ts'
import { noCommonType, refuse, unsupported } from './refusals.ts'
import { type Rewriting, use } from './rewriting.ts'
import { findColumn, isStar, type Scope } from './scope.ts'
import { indirection } from './subscripts.ts'
import { castType } from './type-names.ts'
import type { Typed } from './typed.ts'

/** Characters that an expression may become: operands stand in what is made of them several times, and expressions in each other. */
const MOST_GROWTH = 500_000
const MOST_DEPTH = 400

/** An expression of PostgreSQL as one of the engine, with its type. */
export function expression(rewriting: Rewriting, node: Node, scope: Scope): Typed {
  if (rewriting.nesting.depth >= MOST_DEPTH) throw tooComplex()
  rewriting.nesting.depth += 1
  try {
    const made = rewritten(rewriting, node, scope)
    if (made.sql.length > MOST_GROWTH) throw tooComplex()
    return made
  } finally {
    rewriting.nesting.depth -= 1
  }
}

function rewritten(rewriting: Rewriting, node: Node, scope: Scope): Typed {
  const place = rewriting.placeOf(locationOf(node))
  return ofValue(rewriting, node, scope, place) ?? ofOperands(rewriting, node, scope, place)
}

function ofValue(rewriting: Rewriting, node: Node, scope: Scope, place: number): Typed | undefined {
  if ('A_Const' in node) return constant(node.A_Const, place)
  if ('ColumnRef' in node) {
    if (isStar(node.ColumnRef.fields)) throw refuse('42601', 'row expansion via "*" is not supported here', { place })
    return findColumn(scope, namesIn(node.ColumnRef.fields), place)
  }
  if ('ParamRef' in node) return parameter(rewriting, node.ParamRef.number ?? 0, place)
  if ('SQLValueFunction' in node) return valueFunction(rewriting, node.SQLValueFunction, place)
  if ('FuncCall' in node) return call(rewriting, node.FuncCall, scope, place)
  if ('SubLink' in node) return sublink(rewriting, node.SubLink, scope, place)
  return undefined
}

function ofOperands(rewriting: Rewriting, node: Node, scope: Scope, place: number): Typed {
  if ('A_Expr' in node) return operation(rewriting, node.A_Expr, scope, place)
  if ('BoolExpr' in node) return logic(rewriting, node.BoolExpr, scope, place)
  if ('TypeCast' in node) return typeCast(rewriting, node.TypeCast, scope, place)
  if ('NullTest' in node) return nullTest(rewriting, node.NullTest, scope, place)
  if ('BooleanTest' in node) return booleanTest(rewriting, node.BooleanTest, scope, place)
  if ('CaseExpr' in node) return caseOf(rewriting, node.CaseExpr, scope, place)
  if ('CoalesceExpr' in node) return coalesced(rewriting, node.CoalesceExpr.args ?? [], scope, place)
  if ('MinMaxExpr' in node) return extreme(rewriting, node.MinMaxExpr, scope, place)
  if ('A_ArrayExpr' in node) return array(rewriting, node.A_ArrayExpr, scope, undefined, place)
  if ('A_Indirection' in node) return indirection(rewriting, node.A_Indirection, scope, place)
  if ('CollateClause' in node) return collated(rewriting, node.CollateClause, scope, place)
  if ('GroupingFunc' in node) return grouping(rewriting, node.GroupingFunc.args ?? [], scope, place)
  if ('RowExpr' in node) throw unsupported('A row as a value', place, 'Select or compare its columns one by one.')
  const [name] = Object.keys(node)
  throw unsupported(`${name} in an expression`, place, 'Write it with functions and operators of docs/postgresql.md.')
}

function nullTest(rewriting: Rewriting, { arg, nulltesttype }: NullTest, scope: Scope, place: number): Typed {
  if (!arg) throw refuse('42601', 'a test has no operand', { place })
  const tested = settled(rewriting.expression(arg, scope), rewriting.parameters)
  return { sql: `(${tested.sql} ${nulltesttype === 'IS_NULL' ? 'IS NULL' : 'IS NOT NULL'})`, type: BOOL, place }
}

function grouping(rewriting: Rewriting, nodes: readonly Node[], scope: Scope, place: number): Typed {
  const args = nodes.map((node) => rewriting.expression(node, scope).sql)
  return { sql: `CAST(grouping(${args.join(', ')}) AS INTEGER)`, type: INT4, place }
}

/** Most nodes have one; of those that do not, an error has no place. */
function locationOf(node: Node): number | undefined {
  const [inner] = Object.values(node)
  const location: unknown = isObject(inner) ? inner.location : undefined
  return typeof location === 'number' ? location : isObject(inner) && 'location' in inner ? 0 : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function operation(rewriting: Rewriting, { kind, name, lexpr, rexpr }: A_Expr, scope: Scope, place: number): Typed {
  const operator = namesIn(name).at(-1) ?? ''
  const of = (node: Node) => rewriting.expression(node, scope)
  if (!rexpr) throw refuse('42601', 'an operator behind its operand is not supported', { place })
  if (!lexpr) return prefix(rewriting, operator, of(rexpr), place)
  switch (kind) {
    case 'AEXPR_OP':
      if ('RowExpr' in lexpr && 'RowExpr' in rexpr)
        return rows(rewriting, operator, lexpr.RowExpr.args ?? [], rexpr.RowExpr.args ?? [], scope, place)
      return binary(rewriting, operator, of(lexpr), of(rexpr), place)
    case 'AEXPR_IN':
      return inList(rewriting, operator === '<>', lexpr, rexpr, scope, place)
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL':
      return anyOrAll(rewriting, operator, kind === 'AEXPR_OP_ALL', lexpr, rexpr, scope, place)
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT': {
      const [one, other] = comparable(rewriting, 'IS', of(lexpr), of(rexpr), place)
      return {
        sql: `(${one.sql} IS ${kind === 'AEXPR_DISTINCT' ? '' : 'NOT '}DISTINCT FROM ${other.sql})`,
        type: BOOL,
        place,
      }
    }
    case 'AEXPR_NULLIF':
      return nullIf(rewriting, of(lexpr), of(rexpr), place)
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE': {
      const [pattern, marker] = escapedPattern(rexpr)
      const words = `${operator.startsWith('!') ? 'NOT ' : ''}${kind === 'AEXPR_LIKE' ? 'LIKE' : 'ILIKE'}`
      return liked(rewriting, words, of(lexpr), of(pattern), marker && of(marker), place)
    }
    case 'AEXPR_SIMILAR':
      return similar(rewriting, operator, lexpr, rexpr, scope, place)
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
      return between(rewriting, kind === 'AEXPR_NOT_BETWEEN', lexpr, rexpr, scope, place)
    default:
      throw unsupported('BETWEEN SYMMETRIC', place, 'Write BETWEEN least(a, b) AND greatest(a, b).')
  }
}

/** Rows are equal where all their columns are. */
function rows(
  rewriting: Rewriting,
  operator: string,
  left: readonly Node[],
  right: readonly Node[],
  scope: Scope,
  place: number,
): Typed {
  if ((operator !== '=' && operator !== '<>') || left.length !== right.length)
    throw unsupported(`${operator} between these rows`, place, 'Compare their columns one by one.')
  const pairs = left.map((node, n) => {
    const other = right[n]
    if (!other) throw refuse('42601', 'unequal number of entries in row expressions', { place })
    return binary(rewriting, operator, rewriting.expression(node, scope), rewriting.expression(other, scope), place).sql
  })
  return { sql: `(${pairs.join(operator === '=' ? ' AND ' : ' OR ')})`, type: BOOL, place }
}

/** LIKE … ESCAPE is a call in the tree. */
function escapedPattern(node: Node): [pattern: Node, marker?: Node] {
  const name = 'FuncCall' in node ? namesIn(node.FuncCall.funcname).at(-1) : undefined
  if (!('FuncCall' in node) || (name !== 'like_escape' && name !== 'similar_to_escape')) return [node]
  const [pattern, marker] = node.FuncCall.args ?? []
  return pattern ? (marker ? [pattern, marker] : [pattern]) : [node]
}

function similar(rewriting: Rewriting, operator: string, left: Node, right: Node, scope: Scope, place: number): Typed {
  const { parameters } = rewriting
  const [pattern, marker] = escapedPattern(right)
  const text = (node: Node) => cast(rewriting.expression(node, scope), TEXT, parameters)
  const sql = similarSql(text(left).sql, text(pattern), marker && text(marker))
  return { sql: operator.startsWith('!') ? `(NOT ${sql})` : sql, type: BOOL, place }
}

function logic(rewriting: Rewriting, { boolop, args = [] }: BoolExpr, scope: Scope, place: number): Typed {
  const word = boolop?.replace('_EXPR', '') ?? 'AND'
  const parts = args.map((arg) => booleanSql(rewriting, arg, scope, word))
  return { sql: word === 'NOT' ? `(NOT ${parts[0]})` : `(${parts.join(` ${word} `)})`, type: BOOL, place }
}

function booleanTest(rewriting: Rewriting, { arg, booltesttype }: BooleanTest, scope: Scope, place: number): Typed {
  if (!arg) throw refuse('42601', 'a test has no operand', { place })
  const word = booltesttype?.replaceAll('_', ' ').replace('UNKNOWN', 'NULL') ?? 'IS TRUE'
  return { sql: `(${booleanSql(rewriting, arg, scope, word)} ${word})`, type: BOOL, place }
}

const SPANS: Readonly<Record<number, string>> = {
  4: 'year',
  2: 'month',
  8: 'day',
  1024: 'hour',
  2048: 'minute',
  4096: 'second',
}

function typeCast(rewriting: Rewriting, { arg, typeName }: TypeCast, scope: Scope, place: number): Typed {
  const { parameters, facts } = rewriting
  if (!arg || !typeName) throw refuse('42601', 'a cast has no operand', { place })
  const { type, length, object, fields } = castType(typeName, rewriting.placeOf(typeName.location))
  if ('A_ArrayExpr' in arg && type.name === 'list') return array(rewriting, arg.A_ArrayExpr, scope, type.item, place)
  const operand = rewriting.expression(arg, scope)
  if (object !== undefined) {
    const settledOperand = settled(operand, parameters)
    const isName = settledOperand.type.name === 'text'
    const made = objectCastSql(
      { type: object, sql: settledOperand.sql, literal: operand.literal ?? undefined, isName, place },
      facts,
      (relation) => use(rewriting, relation),
    )
    return { ...made, place }
  }
  if (fields !== undefined) return cast(withUnit(operand, fields), type, parameters)
  const made = cast(operand, type, parameters)
  // A literal that was cast is still one, for a pattern behind it.
  if (length !== undefined) return { sql: `left(${made.sql}, ${length})`, type: made.type, place }
  return { ...made, place }
}

/** INTERVAL '1' DAY is INTERVAL '1 day'. */
function withUnit(operand: Typed, fields: number): Typed {
  const unit = SPANS[fields]
  if (unit === undefined || !/^\s*[-+]?\d+\s*$/.test(operand.literal ?? ''))
    throw unsupported(
      'An interval with these fields',
      operand.place,
      "Write the units into the text: INTERVAL '1 day'.",
    )
  return { ...operand, literal: `${operand.literal} ${unit}` }
}

function array(
  rewriting: Rewriting,
  { elements = [] }: A_ArrayExpr,
  scope: Scope,
  item: PgType | undefined,
  place: number,
): Typed {
  const made = elements.map((element) => rewriting.expression(element, scope))
  const type =
    item ??
    made.reduce<PgType>((common, each) => {
      const next = commonType(common, each.type)
      if (!next) throw noCommonType('ARRAY', common, each.type, each.place)
      return next
    }, UNKNOWN)
  if (type.name === 'list') throw unsupported('An array of arrays', place, 'Use arrays of one dimension.')
  const settledType = type.name === 'unknown' ? TEXT : type
  if (elements.length === 0 && !item)
    throw refuse('42P18', 'cannot determine type of empty array', {
      place,
      hint: 'Explicitly cast to the desired type, for example ARRAY[]::integer[].',
    })
  return {
    ...listOfItems(
      made.map((each) => cast(each, settledType, rewriting.parameters)),
      settledType,
    ),
    type: listOf(settledType),
    place,
  }
}

/** Texts compare by their bytes, which is what the default and C mean here. */
const BYTEWISE = new Set(['C', 'POSIX', 'default', 'ucs_basic', 'C.utf8', 'C.UTF-8'])

function collated(rewriting: Rewriting, { arg, collname }: CollateClause, scope: Scope, place: number): Typed {
  const name = namesIn(collname).at(-1) ?? ''
  if (!arg || !BYTEWISE.has(name))
    throw unsupported(`The collation "${name}"`, place, 'Texts compare by their characters: use COLLATE "C".')
  return rewriting.expression(arg, scope)
}
