import { ServiceError } from '../../platform/errors.ts'

export const linkEnded = () =>
  new ServiceError('gone', 'link_ended', {
    title: 'This link has ended',
    detail: 'It has expired or was taken back, or what it showed is no longer there.',
    suggestedFix: 'Ask the person who sent it for a new one.',
  })

export const membersOnly = () =>
  new ServiceError('forbidden', 'members_only', {
    title: 'This link is for members',
    detail: 'Links of this workspace are shown to people who may open the workbook themselves.',
    suggestedFix: 'Log in and open the link again, or ask the person who sent it for access to the workbook.',
  })

export const linksOff = () =>
  new ServiceError('forbidden', 'links_off', {
    title: 'Links are turned off here',
    detail: 'The workspace or its account does not allow sharing by link.',
    suggestedFix: 'Invite the reader to the workspace, or ask an admin of the workspace to allow links.',
  })
