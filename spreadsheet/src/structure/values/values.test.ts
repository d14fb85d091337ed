import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { CellStyle } from '../../styles.ts'
import type { Value } from './value.ts'

function meaningOf(written: string | number, style: Partial<CellStyle> = {}): Value {
  const value = sheetOf([[written]], { styles: { A1: style } }).cellAt(0, 0)?.value
  if (!value) throw new Error('the cell holds nothing')
  return value
}

test.each([
  ['1,234', 1234],
  ['1234.50', 1234.5],
  ['▲1,234', -1234],
  ['△ 12', -12],
  ['(1,234)', -1234],
  ['（１，２３４）', -1234],
  ['1,234-', -1234],
  ['−5', -5],
  ['¥1,000', 1000],
  ['R$ 1.541,80', 1541.8],
  ['CHF 1’250.50', 1250.5],
  ['12 500,00 kr', 12500],
  ['Rs. 1,25,000', 125000],
  ['RM 4', 4],
  ['RM4-12', null],
  ['￥△1,000', -1000],
  ['-$3.20', -3.2],
  ['$(3.20)', null],
  ['1.2E+3', 1200],
  ['.5', 0.5],
  ['1 234 567', 1234567],
  ['12,34,567', 1234567],
  ['1.234,56', 1234.56],
  ['1.234.567', 1234567],
  ['12%', 0.12],
  ['7.4%', 0.074],
  ['３．５％', 0.035],
  ['5‰', 0.005],
  ['1,234*', 1234],
  ['12,3', 12.3],
  ['※ 7,319', 7319],
  ['※1,2 1,853', 1853],
  ['※2, ※13 1,853', 1853],
  ['(12', null],
  ['1,23,4', null],
  ['第1回', null],
  ['4月', null],
])('%s is read as the number people mean', (text, number) => {
  const value = meaningOf(text)

  expect(value.kind === 'number' ? value.number : null).toBe(number)
})

test.each([
  ['1,200円', '円'],
  ['3千円', '千円'],
  ['▲45百万円', '百万円'],
  ['$5', '$'],
  ['12人', '人'],
])('%s keeps its unit beside the number', (text, unit) => {
  expect(meaningOf(text)).toMatchObject({ kind: 'number', unit })
})

test.each(['007', '〒100-0001', '100-0001', '03-1234-5678', '1234567890123456'])(
  '%s names and counts nothing',
  (text) => {
    expect(meaningOf(text)).toEqual({ kind: 'code' })
  },
)

test('digits in a cell formatted as text are a code, in any other a number', () => {
  expect(meaningOf('1001', { meaning: 'text' })).toEqual({ kind: 'code' })
  expect(meaningOf('1001')).toMatchObject({ kind: 'number', number: 1001 })
})

test.each([
  ['2024/4/1', '2024-04-01'],
  ['2024年4月1日', '2024-04-01'],
  ['令和6年4月1日', '2024-04-01'],
  ['令和元年5月1日', '2019-05-01'],
  ['03-Nov-2025 09:15', '2025-11-03 09:15:00'],
  ['3 November 2025 9:15 pm', '2025-11-03 21:15:00'],
  ['3. März 2025', '2025-03-03'],
  ['3 de noviembre de 2025', '2025-11-03'],
  ['3 février 2025', '2025-02-03'],
  ['R6.4.1', '2024-04-01'],
  ['H31.4.30', '2019-04-30'],
  ['20240401', '2024-04-01'],
  ['12/31/99', '1999-12-31'],
  ['31-Dec-99', '1999-12-31'],
  ['March 5, 2001', '2001-03-05'],
  ['2024/4/1(月)', '2024-04-01'],
  ['2024-04-01 10:30', '2024-04-01 10:30:00'],
])('%s is the day %s', (text, iso) => {
  expect(meaningOf(text)).toMatchObject({ kind: 'date', iso })
})

test.each(['2024/2/30', 'R0.4.1', '4/1', '20241301', 'Item 5, 2001'])('%s is no day', (text) => {
  expect(meaningOf(text).kind).not.toBe('date')
})

test.each(['-', '－', '―', '…', 'N/A', '#N/A', '該当なし', '－%', '---'])('%s says that there is no value', (text) => {
  expect(meaningOf(text)).toEqual({ kind: 'absent' })
})

test('what a format adds to a number is known: its decimals, its unit, that it is a share, a day or a month', () => {
  expect(meaningOf(1234.5, { numberFormat: '#,##0.00"円"' })).toMatchObject({ number: 1234.5, decimals: 2, unit: '円' })
  expect(meaningOf(0.25, { numberFormat: '0%', meaning: 'percent' })).toMatchObject({ number: 0.25, isPercent: true })
  expect(meaningOf(45383, { meaning: 'date' })).toEqual({ kind: 'date', iso: '2024-04-01', format: null })
  expect(meaningOf(4, { numberFormat: '0"月"' })).toEqual({ kind: 'text' })
  expect(meaningOf(0.1 + 0.2)).toMatchObject({ decimals: 1 })
})

test('marks of order and of notes are no numbers', () => {
  expect(meaningOf('①')).toEqual({ kind: 'text' })
  expect(meaningOf('³')).toEqual({ kind: 'text' })
})
