import { expect, test } from 'vitest'
import { mergeCell } from './merge-cell.ts'

test.each([
  ['a', 'a', 'a', 'same'],
  ['a', 'b', 'b', 'same'],
  ['a', 'b', 'a', 'mine'],
  ['a', 'a', 'b', 'theirs'],
  ['a', 'b', 'c', 'conflict'],
  ['a', null, 'c', 'conflict'],
  [null, null, 'c', 'theirs'],
  [undefined, 'b', 'a', 'conflict'],
  [undefined, 'b', 'b', 'same'],
] as const)('of %s one side made %s and the other %s: %s', (base, mine, theirs, outcome) => {
  expect(mergeCell(base, mine, theirs)).toBe(outcome)
})
