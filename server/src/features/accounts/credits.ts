import { Type } from 'typebox'

/** What the books of an account hold; none yet for one that was never granted or charged anything. */
export type Balance = { monthly: number | null; prepaid: number | null; spent: number | null }

export const CreditsBody = Type.Object({
  monthly: Type.Integer(),
  prepaid: Type.Integer(),
  used: Type.Integer(),
  remaining: Type.Integer(),
  period_end: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})

/** Credits are granted by hand on a plan without a period, so none ends. */
export function presentCredits({ monthly, prepaid, spent }: Balance) {
  const left = { monthly: monthly ?? 0, prepaid: prepaid ?? 0 }
  return { ...left, used: spent ?? 0, remaining: left.monthly + left.prepaid, period_end: null }
}
