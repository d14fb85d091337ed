import { ServiceError } from '../../platform/errors.ts'
import type { VisibleValue } from '../../platform/visible-value.ts'

export type Behind = { table: string; expected: number | null; current: number; changedRows: readonly number[] | null }

export const versionConflict = ({ table, expected, current, changedRows }: Behind) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The table changed since you read it',
    detail: `Table '${table}' is at version ${current}; you sent ${expected}.`,
    suggestedFix: `Read the rows again, re-apply your change, retry with expected_version ${current}.`,
    extra: { expected_version: expected, current_version: current, changed_rows: changedRows },
  })

export const rowConflict = ({ table, current, changedRows }: Omit<Behind, 'expected'>) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'Rows changed since you read them',
    detail: `In table '${table}', now at version ${current}, rows you edit changed after the __svc_row_version you sent.`,
    suggestedFix: 'Read the rows in changed_rows again, re-apply your change, retry with their new __svc_row_version.',
    extra: { expected_version: null, current_version: current, changed_rows: changedRows },
  })

export const writesBehind = (table: string) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Too many edits wait to be folded in',
    detail: `Table '${table}' takes only small edits until its last ones are checkpointed.`,
    suggestedFix: 'Send the same request again after Retry-After seconds, or in parts of at most 100 rows.',
    headers: { 'retry-after': '5' },
  })

export const tooBusy = (table: string) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Others edit the same rows too quickly',
    detail: `What this edit of '${table}' was prepared on changed each time before it could be committed.`,
    suggestedFix: 'Send the same request again after Retry-After seconds.',
    headers: { 'retry-after': '1' },
  })

export const derivedNotEditable = (table: string) =>
  new ServiceError('invalid', 'derived_table_not_editable', {
    title: 'This table is made by a transform',
    detail: `Table '${table}' is derived: its rows and columns come from its transform.`,
    suggestedFix: 'Edit the tables it is made from, or change the transform.',
  })

export const lastColumn = (table: string) =>
  new ServiceError('invalid', 'last_column', {
    title: 'A table keeps at least one column',
    detail: `It is the last column of '${table}'.`,
    suggestedFix: 'Add another column first, or delete the table.',
  })

export const tooManyColumns = (limit: number) =>
  new ServiceError('too_large', 'too_many_columns', {
    title: 'No more columns fit into a table',
    detail: `A table has at most ${limit} columns.`,
    suggestedFix: 'Drop columns you no longer need, or put the new ones into a table of their own.',
    extra: { max_columns: limit },
  })

export const columnNameTaken = (column: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'The table has a column of that name',
    detail: `'${column}' is in use; names that differ only in the case of their letters are the same to SQL.`,
    suggestedFix: 'Choose another name.',
    extra: { name: column },
  })

/** In a query string it is the question that is wrong, in a body the data. */
export const unknownColumn = (columns: readonly string[], where: 'query' | 'body') =>
  new ServiceError(where === 'query' ? 'invalid' : 'unprocessable', 'unknown_column', {
    title: 'The table has no such column',
    detail: `Unknown: ${columns.slice(0, 20).join(', ')}.`,
    suggestedFix: 'See GET …/columns for the columns of the table.',
    extra: { columns: columns.slice(0, 100) },
  })

export type Uncastable = {
  column: string
  type: string
  rowIds: readonly number[]
  count: number
  /** Values that the caller sent, or may see. */
  samples: readonly VisibleValue[]
  message: string
  suggestedFix?: string
  errors?: readonly { loc: readonly (string | number)[]; code: string; message: string }[]
}

const SEND_OTHER_VALUES = 'Send values of the type of the column, or change its type first.'

export const uncastableValue = ({
  column,
  type,
  rowIds,
  count,
  samples,
  message,
  errors = [],
  suggestedFix = SEND_OTHER_VALUES,
}: Uncastable) =>
  new ServiceError('invalid', 'uncastable_value', {
    title: 'A value does not fit its column',
    detail: `${count === 1 ? 'One value does' : `${count} values do`} not fit column '${column}' of type ${type}. ${message}`,
    suggestedFix,
    extra: {
      column,
      row_ids: rowIds.slice(0, 100),
      count,
      samples: samples.slice(0, 10),
      ...(errors.length > 0 ? { errors: errors.slice(0, 100) } : {}),
    },
  })

export const rowNotFound = (table: string, rowIds: readonly (number | string)[]) =>
  new ServiceError('not_found', 'row_not_found', {
    title: 'There is no such row',
    detail: `Table '${table}' has no row ${rowIds.slice(0, 20).join(', ')}.`,
    suggestedFix: 'Read the rows again: it was deleted, or the id was never given.',
    extra: { row_ids: rowIds.slice(0, 1000) },
  })

export const alreadyBound = (table: string, externalRef: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'The table or the sheet is bound already',
    detail: `Table '${table}' is bound to ${externalRef.slice(0, 200)}.`,
    suggestedFix: 'Bind another table, or another sheet: one belongs to one.',
    extra: { name: table },
  })

export const ambiguousMatch = (table: string, index: number, rowIds: readonly number[]) =>
  new ServiceError('conflict', 'ambiguous_match', {
    title: 'Several rows match',
    detail: `The values of match_on in rows[${index}] are those of several rows of '${table}'.`,
    suggestedFix: 'Match on more columns, or name the row by its __svc_row_id.',
    extra: { index, row_ids: rowIds },
  })
