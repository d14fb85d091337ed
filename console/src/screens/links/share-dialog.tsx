import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { helpfulList } from '../../parts/answers/load.ts'
import { ProblemLine } from '../../parts/answers/problem-line.tsx'
import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { CopyText } from '../../parts/controls/copy-text.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { toast, toastProblem } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { linkWords } from './link-words.ts'
import './share-dialog.css'

export type SharedThing = { kind: Wire.Link['kind']; id: string; name: string }

const DAYS = [7, 30, 90, 365]
const STANDARD_DAYS = '30'

/** Makes links to one thing, and lists those that are in use. */
export function ShareDialog({ thing, onClose }: { thing: SharedThing; onClose: () => void }) {
  const w = useWords(linkWords)
  const workbookId = useWorkbookId()
  const [name, setName] = useState('')
  const [days, setDays] = useState(STANDARD_DAYS)
  const making = useMutation({
    mutationFn: () =>
      client.workbook(workbookId).shareByLink({
        kind: thing.kind,
        target: thing.id,
        name: name.trim() || null,
        expires_in_days: Number(days),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.of(workbookId, 'links') }),
  })
  return (
    <Dialog title={w.title(thing.name)} onClose={onClose}>
      <p className="soft">{w.about}</p>
      {making.data ? (
        <div role="status">
          <p>{w.made}</p>
          <CopyText label={w.url} text={making.data.url} />
          <p>
            <a href={making.data.url} target="_blank" rel="noreferrer">
              {w.seeAsLink}
            </a>
          </p>
        </div>
      ) : (
        <form
          className="share-form"
          onSubmit={(event) => {
            event.preventDefault()
            making.mutate()
          }}
        >
          <TextField
            label={w.name}
            hint={w.nameHint}
            value={name}
            maxLength={200}
            onChange={({ target }) => setName(target.value)}
          />
          <SelectField
            label={w.days}
            value={days}
            options={DAYS.map((n) => ({ value: String(n), name: w.inDays(n) }))}
            onChange={({ target }) => setDays(target.value)}
          />
          <Button look="main" type="submit" isBusy={making.isPending}>
            {w.make}
          </Button>
        </form>
      )}
      {making.error ? <ProblemNote error={making.error} /> : null}
      <LiveLinks workbookId={workbookId} thing={thing} />
    </Dialog>
  )
}

function LiveLinks({ workbookId, thing }: { workbookId: string; thing: SharedThing }) {
  const w = useWords(linkWords)
  const { day, ago } = useFormats()
  const read = useQuery({
    queryKey: keys.of(workbookId, 'links'),
    queryFn: ({ signal }) => client.workbook(workbookId).links({ signal }),
  })
  const revoking = useMutation({
    mutationFn: (linkId: string) => client.workbook(workbookId).revokeLink(linkId),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.of(workbookId, 'links') })
      toast(w.revoked)
    },
    onError: toastProblem,
  })
  const live = helpfulList(read).filter(({ status, target_id }) => status === 'live' && target_id === thing.id)
  if (read.error && !read.data) return <ProblemLine error={read.error} />
  if (live.length === 0) return null
  return (
    <section className="live-links" aria-label={w.links}>
      <h3>{w.links}</h3>
      <ul>
        {live.map((link) => (
          <li key={link.link_id}>
            <span>
              <strong>{link.name ?? w.unnamed}</strong>
              <small className="soft">
                {w.until(day(link.expires_at))} · {link.last_used_at ? w.used(ago(link.last_used_at)) : w.unused}
              </small>
            </span>
            <Button
              look="quiet"
              aria-label={w.revokeNamed(link.name ?? w.unnamed)}
              isBusy={revoking.isPending && revoking.variables === link.link_id}
              onClick={() => revoking.mutate(link.link_id)}
            >
              {w.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
