import { Type } from 'typebox'
import type { DeliveryRow } from '../../../core/events/webhooks/deliveries/deliveries.store.ts'
import { readDeliveries, redeliver, testWebhook } from '../../../core/events/webhooks/deliveries/deliveries.ts'
import { DELIVERY_STATUSES } from '../../../core/events/webhooks/deliveries/delivery.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, Limit, NamedObject, Nullable, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const WebhookDelivery = NamedObject('WebhookDelivery', {
  delivery_id: WireId('dlv'),
  event_id: WireId('evt'),
  event_type: Type.String(),
  status: OneOf(DELIVERY_STATUSES),
  attempts: Type.Integer(),
  last_status: Nullable(Type.Integer()),
  last_error: Nullable(Type.String()),
  next_attempt_at: Nullable(Time),
  created_at: Time,
  last_attempt_at: Nullable(Time),
  duration_ms: Nullable(Type.Integer()),
})

/** Nothing more is sent to a webhook that is paused or disabled. */
const presentDelivery = (delivery: DeliveryRow, isActive = true) => ({
  delivery_id: toWireId('dlv', delivery.deliveryId),
  event_id: toWireId('evt', delivery.eventId),
  event_type: delivery.kind,
  status: delivery.status,
  attempts: delivery.attempts,
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  next_attempt_at: isActive ? (delivery.dueAt?.toISOString() ?? null) : null,
  created_at: delivery.createdAt.toISOString(),
  last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
  duration_ms: delivery.durationMs,
})

const AtWebhook = Type.Object({ webhook_id: Id('wh') })

export const deliveryEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me/webhooks/{webhook_id}/deliveries',
    operation: 'listWebhookDeliveries',
    summary: 'What was sent to a webhook in the last 30 days, newest first',
    scope: 'workbooks:read',
    callers: ['session', 'pat'],
    params: AtWebhook,
    query: Type.Object({
      status: Type.Optional(OneOf(DELIVERY_STATUSES)),
      limit: Limit(50, 200),
      cursor: Type.Optional(Cursor),
    }),
    status: 200,
    response: Type.Object({ deliveries: Type.Array(WebhookDelivery), next_cursor: Nullable(Type.String()) }),
    problems: ['not_found', 'out_of_reach', 'invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor, status = null } }) => {
      const list = `deliveries/${params.webhook_id}/${status}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { deliveries, next, isActive } = await readDeliveries(ctx, params.webhook_id, { limit, after, status })
      return {
        deliveries: deliveries.map((delivery) => presentDelivery(delivery, isActive)),
        next_cursor: next ? writeCursor(ctx.keyring, list, next) : null,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    operation: 'redeliverWebhook',
    summary: 'Send an event once more',
    scope: 'workbooks:read',
    callers: ['session', 'pat'],
    params: Type.Object({ webhook_id: Id('wh'), delivery_id: Id('dlv') }),
    status: 202,
    response: WebhookDelivery,
    problems: ['not_found', 'out_of_reach', 'history_expired'],
    handle: async ({ ctx, params }) => presentDelivery(await redeliver(ctx, params.webhook_id, params.delivery_id)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/me/webhooks/{webhook_id}/test',
    operation: 'testWebhook',
    summary: 'Send an event of type webhook.test',
    scope: 'workbooks:read',
    callers: ['session', 'pat'],
    params: AtWebhook,
    status: 202,
    response: WebhookDelivery,
    problems: ['not_found', 'out_of_reach'],
    handle: async ({ ctx, params }) => presentDelivery(await testWebhook(ctx, params.webhook_id)),
  }),
]
