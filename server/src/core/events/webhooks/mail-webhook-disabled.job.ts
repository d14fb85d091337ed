import type { TaskHandler } from '../../../platform/queue/task.ts'
import { findDisabledWebhook } from './webhooks.store.ts'

const WHY = {
  gone: 'its receiver answered that it is gone (410)',
  failing: 'it answered nothing but failures for five days',
}

/** Tells the owner of a webhook that it is no longer served. One that was enabled again meanwhile is no news. */
export const mailWebhookDisabled: TaskHandler = async ({ db, mailer }, payload) => {
  const webhook = await findDisabledWebhook(db, String(payload.webhookId))
  if (!webhook?.disabledReason) return
  await mailer.send({
    to: webhook.email,
    subject: 'A webhook was switched off',
    text: [
      `Events are no longer sent to ${webhook.url}: ${WHY[webhook.disabledReason]}.`,
      'What is waiting for it is kept for some days. Switch it on again with PATCH /api/v1/me/webhooks/{webhook_id}',
      'and the body {"status": "active"}; GET /api/v1/me/events tells what was missed.',
    ].join('\n\n'),
  })
}
