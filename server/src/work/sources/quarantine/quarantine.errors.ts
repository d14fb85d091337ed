import { ServiceError } from '../../../platform/errors.ts'

export const hiddenInQuarantine = () =>
  new ServiceError('forbidden', 'masked_column', {
    title: 'Cells that you may not see would be sent in',
    detail: 'Rows of this quarantine have values in columns that are hidden from you.',
    suggestedFix: 'Ask a user who sees all columns of the table to send the rows in.',
    extra: { columns: [] },
  })
