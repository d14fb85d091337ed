import { ServiceError } from '../../platform/errors.ts'

export const loadersBusy = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Too many files are being read just now',
    detail: 'This node reads a few files at a time, and those before this one take long.',
    suggestedFix: 'Try again in a minute, or upload with async=true and ask for the job.',
    headers: { 'Retry-After': '30' },
  })
