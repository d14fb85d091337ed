import type { OrderBy } from '@bindery-data/sdk'
import { type Call, type Option, textOption, UsageError } from './command.ts'

/** Which rows and columns of a table are meant, and in which order. */
export const VIEW_OPTIONS = {
  columns: { short: 'c', value: 'names', summary: 'these columns: a,b or, for any name, ["a,b","c"]' },
  'order-by': { value: 'names', summary: 'in this order; -name for descending, or a JSON list' },
  filter: { value: 'json', summary: '{"column":"amount","op":">","value":100}, and, or, not' },
} as const satisfies Readonly<Record<string, Option>>

/** Names, separated by commas; or a JSON list, for names that hold commas themselves. */
export function listIn<T>(call: Call, option: string): (T | string)[] | undefined {
  const text = textOption(call.options, option)
  if (!text?.startsWith('[')) return text?.split(',')
  try {
    const list: unknown = JSON.parse(text)
    // Safe: what is in it, the service looks at.
    if (Array.isArray(list)) return list as T[]
  } catch {
    // A column may be named so.
  }
  return text.split(',')
}

export function filterIn({ options }: Call) {
  const text = textOption(options, 'filter')
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('--filter is JSON: {"column":"amount","op":">","value":100}')
  }
}

/** The same for a file: what is left out is not sent. */
export function viewOf(call: Call) {
  const [columns, order, filter] = [listIn<string>(call, 'columns'), listIn<OrderBy>(call, 'order-by'), filterIn(call)]
  return {
    ...(columns ? { columns } : {}),
    ...(order ? { order_by: order.map(ordered) } : {}),
    ...(filter ? { filter } : {}),
  }
}

function ordered(by: OrderBy) {
  if (typeof by === 'object') return by
  return by.startsWith('-') ? { column: by.slice(1), direction: 'desc' as const } : { column: by }
}
