import type { Node, SortBy, WindowDef } from 'libpg-query'
import { settled } from './casts.ts'
import { refuse, unsupported } from './refusals.ts'
import type { Rewriting } from './rewriting.ts'
import type { Scope } from './scope.ts'

/** NULL is the largest value in PostgreSQL. */
export function orderOf({ sortby_dir: direction, sortby_nulls: nulls }: SortBy): string {
  if (direction === 'SORTBY_USING')
    throw refuse('0A000', 'ORDER BY … USING is not supported', { hint: 'Write ASC or DESC.' })
  const isDescending = direction === 'SORTBY_DESC'
  const isFirst = nulls === 'SORTBY_NULLS_FIRST' || (nulls !== 'SORTBY_NULLS_LAST' && isDescending)
  return `${isDescending ? 'DESC' : 'ASC'} NULLS ${isFirst ? 'FIRST' : 'LAST'}`
}

export const sortsIn = (nodes: readonly Node[] | undefined): SortBy[] =>
  (nodes ?? []).flatMap((node) => ('SortBy' in node ? [node.SortBy] : []))

/** ORDER BY in a call or a window, where names are those of columns. */
export function innerOrder(rewriting: Rewriting, nodes: readonly Node[] | undefined, scope: Scope): string {
  const parts = sortsIn(nodes).map((sort) => {
    if (!sort.node) throw refuse('42601', 'ORDER BY is empty', {})
    return `${sortable(rewriting, sort.node, scope)} ${orderOf(sort)}`
  })
  return parts.length === 0 ? '' : `ORDER BY ${parts.join(', ')}`
}

const UNORDERED = new Set(['json', 'record'])

/** What rows can be ordered and grouped by. */
export function sortable(rewriting: Rewriting, node: Node, scope: Scope): string {
  const made = settled(rewriting.expression(node, scope), rewriting.parameters)
  if (UNORDERED.has(made.type.name))
    throw refuse('42883', `could not identify an ordering operator for type ${made.type.name}`, { place: made.place })
  return made.sql
}

const FRAME = {
  isSaid: 0x1,
  range: 0x2,
  rows: 0x4,
  groups: 0x8,
  startUnbounded: 0x20,
  endUnboundedBefore: 0x40,
  startUnboundedAfter: 0x80,
  endUnbounded: 0x100,
  startCurrent: 0x200,
  endCurrent: 0x400,
  startBefore: 0x800,
  endBefore: 0x1000,
  startAfter: 0x2000,
  endAfter: 0x4000,
  excluded: 0x38000,
}

/** OVER (…), with what a named window says written out. */
export function overSql(rewriting: Rewriting, over: WindowDef, scope: Scope): string {
  const named = over.name ?? over.refname
  const base = named === undefined ? undefined : windowNamed(scope, named)
  const partition = base?.partitionClause?.length ? base.partitionClause : over.partitionClause
  const order = over.orderClause?.length ? over.orderClause : base?.orderClause
  const own = (over.frameOptions ?? 0) & FRAME.isSaid ? over : (base ?? over)
  const parts = [
    partition?.length ? `PARTITION BY ${partition.map((node) => sortable(rewriting, node, scope)).join(', ')}` : '',
    innerOrder(rewriting, order, scope),
    frameSql(rewriting, own, scope),
  ]
  return `OVER (${parts.filter((part) => part !== '').join(' ')})`
}

function windowNamed({ windows, parent }: Scope, name: string): WindowDef {
  const found = windows.get(name)
  if (found) return found
  if (parent) return windowNamed(parent, name)
  throw refuse('42704', `window "${name}" does not exist`, {})
}

function frameSql(rewriting: Rewriting, { frameOptions = 0, startOffset, endOffset }: WindowDef, scope: Scope): string {
  if (!(frameOptions & FRAME.isSaid)) return ''
  const has = (bit: number) => (frameOptions & bit) !== 0
  if (has(FRAME.groups) || has(FRAME.excluded))
    throw unsupported('GROUPS and EXCLUDE in a window', -1, 'Use ROWS or RANGE.')
  const offset = (node: Node | undefined) => (node ? rewriting.expression(node, scope).sql : '0')
  const start = has(FRAME.startUnbounded)
    ? 'UNBOUNDED PRECEDING'
    : has(FRAME.startCurrent)
      ? 'CURRENT ROW'
      : `${offset(startOffset)} ${has(FRAME.startBefore) ? 'PRECEDING' : 'FOLLOWING'}`
  const end = has(FRAME.endUnbounded)
    ? 'UNBOUNDED FOLLOWING'
    : has(FRAME.endCurrent)
      ? 'CURRENT ROW'
      : `${offset(endOffset)} ${has(FRAME.endBefore) ? 'PRECEDING' : 'FOLLOWING'}`
  return `${has(FRAME.rows) ? 'ROWS' : 'RANGE'} BETWEEN ${start} AND ${end}`
}
