import type { Node, SubLink } from 'libpg-query'
import { namesIn } from '../labels.ts'
import { ANY, BOOL, duckType, INT8, isOpen, listOf, TEXT } from '../pg-type.ts'
import { cast } from './casts.ts'
import { binary, comparable, comparison } from './operators.ts'
import { noOperator, refuse, unsupported } from './refusals.ts'
import type { Rewriting } from './rewriting.ts'
import type { Scope } from './scope.ts'
import type { Typed } from './typed.ts'

const itemsIn = (node: Node): readonly Node[] => ('List' in node ? (node.List.items ?? []) : [node])
const negated = (sql: string, isNot: boolean) => (isNot ? `(NOT ${sql})` : sql)

export function inList(
  rewriting: Rewriting,
  isNot: boolean,
  left: Node,
  right: Node,
  scope: Scope,
  place: number,
): Typed {
  if ('RowExpr' in left) return inRows(rewriting, isNot, left.RowExpr.args ?? [], right, scope, place)
  const subject = rewriting.expression(left, scope)
  const items = itemsIn(right).map((item) => rewriting.expression(item, scope))
  const pairs = items.map((item) => comparable(rewriting, '=', subject, item, item.place))
  const [first] = pairs
  const isOne = first && pairs.every(([one]) => one.sql === first[0].sql)
  const sql = isOne
    ? `(${first[0].sql} IN (${pairs.map(([, item]) => item.sql).join(', ')}))`
    : `(${pairs.map(([one, item]) => `${one.sql} = ${item.sql}`).join(' OR ')})`
  return { sql: negated(sql, isNot), type: BOOL, place }
}

/** (a, b) IN ((1, 2), (3, 4)). */
function inRows(
  rewriting: Rewriting,
  isNot: boolean,
  left: readonly Node[],
  right: Node,
  scope: Scope,
  place: number,
): Typed {
  const subjects = left.map((node) => rewriting.expression(node, scope))
  const tests = itemsIn(right).map((row) => {
    const items = 'RowExpr' in row ? (row.RowExpr.args ?? []) : []
    if (items.length !== subjects.length)
      throw refuse('42601', 'unequal number of entries in row expressions', { place })
    const pairs = subjects.map((subject, n) => {
      const item = items[n]
      return item ? comparison(rewriting, '=', subject, rewriting.expression(item, scope), place).sql : 'NULL'
    })
    return `(${pairs.join(' AND ')})`
  })
  return { sql: negated(`(${tests.join(' OR ')})`, isNot), type: BOOL, place }
}

export function between(
  rewriting: Rewriting,
  isNot: boolean,
  left: Node,
  right: Node,
  scope: Scope,
  place: number,
): Typed {
  const subject = rewriting.expression(left, scope)
  const [low, high] = itemsIn(right).map((node) => rewriting.expression(node, scope))
  if (!low || !high) throw refuse('42601', 'BETWEEN needs two operands', { place })
  const from = comparable(rewriting, '>=', subject, low, low.place)
  const to = comparable(rewriting, '<=', subject, high, high.place)
  const sql =
    from[0].sql === to[0].sql
      ? `(${from[0].sql} BETWEEN ${from[1].sql} AND ${to[1].sql})`
      : `(${from[0].sql} >= ${from[1].sql} AND ${to[0].sql} <= ${to[1].sql})`
  return { sql: negated(sql, isNot), type: BOOL, place }
}

/** `x = ANY(list)` and its kin. A NULL among the items makes unknown what would else be false. */
export function anyOrAll(
  rewriting: Rewriting,
  operator: string,
  isAll: boolean,
  left: Node,
  right: Node,
  scope: Scope,
  place: number,
): Typed {
  const subject = rewriting.expression(left, scope)
  if ('A_ArrayExpr' in right) {
    const items = right.A_ArrayExpr.elements ?? []
    const tests = items.map(
      (item) => binary(rewriting, operator, subject, rewriting.expression(item, scope), place).sql,
    )
    return { sql: tests.length === 0 ? String(isAll) : `(${tests.join(isAll ? ' AND ' : ' OR ')})`, type: BOOL, place }
  }
  const isEqual = operator === '=' && !isAll
  const isOther = operator === '<>' && isAll
  if (!isEqual && !isOther)
    throw unsupported(`${operator} with ${isAll ? 'ALL' : 'ANY'} of a list`, place, 'Write the items as ARRAY[…].')
  const itemType = subject.type.name === 'unknown' ? TEXT : subject.type
  const list = cast(rewriting.expression(right, scope), listOf(itemType), rewriting.parameters)
  if (list.type.name !== 'list' && !isOpen(list.type)) throw noOperator(operator, [subject.type, list.type], place)
  return {
    sql: negated(isIn(cast(subject, list.type.item ?? ANY, rewriting.parameters).sql, list.sql), isOther),
    type: BOOL,
    place,
  }
}

const isIn = (subject: string, list: string) =>
  `CASE WHEN len(${list}) = 0 THEN false WHEN list_contains(${list}, ${subject}) THEN true ` +
  `WHEN ${subject} IS NULL OR ${list} IS NULL OR list_count(${list}) < len(${list}) THEN NULL ELSE false END`

export function sublink(rewriting: Rewriting, link: SubLink, scope: Scope, place: number): Typed {
  const { subselect, testexpr, subLinkType, operName } = link
  if (!subselect || !('SelectStmt' in subselect)) throw refuse('42601', 'a subquery is no query', { place })
  const query = rewriting.query(subselect.SelectStmt, scope)
  const [column, ...others] = query.columns
  if (subLinkType === 'EXISTS_SUBLINK') return { sql: `EXISTS (${query.sql})`, type: BOOL, place }
  if (others.length > 0 || !column) throw refuse('42601', 'subquery must return only one column', { place })
  if (subLinkType === 'EXPR_SUBLINK') return { sql: `(${query.sql})`, type: column.type, place }
  if (subLinkType === 'ARRAY_SUBLINK') {
    const type = listOf(column.type)
    const duck = duckType(type)
    const sql = `ARRAY(${query.sql})`
    return { sql: duck === '' ? sql : `CAST(${sql} AS ${duck})`, type, place }
  }
  if (!testexpr || 'RowExpr' in testexpr)
    throw unsupported('A row in a subquery', place, 'Write EXISTS with a condition for each column.')
  const operator = namesIn(operName).at(-1) ?? '='
  const subject = rewriting.expression(testexpr, scope)
  const [one, other] = comparable(rewriting, operator, subject, { sql: '', type: column.type, place }, place)
  if (other.sql !== '') throw unsupported('Different types in a subquery', place, 'Cast one of them.')
  if (operator === '=' && subLinkType === 'ANY_SUBLINK')
    return { sql: `(${one.sql} IN (${query.sql}))`, type: BOOL, place }
  const isCompared = ['=', '<>', '<', '>', '<=', '>='].includes(operator)
  if (!isCompared) throw unsupported(`${operator} with a subquery`, place, 'Write EXISTS with a condition.')
  return {
    sql: `(${one.sql} ${operator} ${subLinkType === 'ALL_SUBLINK' ? 'ALL' : 'ANY'} (${query.sql}))`,
    type: BOOL,
    place,
  }
}

/** The number of rows that LIMIT and OFFSET name. */
export const rowCount = (rewriting: Rewriting, node: Node, scope: Scope): string =>
  cast(rewriting.expression(node, scope), INT8, rewriting.parameters).sql
