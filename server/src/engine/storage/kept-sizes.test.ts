import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { KeptSizes } from './kept-sizes.ts'

test('what was used least goes first, until the rest is within the budget', () => {
  const kept = new KeptSizes([
    ['a', 10],
    ['b', 10],
    ['c', 10],
  ])

  kept.touch('a')

  expect([...kept.takeExcess(25, 'c')]).toEqual(['b'])
  expect([...kept.takeExcess(25, 'c')]).toEqual([])
  expect(['a', 'b', 'c'].filter((name) => kept.has(name))).toEqual(['a', 'c'])
})

test('what was just placed stays, though it is larger than the budget and others were used after it', () => {
  const kept = new KeptSizes([['large', 100]])

  kept.set('small', 1)

  expect([...kept.takeExcess(50, 'large')]).toEqual(['small'])
  expect(kept.has('large')).toBe(true)
})

test('sizes are counted once, however often a name is set, touched or deleted', () => {
  const kept = new KeptSizes([['a', 10]])

  kept.set('a', 20)
  kept.touch('a')
  kept.set('b', 5)
  kept.delete('unknown')

  expect([...kept.takeExcess(25, 'b')]).toEqual([])
  expect([...kept.takeExcess(24, 'b')]).toEqual(['a'])
  expect(kept.touch('a')).toBe(false)
})

test('what is used while others are taken out is taken in its turn', () => {
  const kept = new KeptSizes([
    ['a', 10],
    ['b', 10],
  ])

  const taken: string[] = []
  for (const name of kept.takeExcess(0, 'c')) {
    taken.push(name)
    kept.touch('b')
  }

  expect(taken).toEqual(['a', 'b'])
})

test('a name keeps nothing in memory of the longer one that it was cut from', () => {
  const [names, longBytes] = [1_000, 20_000]
  const kept = new KeptSizes()

  const before = heapBytes()
  for (let n = 0; n < names; n++) {
    const objectName = `${'workbook'.repeat(longBytes / 8)}/segment-${String(n).padStart(6, '0')}`
    kept.set(objectName.slice(objectName.lastIndexOf('/') + 1), 1)
  }

  expect(heapBytes() - before).toBeLessThan((names * longBytes) / 10)
  expect(kept.has('segment-000999')).toBe(true)
})

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
