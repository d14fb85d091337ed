import fc from 'fast-check'

const texts = (...each: string[]) => fc.constantFrom(...each)
const like = (pattern: RegExp) => fc.stringMatching(pattern)
const pad = (value: number, length: number) => String(value).padStart(length, '0')

const days = fc.tuple(
  fc.integer({ min: 1, max: 9999 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 31 }),
)
const clocks = fc.tuple(
  fc.integer({ min: 0, max: 25 }),
  fc.integer({ min: 0, max: 59 }),
  fc.integer({ min: 0, max: 59 }),
)

/** Any character of Unicode but U+0000, which no text of a table can hold. */
const anyText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll('\0', ''))
  .filter((text) => text !== '')

/** Texts that programs like to take for something else; each list is a column by itself, and all together are another. */
export const NASTY_TEXTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  leading_zeros: fc.oneof(like(/^0[0-9]{1,8}$/), like(/^[1-9][0-9]{1,8}$/)),
  long_ids: fc.oneof(like(/^[1-9][0-9]{15,24}$/), like(/^[1-9][0-9]{14}$/)),
  integers: like(/^(0|-?[1-9][0-9]{0,14})$/),
  money: like(/^(0|-?[1-9][0-9]{0,9})\.[0-9]{2}$/),
  decimals: fc.oneof(
    like(/^-?[0-9]{1,12}(\.[0-9]{1,9})?$/),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  ),
  odd_numbers: texts(
    '+5',
    '-0',
    '-0.00',
    '1e5',
    '1E+10',
    '.5',
    '5.',
    '0x1F',
    'NaN',
    'Infinity',
    '1_000',
    '１２',
    '٣',
    '1 234',
    '--1',
    '00.5',
  ),
  eras: texts('令和6年4月1日', '平成31年4月30日', '昭和64年1月7日', 'R6.4.1', 'H31.4.30', '令和元年5月1日', '明治33年'),
  full_width: fc.oneof(like(/^[０-９]{1,9}$/), texts('－１２３', '１，２３４', '１２．５', '（１２３）')),
  triangles: like(/^[▲△][1-9][0-9]{0,2}(,[0-9]{3}){0,2}$/),
  percentages: fc.oneof(like(/^-?[0-9]{1,3}(\.[0-9]{1,2})?%$/), texts('12％', '100.0 %')),
  grouped: fc.oneof(like(/^-?[1-9][0-9]{0,2}(,[0-9]{3}){1,3}$/), texts('1.234,56', '(1,234)', '¥1,000', '1,234-')),
  iso_days: days.map(([y, m, d]) => `${pad(y, 4)}-${pad(m, 2)}-${pad(Math.min(d, 28), 2)}`),
  slash_days: days.map(([y, m, d]) => `${1500 + (y % 700)}/${m}/${Math.min(d, 28)}`),
  padded_slash_days: days.map(([y, m, d]) => `${1000 + (y % 9000)}/${pad(m, 2)}/${pad(Math.min(d, 28), 2)}`),
  japanese_days: days.map(([y, m, d]) => `${1000 + (y % 9000)}年${m}月${Math.min(d, 28)}日`),
  day_first: days.map(([y, m, d]) => `${pad(Math.min(d, 28), 2)}/${pad(m, 2)}/${1000 + (y % 9000)}`),
  month_first: days.map(([y, m, d]) => `${m}/${Math.min(d, 28)}/${1000 + (y % 9000)}`),
  ambiguous_days: days.map(([y, m, d]) => `${1 + (d % 12)}/${m}/${2000 + (y % 30)}`),
  days_that_never_were: fc.oneof(
    days.map(([y, m, d]) => `${pad(y, 4)}-${pad(m, 2)}-${pad(d, 2)}`),
    texts('1900-02-29', '2023-02-29', '0000-01-01'),
  ),
  compact_days: days.map(([y, m, d]) => `${1900 + (y % 200)}${pad(m, 2)}${pad(Math.min(d, 28), 2)}`),
  clocks: clocks.map(([h, m]) => `${h % 24}:${pad(m, 2)}`),
  past_midnight: clocks.map(([h, m, s]) => `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}`),
  moments: fc
    .tuple(days, clocks)
    .map(
      ([[y, m, d], [h, mi, s]]) =>
        `${1000 + (y % 9000)}-${pad(m, 2)}-${pad(Math.min(d, 28), 2)} ${pad(h % 24, 2)}:${pad(mi, 2)}:${pad(s, 2)}`,
    ),
  fine_moments: fc
    .tuple(days, clocks)
    .map(
      ([[y, m, d], [h, mi, s]]) =>
        `${1000 + (y % 9000)}-${pad(m, 2)}-${pad(Math.min(d, 28), 2)}T${pad(h % 24, 2)}:${pad(mi, 2)}:${pad(s, 2)}.${pad(y % 1000, 3)}`,
    ),
  zoned_moments: days.map(([y, m, d]) => `${1000 + (y % 9000)}-${pad(m, 2)}-${pad(Math.min(d, 28), 2)}T10:00:00Z`),
  booleans: texts('TRUE', 'FALSE'),
  mixed_booleans: texts('true', 'FALSE', 'True', 'yes', '1', '0'),
  errors: texts('#N/A', '#DIV/0!', '#REF!', '#VALUE!', '1/0', '#NAME?'),
  null_words: texts('NULL', 'null', 'NA', 'N/A', '-', '―', 'None', '\\N', 'nan', ' '),
  formulas: texts('=1+1', '+A1', '-A1', '@SUM(A1)', "'001", '=cmd|x'),
  spaces: texts(
    ' a',
    'a ',
    '　全角　',
    '\tb',
    'a\nb',
    'a\r\nb',
    '\u00a0x',
    '\uFEFFmark',
    'e\u0301',
    '"quoted"',
    'a"b',
    'a,b;c|d',
  ),
  any_text: anyText,
}

/** As long as a cell of Excel may be. */
export const longText = fc.constantFrom('長', 'x', '𠮷').map((character) => character.repeat(40_000).slice(0, 32_766))
