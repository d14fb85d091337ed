import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { descendantsNamed, killIfThere } from './crash-processes.ts'
import { freePort } from './free-port.ts'

/** An api node in a process of its own, restarted whenever it ends, as in production. */
export type ApiNode = {
  url: string
  /** Resolves when it serves. */
  up: () => Promise<void>
  /** SIGKILL to the node; its engines end with it. */
  kill: () => void
  /** SIGKILL to one of its engine processes; false when it has none just now. */
  killEngine: () => boolean
  close: () => Promise<void>
}

const PROGRAM = fileURLToPath(new URL('../../server/src/main/bindery.ts', import.meta.url))
const RESTART_MS = 100

export async function startNode(
  environment: Record<string, string>,
  logFile: string,
  role: 'api' | 'all' = 'api',
  flags: readonly string[] = [],
): Promise<ApiNode> {
  const port = await freePort()
  const env = { ...process.env, ...environment, PORT: String(port) }
  const url = `http://127.0.0.1:${port}`
  let isClosing = false
  const start = () => launch([...flags, PROGRAM, 'serve', ...(role === 'all' ? [] : ['--role', role])], env, logFile)
  let child = start()
  const keepUp = async () => {
    while (!isClosing) {
      await once(child, 'exit')
      await pause(RESTART_MS)
      if (!isClosing) child = start()
    }
  }
  const kept = keepUp()
  await untilUp(url)
  return {
    url,
    up: () => untilUp(url),
    kill: () => void child.kill('SIGKILL'),
    // The innermost process: around it stands its sandbox, whose end would give the engine time to notice.
    killEngine: () =>
      descendantsNamed(child.pid ?? 0, 'engine-process')
        .slice(-1)
        .some(killIfThere),
    close: async () => {
      isClosing = true
      child.kill('SIGKILL')
      await kept
    },
  }
}

function launch(command: readonly string[], env: NodeJS.ProcessEnv, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', log, log] })
  closeSync(log)
  return child
}

async function untilUp(url: string) {
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await pause(50)
  }
}
