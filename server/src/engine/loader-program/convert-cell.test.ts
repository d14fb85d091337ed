import { expect, test } from 'vitest'
import { parseColumnType } from '../table/column-type.ts'
import { convertCell } from './convert-cell.ts'

const reader = { null_values: [], trim: true, decimal_char: '.', group_char: ',' }

function convert(text: string, type: string, format: string | null) {
  const parsed = parseColumnType(type)
  if (!parsed) throw new Error(`${type} is no type`)
  return convertCell({ kind: 'text', value: text }, 'number', { type: parsed, format, reader, isDate1904: false })
}

test('a figure that can be read in two ways is read as its column has settled it', () => {
  expect(convert('1,500', 'DECIMAL(18,3)', 'as_written_with_comma')).toEqual({ text: '1.500' })
  expect(convert('0,375', 'DECIMAL(18,3)', 'as_written_with_comma')).toEqual({ text: '0.375' })
  expect(convert('19.484', 'BIGINT', 'as_written_with_comma')).toEqual({ text: '19484' })
  expect(convert('1.234,50', 'DECIMAL(18,2)', 'as_written_with_comma')).toEqual({ text: '1234.50' })
  expect(convert('1,500', 'BIGINT', 'as_written')).toEqual({ text: '1500' })
})

test('what is no figure at all is none in such a column either', () => {
  expect(convert('s.a.', 'BIGINT', 'as_written_with_comma')).toEqual({ code: 'uncastable_value' })
  expect(convert('n/a', 'BIGINT', 'as_written_with_comma')).toEqual({ text: null })
})
