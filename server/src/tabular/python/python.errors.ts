import { ServiceError } from '../../platform/errors.ts'

export const pythonBusy = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Too many Python transforms are running just now',
    detail: 'This node runs a few of them at a time, and those before this one take long.',
    suggestedFix: 'Try again in a minute, or send async: true and ask for the job.',
    headers: { 'retry-after': '30' },
  })

export const pythonUnavailable = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Python cannot be started just now',
    detail: 'The process in which the transform would run did not start; nothing was changed.',
    suggestedFix: 'Send the same request again after Retry-After seconds.',
    headers: { 'retry-after': '10' },
  })
