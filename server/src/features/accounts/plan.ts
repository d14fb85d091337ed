import type { Settings } from '../../platform/settings.ts'

export const PLANS = ['free', 'payg', 'solo', 'pro', 'self_hosted'] as const

export type Plan = (typeof PLANS)[number]

/** Where nobody can pay, nothing is limited; where somebody can, an account that has not yet is free of charge. */
export function planOf({ billing }: Pick<Settings, 'billing'>, stored: string): Plan {
  if (!billing) return 'self_hosted'
  return PLANS.find((plan) => plan === stored && plan !== 'self_hosted') ?? 'free'
}
