import { Type } from 'typebox'
import { EVENT_KINDS } from '../../../core/events/event.ts'
import { CHOSEN_STATUSES, WEBHOOK_STATUSES } from '../../../core/events/webhooks/webhook.ts'
import type { WebhookRow } from '../../../core/events/webhooks/webhooks.store.ts'
import {
  changeWebhook,
  createWebhook,
  readWebhooks,
  removeWebhook,
  rotateSecret,
  type WebhookWithSecret,
} from '../../../core/events/webhooks/webhooks.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import {
  Id,
  NamedObject,
  NextCursor,
  NO_CURSOR,
  Nullable,
  OneOf,
  Secret,
  Time,
  WireId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'https; others only where the operator allows it',
})
const Events = Type.Array(OneOf(EVENT_KINDS), { maxItems: 100, description: 'Empty: all kinds' })

const Webhook = NamedObject('Webhook', {
  webhook_id: WireId('wh'),
  url: Type.String(),
  events: Type.Array(OneOf(EVENT_KINDS)),
  status: OneOf(WEBHOOK_STATUSES),
  disabled_reason: Nullable(OneOf(['gone', 'failing'])),
  created_at: Time,
  last_success_at: Nullable(Time),
  failing_since: Nullable(Time),
})

const WithSecret = NamedObject('WebhookWithSecret', {
  ...Webhook.properties,
  secret: Secret('Signs every request; shown here and never again'),
})

const presentWebhook = (webhook: WebhookRow) => ({
  webhook_id: toWireId('wh', webhook.webhookId),
  url: webhook.url,
  events: webhook.events,
  status: webhook.status,
  disabled_reason: webhook.disabledReason,
  created_at: webhook.createdAt.toISOString(),
  last_success_at: webhook.lastSuccessAt?.toISOString() ?? null,
  failing_since: webhook.failingSince?.toISOString() ?? null,
})

const presentWithSecret = (webhook: WebhookWithSecret) => ({ ...presentWebhook(webhook), secret: webhook.plaintext })

const AtWebhook = Type.Object({ webhook_id: Id('wh') })

export const webhookEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me/webhooks',
    operation: 'listWebhooks',
    summary: 'Your webhooks, newest first, without their secrets',
    scope: 'workbooks:read',
    callers: ['session', 'pat'],
    status: 200,
    response: Type.Object({ webhooks: Type.Array(Webhook), next_cursor: NextCursor }),
    handle: async ({ ctx }) => ({ webhooks: (await readWebhooks(ctx)).map(presentWebhook), ...NO_CURSOR }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/me/webhooks',
    operation: 'createWebhook',
    summary: 'Send events to an address',
    description:
      'It gets the events of the workbooks you can read, as far as the credential that makes it reaches. Requests are signed by X-SVC-Signature and by the headers of Standard Webhooks; each event is sent at least once: tell repetitions apart by its id.',
    scope: 'workbooks:read',
    callers: ['session', 'pat'],
    body: Type.Object({ url: Url, events: Type.Optional(Events) }),
    status: 201,
    response: WithSecret,
    problems: ['url_refused', 'limit_reached'],
    handle: async ({ ctx, body }) => presentWithSecret(await createWebhook(ctx, body)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/me/webhooks/{webhook_id}',
    operation: 'changeWebhook',
    summary: 'Change where a webhook goes or what it gets, pause it, or switch it on again',
    description:
      'While it is paused or disabled nothing new is put on its way; what was waiting is sent once it is active again.',
    scope: 'workbooks:read',
    callers: ['session', 'pat'],
    params: AtWebhook,
    body: Type.Object({
      url: Type.Optional(Url),
      events: Type.Optional(Events),
      status: Type.Optional(OneOf(CHOSEN_STATUSES)),
    }),
    status: 200,
    response: Webhook,
    problems: ['not_found', 'out_of_reach', 'url_refused'],
    handle: async ({ ctx, params, body }) => presentWebhook(await changeWebhook(ctx, params.webhook_id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/me/webhooks/{webhook_id}',
    operation: 'deleteWebhook',
    summary: 'Stop sending events to an address',
    scope: 'workbooks:read',
    callers: ['session', 'pat'],
    params: AtWebhook,
    status: 204,
    problems: ['not_found', 'out_of_reach'],
    handle: async ({ ctx, params }) => removeWebhook(ctx, params.webhook_id),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/me/webhooks/{webhook_id}/rotate-secret',
    operation: 'rotateWebhookSecret',
    summary: 'A new signing secret; the one before signs beside it for 24 hours',
    description: 'X-SVC-Signature is made with the new one at once; webhook-signature holds both.',
    scope: 'workbooks:read',
    callers: ['session', 'pat'],
    params: AtWebhook,
    status: 200,
    response: WithSecret,
    problems: ['not_found', 'out_of_reach'],
    handle: async ({ ctx, params }) => presentWithSecret(await rotateSecret(ctx, params.webhook_id)),
  }),
]
