import type { ReadableTable } from '../../engine/table/readable-table.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { VisibleValue } from '../../platform/visible-value.ts'
import { visibleValue } from '../reading/visible-value.ts'
import type { Changed } from './history/plan-undo.ts'

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
  new ServiceError('unprocessable', 'name_taken', {
    title: 'The table has a column of that name',
    detail: `'${column}' is in use; names that differ only in the case or width of their letters are the same.`,
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

export const notUndoable = (opId: number, kind: string) =>
  new ServiceError('invalid', 'not_undoable', {
    title: 'This kind of op cannot be undone',
    detail: `Op ${opId} is a ${kind}.`,
    suggestedFix: 'Edits of rows and merges can be undone; for the rest, restore a snapshot or make the change back.',
    extra: { op_id: opId },
  })

export const alreadyUndone = (opId: number, undoneBy: number) =>
  new ServiceError('conflict', 'already_undone', {
    title: 'This op is undone already',
    detail: `Op ${undoneBy} undid op ${opId}.`,
    suggestedFix: 'There is nothing to do. To have its effect again, send the edit once more.',
    extra: { op_id: opId, undone_by: undoneBy },
  })

export const undoConflict = (opId: number, table: ReadableTable, changed: readonly Changed[]) =>
  new ServiceError('conflict', 'undo_conflict', {
    title: 'What the op wrote was changed since',
    detail: `${changed.length} cells or rows are no longer as op ${opId} left them.`,
    suggestedFix: 'Look at cells; to overwrite what came after, send the request again with ?force=true.',
    extra: {
      op_id: opId,
      count: changed.length,
      cells: changed.slice(0, 100).map(({ rowId, column, written, current }) => ({
        row_id: rowId,
        column: column?.name ?? null,
        written: column && visibleValue(table, column.id, written),
        current: column && visibleValue(table, column.id, current),
      })),
    },
  })

export const rangeOutOfBounds = (range: string, reason: string) =>
  new ServiceError('invalid', 'range_out_of_bounds', {
    title: 'The range lies outside the table',
    detail: `${range}: ${reason}`,
    suggestedFix: 'Choose a range within the table; rows are added directly below the last one.',
    extra: { range },
  })

export const rangeTooLarge = (range: string, cells: number, most: number) =>
  new ServiceError('invalid', 'range_too_large', {
    title: 'The range is too large',
    detail: `${range} has ${cells} cells; at most ${most} are read at once.`,
    suggestedFix: 'Read it in parts, or use GET …/rows.',
    extra: { range, max_cells: most },
  })

export const headerNotWritable = (range: string) =>
  new ServiceError('invalid', 'header_not_writable', {
    title: 'Row 1 is the header',
    detail: `${range} includes row 1, which shows the names of the columns.`,
    suggestedFix: 'Begin at row 2; to rename a column use PATCH …/columns/{column}.',
    extra: { range },
  })

export const shapeMismatch = (range: string, wanted: string, sent: string) =>
  new ServiceError('unprocessable', 'shape_mismatch', {
    title: 'Range and values have different sizes',
    detail: `${range} is ${wanted}; values is ${sent}.`,
    suggestedFix: 'Send as many rows and columns as the range has, or name only the upper left cell.',
    extra: { range },
  })

export const noValues = (range: string) =>
  new ServiceError('unprocessable', 'shape_mismatch', {
    title: 'There are no values to write',
    detail: `The rows of values for ${range} are empty.`,
    suggestedFix: 'Send at least one value in each row; null empties a cell.',
    extra: { range },
  })
