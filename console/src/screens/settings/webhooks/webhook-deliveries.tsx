import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { webhooksWords } from './webhooks-words.ts'

const TONES = { pending: 'accent', succeeded: 'good', failed: 'bad', exhausted: 'bad' } as const
const LOOK_AGAIN_MS = 1_500

/** What was sent to a webhook. While something is on its way, it is looked at again. */
export function WebhookDeliveries({ webhookId }: { webhookId: string }) {
  const w = useWords(webhooksWords)
  const queryKey = ['account', 'webhooks', webhookId, 'deliveries']
  const deliveries = useQuery({
    queryKey,
    queryFn: async () => (await client.api.listWebhookDeliveries({ webhook_id: webhookId, limit: 50 })).deliveries,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? LOOK_AGAIN_MS : false),
  })
  const isSettled = deliveries.data?.every(({ status }) => status !== 'pending')
  // Its deliveries show how the webhook is doing.
  useEffect(() => {
    if (isSettled) void queries.invalidateQueries({ queryKey: ['account', 'webhooks'], exact: true })
  }, [isSettled])
  const redeliver = useMutation({
    mutationFn: ({ delivery_id }: Wire.WebhookDelivery) =>
      client.api.redeliverWebhook({ webhook_id: webhookId, delivery_id }),
    onSuccess: async () => {
      toast(w.redelivered)
      await queries.invalidateQueries({ queryKey })
    },
  })
  if (redeliver.error) return <ProblemNote error={redeliver.error} onRetry={redeliver.reset} />
  return (
    <Asked query={deliveries}>
      {(all) =>
        all.length === 0 ? (
          <p className="soft">{w.deliveriesNone}</p>
        ) : (
          <DeliveryTable all={all} onRedeliver={redeliver.mutate} />
        )
      }
    </Asked>
  )
}

type TableProps = {
  all: readonly Wire.WebhookDelivery[]
  onRedeliver: (delivery: Wire.WebhookDelivery) => void
}

function DeliveryTable({ all, onRedeliver }: TableProps) {
  const w = useWords(webhooksWords)
  const { moment } = useFormats()
  return (
    <DataTable
      caption={w.deliveries}
      rows={all}
      rowKey={({ delivery_id }) => delivery_id}
      columns={[
        { key: 'event', name: w.event, cell: ({ event_type }) => <code>{event_type}</code>, isRowName: true },
        {
          key: 'status',
          name: w.status,
          cell: ({ status }) => <Badge tone={TONES[status]}>{w.delivery[status]}</Badge>,
        },
        { key: 'answer', name: w.answer, cell: ({ last_status, last_error }) => last_error ?? last_status ?? '' },
        { key: 'attempts', name: w.attempts, cell: ({ attempts }) => attempts, isNumber: true },
        {
          key: 'took',
          name: w.took,
          cell: ({ duration_ms }) => (duration_ms === null ? '' : w.ms(duration_ms)),
          isNumber: true,
        },
        { key: 'when', name: w.when, cell: ({ last_attempt_at, created_at }) => moment(last_attempt_at ?? created_at) },
        {
          key: 'actions',
          name: w.actions,
          cell: (delivery) =>
            delivery.status === 'pending' ? null : (
              <Button
                look="quiet"
                aria-label={w.redeliverLabel(delivery.event_type)}
                onClick={() => onRedeliver(delivery)}
              >
                {w.redeliver}
              </Button>
            ),
        },
      ]}
    />
  )
}
