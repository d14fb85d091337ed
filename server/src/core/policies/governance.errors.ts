import { ServiceError } from '../../platform/errors.ts'

export const historyExpired = (table: string, version: number) =>
  new ServiceError('gone', 'history_expired', {
    title: 'This is too long ago',
    detail: `What '${table}' held at version ${version} is no longer kept.`,
    suggestedFix: 'Ask for a newer version; snapshots and versions keep what they name for as long as they exist.',
  })

export const forgottenTable = (table: string) =>
  new ServiceError('gone', 'history_expired', {
    title: 'This is too long ago',
    detail: `What the table '${table}' held in this snapshot is no longer kept.`,
    suggestedFix: 'Ask for a newer state of the workbook.',
  })

const NOT_SHOWN_BECAUSE = {
  filter: 'It is chosen by a column that links may not show.',
  writer:
    'It was last changed by someone who may not share it: not known, without access now, or with a token that lacks workbooks:share.',
}

export const hiddenFromLinks = (because: keyof typeof NOT_SHOWN_BECAUSE) =>
  new ServiceError('forbidden', 'hidden_from_links', {
    title: 'This is not shown by a link',
    detail: NOT_SHOWN_BECAUSE[because],
    suggestedFix:
      because === 'filter'
        ? 'Ask the person who sent the link to share a view without that filter, or to give you access.'
        : 'Ask the person who sent the link to save the tile, its question or its view again.',
  })

export const maskedColumn = (columns: readonly string[]) =>
  new ServiceError('forbidden', 'masked_column', {
    title: 'This column is masked for you',
    detail: `You may not see, and so not write, ${columns.join(', ')}.`,
    suggestedFix: 'Leave the column out, or ask an admin of the workbook.',
    extra: { columns },
  })

/** Neither names nor values: not even that these columns exist may be known to the caller. */
export const hiddenCells = () =>
  new ServiceError('forbidden', 'masked_column', {
    title: 'Cells that you may not see would change',
    detail: 'Rows of this op have values in columns that are hidden from you.',
    suggestedFix: 'Ask a user who sees all columns of the table to undo it.',
    extra: { columns: [] },
  })

/** The same for every name, taken or not. */
export const hiddenNames = () =>
  new ServiceError('forbidden', 'masked_column', {
    title: 'Columns of this table are hidden from you',
    detail: 'Only users who see all columns of a table can name its columns: a name might be in use by a hidden one.',
    suggestedFix: 'Ask a user who sees all columns of the table, or put the column into a table of your own.',
    extra: { columns: [] },
  })

/** Neither how many there are nor what would show them. */
export const hiddenRows = (workbookId: string) =>
  new ServiceError('forbidden', 'hidden_rows', {
    title: 'Rows of this table are hidden from you',
    detail: 'A row policy shows you some of its rows or none; this way to them is open to those who see all of them.',
    suggestedFix: 'Read the rows that you may see, query or export them; for all else ask a user who sees all rows.',
    refusedAt: { workbookId },
  })

/** Of a write: it would leave a row that its writer does not see. */
export const outOfSight = (workbookId: string) =>
  new ServiceError('forbidden', 'hidden_rows', {
    title: 'You would not see this row',
    detail: 'A row policy shows you some rows of this table; you can write only rows that it shows you afterwards too.',
    suggestedFix: 'Send values with which you see the row, or ask a user who sees all rows.',
    refusedAt: { workbookId },
  })

/** Of a write: finding out whether its writer sees the rows afterwards would keep the others of a node waiting. */
export const tooCostlyToJudge = (workbookId: string) =>
  new ServiceError('forbidden', 'hidden_rows', {
    title: 'Whether you would see these rows costs too much to find out',
    detail: 'The condition of the row policy costs too much on so many rows, or on texts as long as these.',
    suggestedFix:
      'Send fewer rows at once, or ask an admin for a condition with fewer operations and a smaller pattern.',
    refusedAt: { workbookId },
  })

export const governedWorkbook = (workbookId: string) =>
  new ServiceError('forbidden', 'governed_workbook', {
    title: 'The file itself is closed on a governed workbook',
    detail: 'Policies hide columns of this workbook from some; what stands in a file cannot be hidden from them.',
    suggestedFix: 'Read the tables made from it, which show what you may see.',
    refusedAt: { workbookId },
  })

/** Of a file that something hides from this caller; to others it is open. */
export const closedFile = (workbookId: string) =>
  new ServiceError('forbidden', 'governed_workbook', {
    title: 'This file is closed to you',
    detail:
      'Policies hide columns or rows of tables that were made of it from you; what stands in a file cannot be hidden.',
    suggestedFix: 'Read the tables made from it, which show what you may see, or ask a user who sees all of them.',
    refusedAt: { workbookId },
  })

/** Of a write that takes the place of all rows. It names no column: not even that one is denied may be known. */
export const hiddenReplaced = () =>
  new ServiceError('forbidden', 'masked_column', {
    title: 'Values that you may not see would be lost',
    detail: 'Columns of this table are hidden from you, and replacing its rows would replace their values too.',
    suggestedFix: 'Append or upsert the rows, or ask a user who sees all columns of the table.',
    extra: { columns: [] },
  })

export const policiesKeepChanging = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Policies changed while this was read',
    detail: 'What may be seen changed twice before the first row could be sent.',
    suggestedFix: 'Try again in some seconds.',
    headers: { 'Retry-After': '2' },
  })
