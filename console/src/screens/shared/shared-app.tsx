import { type Client, createClient, isProblem } from '@bindery-data/sdk'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { LookChoice } from '../../app/look-choice.tsx'
import '../../app/look.ts'
import { Asked } from '../../parts/answers/asked.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { queries } from '../../service/queries.ts'
import { accessToken } from '../../service/session.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { SharedDashboard } from './shared-dashboard.tsx'
import { SharedTable } from './shared-table.tsx'
import { sharedWords } from './shared-words.ts'
import './shared.css'

/** What a link shows, to a reader without an account. The link stands behind the # of the address, and goes out as a bearer token only. */
export function SharedApp() {
  return (
    <QueryClientProvider client={queries}>
      <Shared />
    </QueryClientProvider>
  )
}

/** Where a link is for members, asks once more with the session of its reader; a reader without one is led to log in. */
const asMember: typeof fetch = async (input, init) => {
  const response = await globalThis.fetch(input, init)
  if (response.status !== 403) return response
  const problem: { code?: unknown } = await response.clone().json()
  if (problem.code !== 'members_only') return response
  const headers = new Headers(init?.headers)
  headers.set('x-svc-session', await accessToken())
  return globalThis.fetch(input, { ...init, headers })
}

const listen = (heard: () => void) => {
  addEventListener('hashchange', heard)
  return () => removeEventListener('hashchange', heard)
}

function Shared() {
  const w = useWords(sharedWords)
  const text = useSyncExternalStore(listen, () => location.hash.slice(1))
  const reader = useMemo(() => createClient({ url: location.origin, token: text, fetch: asMember }), [text])
  return (
    <div className="shared">
      <header className="shared-top">
        <img src="/bindery.svg" alt="Bindery" width="24" height="24" />
        <div className="look-menu">
          <LookChoice />
        </div>
      </header>
      <main>
        {text === '' ? (
          <>
            <h1 className="unseen">Bindery</h1>
            <EmptyState icon="link" title={w.noLink} text={w.noLinkText} />
          </>
        ) : (
          <SharedThing key={text} reader={reader} />
        )}
      </main>
    </div>
  )
}

function SharedThing({ reader }: { reader: Client }) {
  const w = useWords(sharedWords)
  const { day } = useFormats()
  const shown = useQuery({
    queryKey: ['shared'],
    queryFn: ({ signal }) => reader.api.readShared({ signal }),
    gcTime: 0,
  })
  if (isProblem(shown.error, 'link_ended') || isProblem(shown.error, 'invalid_token'))
    return (
      <>
        <h1 className="unseen">Bindery</h1>
        <EmptyState icon="link" title={w.ended} text={w.endedText} />
      </>
    )
  return (
    <Asked query={shown}>
      {({ kind, name, description, expires_at, tiles }) => (
        <>
          <div className="shared-title">
            <h1>{name}</h1>
            <p className="soft">{w.readOnly(day(expires_at))}</p>
            {description ? <p>{description}</p> : null}
          </div>
          {kind === 'dashboard' ? (
            <SharedDashboard reader={reader} tiles={tiles} />
          ) : (
            <SharedTable reader={reader} name={name} />
          )}
        </>
      )}
    </Asked>
  )
}
