import { ServiceError } from '../platform/errors.ts'

/** A live segment is missing in the store, or is not what was put there. Nothing older is served in its place. */
export const segmentUnavailable = (segmentId: string) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'A part of this table cannot be read',
    detail: `Segment ${segmentId} is missing in the object store or damaged there.`,
    suggestedFix: 'Try again in a minute. If it stays so, the operator has to restore the object store.',
    headers: { 'Retry-After': '60' },
  })
