import { expect, test } from 'vitest'
import { standInForBrowser } from '../../../../test/without-browser.ts'
import type { ReasonTexts } from './reasons.ts'

standInForBrowser()
const { reasonWords } = await import('./reason-words.ts')
const { sayEvidence, sayReading, sayWarning } = await import('./reasons.ts')

const inJapanese = (say: (w: ReasonTexts) => string) => expect(say(reasonWords.ja)).toMatch(/^[^a-z]*$/)

test('warnings name their column, cells and rows, and none of the English of the service is left', () => {
  const totals = { code: 'possible_totals', column: null, count: 2, message: 'Rows 4, 9 are called totals and stay.' }
  const errors = { code: 'error_values', column: '利益率', count: 2, message: 'Cells …: E5 (#DIV/0!), E7 (#N/A).' }

  expect(sayWarning(totals, reasonWords.ja)).toMatch(/^4, 9行目/)
  expect(sayWarning(errors, reasonWords.ja)).toContain('E5, E7')
  inJapanese((w) => sayWarning(errors, w))
  inJapanese((w) => sayWarning({ code: 'of_tomorrow', column: null, count: 3, message: 'Some English.' }, w))
})

test('another reading says what it does to rows and columns', () => {
  const long = { kind: 'unpivot' as const, id_columns: ['店'], value_columns: ['4月', '5月', '6月', '7月'], name_to: '月', value_to: '値' } // biome-ignore format: one step
  const both = { reshape: [{ kind: 'fill_down' as const, columns: ['地域'] }, long] }

  expect(sayReading({ reshape: null }, reasonWords.ja)).toBe('行をそのまま読む')
  expect(sayReading(both, reasonWords.ja)).toBe(
    '空のセルを上の値で埋める：地域、さらに 列を行に並べ替える：4月, 5月, 6月ほか1列',
  )
})

test('a reason that is newer than the console is not shown as a code', () => {
  expect(sayEvidence(['header_row', 'newer_than_this'], reasonWords.ja)).toMatch(/^[^A-Za-z]*$/)
})
