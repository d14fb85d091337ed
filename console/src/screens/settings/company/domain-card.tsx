import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { CopyText } from '../../../parts/controls/copy-text.tsx'
import { Confirm } from '../../../parts/overlays/confirm.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { renewCompany } from './company-account.ts'
import { companyWords } from './company-words.ts'

type Domain = Wire.Operations['listDomains']['answer']['domains'][number]

const RECORD_TYPE = 'TXT'

/** One domain: until it is verified, with the record that proves it. */
export function DomainCard({ accountId, domain }: { accountId: string; domain: Domain }) {
  const w = useWords(companyWords)
  const { day } = useFormats()
  const [isAsked, setAsked] = useState(false)
  const at = { domain: domain.domain, account_id: accountId }
  const verify = useMutation({
    mutationFn: () => client.api.verifyDomain(at),
    onSuccess: async () => {
      toast(w.verifiedNow(domain.domain))
      await renewCompany(accountId)
    },
  })
  const isVerified = domain.verified_at !== null
  return (
    <li className="company-card">
      <div className="company-card-head">
        <p>
          <strong>{domain.domain}</strong>{' '}
          {domain.verified_at ? (
            <Badge tone="good">{w.isVerified(day(domain.verified_at))}</Badge>
          ) : (
            <Badge tone="stale">{w.isWaiting}</Badge>
          )}
        </p>
        <div className="company-actions">
          {isVerified ? null : (
            <Button aria-label={w.verifyLabel(domain.domain)} isBusy={verify.isPending} onClick={() => verify.mutate()}>
              {w.verify}
            </Button>
          )}
          <Button look="quiet" aria-label={w.removeLabel(domain.domain)} onClick={() => setAsked(true)}>
            {w.remove}
          </Button>
        </div>
      </div>
      {verify.error && !isVerified ? <ProblemNote error={verify.error} /> : null}
      {isVerified ? (
        <details className="company-record-kept">
          <summary>{w.showRecord}</summary>
          <TextRecord domain={domain} />
        </details>
      ) : (
        <>
          <p className="soft">{w.recordLead(RECORD_TYPE)}</p>
          <TextRecord domain={domain} />
        </>
      )}
      {isAsked ? (
        <Confirm
          title={w.removeTitle(domain.domain)}
          text={w.removeText}
          name={w.remove}
          onClose={() => setAsked(false)}
          onConfirm={async () => {
            await client.api.releaseDomain(at)
            toast(w.removed(domain.domain))
            await renewCompany(accountId)
          }}
        />
      ) : null}
    </li>
  )
}

function TextRecord({ domain: { domain, record_name, record_value } }: { domain: Domain }) {
  const w = useWords(companyWords)
  const [short = record_name] = record_name.split('.')
  return (
    <dl className="company-record">
      <dt>{w.recordType}</dt>
      <dd>
        <code>{RECORD_TYPE}</code>
      </dd>
      <dt>{w.recordName}</dt>
      <dd>
        <CopyText label={w.nameOf(domain)} text={record_name} />
        <p className="field-hint">{w.shortName(short)}</p>
      </dd>
      <dt>{w.recordValue}</dt>
      <dd>
        <CopyText label={w.valueOf(domain)} text={record_value} />
      </dd>
    </dl>
  )
}
