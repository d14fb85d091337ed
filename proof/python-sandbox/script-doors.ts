import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PYTHON_LIMITS, startPythonProcess } from '../../server/src/engine/python/python-process-handle.ts'
import { findPythonRuntime } from '../../server/src/engine/python/python-runtime.ts'
import type { SandboxExit } from '../../server/src/engine/sandbox/sandbox-options.ts'

/** `outlived`: its deadline had passed and it was still there. */
export type ScriptEnd = 'itself' | 'deadline' | 'memory' | 'signal' | 'outlived'
export type ScriptOutcome = { said: string; end: ScriptEnd; elapsedMs: number }

/** Runs code that bears the mark in its environment. */
export type ScriptDoor = (code: string, mark: string) => Promise<ScriptOutcome>

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 20 * MEGABYTE

/** As the service runs a transform, with less time and memory so that it is tried sooner. */
export function sandboxDoor(runtimeFolder: string, folder: string, wallMs: number): ScriptDoor {
  const runtime = findPythonRuntime(runtimeFolder)
  if (!runtime) throw new Error('the runtime is missing: run scripts/python-runtime')
  const limits = { ...PYTHON_LIMITS, wallMs, memoryBytes: 600 * MEGABYTE, resultBytes: 64 * MEGABYTE }
  return async (code, mark) => {
    const marked = { ...runtime, environment: { ...runtime.environment, MARK: mark } }
    const process = await startPythonProcess({ runtime: marked, folder, limits })
    const began = performance.now()
    const { reply, exit, logs } = await process.run({ code, tables: [] })
    const elapsedMs = performance.now() - began
    await process.clear()
    return { said: `${logs}\n${JSON.stringify(reply ?? null)}`, end: endOf(exit), elapsedMs }
  }
}

function endOf({ reason, signal }: SandboxExit): ScriptEnd {
  if (reason === 'deadline' || reason === 'memory') return reason
  return reason === 'exit' && signal !== null ? 'signal' : 'itself'
}

/** The same Python without a sandbox and without a deadline. */
export function bareDoor(runtimeFolder: string, wallMs: number): ScriptDoor {
  return async (code, mark) => {
    const began = performance.now()
    const child = spawn(join(runtimeFolder, 'bin/python3'), ['-I', '-S', '-B', '-c', `${code}\ntransform({})`], {
      env: { ...process.env, MARK: mark, LD_LIBRARY_PATH: join(runtimeFolder, 'lib') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        if (said.length < MOST_BYTES) said += chunk.toString()
      })
    const exited = new Promise<ScriptEnd>((resolve) => child.once('exit', () => resolve('itself')))
    const late = new AbortController()
    const end = await Promise.race([
      exited,
      sleep(wallMs, 'outlived' as const, { signal: late.signal }).catch(() => exited),
    ])
    late.abort()
    child.kill('SIGKILL')
    return { said, end, elapsedMs: performance.now() - began }
  }
}

/** Processes of this machine that bear the mark: they outlived their run. */
export function listOrphans(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
      } catch {
        // It ended while we looked.
        return false
      }
    })
}
