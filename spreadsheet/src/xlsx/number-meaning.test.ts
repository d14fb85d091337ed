import { expect, test } from 'vitest'
import { builtInFormat, numberMeaning } from './number-meaning.ts'

test('a format tells what its numbers mean', () => {
  const formats = {
    number: [
      'General',
      '0',
      '#,##0.00;[Red]\\-#,##0.00',
      '0.00E+00',
      '# ?/?',
      '"day" 0',
      '[$¥-411]#,##0',
      'G/標準',
      '_ * #,##0_ ',
      '[DBNum1]0',
      '0;"m";"d"',
    ],
    percent: ['0%', '0.00%;[Red]-0.00%'],
    date: [
      'yyyy/mm/dd',
      'mm-dd-yy',
      '[$-411]ggge"年"m"月"d"日"',
      '[$-ja-JP]ge.m.d',
      'mmm',
      'aaaa',
      'd\\-mmm',
      'yyyy"年"m"月"',
      'e',
    ],
    time: ['h:mm', 'mm:ss.0', 'h:mm AM/PM', 'h"時"mm"分"', 'ss'],
    datetime: ['m/d/yy h:mm', 'yyyy-mm-dd\\Thh:mm:ss', 'mm/dd hh:mm'],
    duration: ['[h]:mm', '[mm]:ss', '[ss]', '[hh]"時間"mm"分"'],
    text: ['@', '@ '],
  }

  for (const [meaning, examples] of Object.entries(formats)) {
    expect(examples.map((format) => [format, numberMeaning(format)])).toEqual(
      examples.map((format) => [format, meaning]),
    )
  }
})

test('the dates of Japanese files that name their format by number only are dates', () => {
  const dates = [27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]

  expect(dates.map((id) => numberMeaning(builtInFormat(id)))).toEqual(dates.map(() => 'date'))
  expect([32, 33].map((id) => numberMeaning(builtInFormat(id)))).toEqual(['time', 'time'])
})
