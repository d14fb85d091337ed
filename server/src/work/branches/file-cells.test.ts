import type { ReturnedCell } from '@bindery-data/spreadsheet/returned/returned-cell.ts'
import { describe, expect, test } from 'vitest'
import { parseColumnType } from '../../engine/table/column-type.ts'
import { isSameInFile, readFileCell } from './file-cells.ts'

const typeOf = (text: string) => {
  const type = parseColumnType(text)
  if (!type) throw new Error(`no type ${text}`)
  return type
}
const read = (type: string, cell: ReturnedCell, isDate1904 = false) => readFileCell(typeOf(type), cell, isDate1904)
const isSame = (type: string, sent: string | null, cell: ReturnedCell) => isSameInFile(typeOf(type), sent, cell, false)

describe('a cell that came back is read', () => {
  test.each([
    ['INTEGER', 42, '42'],
    ['INTEGER', ' 1,234 ', '1234'],
    ['INTEGER', '１２', '12'],
    ['INTEGER', '12.00', '12'],
    ['BIGINT', '9007199254740993', '9007199254740993'],
    ['DECIMAL(10,2)', 0.1 + 0.2, '0.30'],
    ['DECIMAL(10,2)', '1,234.5', '1234.50'],
    ['DECIMAL(10,2)', '1.2E+03', '1200.00'],
    ['DOUBLE', 0.1 + 0.2, '0.30000000000000004'],
    ['BOOLEAN', 'TRUE', 'true'],
    ['BOOLEAN', 0, 'false'],
    ['DATE', { date: '2024-01-05', serial: 45_296 }, '2024-01-05'],
    ['DATE', 45_296, '2024-01-05'],
    ['DATE', '2024/1/5', '2024-01-05'],
    ['DATE', '2024年1月5日', '2024-01-05'],
    ['DATE', '1868-01-25', '1868-01-25'],
    ['TIME', { date: '10:30:00', serial: 0.4375 }, '10:30:00'],
    ['TIME', '9:05', '09:05:00'],
    ['TIMESTAMP', { date: '2024-01-05 10:30:00', serial: 45_296.4375 }, '2024-01-05 10:30:00'],
    ['TIMESTAMP', { date: '2024-01-05', serial: 45_296 }, '2024-01-05 00:00:00'],
    ['TIMESTAMP', '2024-01-05T10:30', '2024-01-05 10:30:00'],
    ['TIMESTAMPTZ', '2024-01-05T00:30:00Z', '2024-01-05 00:30:00+00'],
    ['TIMESTAMPTZ', { date: '2024-01-05 00:30:00', serial: 45_296.02 }, '2024-01-05 00:30:00+00'],
    ['VARCHAR', 5, '5'],
    ['VARCHAR', { date: '2024-01-05', serial: 45_296 }, '2024-01-05'],
    ['UUID', ' 123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
    ['INTEGER', null, null],
  ] as const)('as %s: %j is %j', (type, cell, text) => {
    expect(read(type, cell)).toEqual({ text })
  })

  test('in the calendar of its file', () => {
    expect(read('DATE', 45_296 - 1462, true)).toEqual({ text: '2024-01-05' })
  })

  test.each([
    ['INTEGER', 1.5, 'uncastable_value'],
    ['INTEGER', '12a', 'uncastable_value'],
    ['DECIMAL(10,2)', 10 / 3, 'uncastable_value'],
    ['DATE', { date: '2024-01-05 10:30:00', serial: 45_296.4375 }, 'uncastable_value'],
    ['DATE', 'soon', 'uncastable_value'],
    ['VARCHAR', { error: '#N/A' }, 'error_value'],
    ['VARCHAR', { formula: true }, 'formula_without_value'],
  ] as const)('or it is said why not: %s of %j', (type, cell, problem) => {
    expect(read(type, cell)).toEqual({ problem })
  })
})

describe('what programs do to a value is no edit', () => {
  test.each([
    ['VARCHAR', '', null],
    ['VARCHAR', null, null],
    ['VARCHAR', '007', 7],
    ['VARCHAR', '1234567890123456', 1.234_567_890_123_46e15],
    ['VARCHAR', 'a\r\nb', 'a\nb'],
    ['VARCHAR', '2024-01-05', { date: '2024-01-05', serial: 45_296 }],
    ['VARCHAR', 'true', true],
    ['VARCHAR', 'x'.repeat(40_000), 'x'.repeat(32_767)],
    ['DOUBLE', '0.30000000000000004', 0.3],
    ['DOUBLE', '-0', 0],
    ['DECIMAL(10,2)', '5.00', 5],
    ['BIGINT', '12', '12'],
    ['TIMESTAMP', '2024-01-05 10:30:00.123', { date: '2024-01-05 10:30:00.123', serial: 45_296.437_501_42 }],
    ['BOOLEAN', 'true', 'TRUE'],
  ] as const)('%s %j that came back as %j', (type, sent, cell) => {
    expect(isSame(type, sent, cell)).toBe(true)
  })

  test.each([
    ['VARCHAR', 'a', null],
    ['VARCHAR', null, 'a'],
    ['VARCHAR', 'a', 'a '],
    ['VARCHAR', '007', '7'],
    ['INTEGER', '1', 2],
    ['DOUBLE', '0.3', 0.300_000_1],
    ['DATE', '2024-01-05', 45_297],
    ['TIMESTAMP', '2024-01-05 10:30:00', { date: '2024-01-05 10:30:01', serial: 45_296.43 }],
    ['INTEGER', '1', { error: '#N/A' }],
  ] as const)('but this is one: %s %j as %j', (type, sent, cell) => {
    expect(isSame(type, sent, cell)).toBe(false)
  })
})
