import { Type } from 'typebox'
import { NamedObject } from '../../platform/http/schema.ts'

/** What the books of an account hold; none yet for one that was never granted or charged anything. */
export type Balance = {
  monthly: number | null
  prepaid: number | null
  spent: number | null
  /** What had been spent when the month began. */
  spentBefore: number | null
  /** Null on a plan without months. */
  periodEnd: Date | null
}

export const CreditsBody = NamedObject('Credits', {
  monthly: Type.Integer(),
  prepaid: Type.Integer(),
  used: Type.Integer({ description: 'Since the month began; in all on a plan without months' }),
  remaining: Type.Integer(),
  period_end: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})

export function presentCredits({ monthly, prepaid, spent, spentBefore, periodEnd }: Balance) {
  const left = { monthly: monthly ?? 0, prepaid: prepaid ?? 0 }
  const used = (spent ?? 0) - (spentBefore ?? 0)
  return { ...left, used, remaining: left.monthly + left.prepaid, period_end: periodEnd?.toISOString() ?? null }
}
