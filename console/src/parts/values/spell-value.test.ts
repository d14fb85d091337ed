import { expect, test } from 'vitest'
import { spellValue } from './spell-value.ts'

const number = (v: number, z: string | null) => spellValue({ v, t: 'n', z })
const day = (v: number, z: string | null) => spellValue({ v, t: 'd', z })

test('numbers are shown as their format says', () => {
  expect(number(1234567.891, '#,##0')).toBe('1,234,568')
  expect(number(0.1234, '0.0%')).toBe('12.3%')
  expect(number(7, '00000')).toBe('00007')
  expect(number(1_250_000, '#,##0,"千円"')).toBe('1,250千円')
  expect(number(0.1 + 0.2, null)).toBe('0.3')
})

test('a format may have sections of its own for what is negative and for zero', () => {
  expect(number(-1200, '#,##0;△#,##0')).toBe('△1,200')
  expect(number(-1200, '#,##0_);(#,##0)')).toBe('(1,200)')
  expect(number(0, '#,##0;-#,##0;"－"')).toBe('－')
  expect(number(-5, '[Red]0')).toBe('-5')
})

test('days are shown as their format says, Japanese years included', () => {
  expect(day(46_113, 'yyyy-mm-dd')).toBe('2026-04-01')
  expect(day(46_113, 'yyyy"年"m"月"d"日"')).toBe('2026年4月1日')
  expect(day(46_113, 'ggge"年"m"月"')).toBe('令和8年4月')
  expect(day(46_113.5, 'yyyy/m/d h:mm')).toBe('2026/4/1 12:00')
  expect(day(46_113, null)).toBe('2026/4/1')
})

test('what is no number is shown as it is', () => {
  expect(spellValue({ v: '0012', t: 's', z: '@' })).toBe('0012')
  expect(spellValue({ v: true, t: 'b', z: null })).toBe('TRUE')
  expect(spellValue({ v: null, t: null, z: null })).toBe('')
})
