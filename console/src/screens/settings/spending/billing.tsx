import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../../parts/answers/asked.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { client } from '../../../service/client.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { billingWords } from './billing-words.ts'
import { Meter } from './meter.tsx'
import { Paying } from './paying.tsx'

export const BILLING = ['account', 'billing']

type Account = Wire.AccountBilling

/** From here on the user should know, while there is still time to do something. */
const NEAR = 0.8

/** What the account may do, has and owes. */
export function Billing() {
  const billing = useQuery({ queryKey: BILLING, queryFn: () => client.api.getBilling() })
  return (
    <Asked query={billing}>
      {(account) => (
        <section className="settings-part billing">
          <Plan account={account} />
          <Credits account={account} />
          <Storage account={account} />
          {account.plan === 'self_hosted' ? null : <Paying account={account} />}
        </section>
      )}
    </Asked>
  )
}

function Plan({ account: { plan, subscription_status, card } }: { account: Account }) {
  const w = useWords(billingWords)
  return (
    <div className="bill">
      <h2>{w.plan}</h2>
      <p className="bill-figure">
        {w.plans[plan]} {subscription_status === 'past_due' ? <Badge tone="bad">{w.pastDue}</Badge> : null}
      </p>
      <p className="soft">
        {plan === 'self_hosted' ? w.selfHosted : card ? w.card(card.brand, card.last4, card.exp) : w.noCard}
      </p>
    </div>
  )
}

function Credits({ account: { credits, held_credits, overage_credits, plan } }: { account: Account }) {
  const w = useWords(billingWords)
  const { number, day } = useFormats()
  const all = credits.remaining + credits.used
  const used = (credits.period_end ? w.used : w.usedInAll)(number(credits.used))
  return (
    <div className="bill">
      <h2>{w.credits}</h2>
      <p className="bill-figure">{w.left(number(credits.remaining))}</p>
      {plan === 'self_hosted' && all === 0 ? null : <Meter label={used} share={all === 0 ? 0 : credits.used / all} />}
      <p className="soft">
        {[
          used,
          credits.period_end ? w.renews(day(credits.period_end)) : null,
          held_credits > 0 ? w.held(number(held_credits)) : null,
          overage_credits > 0 ? w.owed(number(overage_credits)) : null,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  )
}

function Storage({ account: { storage } }: { account: Account }) {
  const w = useWords(billingWords)
  const { size, percent } = useFormats()
  const { used_bytes: used, limit_bytes: limit } = storage
  const share = limit ? used / limit : 0
  return (
    <div className="bill">
      <h2>{w.storage}</h2>
      <p className="bill-figure">{limit === null ? w.storedOpen(size(used)) : w.stored(size(used), size(limit))}</p>
      {limit === null ? null : <Meter label={w.stored(size(used), size(limit))} share={share} />}
      {share >= 1 ? <p className="bill-alarm">{w.storageFull}</p> : null}
      {share >= NEAR && share < 1 ? <p className="bill-alarm">{w.storageNear(percent(share))}</p> : null}
    </div>
  )
}
