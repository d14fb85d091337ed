import { asciiLower, type KnownTables } from '../gate/names.ts'
import type { Node } from '../gate/node-shapes.ts'
import { type From, readFrom } from './from-clause.ts'
import {
  type Answered,
  isNode,
  isSame,
  join,
  type NameScope,
  NOTHING,
  NotKnown,
  nodesIn,
  type Resolve,
  type Sources,
  sourceFrom,
  sourceOf,
  sourcesOf,
  type TracedColumn,
} from './traced-columns.ts'

/** What each column of a statement depends on, and what decides which rows there are at all. */
export type Dependencies = {
  columns: readonly Sources[]
  /** By column: whether it only repeats the one it is made from. */
  copies: readonly boolean[]
  deciding: Sources
  isExact: boolean
}

/** Where it cannot be known, everything depends on everything. */
export function findDependencies(statement: unknown, known: KnownTables, width: number): Dependencies {
  try {
    if (!isNode(statement)) throw new NotKnown('the statement')
    const { columns, deciding } = resolve(statement, beginIn(known))
    if (columns.length !== width) throw new NotKnown('its columns')
    const copies = columns.map(({ isCopy = false }) => isCopy)
    return { columns: columns.map(({ from }) => from), copies, deciding, isExact: true }
  } catch (error) {
    if (!(error instanceof NotKnown)) throw error
    const all = new Set(
      known.tables.flatMap(({ name, columns }) => columns.map((column) => sourceOf(name, column.name))),
    )
    return { columns: Array.from({ length: width }, () => all), copies: [], deciding: all, isExact: false }
  }
}

const beginIn = (known: KnownTables): NameScope => ({
  known,
  seen: [],
  aliases: new Map(),
  ctes: new Map(),
  outer: null,
})

const resolve: Resolve = (query, outer) => {
  const place = { ...beginIn(outer.known), ctes: readCtes(query, outer), outer }
  switch (query.type) {
    case 'SELECT_NODE':
      return limited(query, place, readSelect(query, place))
    case 'SET_OPERATION_NODE':
      return limited(query, place, readSetOperation(query, place))
    default:
      throw new NotKnown(String(query.type))
  }
}

/** Each knows those before it. */
function readCtes({ cte_map: ctes }: Node, outer: NameScope): NameScope['ctes'] {
  const found = new Map<string, Answered>()
  for (const { key, value } of nodesIn(isNode(ctes) ? ctes.map : [])) {
    if (!isNode(value) || !isNode(value.query) || !isNode(value.query.node)) throw new NotKnown('WITH')
    const { columns, deciding } = resolve(value.query.node, { ...beginIn(outer.known), ctes: found, outer })
    const aliases: unknown[] = Array.isArray(value.aliases) ? value.aliases : []
    const named = columns.map((column, n) => ({ ...column, name: String(aliases[n] ?? column.name) }))
    found.set(String(key), { columns: named, deciding })
  }
  return found
}

function readSelect(query: Node, around: NameScope): Answered {
  const from = readFrom(resolve, query.from_table, around)
  const place: NameScope = { ...around, seen: from.seen }
  const aliases = new Map<string, Sources>()
  const columns: TracedColumn[] = []
  for (const item of nodesIn(query.select_list)) {
    for (const column of readItem(item, from, { ...place, aliases })) {
      columns.push(column)
      if (item.alias) aliases.set(asciiLower(column.name), column.from)
    }
  }
  const named = { ...place, aliases }
  const conditions = [query.where_clause, query.having, query.qualify].map((one) => sourcesOf(one, named, resolve))
  const groups = nodesIn(query.group_expressions).map((one) => keySources(one, columns, named))
  const isAll = query.aggregate_handling === 'FORCE_AGGREGATES'
  const deciding = join(from.deciding, ...conditions, ...groups, isAll ? allOf(columns) : NOTHING)
  return { columns, deciding }
}

function readItem(item: Node, from: From, place: NameScope): readonly TracedColumn[] {
  if (item.class !== 'STAR') {
    const sources = sourcesOf(item, place, resolve)
    return [{ name: nameOf(item), from: sources, isCopy: isCopyOf(item, sources, from) }]
  }
  if (isBeyond(item)) throw new NotKnown('COLUMNS')
  const { starred, seen } = from
  const table = item.relation_name ? seen.find(({ name }) => isSame(name, String(item.relation_name))) : null
  if (table === undefined) throw new NotKnown('*')
  const left: unknown[] = Array.isArray(item.exclude_list) ? item.exclude_list : []
  const replaced = new Map(nodesIn(item.replace_list).map(({ key, value }) => [asciiLower(String(key)), value]))
  return (table?.columns ?? starred)
    .filter(({ name }) => !left.some((one) => isSame(String(one), name)))
    .map((column) => {
      const value = replaced.get(asciiLower(column.name))
      return value ? { name: column.name, from: sourcesOf(value, place, resolve) } : { ...column, isCopy: true }
    })
}

/** A column by its name, behind that of its table or alone: no alias of another item, and no field of a value. */
function isCopyOf(item: Node, sources: Sources, { seen }: From): boolean {
  const names: unknown[] = Array.isArray(item.column_names) ? item.column_names : []
  const [source, ...others] = sources
  if (item.class !== 'COLUMN_REF' || source === undefined || others.length > 0) return false
  const isColumn = (name: unknown) => seen.some(({ columns }) => columns.some((one) => isSame(one.name, String(name))))
  const isOfTable = names.length === 1 || (names.length === 2 && !isColumn(names[0]))
  return isOfTable && isSame(sourceFrom(source).column, String(names.at(-1)))
}

/** Forms of a star whose columns only DuckDB's binder knows. */
const isBeyond = (item: Node) =>
  item.columns || item.unpacked || item.expr || nonEmpty(item.qualified_exclude_list) || nonEmpty(item.rename_list)

function readSetOperation(query: Node, place: NameScope): Answered {
  if (query.setop_type === 'UNION_BY_NAME') throw new NotKnown('UNION BY NAME')
  const children = nodesIn(query.children)
  const parts = (children.length > 0 ? children : nodesIn([query.left, query.right])).map((one) => resolve(one, place))
  const [first] = parts
  if (!first || parts.some(({ columns }) => columns.length !== first.columns.length)) throw new NotKnown('UNION')
  const columns = first.columns.map(({ name }, n) => ({
    name,
    from: join(...parts.map((part) => part.columns[n]?.from ?? NOTHING)),
  }))
  const isEvery = query.setop_type === 'UNION' && query.setop_all === true
  return { columns, deciding: join(...parts.map(({ deciding }) => deciding), isEvery ? NOTHING : allOf(columns)) }
}

/** DISTINCT decides by its columns, and an order by its own where a LIMIT cuts it off. */
function limited(query: Node, place: NameScope, { columns, deciding }: Answered): Answered {
  const modifiers = nodesIn(query.modifiers)
  const isCut = modifiers.some(({ type }) => String(type).startsWith('LIMIT'))
  const seen = query.type === 'SELECT_NODE' ? readFrom(resolve, query.from_table, place).seen : []
  const within = { ...place, seen, aliases: aliasesOf(columns) }
  const keys = (nodes: unknown) =>
    join(...nodesIn(nodes).map((one) => keySources(one.expression ?? one, columns, within)))
  const more = modifiers.map(({ type, distinct_on_targets: targets, orders }): Sources => {
    if (type === 'DISTINCT_MODIFIER') return nonEmpty(targets) ? keys(targets) : allOf(columns)
    return type === 'ORDER_MODIFIER' && isCut ? keys(orders) : NOTHING
  })
  return { columns, deciding: join(deciding, ...more) }
}

/** A number stands for the column at that place. */
function keySources(key: unknown, columns: readonly TracedColumn[], place: NameScope): Sources {
  if (!isNode(key) || key.class !== 'CONSTANT') return sourcesOf(key, place, resolve)
  const n = isNode(key.value) ? Number(key.value.value) : 0
  return columns[n - 1]?.from ?? NOTHING
}

const allOf = (columns: readonly TracedColumn[]) => join(...columns.map(({ from }) => from))
const aliasesOf = (columns: readonly TracedColumn[]) =>
  new Map(columns.map(({ name, from }) => [asciiLower(name), from]))
const nonEmpty = (value: unknown) => Array.isArray(value) && value.length > 0
const nameOf = (item: Node): string =>
  String(item.alias || (Array.isArray(item.column_names) ? item.column_names.at(-1) : '') || '')
