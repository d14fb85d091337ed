import { readFileSync } from 'node:fs'
import { INTERFACE_SENTENCES } from './interface-sentences/all-sentences.ts'
import { INTERFACE_BREAKS } from './interface-sentences/breaks/all-breaks.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { judgeSentences } from './sentences/judge-sentences.ts'
import {
  type Copy,
  copyCheckout,
  type PlantedBreak,
  plantBreak,
  sentenceOf,
  WITHOUT_EXPECTATION,
} from './sentences/planted-break.ts'
import type { NamedTest, Sentence } from './sentences/sentence.ts'
import { isOutcomeOf, listTests, ROOT, runTests, type TestOutcome } from './sentences/test-run.ts'

const FEWEST_SENTENCES = 240
const FEWEST_BREAKS = 40
/** Copies of the checkout that are broken at the same time. */
const COPIES = 2

/** Every sentence has a test that is there and passes, and the test fails when the sentence is broken on purpose. */
export const proof: Proof = {
  promise: 'Every sentence of the interface is held by a test that fails when the sentence does not hold',
  isQuick: false,
  minutes: 40,
  about: ['server/src', 'openapi.json'],
  measure: async (options) => ({
    ...(await judgeList(INTERFACE_SENTENCES)),
    ...(await judgeUnbroken(options)),
    ...(await plantAll(INTERFACE_BREAKS.filter(isWanted), options)),
  }),
  // A sentence without a test, one whose test is not there, and a break that changes nothing: all three must be reported.
  control: async (options) => {
    const [known] = INTERFACE_BREAKS
    const tests = [{ file: 'server/none.test.ts', name: 'a test that is not there' }]
    const list = await judgeList([
      { section: 'none', sentence: 'no test is named', tests: [] },
      { section: 'none', sentence: 'its test is not there', tests },
    ])
    const planted = await plantAll(known ? [{ ...known, replace: known.find }] : [], options)
    const isNoticed = list.without_test === 2 && planted.missed === 1
    return {
      sentences: INTERFACE_SENTENCES.length,
      without_test: isNoticed ? list.without_test : 0,
      failing: 0,
      breaks_planted: INTERFACE_BREAKS.length,
      missed: isNoticed ? planted.missed : 0,
    }
  },
  holds: ({ sentences, without_test, failing, breaks_planted, missed }) =>
    Number(sentences) >= FEWEST_SENTENCES &&
    without_test === 0 &&
    failing === 0 &&
    Number(breaks_planted) >= FEWEST_BREAKS &&
    missed === 0,
}

/** `ONLY=merge,undo` plants the breaks whose sentence or file has one of these words. */
const isWanted = ({ sentence, file }: PlantedBreak) =>
  (process.env.ONLY ?? '').split(',').some((word) => `${sentence} ${file}`.includes(word))

async function judgeList(sentences: readonly Sentence[]) {
  return judgeSentences(sentences, await listTests(), (file) => readFileSync(`${ROOT}${file}`, 'utf8'))
}

/** Without a break the tests pass: those of broken sentences, or with --long all that are named. */
async function judgeUnbroken({ isLong, say }: ProofOptions): Promise<Figures> {
  const held = isLong
    ? INTERFACE_SENTENCES
    : INTERFACE_BREAKS.filter(isWanted).map((one) => sentenceOf(one, INTERFACE_SENTENCES))
  const tests = held.flatMap((sentence) => sentence.tests)
  const outcomes = await runTests(ROOT, [...new Set(tests.map(({ file }) => file))], tests)
  const failing = [...new Set(tests.filter((test) => !hasPassed(test, outcomes)).map(({ name }) => name))]
  say(`${outcomes.length} tests run without a break, ${failing.length} of those named did not pass`)
  return { tests_run: outcomes.length, failing: failing.length, failing_tests: failing }
}

function hasPassed(test: NamedTest, outcomes: readonly TestOutcome[]): boolean {
  const own = outcomes.filter(isOutcomeOf(test))
  return own.length > 0 && own.every(({ status }) => status === 'passed')
}

/** A test that broke off before its expectations, as it may on a busy machine, is run once more. */
async function plantPatiently(copy: Copy, planted: PlantedBreak): Promise<string | null> {
  const why = await plantBreak(copy, planted, INTERFACE_SENTENCES).catch(String)
  return why?.startsWith(WITHOUT_EXPECTATION) ? plantBreak(copy, planted, INTERFACE_SENTENCES).catch(String) : why
}

async function plantAll(breaks: readonly PlantedBreak[], { say }: ProofOptions) {
  const waiting = [...breaks]
  const missed: string[] = []
  await Promise.all(
    Array.from({ length: Math.min(COPIES, breaks.length) }, async () => {
      const copy = await copyCheckout()
      try {
        for (let planted = waiting.shift(); planted; planted = waiting.shift()) {
          const why = await plantPatiently(copy, planted)
          say(`${why === null ? 'noticed' : 'MISSED'}  ${planted.sentence}${why === null ? '' : `: ${why}`}`)
          if (why !== null) missed.push(`${planted.sentence}: ${why}`)
        }
      } finally {
        await copy.remove()
      }
    }),
  )
  return { breaks_planted: breaks.length, missed: missed.length, missed_breaks: missed }
}
