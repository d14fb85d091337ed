import { ServiceError } from '../../../platform/errors.ts'

export const dashboardNameTaken = (name: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'This name is in use',
    detail: `The workbook already has a dashboard named '${name}'.`,
    suggestedFix: 'Choose another name, or rename or delete the dashboard that has it.',
    extra: { name },
  })

export const dashboardChanged = (name: string, expected: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The dashboard changed since you read it',
    detail: `Dashboard '${name}' is at version ${current}; you sent ${expected}.`,
    suggestedFix: `Read the dashboard again, re-apply your change, retry with expected_version ${current}.`,
    extra: { expected_version: expected, current_version: current },
  })
