import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Machine, newMachine, type Started } from './first-five-minutes/machine.ts'
import { MESSY_ROWS, MESSY_TOTAL, messyFile } from './first-five-minutes/messy-file.ts'
import { publish } from './first-five-minutes/registry.ts'
import { freePort } from './lib/free-port.ts'
import { outsideRegistry } from './packages/loopback-registry.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MOST_SECONDS = 120
const MOST_COMMANDS = 4
const SQL = 'SELECT count(*) AS orders, sum(amount) AS total, min(day) AS first FROM sales'

export const proof: Proof = {
  promise:
    'On a machine with nothing but Node, one command brings up the product; three more, and a spreadsheet is asked by SQL',
  isQuick: false,
  minutes: 5,
  about: ['server/src/main', 'cli/src', 'scripts/pack'],
  bars: { most_seconds: MOST_SECONDS, most_commands: MOST_COMMANDS },
  measure: (options) => begin(options),
  holds: ({ total_s, commands, right, kept, stopped }) =>
    typeof total_s === 'number' &&
    total_s <= MOST_SECONDS &&
    Number(commands) <= MOST_COMMANDS &&
    right === true &&
    kept === true &&
    stopped === true,
  // Then PostgreSQL does not come with the package.
  control: (options) => begin(options, { npm_config_omit: 'optional' }),
}

type Environment = Readonly<Record<string, string>>

function pack(folder: string): string[] {
  const script = join(ROOT, 'scripts/pack')
  const output = execFileSync(script, [folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  return output.trim().split('\n')
}

async function begin({ say }: ProofOptions, installation: Environment = {}): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-five-'))
  const registry = await publish(pack(folder), outsideRegistry())
  const machine = newMachine(registry.url)
  try {
    const file = join(folder, 'sales.xlsx')
    writeFileSync(file, messyFile())
    machine.bring(file, 'sales.xlsx')
    return await walk(machine, installation, say)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return { total_s: null, commands: null }
  } finally {
    machine.clear()
    registry.close()
    rmSync(folder, { recursive: true })
  }
}

/** What the README says, by the clock. */
async function walk(machine: Machine, installation: Environment, say: (line: string) => void): Promise<Figures> {
  const steps: Record<string, number> = {}
  const npx = (...words: string[]) => ['npx', '--yes', 'bindery-data', ...words]
  const timed = async <T>(step: string, work: Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work
    steps[step] = Math.round((performance.now() - began) / 100) / 10
    say(`${step}: ${steps[step]} s`)
    return result
  }
  const node = { ...installation, PORT: String(await freePort()) }
  const service = machine.start(npx('serve'), node)
  let again: Started | undefined
  try {
    const [, url = '', token = ''] = await timed('serve', service.says(/BINDERY_URL=(\S+) BINDERY_TOKEN=(\S+)/))
    const serve_cpu_s = Math.round(service.cpuSeconds())
    const environment = { BINDERY_URL: url, BINDERY_TOKEN: token }
    const run = (step: string, ...words: string[]) => timed(step, machine.start(npx(...words), environment).done())
    await run('create', 'create', 'Spring')
    await run('upload', 'upload', 'sales.xlsx')
    const answer = await run('query', 'query', SQL, '--json')
    const total_s = Object.values(steps).reduce((sum, seconds) => sum + seconds, 0)
    const commands = Object.keys(steps).length
    await timed('stop', service.interrupt())
    // By what it leaves: npx has a code of its own for being interrupted, and takes down what still runs when it ends.
    const stopped = !machine.has('postmaster.pid')
    again = machine.start(npx('serve'), node)
    await timed('restart', again.says(/Stop with/))
    const later = await run('query again', 'query', SQL, '--json')
    const rows = (text: string): unknown => JSON.parse(text).rows
    return {
      total_s: Math.round(total_s * 10) / 10,
      commands,
      steps,
      serve_cpu_s,
      right: isRight(rows(answer)),
      kept: JSON.stringify(rows(later)) === JSON.stringify(rows(answer)),
      stopped,
    }
  } finally {
    service.kill()
    again?.kill()
  }
}

const isRight = (rows: unknown) => {
  const [row] = Array.isArray(rows) ? rows : []
  const values = Array.isArray(row) ? row : Object.values(row ?? {})
  return (
    Number(values[0]) === MESSY_ROWS && Number(values[1]) === MESSY_TOTAL && String(values[2]).startsWith('2026-04-01')
  )
}
