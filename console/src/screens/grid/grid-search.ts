import type { Cell } from '@bindery-data/sdk'
import { type ColumnLayout, layoutIn } from '../../parts/grid/columns/column-layout.ts'
import type { Order } from '../../parts/grid/grid-header.tsx'

/** What the address of a grid tells: how its rows are chosen and ordered. */
export type Condition = {
  column: string
  op: Comparison
  value?: string
  /** The upper end of `between`. */
  to?: string
  /** Of `in` and `not_in`: values as the service writes them. */
  values?: readonly Cell[]
}
export type GridSearch = {
  order?: Order | undefined
  filter?: Condition[] | undefined
  /** How the columns stood where a link was copied, or stand in a view. */
  layout?: ColumnLayout | undefined
  /** The saved view that the table is looked at through. What was changed since stands beside it. */
  view?: string | undefined
  /** Formats of columns in that view. */
  formats?: Readonly<Record<string, string>> | undefined
  /** A notification of a mention leads to the comments. */
  comment?: string | undefined
}

export const COMPARISONS = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'between',
  'contains',
  'not_contains',
  'starts_with',
  'is_null',
  'not_null',
  'in',
  'not_in',
] as const
export type Comparison = (typeof COMPARISONS)[number]

export const takesValue = (op: Comparison) => op !== 'is_null' && op !== 'not_null'
export const isList = (op: Comparison): op is 'in' | 'not_in' => op === 'in' || op === 'not_in'

/** An address may have been typed by anybody. */
export function readGridSearch(search: Record<string, unknown>): GridSearch {
  const { order, filter } = search
  const layout = layoutIn(search.layout)
  const view = typeof search.view === 'string' && layout ? { view: search.view, formats: textsIn(search.formats) } : {}
  const conditions = Array.isArray(filter) ? filter.filter(isCondition) : []
  return {
    ...orderIn(order),
    ...(conditions.length > 0 ? { filter: conditions } : {}),
    ...(layout ? { layout } : {}),
    ...(typeof search.comment === 'string' ? { comment: search.comment } : {}),
    ...view,
  }
}

const textsIn = (members: unknown): Record<string, string> =>
  typeof members === 'object' && members !== null
    ? Object.fromEntries(Object.entries(members).filter(([, text]) => typeof text === 'string'))
    : {}

/** Older addresses have a text, with a minus before a descending column. */
function orderIn(order: unknown): Pick<GridSearch, 'order'> {
  if (typeof order === 'string')
    return { order: { column: order.replace(/^-/, ''), isDescending: order.startsWith('-') } }
  if (typeof order !== 'object' || order === null || !('column' in order) || typeof order.column !== 'string') return {}
  return { order: { column: order.column, isDescending: 'isDescending' in order && order.isDescending === true } }
}

function isCondition(part: unknown): part is Condition {
  if (typeof part !== 'object' || part === null || !('column' in part) || !('op' in part)) return false
  const op = COMPARISONS.find((each) => each === part.op)
  if (typeof part.column !== 'string' || !op) return false
  const isText = (member: unknown) => member === undefined || typeof member === 'string'
  const areTexts = isText('value' in part ? part.value : undefined) && isText('to' in part ? part.to : undefined)
  return areTexts && (!isList(op) || ('values' in part && Array.isArray(part.values)))
}

/** One filter per column: what a column's panel sets takes the place of what was set before. */
export const withCondition = (conditions: readonly Condition[], column: string, set: Condition | null): Condition[] => [
  ...conditions.filter((condition) => condition.column !== column),
  ...(set ? [set] : []),
]

/** An address names a column that has another name now. */
export function renamedSearch({ order, filter, ...others }: GridSearch, from: string, to: string): GridSearch {
  const renamed = (name: string) => (name === from ? to : name)
  return {
    ...viewIn(others),
    ...(order ? { order: { ...order, column: renamed(order.column) } } : {}),
    ...(filter ? { filter: filter.map((each) => ({ ...each, column: renamed(each.column) })) } : {}),
  }
}

/** What remains when a column is gone. */
export const searchWithout = ({ order, filter = [], ...others }: GridSearch, column: string): GridSearch => {
  const left = filter.filter((condition) => condition.column !== column)
  return {
    ...viewIn(others),
    ...(order && order.column !== column ? { order } : {}),
    ...(left.length > 0 ? { filter: left } : {}),
  }
}

/** The part that a view has brought; a layout of a link alone is one's own again. */
const viewIn = ({ view, layout, formats }: GridSearch): GridSearch => (view ? { view, layout, formats } : {})
