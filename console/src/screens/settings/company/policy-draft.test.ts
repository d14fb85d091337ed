import { expect, test } from 'vitest'
import { draftOf, faultsOf, isStricter, policyOf } from './policy-draft.ts'

const OPEN = { max_session_minutes: null, max_token_days: null, tokens_allowed: true, public_links: 'allowed' } as const

test('a length is shown in the largest unit that needs no fraction, and comes back as it was', () => {
  const shown = [45, 720, 2880].map((minutes) => draftOf({ ...OPEN, max_session_minutes: minutes }))

  expect(shown.map(({ sessions, unit }) => [sessions, unit])).toEqual([
    ['45', 'minutes'],
    ['12', 'hours'],
    ['2', 'days'],
  ])
  expect(shown.map((draft) => policyOf(draft).max_session_minutes)).toEqual([45, 720, 2880])
})

test('what is switched off is no limit, whatever is typed beside it', () => {
  const draft = { ...draftOf(OPEN), sessions: 'x', tokenDays: '' }

  expect(policyOf(draft)).toEqual(OPEN)
})

test('lengths beyond the bounds of the service, and what is no number, are faults', () => {
  const faults = (sessions: string, tokenDays: string) =>
    faultsOf(policyOf({ ...draftOf(OPEN), sessionsEnd: true, sessions, unit: 'minutes', tokensEnd: true, tokenDays }))

  expect(faults('14', '0')).toEqual({ sessions: true, tokens: true })
  expect(faults('15', '365')).toEqual({ sessions: false, tokens: false })
  expect(faults('', '1.5')).toEqual({ sessions: true, tokens: true })
})

test('only what may end something that exists is stricter', () => {
  expect(isStricter({ ...OPEN, max_session_minutes: 60 }, OPEN)).toBe(true)
  expect(isStricter({ ...OPEN, max_token_days: 7 }, { ...OPEN, max_token_days: 30 })).toBe(true)
  expect(isStricter({ ...OPEN, tokens_allowed: false }, OPEN)).toBe(true)
  expect(isStricter({ ...OPEN, max_token_days: 30 }, { ...OPEN, max_token_days: 7 })).toBe(false)
  expect(isStricter(OPEN, { ...OPEN, max_session_minutes: 60, tokens_allowed: false })).toBe(false)
})
