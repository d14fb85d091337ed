import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RunningService } from '../../server/test/start-service.ts'
import { nodeEnvironment } from './node-environment.ts'

/** A worker node in a process of its own, started again whenever it ends. */
export type WorkerProcess = {
  /** It takes on work; for some seconds after a start it does not. */
  isUp: () => boolean
  /** SIGKILL. */
  kill: () => void
  /** SIGSTOP, until it is woken: it then believes that no time has passed. */
  pause: () => void
  wake: () => void
  close: () => Promise<void>
}

const PROGRAM = fileURLToPath(new URL('worker-process.ts', import.meta.url))
const RESTART_MS = 100

/** What a worker of this service needs to know. */
export function workerEnvironment(service: RunningService): Record<string, string> {
  const { folder, environment } = nodeEnvironment(service)
  // A worker that comes back compiles nothing twice.
  return { ...environment, SVC_ENGINE_SPARES: '0', NODE_COMPILE_CACHE: join(folder, 'compiled') }
}

export function startWorkerProcess(environment: Record<string, string>): WorkerProcess {
  let isClosing = false
  let worker = launch(environment)
  const keepUp = async () => {
    while (!isClosing) {
      await once(worker.child, 'exit')
      await pause(RESTART_MS)
      if (!isClosing) worker = launch(environment)
    }
  }
  const kept = keepUp()
  return {
    isUp: () => worker.isUp,
    kill: () => {
      worker.isUp = false
      worker.child.kill('SIGKILL')
    },
    pause: () => void worker.child.kill('SIGSTOP'),
    wake: () => void worker.child.kill('SIGCONT'),
    close: async () => {
      isClosing = true
      worker.child.kill('SIGKILL')
      await kept
    },
  }
}

/** Its log says when it is up. */
function launch(environment: Record<string, string>): { child: ChildProcess; isUp: boolean } {
  const env = { ...process.env, ...environment, SVC_LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [PROGRAM], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const launched = { child, isUp: false }
  child.stdout.on('data', (line: Buffer) => {
    if (line.includes('worker is up')) launched.isUp = true
  })
  return launched
}
