import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TEMPLATE_REASONS } from '../../spreadsheet/src/parse-spec/template-match.ts'
import { PROBLEM_TEXTS_JA } from '../src/parts/answers/problem-texts-ja.ts'
import { japaneseTexts, LATIN, latinInJapanese, textsInMarkup } from './japanese-texts.ts'
import { standInForBrowser } from './without-browser.ts'

standInForBrowser()

type Reasons = { evidence: object; warnings: object }

/** By its address: what is compiled for a browser is no part of this program. */
const REASONS = String(new URL('../src/screens/correct/doubts/reason-words.ts', import.meta.url))
const { reasonWords }: { reasonWords: { en: Reasons; ja: Reasons } } = await import(REASONS)

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('the Japanese console says nothing in Latin letters but names that Japanese writes so', () => {
  expect(latinInJapanese()).toEqual([])
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
const EVIDENCE_LINES = /^.*(?:\bevidence\b|rung\(|regionOf\(|'header_rows?'|isFormula|byFormula).*$/gm

test('every reason that the engine gives is known in both languages', () => {
  const lines = sourcesBelow('spreadsheet/src/structure').flatMap((text) => text.match(EVIDENCE_LINES) ?? [])
  const codes = found(lines, /'([a-z]+(?:_[a-z]+)*)'/g).filter((code) => !NO_EVIDENCE.has(code))

  for (const w of [reasonWords.en, reasonWords.ja])
    expect(codes.filter((code) => !Object.hasOwn(w.evidence, code))).toEqual([])
  expect(codes.length).toBeGreaterThan(30)
})

/** Kinds of regions and of cells, which stand on the same lines; and what speaks for a union of sheets, which is not shown. */
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
  'columns_agree',
  'doubtful',
  'united',
])

test('every warning of a reading is said in both languages', () => {
  const ofEngine = found(sourcesBelow('spreadsheet/src'), /(?:\bcode: |tell\()'([a-z_]+)'/g)
  // What else has a code there is a fault of a correction.
  const ofRules = found(
    sourcesBelow('server/src/work/sources/parse-spec'),
    /(?:rule|with)Warning\((?:spec, )?'([a-z_]+)'/g,
  )
  const codes = [...ofEngine, ...ofRules].filter((code) => !NO_WARNING.has(code) && !MISFITS.has(code))

  for (const w of [reasonWords.en, reasonWords.ja])
    expect(codes.filter((code) => !Object.hasOwn(w.warnings, code))).toEqual([])
  expect(codes.length).toBeGreaterThan(12)
})

/** Questions, and the check, which has words of its own. */
const { misfitWords }: { misfitWords: { en: object; ja: object } } = await import(
  String(new URL('../src/words/misfit-words.ts', import.meta.url))
)
const MISFITS = new Set<string>(TEMPLATE_REASONS)

test('every reason why a file does not fit a template is said in both languages', () => {
  for (const w of [misfitWords.en, misfitWords.ja]) expect(Object.keys(w)).toEqual([...TEMPLATE_REASONS])
})

const NO_WARNING = new Set(['totals', 'date_order', 'reading', 'table', 'union', 'unbalanced_check'])

const ACTIONS = String(new URL('../src/screens/governance/action-words.ts', import.meta.url))

test('everything that the audit log writes down is said in both languages', async () => {
  const { actionWords }: { actionWords: { en: object; ja: object } } = await import(ACTIONS)
  const codes = found(
    ['core', 'people', 'work', 'doors'].flatMap((room) => sourcesBelow(`server/src/${room}`)),
    /\baction: '([a-z_]+\.[a-z_]+)'/g,
  )

  for (const w of [actionWords.en, actionWords.ja]) expect(codes.filter((code) => !Object.hasOwn(w, code))).toEqual([])
  expect(codes.length).toBeGreaterThan(30)
})

const ACCOUNT_ACTIONS = String(new URL('../src/screens/settings/company/log-words.ts', import.meta.url))

test('everything that the log of an account writes down is said in both languages', async () => {
  const { accountActionWords }: { accountActionWords: { en: object; ja: object } } = await import(ACCOUNT_ACTIONS)
  const codes = found(sourcesBelow('server/src/people/companies'), /'((?:account|scim|workspace)\.[a-z_]+\.[a-z_]+)'/g)

  for (const w of [accountActionWords.en, accountActionWords.ja]) expect(Object.keys(w).sort()).toEqual(codes)
  expect(codes.length).toBeGreaterThan(10)
})
