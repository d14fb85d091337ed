import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Confirm } from '../../../parts/overlays/confirm.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { companyKey, renewCompany } from './company-account.ts'
import { CompanySection } from './company-section.tsx'
import { DraftActions } from './draft-actions.tsx'
import { draftOf, faultsOf, isStricter, type Policy, type PolicyDraft, policyOf } from './policy-draft.ts'
import { PolicyFields } from './policy-fields.tsx'
import { policyWords } from './policy-words.ts'

/** How long sessions and tokens of the company’s people last. */
export function SessionPolicy({ accountId }: { accountId: string }) {
  const w = useWords(policyWords)
  const policy = useQuery({
    queryKey: companyKey(accountId, 'policy'),
    queryFn: () => client.api.getAccountPolicy({ account_id: accountId }),
  })
  return (
    <CompanySection title={w.title} lead={w.lead}>
      <Asked query={policy}>{(kept) => <PolicyForm accountId={accountId} kept={kept} />}</Asked>
      <div className="company-about">
        <h3>{w.about}</h3>
        <ul>
          <li>{w.people}</li>
          <li>{w.records}</li>
          <li>{w.guests}</li>
          <li>{w.notKeys}</li>
        </ul>
      </div>
    </CompanySection>
  )
}

function PolicyForm({ accountId, kept }: { accountId: string; kept: Policy }) {
  const w = useWords(policyWords)
  const [typed, setTyped] = useState<PolicyDraft | null>(null)
  const [isAsked, setAsked] = useState(false)
  const draft = typed ?? draftOf(kept)
  const policy = policyOf(draft)
  const faults = faultsOf(policy)
  const save = useMutation({
    mutationFn: (_: PolicyDraft) => client.api.setAccountPolicy({ account_id: accountId, body: policy }),
    onSuccess: async (set, sent) => {
      toast(w.saved)
      queries.setQueryData(companyKey(accountId, 'policy'), set)
      // What was typed meanwhile stays.
      setTyped((now) => (now === sent ? null : now))
      await renewCompany(accountId)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (faults.sessions || faults.tokens) return
    if (isStricter(policy, kept)) setAsked(true)
    else save.mutate(draft)
  }
  const discard = () => {
    save.reset()
    setTyped(null)
  }
  return (
    <form className="company-form" onSubmit={submit} aria-label={w.title} noValidate>
      <PolicyFields draft={draft} faults={faults} onChange={setTyped} />
      <p className="soft">{w.open}</p>
      {save.error && !isAsked ? <ProblemNote error={save.error} /> : null}
      {typed ? <DraftActions words={w} isBusy={save.isPending} onDiscard={discard} /> : null}
      {isAsked ? (
        <Confirm
          title={w.stricterTitle}
          text={policy.tokens_allowed ? w.stricterText : `${w.stricterText} ${w.noTokensText}`}
          name={w.stricterAction}
          onClose={() => setAsked(false)}
          onConfirm={() => save.mutateAsync(draft)}
        />
      ) : null}
    </form>
  )
}
