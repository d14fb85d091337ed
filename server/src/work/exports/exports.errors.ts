import { invalidField } from '../../core/artifacts/artifacts.errors.ts'
import { ServiceError } from '../../platform/errors.ts'

export const exportTooLarge = (table: string, rows: number, limit: number) =>
  new ServiceError('invalid', 'export_too_large', {
    title: 'The table does not fit into a sheet',
    detail: `Table '${table}' has ${rows} rows; a sheet of xlsx has room for ${limit}.`,
    suggestedFix: 'Export it as csv, or make a smaller table of the rows you need.',
    extra: { max_rows: limit },
  })

export const tooManyParts = (column: string, parts: number, limit: number) =>
  new ServiceError('invalid', 'export_too_large', {
    title: 'There would be too many files',
    detail: `Column '${column}' has ${parts} different values; an export is split into at most ${limit} files.`,
    suggestedFix: 'Split by a column with fewer values, or export the tables whole.',
    extra: { max_parts: limit },
  })

export const splitTypes = (column: string, types: readonly string[]) =>
  invalidField(
    ['body', 'split_by'],
    'type',
    `must be a column of one type, and not of JSON; ${column} is ${types.join(', ')}`,
  )

export const formulaModeRefused = (detail: string) =>
  new ServiceError('invalid', 'formula_mode_refused', {
    title: 'These formulas cannot be written',
    detail,
    suggestedFix: "Leave formula_mode out, or send 'preserve' with format xlsx.",
  })

export const nothingToExport = () =>
  new ServiceError('conflict', 'nothing_to_export', {
    title: 'The workbook has no table to export',
    detail: 'There is no active table in it.',
    suggestedFix: 'Create a table or upload a spreadsheet first.',
  })

/** The answer of an Idempotency-Key is kept as a whole. */
export const exportTooLargeToKeep = (mostBytes: number) =>
  new ServiceError('invalid', 'export_too_large', {
    title: 'This file is too large to be kept with an Idempotency-Key',
    detail: `A file that is sent again for the same key has at most ${mostBytes} bytes. No branch was recorded.`,
    suggestedFix: 'Send fewer tables, or leave the Idempotency-Key out: then each call records a branch of its own.',
    extra: { max_bytes: mostBytes },
  })
