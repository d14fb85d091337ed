import type { Wire } from '@bindery-data/sdk'

export type Policy = Wire.Operations['getAccountPolicy']['answer']

export const UNITS = ['minutes', 'hours', 'days'] as const
export type Unit = (typeof UNITS)[number]

const MINUTES: Record<Unit, number> = { minutes: 1, hours: 60, days: 1440 }

/** As it is typed: amounts are texts, and stay while their rule is switched off. */
export type PolicyDraft = {
  sessionsEnd: boolean
  sessions: string
  unit: Unit
  tokensAllowed: boolean
  tokensEnd: boolean
  tokenDays: string
  publicLinks: Policy['public_links']
}

/** In the largest unit that needs no fraction. */
export function lengthOf(minutes: number): { amount: number; unit: Unit } {
  const unit = UNITS.findLast((each) => minutes % MINUTES[each] === 0) ?? 'minutes'
  return { amount: minutes / MINUTES[unit], unit }
}

const USUAL = { amount: 12, unit: 'hours' } as const
const USUAL_DAYS = 30

/** From the widest to the strictest. */
export const PUBLIC_LINKS = ['allowed', 'members', 'off'] as const satisfies readonly Policy['public_links'][]

export function draftOf(policy: Policy): PolicyDraft {
  const { max_session_minutes: minutes, max_token_days: days, tokens_allowed, public_links } = policy
  const { amount, unit } = minutes === null ? USUAL : lengthOf(minutes)
  return {
    sessionsEnd: minutes !== null,
    sessions: String(amount),
    unit,
    tokensAllowed: tokens_allowed,
    tokensEnd: days !== null,
    tokenDays: String(days ?? USUAL_DAYS),
    publicLinks: public_links,
  }
}

export function policyOf(draft: PolicyDraft): Policy {
  return {
    max_session_minutes: draft.sessionsEnd ? Number(draft.sessions) * MINUTES[draft.unit] : null,
    max_token_days: draft.tokensEnd ? Number(draft.tokenDays) : null,
    tokens_allowed: draft.tokensAllowed,
    public_links: draft.publicLinks,
  }
}

const isWithin = (value: number | null, least: number, most: number) =>
  value === null || (Number.isInteger(value) && value >= least && value <= most)

/** The bounds of the service. */
export function faultsOf(policy: Policy): { sessions: boolean; tokens: boolean } {
  return {
    sessions: !isWithin(policy.max_session_minutes, 15, 129_600),
    tokens: !isWithin(policy.max_token_days, 1, 365),
  }
}

const isShorter = (now: number | null, before: number | null) => now !== null && (before === null || now < before)

/** Would it end sessions or tokens that exist? */
export const isStricter = (now: Policy, before: Policy) =>
  (before.tokens_allowed && !now.tokens_allowed) ||
  isShorter(now.max_session_minutes, before.max_session_minutes) ||
  isShorter(now.max_token_days, before.max_token_days)
