import { ServiceError } from '../../platform/errors.ts'

export const sheetChanged = (name: string, expected: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The sheet changed since you read it',
    detail: `Sheet '${name}' is at version ${current}; you sent ${expected}.`,
    suggestedFix: `Read the sheet again, re-apply your change, retry with expected_version ${current}.`,
    extra: { expected_version: expected, current_version: current },
  })
