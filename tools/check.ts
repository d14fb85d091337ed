import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/**
 * npm run check [step …]: everything that needs no database, no browser and no network, side by side. The output of a step is
 * shown in one piece when it fails; a step that fails does not hide the others.
 */
const ROOT = join(import.meta.dirname, '..')
/** Keyed by content: a cache never makes a step pass that would fail without it. */
const CACHE = join(ROOT, 'node_modules/.cache/bindery-check')

type Step = { name: string; command: readonly string[] }

const tool = (file: string, ...flags: string[]) => ['node', `tools/${file}.ts`, ...flags]
const types = (project: string, name: string) => [
  'tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  join(CACHE, `${name}.tsbuildinfo`),
]
const SOURCES = ['server', 'spreadsheet', 'sdk', 'cli', 'mcp', 'console', 'proof', 'bench', 'tools']
const cruiserCache = ['--cache', join(CACHE, 'imports'), '--cache-strategy', 'content']

/** The longest first, so that none is left over at the end. */
export const STEPS: readonly Step[] = [
  { name: 'types', command: types('tsconfig.json', 'types') },
  { name: 'imports', command: ['depcruise', '-T', 'err-long', ...cruiserCache, ...SOURCES] },
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  { name: 'types of the console', command: types('console/tsconfig.json', 'console') },
  { name: 'openapi.json', command: tool('openapi', '--check') },
  { name: 'house rules', command: tool('house-rules') },
  { name: 'functions of SQL', command: tool('sql-functions', '--check') },
  { name: 'operations of the SDK', command: tool('sdk-operations', '--check') },
  { name: 'models of the Python SDK', command: tool('python-models', '--check') },
  { name: 'types of the MCP app', command: types('mcp/app/tsconfig.json', 'mcp-app') },
  { name: 'types of the SDK', command: types('sdk/tsconfig.json', 'sdk') },
  { name: 'figures', command: tool('check-figures') },
  { name: 'lockfile', command: tool('complete-lockfile', '--check') },
]

type Outcome = { step: Step; seconds: number; isPassed: boolean; output: string }

/** Runs the steps, so many at a time as there are cores, and calls back as each ends. */
export async function runSteps(
  steps: readonly Step[],
  onEnd: (outcome: Outcome) => void,
  atOnce = Math.max(2, availableParallelism()),
): Promise<boolean> {
  const waiting = [...steps]
  let isPassed = true
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step)
      isPassed &&= outcome.isPassed
      onEnd(outcome)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return isPassed
}

async function runStep(step: Step): Promise<Outcome> {
  const began = performance.now()
  const [program = '', ...args] = step.command
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, FORCE_COLOR: '0' }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const { output, isPassed } = await finished(child)
  return { step, seconds: (performance.now() - began) / 1000, isPassed, output }
}

function finished(child: ChildProcess): Promise<{ output: string; isPassed: boolean }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ output: String(error), isPassed: false }))
    child.on('close', (code) => resolve({ output, isPassed: code === 0 }))
  })
}

if (import.meta.main) {
  mkdirSync(CACHE, { recursive: true })
  const began = performance.now()
  const asked = process.argv.slice(2)
  const steps = asked.length === 0 ? STEPS : STEPS.filter(({ name }) => asked.some((word) => name.includes(word)))
  const failures: Outcome[] = []
  const isPassed = await runSteps(steps, (outcome) => {
    const { step, seconds } = outcome
    process.stdout.write(`${outcome.isPassed ? 'ok    ' : 'FAILED'} ${step.name}, ${seconds.toFixed(1)} s\n`)
    if (!outcome.isPassed) failures.push(outcome)
  })
  for (const { step, output } of failures) process.stdout.write(`\n── ${step.name}\n${output}`)
  process.stdout.write(`${steps.length - failures.length} passed, ${failures.length} failed`)
  process.stdout.write(`, ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
  process.exitCode = isPassed ? 0 : 1
}
