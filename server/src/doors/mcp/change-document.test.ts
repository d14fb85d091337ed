import { expect, test } from 'vitest'
import { changeDocument } from './change-document.ts'
import { fitItems, isShortened, shortenTexts } from './small-answer.ts'

const SPEC = { regions: [{ header_rows: [1], 'a/b': { '~': 1 } }], reader: { trim: true } }

test('a document is changed at the places that pointers name, and the one before stays as it was', () => {
  const changed = changeDocument(SPEC, [
    { path: '/regions/0/header_rows', value: [1, 2] },
    { path: '/regions/0/header_rows/-', value: 3 },
    { path: '/regions/0/a~1b/~0', value: 2 },
    { path: '/reader/trim' },
    { path: '/title', value: null },
  ])

  expect(changed).toEqual({ regions: [{ header_rows: [1, 2, 3], 'a/b': { '~': 2 } }], reader: {}, title: null })
  expect(SPEC.regions[0]?.header_rows).toEqual([1])
})

test('a pointer that leads nowhere is named', () => {
  const refused = (path: string) =>
    expect(() => changeDocument(SPEC, [{ path, value: 1 }])).toThrow(
      expect.objectContaining({ code: 'validation_error' }),
    )

  refused('')
  refused('/regions/7/title')
  refused('/regions/0/header_rows/9')
  refused('/reader/trim/deeper')
  refused('/__proto__/polluted')
})

test('a member called __proto__ is a member, and nothing else changes by it', () => {
  const changed = changeDocument({}, [{ path: '/__proto__', value: { polluted: true } }])

  expect(Object.hasOwn(changed as object, '__proto__')).toBe(true)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('of items as many are kept as fit, and always one', () => {
  const items = ['a'.repeat(50), 'b'.repeat(50), 'c'.repeat(50)]

  expect(fitItems(items, 110)).toEqual({ kept: items.slice(0, 2), isCut: true })
  expect(fitItems(items, 1)).toEqual({ kept: items.slice(0, 1), isCut: true })
  expect(fitItems([], 1)).toEqual({ kept: [], isCut: false })
})

test('a long text is shortened with a mark that is known again', () => {
  const { rows, cutCells } = shortenTexts([['x'.repeat(1_500), 'short', 5]])

  expect(cutCells).toBe(1)
  expect(rows[0]?.map(isShortened)).toEqual([true, false, false])
  expect(rows[0]?.[0]).toMatch(/x…\[\+500 characters\]$/)
})
