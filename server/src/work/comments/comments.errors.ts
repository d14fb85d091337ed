import { ServiceError } from '../../platform/errors.ts'

export const notYourComment = () =>
  new ServiceError('forbidden', 'not_your_comment', {
    title: 'This comment is by another user',
    detail: 'A comment is edited by its author alone, and deleted by its author or an admin of the workbook.',
    suggestedFix: 'Answer it in its thread, or resolve the thread.',
  })
