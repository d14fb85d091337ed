import { ServiceError } from '../../platform/errors.ts'

/** `option`: the query option at fault, `$filter` for one. `at`: the character in it, from 1. */
export const invalidOData = (detail: string, option: string | null = null, at: number | null = null) =>
  new ServiceError('invalid', 'invalid_odata', {
    title: 'The OData request cannot be read',
    detail: `${option === null ? '' : `${option}${at === null ? '' : ` at character ${at}`}: `}${detail}`,
    suggestedFix: 'Compare it with $metadata, which lists every entity set and property, and with docs/odata.md.',
    extra: { option, position: at },
  })

export const tooManyParts = (most: number) =>
  invalidOData(
    `The expressions have more than ${most.toLocaleString('en')} parts. What stands before 'in' counts again for each kind of value in the list.`,
  )

export const unsupportedOData = (what: string) =>
  new ServiceError('not_implemented', 'unsupported_odata', {
    title: 'This part of OData is not supported',
    detail: `${what} is not supported here.`,
    suggestedFix: 'docs/odata.md lists what is; SQL at POST /api/v1/workbooks/{workbook_id}/query can do more.',
  })

export const tableChanged = (table: string) =>
  new ServiceError('gone', 'result_expired', {
    title: 'The table changed while its pages were read',
    detail: `The first million rows of '${table}' are of a version that is no longer the current one.`,
    suggestedFix: 'Start again without $skiptoken, or read fewer rows with $filter or $top.',
  })
