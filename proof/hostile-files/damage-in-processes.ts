import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ProofOptions } from '../proof.ts'

const FLIPS = 100_000
const FLIPS_PER_PROCESS = 2_500
/** As long as a loader of the service has for the opening of a file. */
const SILENCE_MS = 20_000

export type Damaged = {
  files: number
  crashes: number
  endedByMemory: number
  endedByDeadline: number
  examples: string[]
}

export const NONE_DAMAGED: Damaged = { files: 0, crashes: 0, endedByMemory: 0, endedByDeadline: 0, examples: [] }

/** Reads files with a turned bit in processes that a reader may take down or hang, one for each core. */
export async function damageInProcesses(say: ProofOptions['say']): Promise<Damaged> {
  const total: Damaged = { ...NONE_DAMAGED, examples: [] }
  const seeds = Array.from({ length: FLIPS / FLIPS_PER_PROCESS }, (_, n) => n + 1).values()
  const worker = async () => {
    for (const seed of seeds) await damageCopies(seed, total)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  const { files, crashes, endedByMemory, endedByDeadline } = total
  const ended = `${endedByMemory} ended by memory, ${endedByDeadline} by time`
  say(`${files} damaged files in process: ${crashes} crashes, ${ended}`)
  return total
}

/** The reader of older formats is ended when it wants too much memory or time, as in the service; then comes the next file. */
async function damageCopies(seed: number, total: Damaged) {
  for (let from = 0; from < FLIPS_PER_PROCESS; ) {
    const { said, end } = await runDamage(seed, from)
    const last = said.at(-1) ?? ''
    if (end === 'well') {
      // Safe: our own program, whose last line this is.
      const found = JSON.parse(last) as Pick<Damaged, 'files' | 'crashes' | 'examples'>
      total.files += found.files
      total.crashes += found.crashes
      total.examples.push(...found.examples)
      return
    }
    // It tells where it is before each file of an older format. Otherwise it was a reader of our own, of which none may end so.
    const [, at] = /^at (\d+)$/.exec(last) ?? []
    const next = at === undefined ? FLIPS_PER_PROCESS : Number(at) + 1
    if (at !== undefined && end === 'memory') total.endedByMemory += 1
    else if (at !== undefined && end === 'silent') total.endedByDeadline += 1
    else {
      total.crashes += 1
      total.examples.push(`seed ${seed}, file ${next - 1}: ${end}`)
    }
    total.files += next - from
    from = next
  }
}

/** What a run of the program has said, and how it ended: by itself, by its memory, because it said nothing more, or by what else. */
type Run = { said: string[]; end: 'well' | 'memory' | 'silent' | `with ${string}` }

async function runDamage(seed: number, from: number): Promise<Run> {
  const program = join(import.meta.dirname, 'damage.ts')
  const args = ['--max-old-space-size=512', program, ...[seed, FLIPS_PER_PROCESS, from].map(String)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let isSilent = false
  const timer = setTimeout(() => {
    isSilent = true
    child.kill('SIGKILL')
  }, SILENCE_MS)
  child.stdout.on('data', () => timer.refresh())
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  clearTimeout(timer)
  const said = stdout.trim().split('\n')
  if (code === 0) return { said, end: 'well' }
  if (isSilent) return { said, end: 'silent' }
  return {
    said,
    end: stderr.includes('heap out of memory') ? 'memory' : `with ${signal ?? code}: ${stderr.slice(-200)}`,
  }
}
