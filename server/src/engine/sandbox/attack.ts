import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { killProcess } from './process-tree.ts'
import { findProgram, programBinds } from './program-binds.ts'
import { type SandboxedProcess, startSandboxed } from './sandbox.ts'
import type { SandboxExit, SandboxOptions, SandboxOverrides } from './sandbox-options.ts'

const MEGABYTE = 1024 * 1024
const DEADLINE_MS = 20_000

export type Attack = Pick<SandboxOptions, 'mayFork'> &
  Partial<Pick<SandboxOptions, 'memoryBytes' | 'maxProcesses' | 'tmpfsBytes'>> & {
    what: string
    args?: readonly string[]
    deadlineMs?: number
  }

export type AttackOutcome = {
  exit: SandboxExit
  lines: readonly string[]
  errors: string
  isCut: boolean
  elapsedMs: number
  /** Processes that outlived their sandbox. They are ended now. */
  left: number
}

export type StartedAttack = { process: SandboxedProcess; mark: string; finish: () => Promise<AttackOutcome> }

/** Runs `probe.pl` in a sandbox of its own. */
export function attack(what: Attack, overrides: SandboxOverrides): Promise<AttackOutcome> {
  return startAttack(what, overrides).finish()
}

export function startAttack(attack: Attack, overrides: SandboxOverrides): StartedAttack {
  const { what, args = [], deadlineMs = DEADLINE_MS, ...limits } = attack
  const perl = findProgram('perl')
  if (!perl) throw new Error('perl, by which the sandbox is tested, is missing')
  const mark = `bindery-probe-${randomUUID()}`
  const began = performance.now()
  const process = startSandboxed(
    {
      program: '/bin/perl',
      args: ['/probe/probe.pl', mark, what, ...args],
      readOnlyBinds: [
        ...programBinds(perl, '/bin/perl'),
        { from: join(import.meta.dirname, 'probe.pl'), to: '/probe/probe.pl' },
      ],
      tmpfsBytes: 8 * MEGABYTE,
      memoryBytes: 128 * MEGABYTE,
      maxProcesses: 32,
      channels: 1,
      ...limits,
    },
    overrides,
  )
  process.setDeadline(deadlineMs)
  return { process, mark, finish: () => finishAttack(process, mark, began) }
}

async function finishAttack(sandboxed: SandboxedProcess, mark: string, began: number): Promise<AttackOutcome> {
  const exit = await sandboxed.exited
  const elapsedMs = performance.now() - began
  if (exit.reason === 'not-started') throw new Error(`no sandbox could be made: ${sandboxed.stderr.text().trim()}`)
  const left = listMarked(mark)
  for (const { pid } of left) killProcess(pid)
  return {
    exit,
    lines: sandboxed.stdout.text().split('\n').filter(Boolean),
    errors: sandboxed.stderr.text(),
    isCut: sandboxed.stdout.isCut,
    elapsedMs,
    left: left.length,
  }
}

/** The processes of this machine that bear the mark on their command line. */
export function listMarked(mark: string): { pid: number; uid: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark)) return []
        const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]
        return [{ pid: Number(name), uid: Number(uid) }]
      } catch {
        // It ended while we looked.
        return []
      }
    })
}
