import { expect, test } from 'vitest'
import { displayWidth, fitted, harmless } from './display-width.ts'

test.each([
  ['abc', 3],
  ['売上', 4],
  ['ｱｲｳ', 3],
  ['ＡＢ', 4],
  ['が', 2],
  ['か\u3099', 2],
  ['é', 1],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['한글', 4],
  ['a\u200b', 1],
])('%j takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width)
})

test('a text is cut between characters, and always fills its width', () => {
  expect(fitted('売上実績表', 6)).toBe('売上… ')
  expect(fitted('売上', 6, 'right')).toBe('  売上')
  expect(displayWidth(fitted('売上実績表2026', 7))).toBe(7)
})

test('what steers a terminal, or the direction of text, is shown and not obeyed', () => {
  expect(harmless('\u001b]0;title\u0007\u009b31m\u202eabc\n')).toBe('␛]0;title␇\ufffd31m\ufffdabc⏎')
})
