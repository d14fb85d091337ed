import { expect, test } from 'vitest'
import { LruMap } from './lru-map.ts'

test('beyond its size the entry goes that was not used for the longest', () => {
  const map = new LruMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)

  expect([map.has('a'), map.has('b'), map.has('c')]).toEqual([true, false, true])
})

test('setting an entry again replaces it and counts as a use', () => {
  const map = new LruMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)

  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})
