import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { client } from '../../../service/client.ts'
import { useWords } from '../../../words/words.ts'
import { NewWebhook } from './new-webhook.tsx'
import { WEBHOOKS, WebhookCard } from './webhook-card.tsx'
import { webhooksWords } from './webhooks-words.ts'

/** Addresses that receive events. */
export function Webhooks() {
  const w = useWords(webhooksWords)
  const [isMaking, setMaking] = useState(false)
  const webhooks = useQuery({ queryKey: WEBHOOKS, queryFn: () => client.api.listWebhooks() })
  return (
    <section className="settings-part">
      <header>
        <p className="soft">{w.lead}</p>
        <Button look="main" icon="plus" onClick={() => setMaking(true)}>
          {w.add}
        </Button>
      </header>
      <Asked query={webhooks}>
        {({ webhooks: all }) =>
          all.length === 0 ? (
            <EmptyState icon="bell" title={w.add} text={w.none} />
          ) : (
            <ul className="webhooks">
              {all.map((webhook) => (
                <WebhookCard key={webhook.webhook_id} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Asked>
      {isMaking ? <NewWebhook onClose={() => setMaking(false)} /> : null}
    </section>
  )
}
