import type { Settings } from '../../platform/settings.ts'

export const PLANS = ['free', 'payg', 'solo', 'pro', 'self_hosted'] as const

export type Plan = (typeof PLANS)[number]

/** Without payments nothing is limited; with payments, an account that has not paid yet is free of charge. */
export function planOf({ billing }: Pick<Settings, 'billing'>, stored: string): Plan {
  if (!billing) return 'self_hosted'
  return PLANS.find((plan) => plan === stored && plan !== 'self_hosted') ?? 'free'
}
