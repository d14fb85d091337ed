import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newestOf, type RecordedRun } from '../proof/figures.ts'
import { shardsOf } from '../proof/shards.ts'
import { type Finding, judgeFigures, statedIn, withRecorded } from './check-figures.ts'

const run = (values: Readonly<Record<string, unknown>>, more: Partial<RecordedRun> = {}): RecordedRun => ({
  holds: true,
  values,
  bars: {},
  control: { caught: true },
  about: ['spreadsheet/src'],
  commit: 'a'.repeat(40),
  date: '2026-11-19T20:00:00.000Z',
  seconds: 61,
  is_long: false,
  ...more,
})

const MERGE = run({ cases: 20_250, lost_edits: 0, p95_s: 1.264 })
const fresh = () => 0
const page = (text: string, file = 'README.md') => statedIn(file, text)
const faults = (findings: readonly Finding[]) => findings.filter(({ isFault }) => isFault).map(({ what }) => what)

test('a figure that is as recorded is no fault, however it is marked', () => {
  const stated = page(
    '| <!-- figure:merge.cases -->20,250<!-- end --> cases, <!-- figure:merge.lost_edits -->**0**<!-- end --> lost |\n' +
      '<!-- figure:merge.p95_s:1 -->1.3<!-- end --> s of <!-- figure:merge.seconds -->61<!-- end --> s',
  )

  expect(stated.map(({ line, field }) => [line, field])).toEqual([
    [1, 'cases'],
    [1, 'lost_edits'],
    [2, 'p95_s'],
    [2, 'seconds'],
  ])
  expect(judgeFigures(stated, { merge: MERGE }, fresh)).toEqual([])
})

test.each([
  ['another number', '<!-- figure:merge.cases -->20,251<!-- end -->', MERGE, 'merge.cases is 20,250, not 20,251'],
  ['a field that is none', '<!-- figure:merge.files -->3<!-- end -->', MERGE, 'merge has no figure called files'],
  [
    'a run that did not hold',
    '<!-- figure:merge.cases -->20,250<!-- end -->',
    run({ cases: 20_250 }, { holds: false }),
    'merge did not hold when it was recorded',
  ],
])('%s is a fault', (_, text, recorded, message) => {
  expect(faults(judgeFigures(page(text), { merge: recorded }, fresh))).toEqual([message])
})

test('a mark that a page explains states nothing', () => {
  expect(page('`<!-- figure:merge.cases -->20,250<!-- end -->`')).toEqual([])
})

test('a figure of a proof that was never recorded is listed', () => {
  const findings = judgeFigures(page('<!-- figure:sandbox.attacks -->67<!-- end -->'), { merge: MERGE }, fresh)

  expect(findings).toEqual([{ where: 'README.md:1', what: 'sandbox.attacks: not recorded', isFault: false }])
})

test('README states no figure that is a week older than its code, and other pages list theirs', () => {
  const text = '<!-- figure:merge.cases -->20,250<!-- end -->'
  const judged = (file: string, days: number | null) => judgeFigures(page(text, file), { merge: MERGE }, () => days)

  expect(faults(judged('README.md', 7))).toEqual([])
  expect(faults(judged('README.md', 7.5))).toHaveLength(1)
  expect(judged('proof/RESULTS.md', 7.5).map(({ isFault }) => isFault)).toEqual([false])
  expect(judged('README.md', null)).toEqual([])
})

test('the recorded figures are written into a page, as bold and as rounded as they stood', () => {
  const runs = { merge: MERGE, others: run({ ours: { right: 61 } }) }
  const marked = (cases: string, p95: string, right: string) =>
    `<!-- figure:merge.cases -->${cases}<!-- end --> <!-- figure:merge.p95_s:1 -->${p95}<!-- end --> ` +
    `<!-- figure:others.ours.right -->${right}<!-- end --> <!-- figure:sandbox.attacks -->67<!-- end -->`

  const written = withRecorded(marked('1', '2', '**3**'), runs)

  expect(written).toBe(marked('20,250', '1.3', '**61**'))
  expect(faults(judgeFigures(page(written), runs, fresh))).toEqual([])
})

test('of runs that several shards recorded the newest of each proof stays', () => {
  const older = run({ cases: 1 }, { date: '2026-11-18T20:00:00.000Z' })
  const other = run({ attacks: 67 })

  const merged = newestOf([{ merge: older, sandbox: other }, { merge: MERGE }, { merge: older }])

  expect(merged).toEqual({ merge: MERGE, sandbox: other })
})

test('shards hold every proof once, and none takes longer than it may but for a proof that does by itself', () => {
  const minutes = { long: 55, wide: 30, half: 20, small: 9, tiny: 1 }
  const timed = Object.entries(minutes).map(([name, of]) => ({ name, minutes: of }))

  expect(shardsOf(timed, 40)).toEqual(['long', 'wide small tiny', 'half'])
  expect(() => shardsOf(timed, 0)).toThrow()
})

test('what a proof is about is there: otherwise its figures would never grow old', () => {
  const root = join(import.meta.dirname, '..')
  const abouts = globSync('{proof,bench}/*.proof.ts', { cwd: root }).flatMap((file) => {
    const [, list = ''] = /\babout: \[([^\]]*)\]/.exec(readFileSync(join(root, file), 'utf8')) ?? []
    return [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => ({ file, path }))
  })

  expect(abouts.length).toBeGreaterThan(150)
  expect(abouts.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})
