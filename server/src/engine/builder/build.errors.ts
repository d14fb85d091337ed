import { ServiceError } from '../../platform/errors.ts'

export const workTooLarge = () =>
  new ServiceError('too_large', 'work_too_large', {
    title: 'The work needs too much memory',
    detail:
      'Writing or checking the rows of the table took more memory than one piece of work may have. Nothing was changed.',
    suggestedFix: 'Change fewer rows at once, or make the rules and texts of the table shorter.',
  })

export const workTooSlow = (deadlineMs: number) =>
  new ServiceError('timeout', 'query_timeout', {
    title: 'The work took too long',
    detail: `Writing or checking the rows of the table took longer than ${deadlineMs / 1000} seconds. Nothing was changed.`,
    suggestedFix: 'Change fewer rows at once, or make the rules of the table simpler.',
  })

export const buildersBusy = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Too many tables are being written just now',
    detail: 'This node writes a few tables as a whole at a time, and those before this one take long.',
    suggestedFix: 'Send the same request again after Retry-After seconds.',
    headers: { 'Retry-After': '30' },
  })
