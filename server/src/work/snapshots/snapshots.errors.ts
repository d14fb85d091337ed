import { ServiceError } from '../../platform/errors.ts'

export const labelTaken = (label: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'A label names one version only',
    detail: `The workbook already has a version '${label}'.`,
    suggestedFix: 'Choose another label; a version is never moved to another state.',
    extra: { name: label },
  })
