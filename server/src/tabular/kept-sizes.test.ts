import { expect, test } from 'vitest'
import { KeptSizes } from './kept-sizes.ts'

test('what was used least goes first, until the rest is within the budget', () => {
  const kept = new KeptSizes([
    ['a', 10],
    ['b', 10],
    ['c', 10],
  ])

  kept.touch('a')

  expect([...kept.takeOver(25, 'c')]).toEqual(['b'])
  expect([...kept.takeOver(25, 'c')]).toEqual([])
  expect(['a', 'b', 'c'].filter((name) => kept.has(name))).toEqual(['a', 'c'])
})

test('what was just placed stays, though it is larger than the budget and others were used after it', () => {
  const kept = new KeptSizes([['large', 100]])

  kept.set('small', 1)

  expect([...kept.takeOver(50, 'large')]).toEqual(['small'])
  expect(kept.has('large')).toBe(true)
})

test('sizes are counted once, however often a name is set, touched or deleted', () => {
  const kept = new KeptSizes([['a', 10]])

  kept.set('a', 20)
  kept.touch('a')
  kept.set('b', 5)
  kept.delete('unknown')

  expect([...kept.takeOver(25, 'b')]).toEqual([])
  expect([...kept.takeOver(24, 'b')]).toEqual(['a'])
  expect(kept.touch('a')).toBe(false)
})

test('what is used while others are taken out is looked at once more, and ends', () => {
  const kept = new KeptSizes([
    ['a', 10],
    ['b', 10],
  ])

  const taken: string[] = []
  for (const name of kept.takeOver(0, 'c')) {
    taken.push(name)
    kept.touch('b')
  }

  expect(taken).toEqual(['a', 'b'])
})
