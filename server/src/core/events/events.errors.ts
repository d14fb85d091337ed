import { ServiceError } from '../../platform/errors.ts'

/** Past the days that events are kept, there is nothing left to send or to go on from. */
export const eventForgotten = () =>
  new ServiceError('gone', 'history_expired', {
    title: 'That event is no longer kept',
    detail: 'Events are kept for seven days; this one is older, or is none that you can see.',
    suggestedFix: 'Read what you follow afresh, then go on from the newest event.',
  })
