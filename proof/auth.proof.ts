import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decide } from '../server/src/features/accounts/permission.ts'
import { checkMinting, checkPermission } from '../server/test/permission-model.ts'
import { AUTH_SENTENCES, type AuthSentence } from './auth-sentences.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TESTS = ['credentials', 'sessions', 'sources/uploads.test.ts', 'billing/billing.test.ts'].map(
  (place) => `server/src/features/${place}`,
)
const MODEL_CASES = 100_000

/** Every sentence has tests, the tests pass, and the rules agree with an independent model. */
export const proof: Proof = {
  promise: 'Every sentence of the rules of authentication holds; no credential ever gives more than it has',
  isQuick: true,
  measure: (options) => judge(AUTH_SENTENCES, options),
  // Reach is forgotten: the model must notice. A sentence has a test that nobody wrote: the list must notice.
  control: async () => {
    const sentence = { rule: 'none', sentence: 'Nobody tested this.', tests: ['a test that nobody wrote'] }
    const { failed: noticedByList } = judgeSentences([sentence], new Map())
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

async function judge(sentences: readonly AuthSentence[], { say }: ProofOptions): Promise<Figures> {
  const outcomes = await runTests()
  say(`${outcomes.size} tests run`)
  const decisions = checkPermission(MODEL_CASES)
  const mintings = checkMinting(MODEL_CASES)
  return { ...judgeSentences(sentences, outcomes), model_cases: decisions.cases + mintings.cases }
}

function judgeSentences(sentences: readonly AuthSentence[], outcomes: ReadonlyMap<string, boolean>): Figures {
  const failed = sentences.filter(({ tests }) => tests.length === 0 || !tests.every((name) => outcomes.get(name)))
  return {
    sentences: sentences.length,
    failed: failed.length,
    failed_sentences: failed.slice(0, 5).map(({ sentence }) => sentence),
  }
}

/** Title of each test → did it pass? */
async function runTests(): Promise<Map<string, boolean>> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-auth-'))
  const file = join(folder, 'tests.json')
  try {
    const options = ['run', '--reporter=json', `--outputFile=${file}`, ...TESTS]
    // A failing test makes vitest exit with 1; the report tells which.
    await promisify(execFile)(`${ROOT}node_modules/.bin/vitest`, options, { cwd: ROOT, maxBuffer: 1 << 26 }).catch(
      () => undefined,
    )
    const report = JSON.parse(await readFile(file, 'utf8')) as Report
    return new Map(
      report.testResults.flatMap(({ assertionResults }) =>
        assertionResults.map(({ title, status }) => [title, status === 'passed'] as const),
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Report = { testResults: { assertionResults: { title: string; status: string }[] }[] }
