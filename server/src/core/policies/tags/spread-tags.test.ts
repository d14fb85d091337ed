import { expect, test } from 'vitest'
import { nameOfColumn, spreadTags } from './spread-tags.ts'

const column = (tableId: string, origin: number) => ({ tableId, origin })
const made = (table: string, origin: number, from: string, fromOrigin: number) => ({
  ...column(table, origin),
  fromTableId: from,
  fromOrigin,
})
const tagsIn = (spread: ReturnType<typeof spreadTags>, table: string, origin: number) => [
  ...(spread.get(nameOfColumn(column(table, origin)))?.keys() ?? []),
]

test('a tag goes along with the values of its column, however far', () => {
  const lineage = [made('b', 7, 'a', 1), made('c', 3, 'b', 7), made('c', 4, 'a', 2)]

  const spread = spreadTags([{ ...column('a', 1), tag: 'pii', isAttached: true }], lineage)

  expect([tagsIn(spread, 'b', 7), tagsIn(spread, 'c', 3), tagsIn(spread, 'c', 4)]).toEqual([['pii'], ['pii'], []])
  expect(spread.get(nameOfColumn(column('c', 3)))?.get('pii')).toEqual(column('b', 7))
})

test('taken off a column it goes no further from there, but by other ways it does', () => {
  const lineage = [made('b', 1, 'a', 1), made('c', 1, 'b', 1), made('d', 1, 'c', 1), made('d', 1, 'a', 1)]

  const spread = spreadTags(
    [
      { ...column('a', 1), tag: 'pii', isAttached: true },
      { ...column('b', 1), tag: 'pii', isAttached: false },
    ],
    lineage,
  )

  expect([tagsIn(spread, 'b', 1), tagsIn(spread, 'c', 1), tagsIn(spread, 'd', 1)]).toEqual([[], [], ['pii']])
})

test('tables made from each other in the course of time are no trap', () => {
  const spread = spreadTags(
    [{ ...column('a', 1), tag: 'pii', isAttached: true }],
    [made('b', 1, 'a', 1), made('a', 1, 'b', 1)],
  )

  expect(tagsIn(spread, 'b', 1)).toEqual(['pii'])
  expect(spread.get(nameOfColumn(column('a', 1)))?.get('pii')).toBeNull()
})
