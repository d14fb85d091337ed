import { ServiceError } from '../../platform/errors.ts'

export const sheetChanged = (name: string, expected: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The sheet changed since you read it',
    detail: `Sheet '${name}' is at version ${current}; you sent ${expected}.`,
    suggestedFix: `Read the sheet again, re-apply your change, retry with expected_version ${current}.`,
    extra: { expected_version: expected, current_version: current },
  })

export const noFontForPdf = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'This node cannot write PDF files',
    detail: 'It has no font with Japanese characters to write them in.',
    suggestedFix:
      "Ask for format=xlsx or html, or have Debian's package fonts-ipaexfont-gothic installed on the server.",
  })

export const tooLargeForPdf = (cells: number, limit: number) =>
  new ServiceError('too_large', 'result_too_large', {
    title: 'The sheet is too large to be printed',
    detail: `Its tables have ${cells} cells; a PDF file is made of at most ${limit}.`,
    suggestedFix: 'Ask for format=xlsx, or give its views a filter or a limit.',
    extra: { max_cells: limit },
  })
