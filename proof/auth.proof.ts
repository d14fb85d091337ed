import { decide } from '../server/src/people/accounts/permission.ts'
import { checkMinting, checkPermission } from '../server/test/permission-model.ts'
import { AUTH_SENTENCES } from './auth/auth-sentences.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import type { NamedTest, Sentence } from './sentences/sentence.ts'
import { isOutcomeOf, listTests, ROOT, runTests, type TestOutcome } from './sentences/test-run.ts'

const TESTS = [
  'people/credentials',
  'people/sessions',
  'work/sources/upload/uploads.test.ts',
  'people/billing/billing.test.ts',
].map((place) => `server/src/${place}`)
const MODEL_CASES = 100_000

/**
 * Every sentence has tests, and the rules agree with an independent model. Whether the tests pass is asked by `npm test`, of which CI
 * runs all; with `--long` it is asked here.
 */
export const proof: Proof = {
  promise: 'Every sentence of the rules of authentication holds; no credential ever gives more than it has',
  isQuick: true,
  minutes: 4,
  about: [
    'server/src/people/credentials',
    'server/src/people/sessions',
    'server/src/people/accounts',
    'server/src/platform/http',
  ],
  measure: (options) => judge(AUTH_SENTENCES, options),
  // Reach is forgotten: the model must notice. A sentence cites a test that does not exist: the list must notice.
  control: async () => {
    const tests = [{ file: 'server/none.test.ts', name: 'a test that is not there' }]
    const { failed: noticedByList } = judgeOutcomes([{ section: 'none', sentence: 'No test holds this.', tests }], [])
    const noticedByModel = isNoticed((caller, need, place) =>
      decide({ ...caller, reach: { kind: 'everything' } }, need, place),
    )
    return { failed: noticedByList === 1 && noticedByModel ? 1 : 0, model_cases: MODEL_CASES }
  },
  holds: ({ failed, model_cases }) => failed === 0 && Number(model_cases) >= MODEL_CASES,
}

/** Does the model object to this rule? */
function isNoticed(rule: typeof decide): boolean {
  try {
    checkPermission(MODEL_CASES, rule)
    return false
  } catch {
    return true
  }
}

async function judge(sentences: readonly Sentence[], { isLong, say }: ProofOptions): Promise<Figures> {
  const outcomes = isLong ? await runTests(ROOT, TESTS) : (await listTests(ROOT, TESTS)).map(asPassed)
  say(`${outcomes.length} tests ${isLong ? 'run' : 'found'}`)
  const decisions = checkPermission(MODEL_CASES)
  const mintings = checkMinting(MODEL_CASES)
  return { ...judgeOutcomes(sentences, outcomes), model_cases: decisions.cases + mintings.cases }
}

const asPassed = ({ file, name }: NamedTest): TestOutcome => ({ file, name, status: 'passed', messages: [] })

function judgeOutcomes(sentences: readonly Sentence[], outcomes: readonly TestOutcome[]): Figures {
  const hasPassed = (test: NamedTest) => {
    const own = outcomes.filter(isOutcomeOf(test))
    return own.length > 0 && own.every(({ status }) => status === 'passed')
  }
  const failed = sentences.filter(({ tests }) => tests.length === 0 || !tests.every(hasPassed))
  return {
    sentences: sentences.length,
    failed: failed.length,
    failed_sentences: failed.slice(0, 5).map(({ sentence }) => sentence),
  }
}
