import { asciiLower, type KnownTables } from '../gate/names.ts'
import type { Node } from '../gate/node-shapes.ts'

/** What a value is made from: columns of known tables, each as one word. */
export type Sources = ReadonlySet<string>

export const NOTHING: Sources = new Set()

export const sourceOf = (table: string, column: string) => JSON.stringify([table, column])

export function sourceFrom(source: string): { table: string; column: string } {
  // Safe: sourceOf wrote it.
  const [table, column] = JSON.parse(source) as [string, string]
  return { table, column }
}

export const join = (...some: readonly Sources[]): Sources => new Set(some.flatMap((sources) => [...sources]))

/** `isCopy`: its values are those of the column it is made from, as they are. */
export type TracedColumn = { name: string; from: Sources; isCopy?: boolean }

/** What stands in FROM under one name, or what a query answers with. */
export type TracedRelation = { name: string; columns: readonly TracedColumn[] }

/** A query: its columns, and what decides which rows there are. */
export type Answered = { columns: readonly TracedColumn[]; deciding: Sources }

/** Where a name is looked up: what FROM holds here, the aliases of the SELECT, the queries of WITH, and what is around. */
export type NameScope = {
  readonly known: KnownTables
  readonly seen: readonly TracedRelation[]
  readonly aliases: ReadonlyMap<string, Sources>
  readonly ctes: ReadonlyMap<string, Answered>
  readonly outer: NameScope | null
}

/** The statement holds something of which it is not known what it reads. */
export class NotKnown extends Error {}

export const isSame = (one: string, other: string) => asciiLower(one) === asciiLower(other)

/** The sources of a name as it stands in the statement: `column`, `table.column`, and fields behind them. */
function lookUp(place: NameScope | null, names: readonly string[]): Sources {
  if (!place) throw new NotKnown(`no ${names.join('.')}`)
  const [first = '', ...rest] = names
  if (rest.length > 1 && isSame(first, 'main')) return lookUp(place, rest)
  const table = place.seen.find(({ name }) => isSame(name, first))
  const [column] = rest
  const named = table && column !== undefined ? columnsNamed([table], column) : []
  if (named.length > 0) return join(...named)
  const plain = columnsNamed(place.seen, first)
  if (plain.length > 0) return join(...plain)
  const alias = place.aliases.get(asciiLower(first))
  if (alias) return alias
  // The name of a table alone is its whole row.
  if (table && rest.length === 0) return join(...table.columns.map(({ from }) => from))
  return lookUp(place.outer, names)
}

const columnsNamed = (seen: readonly TracedRelation[], wanted: string): Sources[] =>
  seen.flatMap(({ columns }) => columns.filter(({ name }) => isSame(name, wanted)).map(({ from }) => from))

/** Resolves a query inside an expression. */
export type Resolve = (query: Node, place: NameScope) => Answered

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.flat().filter(isNode) : [])

/** Fields in which there are no expressions, however they look. */
const PLAIN: ReadonlySet<string> = new Set(['value', 'cast_type', 'column_names'])

/** Every column an expression reads, wherever in it. */
export function sourcesOf(value: unknown, place: NameScope, resolve: Resolve): Sources {
  if (Array.isArray(value)) return join(...value.map((item) => sourcesOf(item, place, resolve)))
  if (!isNode(value)) return NOTHING
  switch (value.class) {
    case 'COLUMN_REF':
      return lookUp(place, Array.isArray(value.column_names) ? value.column_names.map(String) : [])
    case 'CONSTANT':
      return NOTHING
    case 'SUBQUERY':
      return join(ofSubquery(value, place, resolve), sourcesOf(value.child, place, resolve))
    // Their names are not columns, or stand for columns that only DuckDB's binder knows.
    case 'LAMBDA':
    case 'STAR':
    case 'POSITIONAL_REFERENCE':
    case 'PARAMETER':
      throw new NotKnown(String(value.class))
    default: {
      const fields = Object.entries(value).filter(([field, held]) => !PLAIN.has(field) && typeof held === 'object')
      return join(...fields.map(([, held]) => sourcesOf(held, place, resolve)))
    }
  }
}

function ofSubquery({ subquery }: Node, place: NameScope, resolve: Resolve): Sources {
  if (!isNode(subquery) || !isNode(subquery.node)) throw new NotKnown('a subquery')
  const { columns, deciding } = resolve(subquery.node, place)
  return join(deciding, ...columns.map(({ from }) => from))
}
