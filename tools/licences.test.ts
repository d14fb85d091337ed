import { expect, test } from 'vitest'
import { findDoubts } from './licences.ts'

test('a package under an unreviewed licence is reported, and one that leaves the choice is not', () => {
  const doubts = findDoubts({
    '': { version: '1.0.0' },
    'node_modules/kind': { version: '1.0.0', license: 'MIT' },
    'node_modules/chosen': { version: '1.0.0', license: '(GPL-3.0 OR Apache-2.0)' },
    'node_modules/@a/strict': { version: '2.0.0', license: 'AGPL-3.0' },
    'node_modules/kind/node_modules/silent': { version: '3.0.0' },
  })

  expect(doubts).toEqual([
    { name: '@a/strict', version: '2.0.0', licence: 'AGPL-3.0' },
    { name: 'silent', version: '3.0.0', licence: 'none' },
  ])
})

test('an exception is for its package only', () => {
  const doubts = findDoubts({
    'node_modules/axe-core': { version: '4.0.0', license: 'MPL-2.0' },
    'node_modules/other': { version: '1.0.0', license: 'MPL-2.0' },
  })

  expect(doubts.map(({ name }) => name)).toEqual(['other'])
})
