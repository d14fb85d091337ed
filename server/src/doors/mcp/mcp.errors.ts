import { ServiceError } from '../../platform/errors.ts'

export const foreignPage = () =>
  new ServiceError('forbidden', 'session_required', {
    title: 'This request comes from a page of another site',
    detail: 'A browser sent it for a page that is not of this service; agents are programs and send no Origin.',
    suggestedFix: 'Connect from the program itself, without an Origin header.',
  })

export const tooLongToRead = (mostBytes: number) =>
  new ServiceError('too_large', 'payload_too_large', {
    title: 'The arguments are too long',
    detail: `What a tool reads by may have ${mostBytes / 1024} KB at most.`,
    suggestedFix: 'Ask for less at once: a shorter filter or statement, or several calls.',
  })
