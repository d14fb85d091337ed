import { expect, test } from 'vitest'
import { PLAIN_LAYOUT } from '../../../parts/grid/columns/column-layout.ts'
import { pasteTrouble } from './paste-fit.ts'

const COLUMNS = ['order', 'product', 'qty', 'price', 'paid'].map((name) => ({ name, type: 'VARCHAR', masked: false }))
const hiding = (...hidden: string[]) => ({ ...PLAIN_LAYOUT, hidden })
const block = (left: number, ...texts: string[][]) => ({ texts, range: { top: 0, bottom: 0, left, right: left } })

test('a block that fits into what is shown is no trouble', () => {
  expect(pasteTrouble(block(0, ['a', 'b', 'c']), COLUMNS, PLAIN_LAYOUT)).toBeNull()
  expect(pasteTrouble(block(0, ['a', 'b']), COLUMNS, hiding('qty'))).toBeNull()
})

test('a block that would shift over a hidden column is noticed, and by how much it is too wide', () => {
  const copied = ['SO-1', 'Lamp', '3', '1,100', 'yes']

  expect(pasteTrouble(block(0, copied), COLUMNS, hiding('qty'))).toEqual({ passed: ['qty'], dropped: 1, masked: [] })
  expect(pasteTrouble(block(1, ['a', 'b'], ['a', 'b', 'c']), COLUMNS, hiding('qty'))).toMatchObject({
    passed: ['qty'],
    dropped: 0,
  })
})

test('a block that is wider than the table, or lies over a masked column, is noticed', () => {
  const masked = COLUMNS.map((column) => ({ ...column, masked: column.name === 'price' }))

  expect(pasteTrouble(block(3, ['a', 'b', 'c']), COLUMNS, PLAIN_LAYOUT)?.dropped).toBe(1)
  expect(pasteTrouble(block(2, ['a', 'b']), masked, PLAIN_LAYOUT)?.masked).toEqual(['price'])
})

test('one text fills what is chosen, whatever is hidden between', () => {
  const one = { texts: [['x']], range: { top: 0, bottom: 9, left: 1, right: 2 } }

  expect(pasteTrouble(one, COLUMNS, hiding('qty'))).toBeNull()
})
