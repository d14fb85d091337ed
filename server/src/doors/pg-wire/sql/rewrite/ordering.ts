import type { Node, SelectStmt } from 'libpg-query'
import { namesIn } from '../labels.ts'
import { rowCount } from './membership.ts'
import { refuse, unsupported } from './refusals.ts'
import type { Rewriting } from './rewriting.ts'
import { newScope, type Scope } from './scope.ts'
import type { Typed } from './typed.ts'
import { orderOf, sortable, sortsIn } from './windows.ts'

/** A column of a SELECT, before it has its place. `isAll`: all columns of something whose columns are not known here. */
export type Item = { typed: Typed; label: string; isAll?: boolean }

export function distinctSql(
  rewriting: Rewriting,
  { distinctClause }: SelectStmt,
  scope: Scope,
  items: readonly Item[],
): string {
  if (!distinctClause) return ''
  const keys = distinctClause.filter((node) => Object.keys(node).length > 0)
  if (keys.length === 0) return 'DISTINCT '
  const sqls = keys.map((node) => {
    const key = resolved(rewriting, node, scope, items, true)
    return /^\d+$/.test(key) ? (items[Number(key) - 1]?.typed.sql ?? key) : key
  })
  return `DISTINCT ON (${sqls.join(', ')}) `
}

export function groupSql(
  rewriting: Rewriting,
  { groupClause, groupDistinct }: SelectStmt,
  scope: Scope,
  items: readonly Item[],
): string {
  if (!groupClause?.length) return ''
  if (groupDistinct) throw unsupported('GROUP BY DISTINCT', -1, 'Leave DISTINCT out.')
  return ` GROUP BY ${groupClause.map((node) => groupingOf(rewriting, node, scope, items)).join(', ')}`
}

const SETS: Readonly<Record<string, string>> = {
  GROUPING_SET_ROLLUP: 'ROLLUP',
  GROUPING_SET_CUBE: 'CUBE',
  GROUPING_SET_SETS: 'GROUPING SETS',
}

function groupingOf(rewriting: Rewriting, node: Node, scope: Scope, items: readonly Item[]): string {
  if ('RowExpr' in node)
    return `(${(node.RowExpr.args ?? []).map((each) => groupingOf(rewriting, each, scope, items)).join(', ')})`
  if (!('GroupingSet' in node)) return resolved(rewriting, node, scope, items, false)
  const { kind = '', content = [] } = node.GroupingSet
  return `${SETS[kind] ?? ''} (${content.map((each) => groupingOf(rewriting, each, scope, items)).join(', ')})`
}

/**
 * An expression of GROUP BY or ORDER BY. A number is the place of a column; a bare name is one of the output for ORDER BY, and of the
 * tables before that for GROUP BY.
 */
function resolved(
  rewriting: Rewriting,
  node: Node,
  scope: Scope,
  items: readonly Item[],
  isOutputFirst: boolean,
): string {
  const place = 'A_Const' in node ? node.A_Const.ival : undefined
  if (place) {
    const item = items[(place.ival ?? 0) - 1]
    if (!item)
      throw refuse('42P10', `position ${place.ival ?? 0} is not in select list`, {
        place: rewriting.placeOf(undefined),
      })
    return String(place.ival)
  }
  if ('A_Const' in node) {
    const where = isOutputFirst ? 'ORDER BY' : 'GROUP BY'
    throw refuse('42601', `non-integer constant in ${where}`, { place: rewriting.placeOf(node.A_Const.location) })
  }
  const names = 'ColumnRef' in node ? namesIn(node.ColumnRef.fields) : []
  const output = names.length === 1 ? outputPlace(items, names[0] ?? '') : undefined
  if (output !== undefined && (isOutputFirst || !isColumn(scope, names[0] ?? ''))) return String(output)
  const sql = sortable(rewriting, node, scope)
  const shown = isOutputFirst
    ? items.findIndex(({ typed }) => typed.sql === sql || typed.sql.startsWith(`CAST(${sql} AS `))
    : -1
  return shown < 0 ? sql : String(shown + 1)
}

function outputPlace(items: readonly Item[], name: string): number | undefined {
  const at = items.findIndex(({ label }) => label === name)
  return at < 0 ? undefined : at + 1
}

const isColumn = ({ tables, merged }: Scope, name: string) =>
  merged.some((column) => column.name === name) ||
  tables.some(({ columns }) => columns.some((column) => column.name === name))

export function orderSql(
  rewriting: Rewriting,
  { sortClause }: SelectStmt,
  scope: Scope,
  items: readonly Item[],
): string {
  const parts = sortsIn(sortClause).map((sort) => {
    if (!sort.node) throw refuse('42601', 'ORDER BY is empty', {})
    return `${resolved(rewriting, sort.node, scope, items, true)} ${orderOf(sort)}`
  })
  return parts.length === 0 ? '' : ` ORDER BY ${parts.join(', ')}`
}

export function limitSql(
  rewriting: Rewriting,
  { limitCount, limitOffset, limitOption, lockingClause }: SelectStmt,
  scope: Scope,
): string {
  if (limitOption === 'LIMIT_OPTION_WITH_TIES') throw unsupported('WITH TIES', -1, 'Use rank() in a subquery.')
  if (lockingClause?.length) throw refuse('25006', 'cannot execute SELECT FOR UPDATE in a read-only transaction', {})
  const bare = newScope(scope.parent, scope.ctes)
  const isAll = limitCount && 'A_Const' in limitCount && limitCount.A_Const.isnull
  const limit = limitCount && !isAll ? ` LIMIT ${rowCount(rewriting, limitCount, bare)}` : ''
  return `${limit}${limitOffset ? ` OFFSET ${rowCount(rewriting, limitOffset, bare)}` : ''}`
}
