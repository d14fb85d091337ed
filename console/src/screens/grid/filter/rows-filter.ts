import type { Filter } from '@bindery-data/sdk'
import { readTyped } from '../../../parts/grid/cells/typed-text.ts'
import type { GridColumn } from '../../../parts/grid/rows/read-page.ts'
import type { Condition, GridSearch } from '../grid-search.ts'

/** The conditions of an address as the service reads them; null when there are none. */
export function filterOf(conditions: readonly Condition[], columns: readonly GridColumn[]): Filter | null {
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const parts = conditions.map((condition) => partOf(condition, types.get(condition.column) ?? 'VARCHAR'))
  return parts.length === 0 ? null : { and: parts }
}

function partOf({ column, op, value = '', to = '', values = [] }: Condition, type: string): Filter {
  // What the type does not know the service refuses, in its own words.
  const typed = (text: string) => readTyped(text, type) ?? text
  switch (op) {
    case 'is_null':
    case 'not_null':
      return { column, op }
    case 'between':
      return {
        and: [
          { column, op: '>=', value: typed(value) },
          { column, op: '<=', value: typed(to) },
        ],
      }
    // Empty cells contain no text, and are kept.
    case 'not_contains':
      return { or: [{ not: { column, op: 'contains', value } }, { column, op: 'is_null' }] }
    case 'in':
    case 'not_in':
      return listPart(column, op, values)
    default:
      return { column, op, value: typed(value) }
  }
}

/** In SQL an empty cell is in no list and out of none; here it is a value like any other. */
function listPart(column: string, op: 'in' | 'not_in', values: NonNullable<Condition['values']>): Filter {
  const listed = { column, op, value: values.filter((value) => value !== null) }
  const hasEmpty = values.includes(null)
  if (op === 'in') return hasEmpty ? { or: [listed, { column, op: 'is_null' }] } : listed
  return hasEmpty ? { and: [listed, { column, op: 'not_null' }] } : { or: [listed, { column, op: 'is_null' }] }
}

/** As a list of JSON, since a name may hold a comma or begin with a minus. */
export const orderText = (order: GridSearch['order']) =>
  order ? JSON.stringify([{ column: order.column, direction: order.isDescending ? 'desc' : 'asc' }]) : null
