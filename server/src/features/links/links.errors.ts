import { ServiceError } from '../../platform/errors.ts'

export const linkEnded = () =>
  new ServiceError('gone', 'link_ended', {
    title: 'This link has ended',
    detail: 'It has expired or was taken back, or what it showed is no longer there.',
    suggestedFix: 'Ask the person who sent it for a new one.',
  })

export const hiddenFromLinks = () =>
  new ServiceError('forbidden', 'hidden_from_links', {
    title: 'This is not shown by a link',
    detail: 'It is chosen by a column that links may not show.',
    suggestedFix: 'Ask the person who sent the link to share a view without that filter, or to give you access.',
  })
