import { ServiceError } from '../../../platform/errors.ts'

export const viewNameTaken = (name: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'This name is in use',
    detail: `The table already has a saved view named '${name}'.`,
    suggestedFix: 'Choose another name, or rename or delete the view that has it.',
    extra: { name },
  })

export const viewChanged = (name: string, expected: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The view changed since you read it',
    detail: `Saved view '${name}' is at version ${current}; you sent ${expected}.`,
    suggestedFix: `Read the view again, re-apply your change, retry with expected_version ${current}.`,
    extra: { expected_version: expected, current_version: current },
  })
