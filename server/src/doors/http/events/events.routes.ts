import { Type } from 'typebox'
import { EVENT_KINDS } from '../../../core/events/event.ts'
import { readEvents } from '../../../core/events/events.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Limit, NamedObject, Nullable, OneOf, Time, WireId } from '../../../platform/http/schema.ts'

/** The payload is written once, with its event, and sent as it is. */
const Event = NamedObject('BinderyEvent', {
  id: WireId('evt'),
  type: OneOf(EVENT_KINDS),
  timestamp: Time,
  sequence: Type.Integer({ description: 'Counts the events of the workbook' }),
  account_id: WireId('acc'),
  workspace_id: WireId('ws'),
  workbook_id: WireId('wb'),
  actor: Type.Object({ name: Nullable(Type.String()), user_id: Nullable(WireId('usr')) }),
  data: Type.Unknown({ description: 'Ids, names and versions; never a value of a cell' }),
})

export const eventEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me/events',
    operation: 'listMyEvents',
    summary: 'What happened in the workbooks you can read, oldest first',
    description:
      'The same payloads that webhooks get, kept for seven days: the way to catch up after an outage. Go on with after=<the last id you have seen>; an event appears here within seconds.',
    scope: 'workbooks:read',
    query: Type.Object({ after: Type.Optional(Id('evt', 'An event id')), limit: Limit(100, 1000) }),
    status: 200,
    response: Type.Object({
      events: Type.Array(Event),
      next_cursor: Nullable(Type.String({ description: 'To be sent as after; null when this was all' })),
    }),
    problems: ['history_expired'],
    handle: async ({ ctx, query: { after = null, limit } }) => {
      const events = await readEvents(ctx, { after, limit })
      const last = events.length === limit ? events.at(-1) : undefined
      return { events: events.map(({ payload }) => payload), next_cursor: last?.payload.id ?? null }
    },
  }),
]
