import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Role = 'api' | 'worker'

/** A node in a process of its own, restarted whenever it ends, as in production. */
export type ClusterNode = {
  name: string
  role: Role
  /** SIGKILL; its engines end with it. */
  kill: () => void
  /** SIGSTOP, until it is woken: it then believes that no time has passed. */
  pause: () => void
  wake: () => void
  /** Its clock is so many minutes ahead, from its next start on. */
  setClock: (minutes: number) => void
  /** SIGTERM; once it has ended, that program is in its place. False: it did not end well by itself. */
  replace: (program: string) => Promise<boolean>
  close: () => Promise<void>
}

export type NodeSettings = {
  name: string
  role: Role
  environment: Record<string, string>
  logFile: string
  /** That of this checkout, unless another one is named. */
  program?: string | undefined
  /** Of Node.js. */
  flags?: readonly string[]
}

export const PROGRAM = fileURLToPath(new URL('../../server/src/main/bindery.ts', import.meta.url))
const FAKE_TIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const RESTART_MS = 100

export function startClusterNode({
  name,
  role,
  environment,
  logFile,
  program = PROGRAM,
  flags = [],
}: NodeSettings): ClusterNode {
  let isClosing = false
  let aheadMinutes = 0
  let current = program
  const start = () =>
    launch([...flags, current, 'serve', '--role', role], { ...environment, ...clockAhead(aheadMinutes) }, logFile)
  let child = start()
  const keepUp = async () => {
    while (!isClosing) {
      await once(child, 'exit')
      await pause(RESTART_MS)
      if (!isClosing) child = start()
    }
  }
  const kept = keepUp()
  return {
    name,
    role,
    kill: () => void child.kill('SIGKILL'),
    pause: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    setClock: (minutes) => {
      aheadMinutes = minutes
    },
    replace: async (another) => {
      current = another
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = await ended
      return code === 0
    },
    close: async () => {
      isClosing = true
      child.kill('SIGKILL')
      await kept
    },
  }
}

function launch(command: readonly string[], environment: Record<string, string>, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

/** The clock of the day alone: time that is measured passes as ever. */
const clockAhead = (minutes: number): Record<string, string> =>
  minutes === 0
    ? {}
    : {
        LD_PRELOAD: FAKE_TIME,
        FAKETIME: `${minutes > 0 ? '+' : ''}${minutes}m`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
