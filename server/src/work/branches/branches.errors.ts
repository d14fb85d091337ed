import { ServiceError } from '../../platform/errors.ts'
import { MOST_BRANCH_ROWS } from './branch.ts'

export const derivedNotBranchable = (table: string) =>
  new ServiceError('invalid', 'derived_table_not_branchable', {
    title: 'A derived table cannot be sent out to be edited',
    detail: `Table '${table}' is made by a transform; what came back could not be merged into it.`,
    suggestedFix: 'Export it without record_branch, or branch the tables it is made from.',
  })

export const branchTooLarge = (table: string, rows: number) =>
  new ServiceError('invalid', 'branch_too_large', {
    title: 'The table is too large to be merged later',
    detail: `Table '${table}' has ${rows} rows; a branch has at most ${MOST_BRANCH_ROWS}.`,
    suggestedFix: 'Export it without record_branch, or make a smaller table of the rows to be edited.',
    extra: { max_rows: MOST_BRANCH_ROWS },
  })

export const branchClosed = (branch: string, table: string) =>
  new ServiceError('conflict', 'branch_closed', {
    title: 'This file was merged before',
    detail: `Branch '${branch}' of table '${table}' is merged or expired.`,
    suggestedFix: 'Export the table again with record_branch, bring the edits into that file, and merge it.',
  })

export const branchMismatch = (branch: string, table: string) =>
  new ServiceError('invalid', 'branch_mismatch', {
    title: 'This branch is of another table',
    detail: `Branch '${branch}' was not made of table '${table}'.`,
    suggestedFix: 'See GET …/branches for the branches of the table.',
  })

export const missingRowIds = (detail: string) =>
  new ServiceError('unprocessable', 'missing_row_ids', {
    title: 'The file does not say which row is which',
    detail,
    suggestedFix: 'Export with record_branch, edit that file, and leave its hidden column __svc_row_id in place.',
  })

export const tooManyFileRows = (rows: number) =>
  new ServiceError('too_large', 'too_many_rows', {
    title: 'The file has too many rows to be merged',
    detail: `It has ${rows} rows; a merge takes at most ${MOST_BRANCH_ROWS}.`,
    suggestedFix: 'Append the new rows through a source, and send back the edited ones alone.',
    extra: { max_rows: MOST_BRANCH_ROWS },
  })

export const suspiciousDeletion = (table: string, absent: number, rows: number) =>
  new ServiceError('conflict', 'suspicious_deletion', {
    title: 'Most rows are missing from the file',
    detail: `Of ${rows} rows that '${table}' was sent out with, ${absent} are not in the file; merging would delete them.`,
    suggestedFix: 'If the file was filtered, save it whole; if the rows are to go, send allow_deletes=true.',
    extra: { absent, rows },
  })

export const nothingToSync = (filename: string) =>
  new ServiceError('not_found', 'nothing_to_sync', {
    title: 'Nothing in the workbook belongs to this file',
    detail: `'${filename}' names no branch of the workbook, and no source has its name.`,
    suggestedFix: 'Send branch_id, or upload the file as a new source.',
  })

export const conflictClosed = (conflict: string) =>
  new ServiceError('conflict', 'conflict_closed', {
    title: 'This conflict was resolved already',
    detail: `Conflict '${conflict}' is closed.`,
    suggestedFix: 'See GET …/conflicts?status=open for what is left.',
  })

export const actionNotApplicable = (action: string, kind: string) =>
  new ServiceError('invalid', 'action_not_applicable', {
    title: 'This conflict cannot be resolved so',
    detail: `'${action}' does not apply to a conflict of kind '${kind}'.`,
    suggestedFix: "Send 'acknowledge'; 'revert' is for overwrite conflicts, 'drop_override' for stale_override ones.",
  })
