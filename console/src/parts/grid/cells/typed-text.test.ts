import { expect, test } from 'vitest'
import { readTyped, shownText } from './typed-text.ts'

test('numbers are read as people write them, without losing a digit', () => {
  const texts = ['1,200', '¥1,200', '1,200円', '(1,200)', '▲1,200', '１２００', '12.5%', '-3', '12345678901234567.89']
  const read = ['1200', '1200', '1200', '-1200', '-1200', '1200', '0.125', '-3', '12345678901234567.89']

  expect(texts.map((text) => readTyped(text, 'DECIMAL(38,10)'))).toEqual(read)
  for (const text of ['1,20', 'about 3', '(-3)', '１年']) expect(readTyped(text, 'BIGINT')).toBeUndefined()
})

test('days are read with the year first; what could be two days is none', () => {
  const texts = ['2026-04-01', '2026/4/1', '2026.4.1', '2026年4月1日', '２０２６／４／１']

  expect(texts.map((text) => readTyped(text, 'DATE'))).toEqual(texts.map(() => '2026-04-01'))
  for (const text of ['4/1/2026', '2026-02-30', 'April']) expect(readTyped(text, 'DATE')).toBeUndefined()
  expect(readTyped('2026/4/1 9:05', 'TIMESTAMP')).toBe('2026-04-01T09:05:00')
})

test('an empty text empties a cell of any type, and a text stays as it is', () => {
  expect([readTyped('', 'VARCHAR'), readTyped(' ', 'BIGINT'), readTyped(' 007 ', 'VARCHAR')]).toEqual([
    null,
    null,
    ' 007 ',
  ])
})

test('large numbers are shown in threes, digit by digit', () => {
  expect(shownText('-12345678901234567.890', 'number')).toBe('-12,345,678,901,234,567.890')
})

test('a format of the column decides what is shown, as far as it can be exact', () => {
  expect(shownText('0.3985751', 'number', '0.0%')).toBe('39.9%')
  expect(shownText(-1200, 'number', '"¥"#,##0')).toBe('-¥1,200')
  expect(shownText('2026-04-01', 'date', 'ggge"年"m"月"d"日"')).toBe('令和8年4月1日')
  expect(shownText('2026-04-01T09:05:00', 'timestamp', 'yyyy/m/d h:mm')).toBe('2026/4/1 9:05')
  expect(shownText('12345678901234567890', 'number', '#,##0.00')).toBe('12,345,678,901,234,567,890')
  expect(shownText(0.9270924467774861, 'number', '0%')).toBe('93%')
  expect(shownText(null, 'number', '0%')).toBe('')
  expect(shownText('text', 'text', '0%')).toBe('text')
})
