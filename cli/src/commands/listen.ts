import { createHmac, randomBytes } from 'node:crypto'
import type { Wire } from '@bindery-data/sdk'
import { type Call, type Command, listOption, textOption } from '../command.ts'
import { textOf } from '../drawing/draw-table.ts'

/** As long as the service gives a receiver. */
const PATIENCE_MS = 15_000

export const listen: Command = {
  name: 'listen',
  summary: 'what happens in a workbook, as it happens; forwarded as webhooks where you say',
  args: [],
  options: {
    forward: { value: 'url', summary: 'post every event there, signed as a webhook is' },
    event: { short: 'e', value: 'kind', isList: true, summary: 'only this kind, as artifact.updated' },
    after: { value: 'event', summary: 'begin behind this event' },
  },
  run: async (call) => {
    const workbook = await call.workbook()
    const kinds = listOption(call.options, 'event')
    const url = textOption(call.options, 'forward')
    const after = textOption(call.options, 'after')
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    if (url) call.terminal.report(`Forwarding to ${url}, signed with ${secret}`)
    for await (const event of workbook.events({ ...(after ? { after } : {}), signal: call.signal })) {
      if (kinds.length > 0 && !kinds.includes(event.type)) continue
      const outcome = url ? await forward(event, url, secret) : null
      await call.terminal.write(call.isJson ? `${JSON.stringify(event)}\n` : lineOf(event, outcome, call))
    }
  },
}

function lineOf(event: Wire.BinderyEvent, outcome: string | null, { terminal }: Call): string {
  const isTaken = outcome?.startsWith('2')
  const outcomeText = outcome ? `  ${terminal.paint(isTaken ? 'green' : 'red', outcome)}` : ''
  const time = terminal.paint('dim', event.timestamp.slice(11, 19))
  return `${time} ${terminal.paint('bold', event.type)} ${textOf(event.data)}${outcomeText}\n`
}

/** As the service would deliver it; the status, or why there was none. */
async function forward(event: Wire.BinderyEvent, url: string, secret: string): Promise<string> {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = sign(key, `${event.id}.${timestamp}.${body}`).digest('base64')
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'svc-webhooks/1',
        'x-svc-event': event.type,
        'x-svc-signature': `sha256=${sign(secret, body).digest('hex')}`,
        'webhook-id': event.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
    })
    return String(status)
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : 'no answer'
  }
}
