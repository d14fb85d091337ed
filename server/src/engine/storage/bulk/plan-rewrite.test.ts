import { expect, test } from 'vitest'
import { foldEdits } from '../../table/content.ts'
import { planRewrite } from './plan-rewrite.ts'

const LIMITS = { rows: 100, bytes: 1000 }

const segment = (rowLo: number, rowHi: number, rows = rowHi - rowLo + 1) => ({ rowLo, rowHi, rows, bytes: rows })

test('a segment that no edit touches is kept as it is', () => {
  const [first, second, third] = [segment(1, 90), segment(91, 180), segment(181, 270)]

  const parts = planRewrite([first, second, third], [100, 101], LIMITS)

  expect(parts).toEqual([{ kept: first }, { segments: [second], rowIds: [100, 101] }, { kept: third }])
})

test('rows between and behind segments become segments of their own, unless a small neighbour takes them in', () => {
  const [large, small] = [segment(1, 90), segment(200, 205)]

  const parts = planRewrite([large, small], [150, 300], LIMITS)

  expect(parts).toEqual([{ kept: large }, { segments: [small], rowIds: [150, 300] }])
})

test('small neighbours of a rewritten segment merge with it up to the size of a segment; others stay', () => {
  const small = Array.from({ length: 6 }, (_, n) => segment(n * 20 + 1, n * 20 + 20))

  const parts = planRewrite(small, [1], LIMITS)

  expect(parts).toEqual([{ segments: small.slice(0, 5), rowIds: [1] }, { kept: small[5] }])
})

test('without edits nothing is rewritten', () => {
  const small = [segment(1, 2), segment(3, 4)]

  expect(planRewrite(small, [], LIMITS)).toEqual(small.map((kept) => ({ kept })))
})

test('the edits of a row fold into what became of it in the end', () => {
  const folded = foldEdits([
    { rowId: 1, op: 'U', cells: { 1: 'a', 2: 'b' } },
    { rowId: 2, op: 'I', cells: { 1: 'a' } },
    { rowId: 3, op: 'D', cells: {} },
    { rowId: 1, op: 'U', cells: { 2: null } },
    { rowId: 2, op: 'U', cells: { 2: 'c' } },
    { rowId: 3, op: 'I', cells: { 1: 'back' } },
  ])

  expect(Object.fromEntries(folded)).toEqual({
    1: { op: 'U', cells: { 1: 'a', 2: null } },
    2: { op: 'I', cells: { 1: 'a', 2: 'c' } },
    3: { op: 'I', cells: { 1: 'back' } },
  })
})

test('a change after a deletion is corruption, and stops its reader', () => {
  const edits = [
    { rowId: 1, op: 'D', cells: {} },
    { rowId: 1, op: 'U', cells: { 1: 'x' } },
  ] as const

  expect(() => foldEdits(edits)).toThrow('row 1 is changed after it was deleted')
})
