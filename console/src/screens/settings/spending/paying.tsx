import { isProblem, type Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { billingWords } from './billing-words.ts'

const PACKS = [1_000, 5_000, 10_000] as const

/** Leads to the pages of the payment provider; no card ever reaches this service. */
export function Paying({ account }: { account: Wire.AccountBilling }) {
  const w = useWords(billingWords)
  const { number } = useFormats()
  const pay = useMutation({
    mutationFn: (begin: () => Promise<Payment>) => begin(),
    onSuccess: async ({ address, balance }) => {
      if (address) location.assign(address)
      if (balance !== undefined) toast(w.charged(number(balance)))
      await queries.invalidateQueries({ queryKey: ['account', 'billing'] })
    },
  })
  const back = { success_url: location.href, cancel_url: location.href }
  const subscribe = async (plan: 'solo' | 'pro') => ({
    address: (await client.api.startCheckout({ body: { plan, ...back } })).checkout_url,
  })
  const topUp = async (amount: (typeof PACKS)[number]) => {
    const { checkout_url: address, balance } = await client.api.topUp({ body: { amount, ...back } })
    return { address, balance }
  }
  const isSubscribed = account.plan === 'solo' || account.plan === 'pro'
  return (
    <div className="bill paying">
      <h2>{w.paying}</h2>
      <div className="paying-ways">
        {isSubscribed ? null : (
          <>
            <Button onClick={() => pay.mutate(() => subscribe('solo'))}>{w.subscribe(w.plans.solo)}</Button>
            <Button onClick={() => pay.mutate(() => subscribe('pro'))}>{w.subscribe(w.plans.pro)}</Button>
          </>
        )}
        {account.plan === 'free' ? (
          <Button
            onClick={() =>
              pay.mutate(async () => ({ address: (await client.api.enablePayg({ body: back })).checkout_url }))
            }
          >
            {w.payg}
          </Button>
        ) : null}
        {PACKS.map((amount) => (
          <Button key={amount} onClick={() => pay.mutate(() => topUp(amount))}>
            {w.topUp(number(amount))}
          </Button>
        ))}
        <Button
          onClick={() =>
            pay.mutate(async () => ({
              address: (await client.api.openPortal({ body: { return_url: location.href } })).portal_url,
            }))
          }
        >
          {w.portal}
        </Button>
      </div>
      {isProblem(pay.error, 'billing_disabled') ? <p>{w.disabled}</p> : null}
      {pay.error && !isProblem(pay.error, 'billing_disabled') ? <ProblemNote error={pay.error} /> : null}
    </div>
  )
}

type Payment = { address?: string | undefined; balance?: number | undefined }
