import type { Node } from '../gate/node-shapes.ts'
import { type Answered, join, lookUp, NOTHING, NotKnown, type Place, type Sources } from './seen-columns.ts'

/** Resolves a query inside an expression. */
export type Resolve = (query: Node, place: Place) => Answered

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.flat().filter(isNode) : [])

/** Fields in which there are no expressions, however they look. */
const PLAIN: ReadonlySet<string> = new Set(['value', 'cast_type', 'column_names'])

/** Every column an expression reads, wherever in it. */
export function sourcesOf(value: unknown, place: Place, resolve: Resolve): Sources {
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

function ofSubquery({ subquery }: Node, place: Place, resolve: Resolve): Sources {
  if (!isNode(subquery) || !isNode(subquery.node)) throw new NotKnown('a subquery')
  const { columns, deciding } = resolve(subquery.node, place)
  return join(deciding, ...columns.map(({ from }) => from))
}
