import { ServiceError } from '../../platform/errors.ts'

export const foreignPage = () =>
  new ServiceError('forbidden', 'session_required', {
    title: 'This request comes from a page of another site',
    detail: 'A browser sent it for a page that is not of this service; agents are programs and send no Origin.',
    suggestedFix: 'Connect from the program itself, without an Origin header.',
  })
