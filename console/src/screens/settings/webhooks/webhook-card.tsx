import type { Wire } from '@bindery-data/sdk'
import { useState } from 'react'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { Confirm } from '../../../parts/overlays/confirm.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { SecretOnce } from '../credentials/secret-once.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { webhooksWords } from './webhooks-words.ts'

export const WEBHOOKS = ['account', 'webhooks']

const TONES = { active: 'good', paused: 'plain', disabled: 'bad' } as const

type Shown = { part: 'none' | 'deliveries' | 'remove' } | { part: 'secret'; secret: string }

/** One webhook: how it fares, and what can be done with it. */
export function WebhookCard({ webhook }: { webhook: Wire.Webhook }) {
  const w = useWords(webhooksWords)
  const [shown, show] = useState<Shown>({ part: 'none' })
  const [refused, setRefused] = useState<unknown>(null)
  const at = { webhook_id: webhook.webhook_id }
  const act = async (run: () => Promise<unknown>) => {
    try {
      await run()
      setRefused(null)
    } catch (error) {
      setRefused(error)
    }
    await queries.invalidateQueries({ queryKey: WEBHOOKS })
  }
  const isOn = webhook.status === 'active'
  const isOpen = shown.part === 'deliveries'
  return (
    <li className="webhook">
      <div className="webhook-head">
        <div>
          <p className="webhook-url">{webhook.url}</p>
          <About webhook={webhook} />
        </div>
        <div className="op-actions">
          <Button
            onClick={() =>
              void act(async () => {
                await client.api.testWebhook(at)
                toast(w.tested)
                show({ part: 'deliveries' })
              })
            }
          >
            {w.test}
          </Button>
          <Button aria-expanded={isOpen} onClick={() => show({ part: isOpen ? 'none' : 'deliveries' })}>
            {w.showDeliveries}
          </Button>
          <Button
            look="quiet"
            onClick={() =>
              void act(() => client.api.changeWebhook({ ...at, body: { status: isOn ? 'paused' : 'active' } }))
            }
          >
            {isOn ? w.pause : w.activate}
          </Button>
          <Button
            look="quiet"
            onClick={() =>
              void act(async () => show({ part: 'secret', secret: (await client.api.rotateWebhookSecret(at)).secret }))
            }
          >
            {w.rotate}
          </Button>
          <Button look="quiet" onClick={() => show({ part: 'remove' })}>
            {w.remove}
          </Button>
        </div>
      </div>
      {refused ? <ProblemNote error={refused} /> : null}
      {isOpen ? <WebhookDeliveries webhookId={webhook.webhook_id} /> : null}
      {shown.part === 'secret' ? <SecretOnce secret={shown.secret} onClose={() => show({ part: 'none' })} /> : null}
      {shown.part === 'remove' ? (
        <Confirm
          title={w.removeTitle}
          text={w.removeText}
          name={w.remove}
          onClose={() => show({ part: 'none' })}
          onConfirm={async () => {
            await client.api.deleteWebhook(at)
            toast(w.removed)
            await queries.invalidateQueries({ queryKey: WEBHOOKS })
          }}
        />
      ) : null}
    </li>
  )
}

function About({ webhook }: { webhook: Wire.Webhook }) {
  const w = useWords(webhooksWords)
  const { ago } = useFormats()
  const { status, disabled_reason, events, last_success_at, failing_since } = webhook
  return (
    <p className="webhook-about">
      <Badge tone={TONES[status]}>{w.state[status]}</Badge>{' '}
      {[
        disabled_reason ? w.why[disabled_reason] : null,
        w.kinds(events.length),
        last_success_at ? w.lastSuccess(ago(last_success_at)) : w.neverReached,
        failing_since ? w.failingSince(ago(failing_since)) : null,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
