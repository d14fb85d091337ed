import { expect, test } from 'vitest'
import { SharedBytes, shareOf } from './shares.ts'

test.each([
  [1, 50, 1],
  [2, 50, 1],
  [3, 50, 2],
  [4, 50, 2],
  [5, 80, 4],
  [10, 99, 9],
  [4, 1, 1],
  [4, 100, 4],
])('of %i places an account holds at %i per cent %i', (all, percent, most) => {
  expect(shareOf(all, percent)).toBe(most)
})

test('bytes have a bound for one owner and one for all, and are there again when they are given back', () => {
  const shared = new SharedBytes({ total: 100, perOwner: 60 })
  const [first, second, other] = [shared.hold('a'), shared.hold('a'), shared.hold('b')]

  expect([first.set(40), second.set(30), second.set(20)]).toEqual([true, false, true])
  expect([other.set(50), other.set(40)]).toEqual([false, true])
  expect(shared.total).toBe(100)
  expect([first.set(0), other.set(60), other.set(61)]).toEqual([true, true, false])
})

test('what a stranger holds counts for the account once it is known, if it has room', () => {
  const shared = new SharedBytes({ total: 100, perOwner: 60 })
  const [known, stranger] = [shared.hold('a'), shared.hold('')]
  known.set(50)
  stranger.set(20)

  expect(stranger.moveTo('a')).toBe(false)
  expect(shared.total).toBe(50)
})
