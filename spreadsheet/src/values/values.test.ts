import { expect, test } from 'vitest'
import type { NumberMeaning } from '../styles.ts'
import { isoToCanonical } from './iso-date.ts'
import { type ColumnDecision, observeColumn } from './observe-column.ts'
import { serialToDate, serialToText, serialToTime, serialToTimestamp } from './serial-date.ts'

function decideTexts(texts: readonly string[], isUntyped = true): ColumnDecision {
  const column = observeColumn({ isUntyped, isDate1904: false })
  for (const text of texts) column.text(text)
  return column.decide(texts.length)
}

function decideNumbers(values: readonly (readonly [number, NumberMeaning])[]): ColumnDecision {
  const column = observeColumn({ isUntyped: false, isDate1904: false })
  for (const [value, meaning] of values) column.number(value, meaning)
  return column.decide(values.length)
}

const typed = (texts: readonly string[]) => {
  const { type, format } = decideTexts(texts)
  return format === null ? type : `${type} ${format}`
}

const codes = ({ warnings }: ColumnDecision) => warnings.map(({ code, count }) => `${code} ${count}`)

test.each([
  [['1', '-20', '0'], 'BIGINT'],
  [['1', '007'], 'VARCHAR'],
  [['+1', '2'], 'VARCHAR'],
  [['-0', '1'], 'VARCHAR'],
  [['999999999999999'], 'BIGINT'],
  [['1234567890123456'], 'VARCHAR'],
  [['12.50', '3.00', '-0.25'], 'DECIMAL(18,2)'],
  [['1234567890123456789.50'], 'DECIMAL(38,2)'],
  [['-0.00', '1.25'], 'VARCHAR'],
  [['1.5', '10', '-2.25'], 'DOUBLE'],
  [['1.50', '10'], 'VARCHAR'],
  [['00.5', '1.5'], 'VARCHAR'],
  [['.5', '1.5'], 'VARCHAR'],
  [['1e5'], 'VARCHAR'],
  [['1,234'], 'VARCHAR'],
  [['▲1,234', '12'], 'VARCHAR'],
  [['12%'], 'VARCHAR'],
  [['１２'], 'VARCHAR'],
  [['1/0'], 'VARCHAR'],
  [['true', 'false'], 'BOOLEAN'],
  [['TRUE', 'TRUE'], 'BOOLEAN TRUE/FALSE'],
  [['true', 'FALSE'], 'VARCHAR'],
  [['true', '1'], 'VARCHAR'],
  [['2024-02-29', '0001-01-01'], 'DATE'],
  [['2023-02-29'], 'VARCHAR'],
  [['0000-01-01'], 'VARCHAR'],
  [['2024/1/5', '2024/12/31'], 'DATE YYYY/M/D'],
  [['2024/11/15', '2024/12/31'], 'DATE YYYY/MM/DD'],
  [['2024/1/5', '2024/01/05'], 'VARCHAR'],
  [['2024年4月1日', '2024年12月31日'], 'DATE YYYY年M月D日'],
  [['令和6年4月1日'], 'VARCHAR'],
  [['20240401'], 'BIGINT'],
  [['13/01/2024', '01/02/2024'], 'DATE DD/MM/YYYY'],
  [['1/2/2024', '1/13/2024'], 'DATE M/D/YYYY'],
  [['1/2/2024', '3/4/2024'], 'VARCHAR'],
  [['13/1/2024', '1/13/2024'], 'VARCHAR'],
  [['31.12.2024', '01.02.2024'], 'DATE DD.MM.YYYY'],
  [['1/2/24'], 'VARCHAR'],
  [['10:30:00', '23:59:59'], 'TIME'],
  [['9:30', '10:30'], 'TIME H:mm'],
  [['25:10'], 'VARCHAR'],
  [['2024-01-05 10:30:00'], 'TIMESTAMP'],
  [['2024-01-05T10:30:00'], 'TIMESTAMP YYYY-MM-DDTHH:mm:ss'],
  [['2024/1/5 9:05', '2024/10/15 23:00'], 'TIMESTAMP YYYY/M/D H:mm'],
  [['2024-01-05 10:30:00.120', '2024-01-05 10:30:00.000'], 'TIMESTAMP YYYY-MM-DD HH:mm:ss.SSS'],
  [['2024-01-05T10:30:00Z'], 'VARCHAR'],
  [['2024-01-05', '2024-01-05 10:00:00'], 'VARCHAR'],
  [['1', '2024-01-05'], 'VARCHAR'],
  [['', 'x'].slice(0, 0), 'VARCHAR'],
])('the texts %j of a file without types become %s', (texts, expected) => {
  expect(typed(texts)).toBe(expected)
})

test('what is kept as text and why is reported with a count', () => {
  expect(codes(decideTexts(['0600000', '1000001', '0010001']))).toEqual(['leading_zero_kept_as_text 2'])
  expect(codes(decideTexts(['12345678901234567890', '1']))).toEqual(['long_number_kept_as_text 1'])
  expect(codes(decideTexts(['1/2/2024', '3/4/2024', '5/5/2024']))).toEqual(['ambiguous_dates 2'])
  expect(codes(decideTexts(['007', 'Bond']))).toEqual([])
  expect(decideTexts(['0600000', '1000001', '']).evidence).toMatchObject({ leading_zero: 1, max_digits: 7 })
})

test('a text of a workbook is text, whatever it looks like', () => {
  expect(decideTexts(['1', '2'], false)).toMatchObject({ type: 'VARCHAR', format: null })
})

test('numbers of a workbook are whole or not', () => {
  expect(
    decideNumbers([
      [1, 'number'],
      [Number.MAX_SAFE_INTEGER, 'percent'],
    ]).type,
  ).toBe('BIGINT')
  expect(
    decideNumbers([
      [1, 'number'],
      [2 ** 53, 'number'],
    ]).type,
  ).toBe('DOUBLE')
  expect(
    decideNumbers([
      [1, 'number'],
      [0.5, 'percent'],
    ]).type,
  ).toBe('DOUBLE')
})

test('formatted numbers are moments when all of them are', () => {
  expect(
    decideNumbers([
      [45000, 'date'],
      [1, 'date'],
    ]).type,
  ).toBe('DATE')
  expect(
    decideNumbers([
      [45000, 'date'],
      [45000.5, 'date'],
    ]).type,
  ).toBe('TIMESTAMP')
  expect(decideNumbers([[45000, 'datetime']]).type).toBe('TIMESTAMP')
  expect(
    decideNumbers([
      [0.5, 'time'],
      [0, 'time'],
    ]).type,
  ).toBe('TIME')
  expect(
    decideNumbers([
      [0.5, 'time'],
      [45000, 'date'],
    ]).type,
  ).toBe('VARCHAR')
  expect(
    codes(
      decideNumbers([
        [45000, 'date'],
        [45000, 'number'],
        [3, 'number'],
      ]),
    ),
  ).toEqual(['mixed_types 1'])
})

test('days that never were keep their number, and the column says so', () => {
  for (const serial of [-1, 0, 60, 60.5, 2_958_466, 2_958_465.999_999_999]) {
    const decision = decideNumbers([
      [45000, 'date'],
      [serial, 'date'],
    ])
    expect(decision.type).toBe('VARCHAR')
    expect(codes(decision)).toContain('dates_out_of_range 1')
    expect(serialToText(serial, 'date', false)).toBeNull()
  }
})

test('serials are the days that Excel shows', () => {
  expect(serialToDate(1, false)).toBe('1900-01-01')
  expect(serialToDate(59, false)).toBe('1900-02-28')
  expect(serialToDate(61, false)).toBe('1900-03-01')
  expect(serialToDate(45_296, false)).toBe('2024-01-05')
  expect(serialToDate(2_958_465, false)).toBe('9999-12-31')
  expect(serialToDate(0, true)).toBe('1904-01-01')
  expect(serialToDate(43_834, true)).toBe('2024-01-05')
  expect(serialToTimestamp(45_296.4375, false)).toBe('2024-01-05 10:30:00')
  expect(serialToTimestamp(45_296 + 37_800.123 / 86_400, false)).toBe('2024-01-05 10:30:00.123')
  expect(serialToTimestamp(45_295.999_999_999_9, false)).toBe('2024-01-05 00:00:00')
  expect(serialToTime(0.999_988_425_925_926)).toBe('23:59:59')
  expect(serialToTime(1)).toBeNull()
})

test('a column of several kinds is text and tells how many are strangers', () => {
  const column = observeColumn({ isUntyped: false, isDate1904: false })
  column.number(1, 'number')
  column.number(2, 'number')
  column.text('n/a')
  column.boolean(true)
  column.error('#DIV/0!')

  const decision = column.decide(7)

  expect(decision.type).toBe('VARCHAR')
  expect(codes(decision)).toEqual(['mixed_types 3', 'error_values 1'])
  expect(decision.evidence).toMatchObject({
    rows: 7,
    nulls: 2,
    nonconforming: 3,
    samples: ['1', '2', 'n/a', 'TRUE', '#DIV/0!'],
  })
})

test('dates spelled out in a workbook are typed by what they say', () => {
  expect(isoToCanonical('DATE', '2024-01-05')).toBe('2024-01-05')
  expect(isoToCanonical('TIMESTAMP', '2024-01-05T10:30:00.500')).toBe('2024-01-05 10:30:00.5')
  expect(isoToCanonical('TIMESTAMP', '2024-01-05')).toBe('2024-01-05 00:00:00')
  expect(isoToCanonical('TIME', '10:30')).toBe('10:30:00')
  expect(isoToCanonical('DATE', '2023-02-29')).toBeNull()
  expect(isoToCanonical('TIMESTAMP', '2024-01-05T10:30:00Z')).toBeNull()
})
