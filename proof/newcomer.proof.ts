import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findDeadLinks, listDocuments } from '../tools/document-links.ts'
import { newMachine } from './first-five-minutes/machine.ts'
import { freePort } from './lib/free-port.ts'
import { startClone } from './newcomer/clone.ts'
import { missedGuesses, readGuesses } from './newcomer/guesses.ts'
import { startRegistry } from './packages/loopback-registry.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { readPage } from './recipes/page.ts'
import { runPage } from './recipes/run-page.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MOST_LINES = 120
const MOST_SECONDS = 300
const [QUESTIONS, LEAST_FOUND] = [60, 48]
const READMES = ['README.md', 'README.ja.md']
const QUICKSTARTS = ['docs/quickstart.md', 'docs/ja/quickstart.md']

export const proof: Proof = {
  promise:
    'On a clean machine every command of README and quickstart runs as written, no link of any document is dead, and ' +
    'names alone lead to the code',
  isQuick: false,
  minutes: 10,
  about: ['README.md', 'docs/quickstart.md', 'scripts', 'server/src', 'spreadsheet/src'],
  measure: (options) => begin(options, readText),
  holds: ({ commands, failed, dead_links, lines, first_screen_s, found, questions }) =>
    Number(commands) > 0 &&
    failed === 0 &&
    dead_links === 0 &&
    Number(lines) <= MOST_LINES &&
    typeof first_screen_s === 'number' &&
    first_screen_s <= MOST_SECONDS &&
    questions === QUESTIONS &&
    Number(found) >= LEAST_FOUND,
  // A command is misspelt, a document links to what is not there, and each question gets the guesses of the next.
  control: (options) =>
    begin(options, (file) => readText(file).replace('bindery-data create', 'bindery-data craete'), {
      isShort: true,
      lost: 'docs/quickstart.md',
    }),
}

type Read = (file: string) => string
const readText: Read = (file) => readFileSync(join(ROOT, file), 'utf8')

/** `lost`: a document that is not there. */
async function begin({ say }: ProofOptions, read: Read, { isShort = false, lost = '' } = {}): Promise<Figures> {
  const failures: string[] = []
  const tried = { commands: 0 }
  const attempt = async (name: string, work: () => Promise<unknown>) => {
    tried.commands++
    const began = performance.now()
    try {
      await work()
      say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    } catch (error) {
      failures.push(name)
      say(`${name} FAILED: ${String(error).slice(-400)}`)
    }
  }
  const first_screen_s = await followPackage(read, attempt)
  const clone_s = isShort ? null : await followClone(read, attempt)
  const dead = deadLinks(lost)
  const guesses = readGuesses()
  const missed = missedGuesses(
    isShort ? guesses.map(({ ask }, n) => ({ ask, guesses: guesses.at(n - 1)?.guesses ?? [] })) : guesses,
  )
  for (const { ask, home } of missed) say(`not found by name: ${ask} ${home}`)
  for (const link of dead) say(`dead: ${link}`)
  return {
    commands: tried.commands,
    failed: failures.length,
    dead_links: dead.length,
    documents: listDocuments().length,
    lines: Math.max(...READMES.map((file) => read(file).trimEnd().split('\n').length)),
    first_screen_s,
    clone_s,
    questions: guesses.length,
    found: guesses.length - missed.length,
    failures,
  }
}

type Attempt = (name: string, work: () => Promise<unknown>) => Promise<void>

const commandsOf = (text: string) =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) => code.trim().split('\n'))

/** What the README says to those who have Node alone. Resolves with the seconds to the first screen. */
async function followPackage(read: Read, attempt: Attempt): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-newcomer-'))
  const packed = execFileSync(join(ROOT, 'scripts/pack'), [folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const registry = await startRegistry(packed.trim().split('\n'))
  const machine = newMachine(registry.url)
  let seconds: number | null = null
  try {
    for (const block of readPage('quickstart', read('docs/quickstart.md')).blocks)
      if (block.kind === 'file') {
        writeFileSync(join(folder, block.name), block.content)
        machine.bring(join(folder, block.name), block.name)
      }
    const [serve = '', ...others] = commandsOf(read('README.md')).filter((line) => line.startsWith('npx '))
    const shell = (line: string) => ['bash', '-c', line]
    const began = performance.now()
    const service = machine.start(shell(serve), { PORT: String(await freePort()), npm_config_yes: 'true' })
    let environment = {}
    await attempt(serve, async () => {
      const [, url = '', token = ''] = await service.says(/BINDERY_URL=(\S+) BINDERY_TOKEN=(\S+)/)
      const screen = await fetch(url)
      if (!screen.ok) throw new Error(`the console answered ${screen.status}`)
      seconds = Math.round((performance.now() - began) / 100) / 10
      environment = { BINDERY_URL: url, BINDERY_TOKEN: token, npm_config_yes: 'true' }
    })
    for (const line of others) await attempt(line, () => machine.start(shell(line), environment).done())
    service.kill()
    return seconds
  } finally {
    machine.clear()
    await registry.close()
    rmSync(folder, { recursive: true })
  }
}

/** What it says to those who clone it, and the quickstart after that, in both languages. */
async function followClone(read: Read, attempt: Attempt): Promise<number | null> {
  const line = commandsOf(read('README.md')).find((command) => command.startsWith('git clone')) ?? ''
  let clone_s: number | null = null
  await attempt(line, async () => {
    const clone = await startClone(line)
    clone_s = Math.round(clone.seconds)
    try {
      const python = execFileSync(join(ROOT, 'scripts/python-sdk'), { encoding: 'utf8' }).trim()
      for (const file of QUICKSTARTS)
        await attempt(file, async () => {
          const failure = await runPage(readPage(file, read(file)), { url: clone.url, python })
          if (failure) throw new Error(failure)
        })
    } finally {
      await clone.close()
    }
  })
  return clone_s
}

/** Of the documents as they are, or as they would be without one of them. */
function deadLinks(lost: string): string[] {
  const dead = findDeadLinks(ROOT, listDocuments()).map(({ file, to }) => `${file}: ${to}`)
  if (lost === '') return dead
  const name = lost.split('/').at(-1) ?? ''
  const leads = listDocuments().filter(
    (file) => readText(file).includes(`](${name}`) || readText(file).includes(`](${lost}`),
  )
  return [...dead, ...leads.map((file) => `${file}: ${lost}`)]
}
