import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markFormulas, unmarkFormulas } from './formula-marks.ts'

test.each([
  ['=1+1', "'=1+1"],
  ["'=1", "''=1"],
  ['\t=1', "'\t'=1"],
  ['\rx', "'\rx"],
  ['x;=1+1', "x;'=1+1"],
  ['two\n=1', "two\n'=1"],
  ['two\r\n@x', "two\r\n'@x"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['a;＝1', "a;'＝1"],
  ["a;'=1", "a;''=1"],
  ['35.1,-120.2', '35.1,-120.2'],
  ['a - b; c', 'a - b; c'],
])('a cell %j is written as %j', (text, written) => {
  expect(markFormulas(text, ',')).toBe(written)
  expect(unmarkFormulas(written, ',')).toBe(text)
})

test('a file with another delimiter than commas marks behind commas too', () => {
  expect(markFormulas('x,=1', ';')).toBe("x,'=1")
  expect(unmarkFormulas("x,'=1", ';')).toBe('x,=1')
})

/** What begins a cell for some program: the text itself, and what is behind each separator. */
const cellsIn = (text: string, delimiter: string) => text.split(delimiter === ',' ? /[;\t\r\n]/ : /[,;\t\r\n]/)

test('whatever a text is, nothing in it begins with a sign, and reading takes away exactly what writing put there', () => {
  const character = fc.constantFrom(
    "'",
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    ';',
    ',',
    '\t',
    '\r',
    '\n',
    'x',
    ' ',
    '"',
  )
  const text = fc.string({ unit: character, maxLength: 12 })
  const check = (written: string, delimiter: string) => {
    const marked = markFormulas(written, delimiter)
    expect(unmarkFormulas(marked, delimiter)).toBe(written)
    expect(cellsIn(marked, delimiter).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
    expect(marked).not.toMatch(/^[\t\r]/)
  }

  fc.assert(fc.property(text, fc.constantFrom(',', ';', '\t', '|'), check), { numRuns: 20_000 })
})
