import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listMarked, startAttack } from './attack.ts'
import { killProcess } from './process-tree.ts'
import type { SandboxOverrides } from './sandbox-options.ts'

test('the deadline set last counts, and a cleared one does not', async () => {
  const { process: postponed, finish } = startAttack({ what: 'loop', deadlineMs: 50 }, {})
  const { process: spared, finish: finishSpared } = startAttack({ what: 'loop', deadlineMs: 50 }, {})
  postponed.setDeadline(400)
  spared.clearDeadline()

  const { exit, elapsedMs } = await finish()
  const isSparedRunning = await Promise.race([spared.exited.then(() => false), sleep(100).then(() => true)])
  spared.kill()

  expect(exit).toEqual({ code: null, signal: 'SIGKILL', reason: 'deadline' })
  expect(elapsedMs).toBeGreaterThan(400)
  expect(isSparedRunning).toBe(true)
  expect((await finishSpared()).exit.reason).toBe('killed')
})

test('a kill leaves no process, however early it comes', async () => {
  const delays = Array.from({ length: 24 }, (_, n) => n * 1.5)

  const outcomes = await Promise.all(
    delays.map(async (delayMs) => {
      const { process: early, mark } = startAttack({ what: 'sleep' }, {})
      await sleep(delayMs)
      early.kill()
      const { reason } = await early.exited
      return { reason, left: listMarked(mark).length }
    }),
  )

  expect(outcomes).toEqual(delays.map(() => ({ reason: 'killed', left: 0 })))
})

/** In which what was being made when its service was killed goes on, to its gate or past it. */
const MAKING_MS = 150
/** A busy machine takes its time to end what was killed. */
const DYING_MS = 3_000

/** Starts sandboxes in a process of its own, kills that while they are being made, and counts the programs that live on. */
async function countOrphans(overrides: SandboxOverrides, delayMs: number): Promise<number> {
  const script = `
    const { startAttack } = await import(${JSON.stringify(join(import.meta.dirname, 'attack.ts'))})
    const started = [1, 2, 3, 4].map(() => startAttack({ what: 'sleep' }, ${JSON.stringify({ ...overrides, isPolled: true })}))
    console.log(started.map(({ mark }) => mark).join(' '))
    setInterval(() => {}, 1000)`
  const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [marks] = await once(service.stdout, 'data')
  await sleep(delayMs)
  service.kill('SIGKILL')
  await once(service, 'exit')
  const named = String(marks).trim().split(' ')
  const until = performance.now() + DYING_MS
  await sleep(MAKING_MS)
  let orphans = listOrphans(named)
  while (orphans.length > 0 && performance.now() < until) {
    await sleep(50)
    orphans = listOrphans(named)
  }
  for (const { pid } of named.flatMap(listMarked)) killProcess(pid)
  return orphans.length
}

/** Bubblewrap itself, if its parent dies at a certain moment, waits for ever; nothing untrusted has run then. */
const listOrphans = (marks: readonly string[]) =>
  marks.flatMap(listMarked).filter(({ pid }) => !commandOf(pid).startsWith('/usr/bin/bwrap'))

/** Of one that has ended meanwhile, buried (no file) or not (an empty one), bubblewrap's: it is no orphan either. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') || '/usr/bin/bwrap'
  } catch {
    return '/usr/bin/bwrap'
  }
}

test('a service that is killed takes its programs along, at whatever moment; without the gate it does not', async () => {
  const delays = Array.from({ length: 12 }, (_, n) => n * 3)
  let orphans = 0
  for (const delayMs of delays) orphans += await countOrphans({}, delayMs)
  let orphansWithoutGate = 0
  for (const delayMs of delays) {
    if (orphansWithoutGate === 0) orphansWithoutGate += await countOrphans({ without: ['start-gate'] }, delayMs)
  }

  expect(orphans).toBe(0)
  expect(orphansWithoutGate).toBeGreaterThan(0)
}, 120_000)
