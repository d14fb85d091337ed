import { ServiceError } from '../../../platform/errors.ts'

export const questionNameTaken = (name: string) =>
  new ServiceError('conflict', 'name_taken', {
    title: 'This name is in use',
    detail: `The workbook already has a question named '${name}'.`,
    suggestedFix: 'Choose another name, or rename or delete the question that has it.',
    extra: { name },
  })

export const questionChanged = (name: string, expected: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The question changed since you read it',
    detail: `Question '${name}' is at version ${current}; you sent ${expected}.`,
    suggestedFix: `Read the question again, re-apply your change, retry with expected_version ${current}.`,
    extra: { expected_version: expected, current_version: current },
  })

/** The same whether a column is gone or hidden, and whatever the SQL names. */
export const notAnswerable = () =>
  new ServiceError('unprocessable', 'unknown_column', {
    title: 'This question cannot be answered for you',
    detail: 'It asks for tables or columns that are gone, or that are hidden from you.',
    suggestedFix: 'Ask its owner, or make a question from the columns that you see.',
    extra: { columns: [] },
  })
