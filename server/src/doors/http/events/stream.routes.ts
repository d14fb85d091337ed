import { Type } from 'typebox'
import { streamEvents } from '../../../core/events/webhooks/stream/stream-events.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id } from '../../../platform/http/schema.ts'

export const streamEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/events/stream',
    operation: 'streamWorkbookEvents',
    summary: 'The events of a workbook as they happen (Server-Sent Events)',
    description:
      'Each message has the id, the type and the payload of an event. A client that comes back with Last-Event-ID misses nothing for seven days. It ends when the credential does, or when you may no longer read the workbook.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({
      after: Type.Optional(
        Type.String({ maxLength: 200, description: 'As Last-Event-ID, for who cannot send headers' }),
      ),
      presence: Type.Optional(
        Type.Boolean({
          description:
            'Of a session: be seen by others who are here, and get messages of the type presence, without an id, whenever that changes: {"type":"presence","people":[{"user_id","name"}]}, 20 at most',
        }),
      ),
    }),
    status: 200,
    produces: 'text/event-stream',
    isEndless: true,
    problems: ['not_found', 'out_of_reach', 'history_expired'],
    handle: async ({ ctx, params, query, headers, gone }) => {
      const after = headers['last-event-id'] ?? query.after ?? null
      const credential = headers.authorization?.replace(/^Bearer +/i, '') ?? ''
      const stream = await streamEvents(ctx, {
        workbookId: params.workbook_id,
        after,
        credential,
        isPresent: query.presence ?? false,
        gone,
      })
      // Proxies hold answers back until they are whole, unless configured otherwise; and a node that stops waits for no connection.
      return new Answer(200, stream, { 'x-accel-buffering': 'no', connection: 'close' })
    },
  }),
]
