import { ServiceError } from '../../platform/errors.ts'

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
