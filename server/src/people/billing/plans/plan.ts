import type { Plan } from '../../accounts/plan.ts'

const GIGABYTE = 1024 ** 3

/** What a plan gives: credits each month, how many may be owed before nothing is spent any more, and room. */
export type Allowance = { monthlyCredits: number; ceiling: number; storageBytes: number | null }

export const ALLOWANCES: Readonly<Record<Plan, Allowance>> = {
  free: { monthlyCredits: 500, ceiling: 0, storageBytes: GIGABYTE },
  payg: { monthlyCredits: 0, ceiling: 5_000, storageBytes: 50 * GIGABYTE },
  solo: { monthlyCredits: 10_000, ceiling: 5_000, storageBytes: 50 * GIGABYTE },
  pro: { monthlyCredits: 50_000, ceiling: 20_000, storageBytes: 500 * GIGABYTE },
  self_hosted: { monthlyCredits: 0, ceiling: 0, storageBytes: null },
}

/** Below this it costs more to collect what is owed than it is worth. */
export const SETTLEMENT_FLOOR = 100

/** Sizes in which prepaid credits are bought. */
export const PACKS = [1_000, 5_000, 10_000, 50_000] as const
