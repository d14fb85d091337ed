import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Sentence } from './sentence.ts'
import { isOutcomeOf, ROOT, runTests } from './test-run.ts'

/** A change of the source after which one sentence no longer holds. */
export type PlantedBreak = {
  sentence: string
  file: string
  /** Stands in the file once. */
  find: string
  replace: string
}

/** Why a break went unnoticed; null: a test of its sentence failed by an expectation. */
export type Missed = string | null

export const WITHOUT_EXPECTATION = 'failed without an expectation'

/** A copy of the checkout that may be broken. */
export type Copy = { root: string; remove: () => Promise<void> }

/** Copies what git knows, and what is new; dependencies are linked, services are those of the checkout. */
export async function copyCheckout(): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'bindery-copy-'))
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: ROOT, maxBuffer: 1 << 26 })
  const files = [...listed.toString().split('\0').filter(Boolean), '.services/env']
  for (const folder of new Set(files.map(dirname))) await mkdir(join(root, folder), { recursive: true })
  for (const file of files) await cp(join(ROOT, file), join(root, file)).catch(skipIfDeleted)
  await linkDependencies(root)
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}

/** The packages of this repository are those of the copy. */
async function linkDependencies(root: string) {
  const own = new Set(['@bindery-data', 'bindery-data'])
  await mkdir(join(root, 'node_modules'))
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const [from, to] = [join(ROOT, 'node_modules', name), join(root, 'node_modules', name)]
    if (own.has(name)) await cp(from, to, { recursive: true, verbatimSymlinks: true })
    else if (name !== '.vite') await symlink(from, to)
  }
}

function skipIfDeleted(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

/** Breaks the copy, runs the tests of the sentence, and mends the copy again. */
export async function plantBreak(
  { root }: Copy,
  planted: PlantedBreak,
  sentences: readonly Sentence[],
): Promise<Missed> {
  const { tests } = sentenceOf(planted, sentences)
  const place = join(root, planted.file)
  const source = await readFile(place, 'utf8')
  await writeFile(place, breakSource(planted, source))
  try {
    const outcomes = await runTests(root, [...new Set(tests.map(({ file }) => file))], tests)
    const own = outcomes.filter((outcome) => tests.some((test) => isOutcomeOf(test)(outcome)))
    if (own.length === 0) return 'no test of the sentence was run'
    const failed = own.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return 'all tests of the sentence passed'
    const isByExpectation = failed.some(({ messages }) =>
      messages.some((message) => message.startsWith('AssertionError')),
    )
    return isByExpectation ? null : `${WITHOUT_EXPECTATION}: ${failed[0]?.messages[0]?.split('\n')[0]}`
  } finally {
    await writeFile(place, source)
  }
}

/** The source with the break in it. */
export function breakSource({ file, find, replace }: PlantedBreak, source: string): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`the break is stale: ${file} has ${times} times the text ${JSON.stringify(find)}`)
  return source.replace(find, () => replace)
}

export function sentenceOf({ sentence }: PlantedBreak, sentences: readonly Sentence[]): Sentence {
  const found = sentences.filter((one) => `${one.section}: ${one.sentence}` === sentence)
  if (found.length !== 1 || !found[0]) throw new Error(`a break names ${found.length} sentences: ${sentence}`)
  return found[0]
}
