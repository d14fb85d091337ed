import { expect, test } from 'vitest'
import { seal } from '../../engine/table/sealed.ts'
import { ServiceError } from '../../platform/errors.ts'
import { visibleIn, visibleValue } from './visible-value.ts'

const column = (id: number, isMasked: boolean) =>
  ({ id, origin: id, name: `c${id}`, type: { name: 'INTEGER' }, initial: null, description: null, isMasked }) as const

const TABLE = { columns: [column(1, false), column(2, true)] }

test('a value is visible in a plain column, and null in a masked one and in one that the caller does not have', () => {
  expect([1, 2, 3].map((id) => visibleValue(TABLE, id, '7'))).toEqual([7, null, null])
})

test('a problem that quotes cells takes no raw value', () => {
  const raw = 'secret'
  const text = { title: '', detail: '', suggestedFix: '' }

  // @ts-expect-error A text is not a VisibleValue.
  new ServiceError('invalid', 'uncastable_value', { ...text, extra: { samples: [raw] } })
  const quoted = { row_id: 1, column: 'c1', written: null, current: raw }
  // @ts-expect-error Nor in a quoted cell.
  new ServiceError('conflict', 'undo_conflict', { ...text, extra: { cells: [quoted] } })
  const seen = visibleIn(column(1, false), '7')
  new ServiceError('conflict', 'undo_conflict', { ...text, extra: { cells: [{ ...quoted, current: seen }] } })

  expect(seen).toBe(7)
})

test('sealed cells cannot be printed: not as JSON, not in a text', () => {
  const sealed = seal({ 1: 'secret' })

  expect(() => JSON.stringify({ cells: sealed })).toThrow('sealed')
  expect(() => `${sealed}`).toThrow('sealed')
})
