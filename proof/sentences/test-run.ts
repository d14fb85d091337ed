import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { NamedTest } from './sentence.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A machine that is busy with other work is slow: what is asked is whether a test passes, not when. */
const PATIENCE = '--testTimeout=300000'

/** A test as vitest finds it in the source, without running it. */
export type ListedTest = NamedTest & { line: number }

export type TestOutcome = NamedTest & { status: 'passed' | 'failed'; messages: readonly string[] }

/** Every test of a checkout, or of these files; tests of a table are listed once, with the placeholders of their name. */
export async function listTests(root = ROOT, files: readonly string[] = []): Promise<ListedTest[]> {
  const found = (await vitest(root, 'list', (file) => [`--json=${file}`, ...files])) as Listed[] | null
  if (!found) throw new Error('vitest listed no tests')
  return found.map(({ name, file, location }) => ({ name, file: relative(root, file), line: location.line }))
}

/** Runs files, or only the tests of these names. Empty when vitest itself fails. */
export async function runTests(
  root: string,
  files: readonly string[],
  tests?: readonly NamedTest[],
): Promise<TestOutcome[]> {
  const only = tests ? ['-t', tests.map(({ name }) => `(${patternOf(name)})`).join('|')] : []
  const options = (file: string) => ['--reporter=json', `--outputFile=${file}`, PATIENCE, ...only, ...files]
  const report = (await vitest(root, 'run', options)) as Report | null
  const ran = report?.testResults ?? []
  return ran.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title, status, failureMessages }) => ({
        file: relative(root, file),
        name: [...ancestorTitles, title].join(' > '),
        status: status as 'passed' | 'failed',
        messages: failureMessages ?? [],
      })),
  )
}

/** Is this the outcome of that test? The names of tests of a table differ by what stands in their placeholders. */
export const isOutcomeOf =
  ({ file, name }: NamedTest) =>
  (outcome: NamedTest): boolean =>
    outcome.file === file && new RegExp(`^${patternOf(name)}$`).test(outcome.name)

/** A name as a regular expression: `%s` and `$name` stand for anything. */
const patternOf = (name: string) =>
  name
    .split(/%[sdifjoO#]|\$\w+/)
    .map(escaped)
    .join('.*')

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Runs vitest with a file for its report, and reads that. */
async function vitest(root: string, command: string, options: (file: string) => string[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-tests-'))
  const file = join(folder, 'report.json')
  // Inside a test vitest would take itself for one of its own workers.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_OPTIONS$/.test(name)))
  try {
    // A failing test makes vitest exit with 1; the report says which.
    await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), command, ...options(file)],
      {
        cwd: root,
        env,
        maxBuffer: 1 << 28,
      },
    ).catch(() => undefined)
    return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Listed = { name: string; file: string; location: { line: number } }

type Report = {
  testResults: {
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages?: string[] }[]
  }[]
}
