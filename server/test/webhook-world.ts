import { afterEach } from 'vitest'
import type { EventKind } from '../src/core/events/event.ts'
import { emitEvent } from '../src/core/events/events.ts'
import { fromWireId } from '../src/platform/ids.ts'
import { inTransaction } from '../src/platform/postgres.ts'
import type { Body } from './client.ts'
import { contextOf } from './context.ts'
import type { Person } from './person.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { startService } from './service.ts'

/** The service with a worker, receivers that are closed behind each test, and ways to make something happen. */
export function startWebhookService() {
  const service = startService({ workers: 1 })
  const open: Receiver[] = []
  afterEach(() => {
    for (const receiver of open.splice(0)) receiver.close()
  })

  const newReceiver = async () => {
    const receiver = await openReceiver()
    open.push(receiver)
    return receiver
  }

  /** A webhook of this person that leads to a receiver of its own. */
  const newWebhook = async (owner: Pick<Person, 'call'>, request: Record<string, unknown> = {}) => {
    const receiver = await newReceiver()
    const { status, body } = await owner.call('POST', '/api/v1/me/webhooks', { url: receiver.url, ...request })
    if (status !== 201) throw new Error(`no webhook: ${JSON.stringify(body)}`)
    const path = `/api/v1/me/webhooks/${body.webhook_id}`
    const deliveries = async (query = '') => (await owner.call('GET', `${path}/deliveries?${query}`)).body.deliveries
    return {
      receiver,
      body,
      path,
      deliveries,
      read: async () => listed(await owner.call('GET', '/api/v1/me/webhooks'), path),
    }
  }

  /** Something happens in a workbook, emitted with this data. */
  const happen = async (workbook: string, data: Record<string, unknown> = {}, kind: EventKind = 'source.analyzed') => {
    const ctx = await contextOf(service.running, { userId: crypto.randomUUID(), accountId: crypto.randomUUID() })
    await inTransaction(service.running.db, (tx) =>
      emitEvent(tx, ctx, { workbookId: fromWireId('wb', workbook), kind, data }),
    )
  }

  /** Tests do not wait hours for the next attempt. */
  const hurry = () => service.running.admin.query('update delivery set due_at = now() where due_at is not null')

  return { service, newReceiver, newWebhook, happen, hurry }
}

const listed = ({ body }: { body: Body }, path: string): Body =>
  body.webhooks.find((webhook: Body) => path.endsWith(webhook.webhook_id))
