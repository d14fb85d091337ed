import type { Wire } from '@bindery-data/sdk'
import { useState } from 'react'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Confirm } from '../../../parts/overlays/confirm.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { queries } from '../../../service/queries.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { credentialsWords } from './credentials-words.ts'

/** What tokens and keys have in common. */
export type Credential = Pick<
  Wire.Key,
  'name' | 'prefix' | 'scopes' | 'resource' | 'expires_at' | 'last_used_at' | 'revoked_at'
> & { id: string }

type Props = {
  caption: string
  credentials: readonly Credential[]
  /** Where they are kept among the answers. */
  queryKey: readonly unknown[]
  revoke: (id: string) => Promise<unknown>
}

export function CredentialTable({ caption, credentials, queryKey, revoke }: Props) {
  const w = useWords(credentialsWords)
  const { day, ago } = useFormats()
  const [asked, setAsked] = useState<Credential | null>(null)
  if (credentials.length === 0) return <p className="soft">{w.none}</p>
  const nameOf = ({ name, prefix }: Credential) => name ?? prefix
  return (
    <>
      <DataTable
        caption={caption}
        rows={credentials}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', name: w.name, cell: nameOf, isRowName: true },
          { key: 'begins', name: w.begins, cell: ({ prefix }) => <code>{prefix}…</code> },
          { key: 'scopes', name: w.scopes, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
          {
            key: 'reach',
            name: w.reach,
            cell: ({ resource }) =>
              resource === 'account' ? w.account : <span title={resource}>{shortReach(resource)}</span>,
          },
          { key: 'expires', name: w.expires, cell: ({ expires_at }) => (expires_at ? day(expires_at) : w.never) },
          { key: 'used', name: w.lastUsed, cell: ({ last_used_at }) => (last_used_at ? ago(last_used_at) : w.never) },
          { key: 'state', name: w.state, cell: (credential) => <State credential={credential} /> },
          {
            key: 'revoke',
            name: w.revoke,
            cell: (credential) =>
              credential.revoked_at === null ? (
                <Button
                  look="quiet"
                  aria-label={w.revokeLabel(nameOf(credential))}
                  onClick={() => setAsked(credential)}
                >
                  {w.revoke}
                </Button>
              ) : null,
          },
        ]}
      />
      {asked ? (
        <Confirm
          title={w.revokeTitle(nameOf(asked))}
          text={w.revokeText}
          name={w.revoke}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await revoke(asked.id)
            await queries.invalidateQueries({ queryKey })
            toast(w.revokedNow)
          }}
        />
      ) : null}
    </>
  )
}

/** `workbook wb_…7XQ2`: enough to tell two apart. */
const shortReach = (resource: string) => resource.replace(/^(\w+):([a-z]+)_\w*(\w{4})$/, '$1 $2_…$3')

const SCOPES_SHOWN = 2

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const rest = scopes.length - SCOPES_SHOWN
  return (
    <span title={scopes.join('\n')}>
      {scopes.slice(0, SCOPES_SHOWN).join(', ')}
      {rest > 0 ? ` +${rest}` : ''}
    </span>
  )
}

function State({ credential: { revoked_at, expires_at } }: { credential: Credential }) {
  const w = useWords(credentialsWords)
  if (revoked_at) return <Badge>{w.revoked}</Badge>
  if (expires_at && Date.parse(expires_at) < Date.now()) return <Badge tone="bad">{w.expired}</Badge>
  return <Badge tone="good">{w.active}</Badge>
}
