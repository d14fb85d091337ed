import { expect, test } from 'vitest'
import {
  hideColumn,
  moveByOne,
  moveColumn,
  PLAIN_LAYOUT,
  readLayout,
  renameInLayout,
  showColumns,
  shownColumns,
} from './column-layout.ts'

const COLUMNS = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
const shown = (layout = PLAIN_LAYOUT, columns = COLUMNS) =>
  shownColumns(columns, layout)
    .map(({ name }) => name)
    .join('')

test('a column that was moved stays there, and a new one stands behind its neighbour in the table', () => {
  const layout = moveColumn(COLUMNS, PLAIN_LAYOUT, 'd', 'b')

  expect(shown(layout)).toBe('adbc')
  expect(shown(layout, [...COLUMNS, { name: 'e' }])).toBe('adebc')
  expect(shown(layout, COLUMNS.slice(1))).toBe('dbc')
})

test('a step leads past hidden columns, and none leads out of the table', () => {
  const layout = hideColumn(COLUMNS, PLAIN_LAYOUT, 'b')

  expect(shown(moveByOne(COLUMNS, layout, 'a', 1) ?? undefined)).toBe('cad')
  expect(shown(moveByOne(COLUMNS, layout, 'c', -1) ?? undefined)).toBe('cad')
  expect(moveByOne(COLUMNS, layout, 'd', 1)).toBeNull()
})

test('hiding a frozen column leaves the others frozen and no more, and it comes back among them', () => {
  const layout = { ...PLAIN_LAYOUT, frozen: 2 }

  expect(hideColumn(COLUMNS, layout, 'a').frozen).toBe(1)
  expect(hideColumn(COLUMNS, layout, 'c').frozen).toBe(2)
  expect(showColumns(COLUMNS, hideColumn(COLUMNS, layout, 'a'), ['a']).frozen).toBe(2)
})

test('a table never stands there without a column, and a renamed one keeps its place', () => {
  const all = { ...PLAIN_LAYOUT, hidden: ['a', 'b', 'c', 'd'] }

  expect(shown(all)).toBe('abcd')
  expect(renameInLayout({ ...all, widthsPx: { a: 80 } }, 'a', 'x')).toMatchObject({
    hidden: ['x', 'b', 'c', 'd'],
    widthsPx: { x: 80 },
  })
})

test('what a browser has kept is read as far as it makes sense', () => {
  expect(readLayout('nonsense')).toEqual(PLAIN_LAYOUT)
  expect(readLayout('{"order":["a",1],"frozen":-3,"widthsPx":{"a":90,"b":"wide"}}')).toEqual({
    order: ['a'],
    hidden: [],
    frozen: 0,
    widthsPx: { a: 90 },
  })
})
