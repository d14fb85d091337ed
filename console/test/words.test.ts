import './without-browser.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PROBLEM_TEXTS_JA } from '../src/parts/problem-texts-ja.ts'
import { reasonWords } from '../src/screens/correct/reason-words.ts'
import { type ReasonTexts, sayEvidence, sayReading, sayWarning } from '../src/screens/correct/reasons.ts'
import { japaneseTexts, textsInMarkup } from './japanese-texts.ts'

/** Names that Japanese writes in Latin letters: products, formats, keys, and what is typed as it is. */
const LATIN = new Set(
  `Bindery Excel SQL CSV xlsx csv Parquet Markdown JSON API CLI MCP SDK URL ID Webhook webhook HTTP HTTPS OData
  PostgreSQL Iceberg Python TypeScript Ctrl Enter Tab Esc Space Shift SELECT FROM English GB MB KB LIKE
  Google Drive OneDrive PDF UTC POST https AND Solo Pro bindery grant curl pandas polars token Model Context
  Protocol`.split(/\s+/),
)

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('the Japanese console says nothing in Latin letters but names that Japanese writes so', () => {
  const foreign = japaneseTexts().flatMap(({ file, line, text }) =>
    (text.replace(/`[^`]*`/g, '').match(/[A-Za-z][A-Za-z]+/g) ?? [])
      .filter((word) => !LATIN.has(word))
      .map((word) => `${file}:${line} “${word}” in “${text}”`),
  )

  expect(foreign).toEqual([])
})

test('no text stands in the markup, where only one language could read it', () => {
  const found = textsInMarkup().filter(({ text }) => !LATIN.has(text))

  expect(found.map(({ file, line, text }) => `${file}:${line} “${text}”`)).toEqual([])
})

test('column types are called by plain words outside SQL', () => {
  const named = japaneseTexts().filter(({ text }) => /VARCHAR|BIGINT|DOUBLE|DECIMAL|TIMESTAMP/.test(text))

  expect(named).toEqual([])
})

test('every problem of the service is said in Japanese, with what to do', () => {
  const codes = readdirSync(`${ROOT}docs/problems`)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, -3))

  expect(codes.filter((code) => PROBLEM_TEXTS_JA[code] === undefined)).toEqual([])
  expect(Object.keys(PROBLEM_TEXTS_JA).filter((code) => !codes.includes(code))).toEqual([])
  const latin = Object.values(PROBLEM_TEXTS_JA).flat().filter((text) => /[A-Za-z]{2}/.test(text)) // biome-ignore format: one sentence
  expect(latin).toEqual([])
})

const sourcesBelow = (folder: string) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${ROOT}${folder}/${name}`, 'utf8'))

const found = (texts: readonly string[], pattern: RegExp) =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, code = '']) => code)))].sort()

/** Codes stand where evidence is given: in a list of it, or as what one region is called for. */
const EVIDENCE_LINES = /^.*(?:\bevidence\b|rung\(|regionOf\(|header_rows?'|isFormula|byFormula).*$/gm

test('every reason that the engine gives is known in both languages', () => {
  const lines = sourcesBelow('spreadsheet/src/structure').flatMap((text) => text.match(EVIDENCE_LINES) ?? [])
  const codes = found(lines, /'([a-z]+(?:_[a-z]+)*)'/g).filter((code) => !NO_EVIDENCE.has(code))

  for (const w of [reasonWords.en, reasonWords.ja])
    expect(codes.filter((code) => !Object.hasOwn(w.evidence, code))).toEqual([])
  expect(codes.length).toBeGreaterThan(30)
  expect(sayEvidence(['header_row', 'newer_than_this'], reasonWords.ja)).toMatch(/^[^A-Za-z]*$/)
})

/** Kinds of regions and of cells, which stand on the same lines. */
const NO_EVIDENCE = new Set([
  'data',
  'note',
  'title',
  'unit',
  'keyvalue',
  'figure',
  'count',
  'absent',
  'total',
  'subtotal',
])

test('every warning of a reading is said in both languages', () => {
  const codes = found(
    [...sourcesBelow('spreadsheet/src'), ...sourcesBelow('server/src/features/sources/parse-spec')],
    /(?:\bcode: |tell\(|(?:rule|with)Warning\((?:spec, )?)'([a-z_]+)'/g,
  ).filter((code) => !NO_WARNING.has(code))

  for (const w of [reasonWords.en, reasonWords.ja])
    expect(codes.filter((code) => !Object.hasOwn(w.warnings, code))).toEqual([])
  expect(codes.length).toBeGreaterThan(12)
})

/** Questions, faults of a correction, and the check, which has words of its own. */
const NO_WARNING = new Set(
  `totals date_order reading table unbalanced_check unknown_sheet duplicate range header_in_data overlap type pattern
  length unknown_column`.split(/\s+/),
)

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
