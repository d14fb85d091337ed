import { ServiceError } from '../../platform/errors.ts'

export const governedTable = (workbookId: string, table: string) =>
  new ServiceError('forbidden', 'governed_table', {
    title: 'The files of this table are closed to you',
    detail: `Policies hide something of '${table}' from you, and a file can only be read whole.`,
    suggestedFix: 'Read its rows or query it through the API, which show what you may see, or ask for access.',
    refusedAt: { workbookId },
  })

export const catalogReadOnly = () =>
  new ServiceError('forbidden', 'read_only_catalog', {
    title: 'The catalog is for reading',
    detail: 'Tables, rows and workbooks are changed through the API only, which keeps their history.',
    suggestedFix: 'Write through the API; the next load of the table has the new version.',
  })

export const objectStoreRequired = () =>
  new ServiceError('not_implemented', 's3_required', {
    title: 'This instance has no store that other engines could read',
    detail:
      'Its files lie in a folder of its own. The Iceberg catalog needs them in S3, or in a store that speaks like it.',
    suggestedFix: 'Set SVC_S3_BUCKET (and SVC_S3_ENDPOINT), or read the table through the API.',
  })

export const notSigned = (reason: string) =>
  new ServiceError('forbidden', 'not_signed', {
    title: 'This request is not signed',
    detail: reason,
    suggestedFix: 'Load the table again and read the files it lists now.',
  })

export const fileListOutdated = (table: string) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The table was changed for good meanwhile',
    detail: `Something of '${table}' was erased while its files were listed.`,
    suggestedFix: 'Load the table again.',
    headers: { 'retry-after': '1' },
  })
