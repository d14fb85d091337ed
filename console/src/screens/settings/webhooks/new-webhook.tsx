import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../../../parts/controls/field.tsx'
import { FormDialog } from '../../../parts/overlays/form-dialog.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { SecretOnce } from '../credentials/secret-once.tsx'
import { WEBHOOKS } from './webhook-card.tsx'
import { webhooksWords } from './webhooks-words.ts'

type EventName = Wire.Webhook['events'][number]

export function NewWebhook({ onClose }: { onClose: () => void }) {
  const w = useWords(webhooksWords)
  // Safe: the words name every event, and nothing else.
  const names = Object.entries(w.eventNames) as [EventName, string][]
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly EventName[]>(names.map(([event]) => event))
  const make = useMutation({
    mutationFn: () => client.api.createWebhook({ body: { url: url.trim(), events: [...events] } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: WEBHOOKS }),
  })
  if (make.data) return <SecretOnce secret={make.data.secret} onClose={onClose} />
  const toggle = (event: EventName) =>
    setEvents(events.includes(event) ? events.filter((each) => each !== event) : [...events, event])
  return (
    <FormDialog
      title={w.add}
      action={w.create}
      className="settings-form"
      sending={make}
      isReady={url !== '' && events.length > 0}
      onClose={onClose}
    >
      <TextField
        label={w.url}
        hint={w.urlHint}
        type="url"
        required
        maxLength={2000}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <fieldset className="scope-choice">
        <legend>{w.events}</legend>
        {names.map(([event, name]) => (
          <label key={event}>
            <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />
            <span>{name}</span> <code>{event}</code>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
