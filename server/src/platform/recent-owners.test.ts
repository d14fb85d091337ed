import { expect, test } from 'vitest'
import { RecentOwners } from './recent-owners.ts'

test('an owner is alone until another asks, and again a day after it last did', () => {
  let now = 0
  const owners = new RecentOwners(() => now)
  owners.note('a')
  const alone = owners.hasOthersThan('a')

  owners.note('b')
  const beside = [owners.hasOthersThan('a'), owners.hasOthersThan('b')]
  now = 23 * 3_600_000
  owners.note('a')
  const lately = owners.hasOthersThan('a')
  now = 25 * 3_600_000

  expect([alone, beside, lately, owners.hasOthersThan('a'), owners.hasOthersThan('b')]).toEqual([
    false,
    [true, true],
    true,
    false,
    true,
  ])
})
