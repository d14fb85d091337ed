import { findTable } from '../gate/names.ts'
import type { Node } from '../gate/node-shapes.ts'
import {
  type Answered,
  isNode,
  isSame,
  join,
  type NameScope,
  NOTHING,
  NotKnown,
  type Resolve,
  type Sources,
  sourceOf,
  sourcesOf,
  type TracedColumn,
  type TracedRelation,
} from './traced-columns.ts'

/** What FROM brings: tables by name, the columns of `*`, and what decides which of their rows meet. */
export type From = { seen: readonly TracedRelation[]; starred: readonly TracedColumn[]; deciding: Sources }

export function readFrom(resolve: Resolve, node: unknown, place: NameScope): From {
  if (!isNode(node)) throw new NotKnown('FROM')
  switch (node.type) {
    case 'EMPTY':
      return { seen: [], starred: [], deciding: NOTHING }
    case 'BASE_TABLE':
      return oneTable(node, readTable(node, place))
    case 'SUBQUERY':
      return oneTable(node, readSubquery(resolve, node, place))
    case 'JOIN':
      return readJoin(resolve, node, place)
    case 'EXPRESSION_LIST':
      return oneTable(node, { columns: valueColumns(node), deciding: NOTHING })
    default:
      throw new NotKnown(String(node.type))
  }
}

/** Under its alias, its columns renamed where the alias says so. */
function oneTable(node: Node, { columns, deciding }: Answered): From {
  const names: unknown[] = Array.isArray(node.column_name_alias) ? node.column_name_alias : []
  const renamed = columns.map((column, n) => ({ ...column, name: String(names[n] ?? column.name) }))
  const name = String(node.alias || node.table_name || '')
  return { seen: [{ name, columns: renamed }], starred: renamed, deciding }
}

function readTable(node: Node, place: NameScope): Answered {
  const name = String(node.table_name)
  const cte = node.schema_name ? undefined : findCte(place, name)
  if (cte) return cte
  const table = findTable(place.known, name)
  if (!table) throw new NotKnown(name)
  const columns = table.columns.map((column) => ({
    name: column.name,
    from: new Set([sourceOf(table.name, column.name)]),
  }))
  return { columns, deciding: NOTHING }
}

function findCte(place: NameScope | null, name: string): Answered | undefined {
  for (let at = place; at; at = at.outer) {
    for (const [called, cte] of at.ctes) if (isSame(called, name)) return cte
  }
  return undefined
}

function readSubquery(resolve: Resolve, { subquery }: Node, place: NameScope): Answered {
  if (!isNode(subquery) || !isNode(subquery.node)) throw new NotKnown('a subquery')
  return resolve(subquery.node, place)
}

function readJoin(resolve: Resolve, node: Node, place: NameScope): From {
  if (!['REGULAR', 'CROSS'].includes(String(node.ref_type))) throw new NotKnown(`${node.ref_type} JOIN`)
  const left = readFrom(resolve, node.left, place)
  // What stands at the right may read what stands at the left.
  const right = readFrom(resolve, node.right, { ...place, seen: [...place.seen, ...left.seen] })
  const seen = [...left.seen, ...right.seen]
  const condition = sourcesOf(node.condition, { ...place, seen }, resolve)
  const using = Array.isArray(node.using_columns) ? node.using_columns.map(String) : []
  const isUsed = ({ name }: TracedColumn) => using.some((one) => isSame(one, name))
  const shared = [...left.starred, ...right.starred].filter(isUsed)
  const deciding = join(left.deciding, right.deciding, condition, ...shared.map(({ from }) => from))
  const merged = left.starred.map((column) => (isUsed(column) ? { ...column, from: usedFrom(column, shared) } : column))
  if (['SEMI', 'ANTI'].includes(String(node.join_type))) return { seen: left.seen, starred: left.starred, deciding }
  return { seen, starred: [...merged, ...right.starred.filter((column) => !isUsed(column))], deciding }
}

const usedFrom = ({ name }: TracedColumn, shared: readonly TracedColumn[]) =>
  join(...shared.filter((column) => isSame(column.name, name)).map(({ from }) => from))

/** Of VALUES: constants, as a rule; what else stands there is not looked at. */
function valueColumns({ values, expected_names: names }: Node): TracedColumn[] {
  const [first] = Array.isArray(values) ? values : []
  const width = Array.isArray(first) ? first.length : 0
  if (!isConstant(values)) throw new NotKnown('VALUES')
  return Array.from({ length: width }, (_, n) => ({
    name: String((Array.isArray(names) && names[n]) || `col${n}`),
    from: NOTHING,
  }))
}

const isConstant = (values: unknown): boolean =>
  Array.isArray(values) ? values.every(isConstant) : isNode(values) && values.class === 'CONSTANT'
