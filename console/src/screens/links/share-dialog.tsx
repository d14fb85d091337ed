import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
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
  const listed = useQuery({
    queryKey: keys.of(workbookId, 'links'),
    queryFn: ({ signal }) => client.api.listLinks({ workbook_id: workbookId, signal }),
    // An administrator may have turned links off since another dialog was open.
    staleTime: 0,
  })
  const shownTo = listed.data?.public_links ?? 'allowed'
  return (
    <Dialog title={w.title(thing.name)} onClose={onClose}>
      {shownTo === 'off' ? (
        <div className="links-off" role="status">
          <p>{w.off}</p>
          <p className="soft">{w.offHint}</p>
        </div>
      ) : (
        <>
          <p className="soft">{shownTo === 'members' ? w.aboutMembers : w.about}</p>
          <NewLink workbookId={workbookId} thing={thing} isReady={!listed.isPending} />
        </>
      )}
      {listed.error && !listed.data ? <ProblemLine error={listed.error} /> : null}
      {listed.data ? <LiveLinks workbookId={workbookId} thing={thing} links={listed.data.links} /> : null}
    </Dialog>
  )
}

type NewLinkProps = { workbookId: string; thing: SharedThing; isReady: boolean }

function NewLink({ workbookId, thing, isReady }: NewLinkProps) {
  const w = useWords(linkWords)
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
  if (making.data) return <MadeLink url={making.data.url} />
  return (
    <>
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
        <Button look="main" type="submit" isBusy={making.isPending || !isReady}>
          {w.make}
        </Button>
      </form>
      {making.error ? <ProblemNote error={making.error} /> : null}
    </>
  )
}

function MadeLink({ url }: { url: string }) {
  const w = useWords(linkWords)
  return (
    <div role="status">
      <p>{w.made}</p>
      <CopyText label={w.url} text={url} />
      <p>
        <a href={url} target="_blank" rel="noreferrer">
          {w.seeAsLink}
        </a>
      </p>
    </div>
  )
}

type LiveLinksProps = { workbookId: string; thing: SharedThing; links: readonly Wire.Link[] }

function LiveLinks({ workbookId, thing, links }: LiveLinksProps) {
  const w = useWords(linkWords)
  const { day, ago } = useFormats()
  const revoking = useMutation({
    mutationFn: (linkId: string) => client.workbook(workbookId).revokeLink(linkId),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.of(workbookId, 'links') })
      toast(w.revoked)
    },
    onError: toastProblem,
  })
  const live = links.filter(({ status, target_id }) => status === 'live' && target_id === thing.id)
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
