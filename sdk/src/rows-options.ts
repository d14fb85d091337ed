import type { Operations } from './generated/types.ts'
import type { Cell } from './row.ts'
import type { CallOptions } from './send.ts'

/** `{column, op, value}`, or several under `and`, `or` and `not`. */
export type Filter =
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }
  | { column: string; op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'starts_with'; value: Cell }
  | { column: string; op: 'in' | 'not_in'; value: Cell[] }
  | { column: string; op: 'is_null' | 'not_null' }

type RowsQuery = Omit<
  Operations['readTableRows']['params'],
  'workbook_id' | 'name' | 'columns' | 'order_by' | 'filter' | 'format'
>

/** A name, `-name` for descending, or both apart: exact also where the name itself begins with a minus. */
export type OrderBy = string | { column: string; direction?: 'asc' | 'desc' | undefined }

export type RowsOptions = CallOptions &
  RowsQuery & {
    columns?: string[] | undefined
    order_by?: OrderBy[] | undefined
    filter?: Filter | undefined
  }
