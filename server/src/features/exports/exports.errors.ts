import { ServiceError } from '../../platform/errors.ts'

export const exportTooLarge = (table: string, rows: number, limit: number) =>
  new ServiceError('invalid', 'export_too_large', {
    title: 'The table does not fit into a sheet',
    detail: `Table '${table}' has ${rows} rows; a sheet of xlsx has room for ${limit}.`,
    suggestedFix: 'Export it as csv, or make a smaller table of the rows you need.',
    extra: { max_rows: limit },
  })

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
