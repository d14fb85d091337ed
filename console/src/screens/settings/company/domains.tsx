import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { useWords } from '../../../words/words.ts'
import { domainsQuery, renewCompany } from './company-account.ts'
import { CompanySection } from './company-section.tsx'
import { companyWords } from './company-words.ts'
import { DomainCard } from './domain-card.tsx'

const MOST_LENGTH = 253

/** Domains of mail addresses: claimed, verified, given up. */
export function Domains({ accountId }: { accountId: string }) {
  const w = useWords(companyWords)
  return (
    <CompanySection title={w.domains} lead={w.domainsLead}>
      <Asked query={useQuery(domainsQuery(accountId))}>
        {(domains) => (
          <>
            {domains.length === 0 ? (
              <p className="company-first">{w.noDomains}</p>
            ) : (
              <ul className="company-cards">
                {domains.map((domain) => (
                  <DomainCard key={domain.domain} accountId={accountId} domain={domain} />
                ))}
              </ul>
            )}
            <Claim accountId={accountId} />
          </>
        )}
      </Asked>
    </CompanySection>
  )
}

function Claim({ accountId }: { accountId: string }) {
  const w = useWords(companyWords)
  const [typed, setTyped] = useState('')
  const claim = useMutation({
    mutationFn: (sent: string) => client.api.claimDomain({ body: { domain: sent.trim(), account_id: accountId } }),
    onSuccess: async ({ domain }, sent) => {
      toast(w.claimed(domain))
      setTyped((now) => (now === sent ? '' : now))
      await renewCompany(accountId)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    claim.mutate(typed)
  }
  return (
    <>
      <form className="company-claim" onSubmit={submit}>
        <TextField
          label={w.domain}
          hint={w.domainHint}
          required
          maxLength={MOST_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" isBusy={claim.isPending}>
          {w.claim}
        </Button>
      </form>
      {claim.error ? <ProblemNote error={claim.error} /> : null}
    </>
  )
}
